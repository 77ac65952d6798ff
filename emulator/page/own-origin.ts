/**
 * Whether a request was meant for this server and comes from its own pages. A page elsewhere can name a
 * host of its own that leads to this machine, or open a websocket across sites; neither gets in here.
 */
import type { IncomingMessage } from 'node:http'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Asked for under this machine's own name. */
export function isForThisServer({ headers }: IncomingMessage): boolean {
  return URL.canParse(`http://${headers.host}`) && LOOPBACK.has(new URL(`http://${headers.host}`).hostname)
}

/** A websocket says truthfully which page opens it. */
export function isFromOwnPage(request: IncomingMessage): boolean {
  return isForThisServer(request) && request.headers.origin === `http://${request.headers.host}`
}
