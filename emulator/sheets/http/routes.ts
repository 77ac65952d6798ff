/**
 * One request of the REST API from the socket to the answer: which method it is, who is calling, faults and
 * quota, and Google's envelope around answers and errors. What a call does is elsewhere.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { BodyTooLarge, bearerOf, readJson, sendJson } from '../../http.ts'
import type { EmulatorDeps } from '../../parts.ts'
import { badRequest, GoogleError, invalid } from '../google/errors.ts'
import { applyMask, parseMask } from '../google/fields.ts'
import { checkBody } from '../google/schema.ts'
import { Call } from './call.ts'
import { ROUTES, type Route } from './route-table.ts'
import { errorOfFault, type Fault, type Traffic, unauthenticated } from './traffic.ts'

const COMMON_QUERY = new Set([
  'fields',
  'alt',
  'key',
  'prettyPrint',
  'quotaUser',
  'access_token',
  'oauth_token',
  'callback',
  'uploadType',
  'upload_protocol',
  '$.xgafv',
])

const PREFIX = '/v4/spreadsheets'

export interface SheetsRoutes {
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>
}

export interface SheetsRoutesOptions {
  deps: EmulatorDeps
  traffic: Traffic
  /** The e-mail address an access token stands for; 'no-scope' for one that may not use Sheets. */
  userOf(token: string): Promise<string | 'no-scope' | undefined>
}

export function sheetsRoutes({ deps, traffic, userOf }: SheetsRoutesOptions): SheetsRoutes {
  return {
    async handle(request, response, url) {
      const path = url.pathname.slice(PREFIX.length)
      const found = ROUTES.filter(it => it.path.test(path))
      const matched = found.find(it => it.method === request.method)
      const kind = matched?.kind ?? 'read'
      const called = safeDecode(url.pathname + url.search)
      const fault = traffic.takeFault(request.method ?? '', called)
      if (fault?.delayMs !== undefined) await wait(fault.delayMs)
      const record = { method: request.method ?? '', path: called, kind }
      if (fault?.status !== undefined && !fault.afterwards) {
        traffic.record({ ...record, user: undefined, status: answerFault(response, fault) })
        return
      }
      const user = await userOf(tokenOf(request, url) ?? '')
      const result = await answer(request, url, matched, user)
      traffic.record({ ...record, user, status: result.code, ...countOf(result) })
      if (fault?.status !== undefined) answerFault(response, fault)
      else sendJson(response, result.code, result.body)
    },
  }

  interface Result {
    code: number
    body: object
    requests?: number
  }

  async function answer(
    request: IncomingMessage,
    url: URL,
    matched: Route | undefined,
    user: string | undefined,
  ): Promise<Result> {
    try {
      if (matched === undefined) throw new GoogleError('NOT_FOUND', 'Method not found.')
      const caller = authenticate(request, url, user)
      traffic.checkQuota(caller, matched.kind)
      checkQuery(url.searchParams, matched.query)
      const body = await readJson(request)
      if (body === undefined) throw badRequest('', 'Parsing terminated before end of input.')
      if (matched.body !== undefined) checkBody(body, matched.body)
      const match = matched.path.exec(url.pathname.slice(PREFIX.length))
      if (match === null) throw new Error('The route does not match its own path.')
      const fields = url.searchParams.get('fields')
      const mask = fields ? parseMask(fields, matched.answer) : undefined
      await deps.library.opened(match[1] ?? '')
      const call = new Call({ deps, user: caller, query: url.searchParams, body, match })
      const result = applyMask(matched.run(call), mask) as object
      return { code: 200, body: result, ...requestsOf(body) }
    } catch (error) {
      if (error instanceof GoogleError) return { code: error.code, body: error.toJSON() }
      if (error instanceof BodyTooLarge) {
        const tooLarge = invalid(error.message)
        return { code: tooLarge.code, body: tooLarge.toJSON() }
      }
      // A defect of the emulator: loud, and without what the request said.
      process.stderr.write(`emulator: ${error instanceof Error ? error.stack : String(error)}\n`)
      const internal = new GoogleError('INTERNAL', 'Internal error encountered.')
      return { code: internal.code, body: internal.toJSON() }
    }
  }
}

function authenticate(request: IncomingMessage, url: URL, user: string | undefined): string {
  if (user === 'no-scope')
    throw new GoogleError('PERMISSION_DENIED', 'Request had insufficient authentication scopes.', [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
        domain: 'googleapis.com',
      },
    ])
  if (user !== undefined) return user
  if (tokenOf(request, url) === undefined)
    throw new GoogleError(
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    )
  throw unauthenticated()
}

function tokenOf(request: IncomingMessage, url: URL): string | undefined {
  return bearerOf(request.headers.authorization) ?? url.searchParams.get('access_token') ?? undefined
}

function checkQuery(query: URLSearchParams, allowed: string[]): void {
  for (const name of query.keys())
    if (!COMMON_QUERY.has(name) && !allowed.includes(name))
      throw badRequest(
        '',
        `Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
      )
}

function requestsOf(body: unknown): { requests?: number } {
  const requests = (body as { requests?: unknown }).requests
  return Array.isArray(requests) ? { requests: requests.length } : {}
}

function countOf(result: { requests?: number }): { requests?: number } {
  return result.requests === undefined ? {} : { requests: result.requests }
}

function answerFault(response: ServerResponse, fault: Fault): number {
  if (fault.status === 'drop') {
    response.destroy()
    return 0
  }
  const { code, body } = errorOfFault(fault)
  sendJson(response, code, body)
  return code
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
