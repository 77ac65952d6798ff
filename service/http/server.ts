/**
 * The Node server under the app. What never reaches the app (headers too large, broken HTTP, a Host that
 * is none) is answered here, in the same envelope.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { HttpApp } from './app.ts'
import { apiHeaders } from './headers.ts'
import { errorJson, type Refused, refuse, render } from './reply.ts'

const MAX_HEADER_BYTES = 16 * 1024
const HEADERS_TIMEOUT_MS = 20_000
const CHECK_EVERY_MS = 2_000
const REQUEST_TIMEOUT_MS = 60_000
// Longer than the usual load balancer's, so that it is the one to close first.
const KEEP_ALIVE_MS = 72_000
// For a client to read why it was refused and to hang up.
const LAST_WORDS_MS = 2_000

export interface RunningServer {
  url: string
  port: number
  /** Stops accepting, lets running requests end for a moment, then closes what is left. */
  close(graceMs?: number): Promise<void>
}

/** A start that the operator can put right; its message is the one sentence to show. */
export class ListenError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ListenError'
  }
}

export async function serveHttp(
  app: HttpApp,
  options: {
    host: string
    port: number
    newId: () => string
    /** How long a client may take to send its headers. */
    headersWithinMs?: number
  },
): Promise<RunningServer> {
  const badRequest = () =>
    render(
      refuse('INVALID_REQUEST', 'The address or the Host header is not valid.'),
      200,
      options.newId(),
      null,
    )
  const listener = getRequestListener(app.fetch, { hostname: options.host, errorHandler: badRequest })
  const withoutHost = getRequestListener(badRequest, { hostname: options.host })
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const hosts = countHosts(request.rawHeaders)
    const handle = hosts > 1 || (hosts === 0 && request.httpVersion === '1.1') ? withoutHost : listener
    if (handle === listener && app.pollLane(request, response)) return
    void handle(request, response)
  }
  const server = createServer(
    {
      // Node would refuse without our envelope.
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: options.headersWithinMs ?? HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // How often the limits above are looked at; half a minute otherwise.
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, options.headersWithinMs ?? CHECK_EVERY_MS),
    },
    answer,
  )
  // Node would say 417 to an expectation, and nothing at all to CONNECT.
  server.on('checkExpectation', answer)
  server.on('connect', (_request, socket: Socket) => {
    // From here on nobody else listens, and an error without a listener ends the process.
    socket.on('error', () => socket.destroy())
    answerBroken({ name: 'Error', message: 'CONNECT' }, socket, options.newId())
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    answerBroken(error, socket, options.newId()),
  )
  await listen(server, options)
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return { url: `http://${host}:${port}`, port, close: graceMs => close(server, graceMs) }
}

/** Node keeps the first of several, others in between may keep the last: such a request means two things. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        fail(new ListenError(`port ${port} is taken: stop what uses it, or choose another with PORT`))
      else if (error.code === 'EACCES')
        fail(new ListenError(`port ${port} may not be used by this account: choose one above 1023 with PORT`))
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
        fail(new ListenError(`${host} is not an address of this machine: correct HOST`))
      else fail(error)
    })
    server.listen(port, host, done)
  })
}

async function close(server: Server, graceMs = 5_000): Promise<void> {
  const closed = new Promise<void>(done => server.close(() => done()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(timer)
}

function refusalOf(code: string | undefined): Refused & { status: number } {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The request's headers are larger than ${MAX_HEADER_BYTES.toLocaleString('en-US')} bytes. Send fewer or shorter ones.`
    return { ...refuse('INVALID_REQUEST', message), status: 431 }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return {
      ...refuse('INVALID_REQUEST', 'The request took too long to arrive. Send it again.'),
      status: 408,
    }
  }
  return { ...refuse('INVALID_REQUEST', 'This is not a valid HTTP request.'), status: 400 }
}

/** There is no response object for these: the answer is written by hand. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // Whatever it still sends: one that sends a byte now and then would stay for ever.
  setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref()
  const refused = refusalOf(error.code)
  const body = errorJson(refused, requestId)
  const headers = {
    ...apiHeaders,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}\r\n${lines.join('')}\r\n${body}`)
}
