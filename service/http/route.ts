/**
 * A route is declared once and gives both its handler and its part of the OpenAPI document. The handler
 * gets checked input and answers a value; whose key it is, the budget, the headers and every error that
 * isn't the handler's own are dealt with here.
 */
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { Agent, RequestErrorCode } from '../../contract/index.ts'
import type { Budget, Gate } from '../accounts/gate.ts'
import { errorFacts, type Facts, type Log } from '../log.ts'
import { isWatched, observed } from '../seeing/observed.ts'
import type { Queryable } from '../store/db.ts'
import type { Look } from '../store/look.ts'
import type { Caller } from '../turns/ports.ts'
import { readJson } from './body.ts'
import { explain, fieldWithNul } from './explain.ts'
import { refusedByLimits } from './key-limits.ts'
import type { QueryField } from './query.ts'
import { type Answered, type Refused, type Reply, refuse, render, statusOf } from './reply.ts'

export type Query = Record<string, QueryField<unknown>>
type QueryValues<Q extends Query> = { [K in keyof Q]: Q[K] extends QueryField<infer T> ? T : never }

export interface HeaderDoc {
  description: string
  schema: Record<string, unknown>
  example: string | number
}

export interface RouteSpec<
  Body extends z.ZodType = z.ZodType,
  Ok extends z.ZodType = z.ZodType,
  Q extends Query = Query,
> {
  method: 'get' | 'post' | 'delete'
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
  /** The body is a file as it is: the handler reads it itself. */
  file?: true
  body?: Body
  bodyExamples?: Record<string, { summary: string; value: z.input<Body> }>
  ok: OkSpec<Ok> | { status: 204; description: string; headers?: Record<string, HeaderDoc> }
  /** Codes of its own; those of every route are added. */
  errors: readonly RequestErrorCode[]
}

interface OkSpec<Ok extends z.ZodType> {
  status: 200 | 201 | 202
  description: string
  body: Ok
  example: z.input<Ok>
  headers?: Record<string, HeaderDoc>
  notModified?: true
}

interface Input<Body extends z.ZodType, Q extends Query> {
  look: Look | undefined
  params: Record<string, string>
  query: QueryValues<Q>
  body: z.output<Body>
  header(name: string): string | null
  /** For routes whose body is a file. */
  request(): Request
  signal(): AbortSignal
}

/** What a handler answers: a body of the documented shape, JSON text made of it below, or a refusal. */
type Answer<Ok extends z.ZodType> =
  | { state: 'ok'; body: z.input<Ok>; headers?: Record<string, string> }
  | Reply

type Params = Record<string, string>

/** A request as a route sees it, whichever way it came. */
export interface RouteRequest {
  params: Params
  query(name: string): string | undefined
  header(name: string): string | null
  /** With the body, for routes that read one. */
  request(): Request
  /** Aborts when the client is gone. */
  signal(): AbortSignal
}

export interface RouteDeps {
  gate: Gate
  /** For keys that are limited to some spreadsheets. */
  db?: Queryable
  log: Log
  newId: () => string
  maxBodyBytes: number
  /** Tests: an answer that its schema doesn't allow becomes a 500. */
  checkResponses: boolean
}

/** A declared route: what it says of itself, and its work on a request that has passed the gate. */
export interface AnyRoute {
  spec: RouteSpec
  /** `caller` is null on routes without a key. */
  answer(
    request: RouteRequest,
    caller: Caller | null,
    maxBodyBytes: number,
    look: Look | undefined,
  ): Promise<Reply>
  /** What the route will want to know, to be asked along with the key. */
  lookAt?(params: Params): Look | undefined
}

/** A route that needs an API key. */
export function route<Body extends z.ZodType, Ok extends z.ZodType, Q extends Query = Record<never, never>>(
  spec: RouteSpec<Body, Ok, Q> & { keyed: true },
  handler: (input: Input<Body, Q> & { caller: Caller }) => Promise<Answer<Ok>>,
): AnyRoute {
  return declare(spec, (input, caller) => {
    if (caller === null) throw new Error('a keyed route was reached without a key')
    return handler({ ...input, caller })
  })
}

