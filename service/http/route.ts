/**
 * A route is declared once and gives both its handler and its part of the OpenAPI document. The handler
 * gets checked input and answers a value; whose key it is, the budget, the headers and every error that
 * isn't the handler's own are dealt with here.
 */
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { RequestErrorCode } from '../../contract/index.ts'
import type { Budget, Gate } from '../accounts/gate.ts'
import { errorFacts, type Facts, type Log } from '../log.ts'
import type { Caller } from '../turns/ports.ts'
import { readJson } from './body.ts'
import { explain, fieldWithNul } from './explain.ts'
import type { QueryField } from './query.ts'
import { type Answered, type Refused, type Reply, refuse, render } from './reply.ts'

export type Query = Record<string, QueryField<unknown>>
type QueryValues<Q extends Query> = { [K in keyof Q]: Q[K] extends QueryField<infer T> ? T : never }

export interface HeaderDoc {
  description: string
  schema: Record<string, unknown>
  example: string | number
}

export interface RouteSpec<Body extends z.ZodType, Ok extends z.ZodType, Q extends Query = Query> {
  method: 'get' | 'post'
  /** As the document writes it: `/v1/{platform}/agents/{id}`. */
  path: string
  operationId: string
  summary: string
  description: string
  tag: string
  /** Needs an API key. `platform` in the path is checked with it. */
  keyed: boolean
  /** Parameters of the path besides `platform`, with their description. */
  params?: Record<string, { description: string; example: string }>
  query?: Q
  requestHeaders?: Record<string, HeaderDoc>
  body?: Body
  bodyExamples?: Record<string, { summary: string; value: z.input<Body> }>
  ok: {
    status: 200 | 201
    description: string
    body: Ok
    example: z.input<Ok>
    headers?: Record<string, HeaderDoc>
    notModified?: true
  }
  /** Codes of its own; those of every route are added. */
  errors: readonly RequestErrorCode[]
}

export interface Input<Body extends z.ZodType, Q extends Query> {
  /** Null on routes without a key. */
  caller: Caller
  params: Record<string, string>
  query: QueryValues<Q>
  body: z.output<Body>
  header(name: string): string | null
  signal(): AbortSignal
}

/** What a handler answers: a body of the documented shape, JSON text made of it below, or a refusal. */
export type Answer<Ok extends z.ZodType> =
  | { state: 'ok'; body: z.input<Ok>; headers?: Record<string, string> }
  | Reply

export type Handler<Body extends z.ZodType, Ok extends z.ZodType, Q extends Query> = (
  input: Input<Body, Q>,
) => Promise<Answer<Ok>>

/** A request as a route sees it, whichever way it came. */
export interface RouteRequest {
  params: Record<string, string>
  query(name: string): string | undefined
  header(name: string): string | null
  /** With the body, for routes that read one. */
  request(): Request
  /** Aborts when the client is gone. */
  signal(): AbortSignal
}

export interface RouteDeps {
  gate: Gate
  log: Log
  newId: () => string
  maxBodyBytes: number
  /** Tests: an answer that its schema doesn't allow becomes a 500. */
  checkResponses: boolean
}

/** A route whose input and output types are checked and then forgotten. */
export interface AnyRoute {
  spec: RouteSpec<z.ZodType, z.ZodType>
  handler: Handler<z.ZodType, z.ZodType, Query>
}

export function route<Body extends z.ZodType, Ok extends z.ZodType, Q extends Query = Record<never, never>>(
  spec: RouteSpec<Body, Ok, Q>,
  handler: Handler<Body, Ok, Q>,
): AnyRoute {
  return { spec, handler } as unknown as AnyRoute
}

const UNAUTHORIZED =
  'The API key is missing or not known. Send it in the header X-API-Key; keys are made in the dashboard.'
// HTTP asks for one with every 401; no browser knows the scheme, so none shows a dialog.
const CHALLENGE = { 'www-authenticate': 'ApiKey header="X-API-Key"' }
const KEY_DISABLED = 'This API key is disabled. Enable it in the dashboard, or use another key.'

type Entry = { state: 'ok'; caller: Caller; budget: Budget } | { refused: Refused; budget: Budget | null }

/** Key first, then its budget: a request over the limit costs nothing further. */
async function enter(gate: Gate, apiKey: string | null): Promise<Entry> {
  const passage = await gate.pass(apiKey)
  switch (passage.state) {
    case 'passed':
      return { state: 'ok', caller: passage.caller, budget: passage.budget }
    case 'unknown':
      return { refused: refuse('UNAUTHORIZED', UNAUTHORIZED, { headers: CHALLENGE }), budget: null }
    case 'disabled':
      return { refused: refuse('KEY_DISABLED', KEY_DISABLED), budget: passage.budget }
    case 'limited': {
      const { limit, resetAfterSeconds } = passage.budget
      const message = `More than ${limit} requests a minute with this key. Wait ${resetAfterSeconds} s, then go on slower.`
      return { refused: refuse('RATE_LIMIT_EXCEEDED', message), budget: passage.budget }
    }
  }
}

