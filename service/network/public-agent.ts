/**
 * Requests to addresses that users choose, kept away from private networks. Names are judged by what they
 * resolve to at the moment of connecting, so a name that changes its mind in between gains nothing. Loaded
 * with the first such request.
 */
import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { isPublicAddress, PrivateAddressError } from './public-only.ts'

const publicLookup: LookupFunction = (hostname, options, done) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    const allowed = addresses.filter(({ address }) => isPublicAddress(address))
    const first = allowed[0]
    if (!first) return done(new PrivateAddressError(), '', 0)
    if (options.all) return done(null, allowed)
    return done(null, first.address, first.family)
  })
}

/** A dispatcher for undici's `request` and `fetch`. `allowPrivate` is for tests and the local demo. */
export function publicOnlyAgent(options: { allowPrivate: boolean; connectTimeoutMs: number }): Agent {
  if (options.allowPrivate) return new Agent({ connect: { timeout: options.connectTimeoutMs } })
  const connect = buildConnector({ timeout: options.connectTimeoutMs, lookup: publicLookup })
  return new Agent({
    connect(target, done) {
      // The system asks no lookup for a literal address.
      if (isIP(target.hostname.replace(/^\[|\]$/g, '')) && !isPublicAddress(target.hostname)) {
        done(new PrivateAddressError(), null)
        return
      }
      connect(target, done)
    },
  })
}