/** A route for everybody. */
export function openRoute<
  Body extends z.ZodType,
  Ok extends z.ZodType,
  Q extends Query = Record<never, never>,
>(
  spec: RouteSpec<Body, Ok, Q> & { keyed: false },
  handler: (input: Input<Body, Q>) => Promise<Answer<Ok>>,
): AnyRoute {
  return declare(spec, handler)
}

function declare<Body extends z.ZodType, Ok extends z.ZodType, Q extends Query>(
  spec: RouteSpec<Body, Ok, Q>,
  handler: (input: Input<Body, Q>, caller: Caller | null) => Promise<Answer<Ok>>,
): AnyRoute {
  const fields = Object.entries(spec.query ?? {})
  return {
    spec,
    async answer(request, caller, maxBodyBytes, look) {
      const { params, header, signal } = request
      const whole = () => request.request()
      if (spec.keyed && params.platform !== undefined && params.platform !== 'sheets') {
        return refuse('UNKNOWN_PLATFORM', 'The only platform is "sheets": write /v1/sheets/… in the path.')
      }
      const query = readQuery<Q>(fields, request)
      if (query.state === 'refused') return query
      // What a route without a body finds in its input is nothing, whatever its type parameter says.
      const body = spec.body
        ? await readBody(spec.body, request, maxBodyBytes)
        : ({ state: 'ok', value: undefined as z.output<Body> } as const)
      if (body.state === 'refused') return body
      return asReply(
        await handler(
          { params, query: query.values, body: body.value, header, request: whole, signal, look },
          caller,
        ),
      )
    },
  }
}

const UNAUTHORIZED =
  'The API key is missing or not known. Send it in the header X-API-Key; keys are made in the dashboard.'
// HTTP asks for one with every 401; no browser knows the scheme, so none shows a dialog.
const CHALLENGE = { 'www-authenticate': 'ApiKey header="X-API-Key"' }
const KEY_EXPIRED = 'The time of this API key is over. Set a later day in the dashboard, or use another key.'
const KEY_DISABLED = 'This API key is disabled. Enable it in the dashboard, or use another key.'

const WITH_WHAT = {
  key: 'with this key',
  person: 'with all keys of this person together',
  space: 'with all keys of this space together',
} as const

type Entry = { state: 'ok'; caller: Caller; budget: Budget } | { refused: Refused; budget: Budget | null }

/** Key first, then its budget: a request over the limit costs nothing further. */
async function enter(gate: Gate, apiKey: string | null, look: Look | undefined): Promise<Entry> {
  const passage = await gate.pass(apiKey, look)
  switch (passage.state) {
    case 'passed':
      return { state: 'ok', caller: passage.caller, budget: passage.budget }
    case 'unknown':
      return { refused: refuse('UNAUTHORIZED', UNAUTHORIZED, { headers: CHALLENGE }), budget: null }
    case 'disabled':
      return { refused: refuse('KEY_DISABLED', KEY_DISABLED), budget: passage.budget }
    case 'expired':
      return { refused: refuse('KEY_EXPIRED', KEY_EXPIRED), budget: passage.budget }
    case 'limited': {
      const { limit, resetAfterSeconds } = passage.budget
      const message = `More than ${limit} requests a minute ${WITH_WHAT[passage.by]}. Wait ${resetAfterSeconds} s, then go on slower.`
      return { refused: refuse('RATE_LIMIT_EXCEEDED', message), budget: passage.budget }
    }
  }
}

/** Each name's field reads that name's value: the types of both sides are the same record. */
function readQuery<Q extends Query>(
  fields: [string, QueryField<unknown>][],
  request: RouteRequest,
): { state: 'ok'; values: QueryValues<Q> } | Refused {
  const values: Record<string, unknown> = {}
  for (const [name, field] of fields) {
    const read = field.read(request.query(name), name)
    if (read.state === 'refused') return read
    values[name] = read.value
  }
  return { state: 'ok', values: values as QueryValues<Q> }
}

