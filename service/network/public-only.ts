/** Which addresses that users choose lead into a private network. Connects to none: public-agent.ts does. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

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