function readQuery(
  query: Query,
  request: RouteRequest,
): { state: 'ok'; values: Record<string, unknown> } | Refused {
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(query)) {
    const read = query[name]!.read(request.query(name), name)
    if (read.state === 'refused') return read
    values[name] = read.value
  }
  return { state: 'ok', values }
}

async function readBody(
  schema: z.ZodType,
  request: Request,
  maxBytes: number,
): Promise<{ state: 'ok'; value: unknown } | Refused> {
  const json = await readJson(request, maxBytes)
  if (json.state === 'refused') return json
  const parsed = schema.safeParse(json.value, { reportInput: true })
  if (!parsed.success) {
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
    return refuse('INVALID_REQUEST', explain(parsed.error, known))
  }
  const field = fieldWithNul(parsed.data)
  if (field) return refuse('INVALID_REQUEST', `${field} holds a NUL character (\\u0000): remove it.`)
  return { state: 'ok', value: parsed.data }
}

async function handle(
  { spec, handler }: AnyRoute,
  request: RouteRequest,
  caller: Caller | null,
  maxBodyBytes: number,
): Promise<Answer<z.ZodType>> {
  const { params } = request
  if (spec.keyed && params.platform !== undefined && params.platform !== 'sheets') {
    return refuse('UNKNOWN_PLATFORM', 'The only platform is "sheets": write /v1/sheets/… in the path.')
  }
  const query = spec.query ? readQuery(spec.query, request) : { state: 'ok' as const, values: {} }
  if (query.state === 'refused') return query
  const body = spec.body ? await readBody(spec.body, request.request(), maxBodyBytes) : null
  if (body?.state === 'refused') return body
  return handler({
    // The handlers of keyed routes are the ones that read it.
    caller: caller as Caller,
    params,
    query: query.values as QueryValues<Query>,
    body: body?.value,
    header: request.header,
    signal: request.signal,
  })
}

function asReply(answer: Answer<z.ZodType>): Reply {
  if (!('body' in answer)) return answer
  const { body, headers } = answer
  return { state: 'ok', json: JSON.stringify(body), ...(headers ? { headers } : {}) }
}

function checkShape(schema: z.ZodType, reply: Answered): void {
  const parsed = schema.safeParse(JSON.parse(Buffer.from(reply.json).toString()))
  if (!parsed.success) throw new Error(`an answer its schema doesn't allow: ${parsed.error.message}`)
}

export function internalError(error: unknown, requestId: string, log: Log): Refused {
  log.error('request failed', { request_id: requestId, ...errorFacts(error) })
  return refuse(
    'INTERNAL_ERROR',
    'Something went wrong on our side. Try again; if it stays, tell us the request id.',
  )
}

/**
 * So that a request id can be found. Polls that went well, and what a flood would consist of, say nothing.
 */
function note(log: Log, spec: AnyRoute['spec'], reply: Reply, facts: Facts): void {
  if (reply.state !== 'refused') {
    if (spec.method === 'post') log.info('request', { operation: spec.operationId, ...facts })
    return
  }
  const { code } = reply
  if (code === 'UNAUTHORIZED' || code === 'RATE_LIMIT_EXCEEDED' || code === 'INTERNAL_ERROR') return
  log.info('request refused', { operation: spec.operationId, code, ...facts })
}

export interface Outcome {
  reply: Reply
  requestId: string
  budget: Budget | null
}

export async function answerRoute(any: AnyRoute, request: RouteRequest, deps: RouteDeps): Promise<Outcome> {
  const { spec } = any
  const requestId = deps.newId()
  const begun = performance.now()
  let budget: Budget | null = null
  let keyId: string | null = null
  let reply: Reply
  try {
    const entry = spec.keyed ? await enter(deps.gate, request.header('x-api-key')) : null
    if (entry) budget = entry.budget
    if (entry && 'refused' in entry) reply = entry.refused
    else {
      keyId = entry?.caller.keyId ?? null
      reply = asReply(await handle(any, request, entry?.caller ?? null, deps.maxBodyBytes))
    }
    if (deps.checkResponses && reply.state === 'ok') checkShape(spec.ok.body, reply)
  } catch (error) {
    reply = internalError(error, requestId, deps.log)
  }
  const ms = Math.round(performance.now() - begun)
  note(deps.log, spec, reply, { request_id: requestId, key_id: keyId, ms })
  return { reply, requestId, budget }
}

function asRouteRequest({ req }: Context): RouteRequest {
  return {
    params: req.param() as Record<string, string>,
    query: name => req.query(name),
    header: name => req.raw.headers.get(name),
    request: () => req.raw,
    signal: () => req.raw.signal,
  }
}

export function mount(app: Hono, any: AnyRoute, deps: RouteDeps): void {
  const { spec } = any
  const path = spec.path.replaceAll(/\{(\w+)\}/g, ':$1')
  app.on(spec.method.toUpperCase(), path, async context => {
    const { reply, requestId, budget } = await answerRoute(any, asRouteRequest(context), deps)
    return render(reply, spec.ok.status, requestId, budget)
  })
}
