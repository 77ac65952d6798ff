/**
 * Requests to addresses that users choose, kept away from private networks. Names are judged by what they
 * resolve to at the moment of connecting, so a name that changes its mind in between gains nothing.
 */
import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'

export class PrivateAddressError extends Error {
  constructor() {
    super('the address is in a private network')
    this.name = 'PrivateAddressError'
  }
}

/** Whether the internet can reach this IP address. Anything unusual counts as private. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(bare)) return false
  // The deprecated way to carry IPv4: `::7f00:1` is 127.0.0.1.
  if (isIPv4Compatible(bare)) return false
  // `process` unwraps IPv4 in IPv6; the other ways to carry IPv4 inside are ranges of their own.
  return ipaddr.process(bare).range() === 'unicast'
}

function isIPv4Compatible(address: string): boolean {
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every(part => part === 0)
}

/** What can be said of a host before connecting: literal addresses and names that are local by definition. */
export function isPlainlyPrivate(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  if (isIP(host)) return !isPublicAddress(host)
  return host === 'localhost' || /\.(localhost|local|internal|home\.arpa)$/.test(host) || !host.includes('.')
}

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
