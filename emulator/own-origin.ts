/**
 * Whether a request was meant for this server and comes from its own pages. A page elsewhere can name a
 * host of its own that leads to this machine, or open a websocket across sites; neither gets in here.
 */
import type { IncomingMessage } from 'node:http'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Asked for under this machine's own name. */
export function isForThisServer(host: string | undefined): boolean {
  return URL.canParse(`http://${host}`) && LOOPBACK.has(new URL(`http://${host}`).hostname)
}

/** A websocket says truthfully which page opens it. */
export function isFromOwnPage(request: IncomingMessage): boolean {
  const { host, origin } = request.headers
  return isForThisServer(host) && origin === `http://${host}`
}