async function readBody<Body extends z.ZodType>(
  schema: Body,
  request: RouteRequest,
  maxBytes: number,
): Promise<{ state: 'ok'; value: z.output<Body> } | Refused> {
  const json = await readJson(request.request(), maxBytes)
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

function asReply<Ok extends z.ZodType>(answer: Answer<Ok>): Reply {
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
function note(log: Log, spec: AnyRoute['spec'], params: Params, reply: Reply, facts: Facts): void {
  const told = () => ({ operation: spec.operationId, ...facts, ...conversationOf(spec, params, reply) })
  if (reply.state !== 'refused') {
    if (spec.method !== 'get') log.info('request', told())
    return
  }
  const { code } = reply
  if (code === 'UNAUTHORIZED' || code === 'RATE_LIMIT_EXCEEDED' || code === 'INTERNAL_ERROR') return
  log.info('request refused', { code, ...told() })
}

/** Which agent and turn a request was about, so that its id leads to their lines. */
function conversationOf(spec: AnyRoute['spec'], params: Params, reply: Reply): Facts {
  const id = agentIdIn(spec, params)
  const { turn_id } = params
  if (id !== undefined) return { agent_id: id, ...(turn_id !== undefined && { turn_id }) }
  if (spec.operationId !== 'startAgent' || reply.state !== 'ok') return {}
  const agent = JSON.parse(Buffer.from(reply.json).toString()) as Agent
  return { agent_id: agent.id, turn_id: agent.messages.at(-1)?.turn_id ?? null }
}

export interface Outcome {
  reply: Reply
  requestId: string
  budget: Budget | null
}

export function answerRoute(any: AnyRoute, request: RouteRequest, deps: RouteDeps): Promise<Outcome> {
  if (!isWatched()) return answerWithin(any, request, deps)
  return observed('request', { operation: any.spec.operationId }, async facts => {
    const outcome = await answerWithin(any, request, deps)
    const { reply } = outcome
    facts.status = statusOf(reply, any.spec.ok.status)
    if (reply.state === 'refused') facts.code = reply.code
    return outcome
  })
}

async function answerWithin(any: AnyRoute, request: RouteRequest, deps: RouteDeps): Promise<Outcome> {
  const { spec } = any
  const requestId = deps.newId()
  const begun = performance.now()
  let budget: Budget | null = null
  let keyId: string | null = null
  let reply: Reply
  try {
    const look = any.lookAt?.(request.params)
    const entry = spec.keyed ? await enter(deps.gate, request.header('x-api-key'), look) : null
    if (entry) budget = entry.budget
    const refused =
      entry &&
      ('refused' in entry
        ? entry.refused
        : entry.caller.limits
          ? await limitedTo(entry.caller, spec, request, deps)
          : null)
    if (refused) reply = refused
    else {
      const caller = entry && 'caller' in entry ? entry.caller : null
      keyId = caller?.keyId ?? null
      reply = await any.answer(request, caller, deps.maxBodyBytes, look)
    }
    if (deps.checkResponses && reply.state === 'ok' && spec.ok.status !== 204) {
      checkShape(spec.ok.body, reply)
    }
  } catch (error) {
    reply = internalError(error, requestId, deps.log)
  }
  const ms = Math.round(performance.now() - begun)
  note(deps.log, spec, request.params, reply, { request_id: requestId, key_id: keyId, ms })
  return { reply, requestId, budget }
}

const limitedTo = (
  caller: Caller,
  spec: RouteSpec,
  { params }: RouteRequest,
  { db }: RouteDeps,
): Promise<Refused | null> =>
  refusedByLimits(db, caller, {
    method: spec.method,
    operationId: spec.operationId,
    agentId: agentIdIn(spec, params),
  })

/** Which agent the path names, where it names one. */
const agentIdIn = ({ path }: { path: string }, { id }: Params): string | undefined =>
  path.includes('/agents/{id}') ? id : undefined

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
