/**
 * Get agent, the request that every client repeats, straight from node:http: the same route with the same
 * checks and answers as through Hono, without the objects of the Fetch API around it. Everything that is
 * unusual about a request is left to the general way.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { rendered } from './reply.ts'
import { type AnyRoute, answerRoute, type RouteDeps, type RouteRequest } from './route.ts'

const PATH = /^\/v1\/sheets\/agents\/([0-9a-fA-F-]{36})(?:\?([\w=&-]*))?$/
const HOST = /^[\w.-]+(?::\d{1,5})?$/

/** Answers whether it took the request. */
export type PollLane = (request: IncomingMessage, response: ServerResponse) => boolean

export function pollLane(any: AnyRoute, deps: RouteDeps): PollLane {
  return (request, response) => {
    if (request.method !== 'GET' || !HOST.test(request.headers.host ?? '')) return false
    const match = PATH.exec(request.url ?? '')
    if (!match) return false
    void respond(any, deps, asRouteRequest(request, response, match[1]!, match[2]), response)
    return true
  }
}

function asRouteRequest(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  query: string | undefined,
): RouteRequest {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : null
  }
  const parameters = query ? new URLSearchParams(query) : null
  return {
    params: { platform: 'sheets', id },
    query: name => parameters?.get(name) ?? undefined,
    header,
    request: () => {
      throw new Error('a GET has no body to read')
    },
    signal() {
      const controller = new AbortController()
      response.once('close', () => controller.abort())
      return controller.signal
    },
  }
}

async function respond(
  any: AnyRoute,
  deps: RouteDeps,
  request: RouteRequest,
  response: ServerResponse,
): Promise<void> {
  const { reply, requestId, budget } = await answerRoute(any, request, deps)
  const { status, headers, body } = rendered(reply, any.spec.ok.status, requestId, budget)
  if (body === null) {
    response.writeHead(status, headers).end()
    return
  }
  headers['content-length'] = `${Buffer.byteLength(body)}`
  if (typeof body === 'string') response.writeHead(status, headers).end(body)
  else response.writeHead(status, headers).end(textOf(body), 'latin1')
}

const texts = new WeakMap<Uint8Array, string>()

/** The same bytes as a text of one byte a character: Node sends it in one piece with the headers. */
function textOf(body: Uint8Array<ArrayBuffer>): string {
  const known = texts.get(body)
  if (known !== undefined) return known
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  texts.set(body, text)
  return text
}
