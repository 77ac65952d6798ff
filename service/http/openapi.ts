/** The OpenAPI 3.1 document, made from the routes and the contract's schemas. Knows nothing of handlers. */
import { z } from 'zod'
import {
  errorBody,
  type RequestErrorCode,
  requestErrorStatus,
  schemas,
  WEBHOOK_SIGNATURE_HEADER,
  webhookPayload,
} from '../../contract/index.ts'
import { webhookExample } from './examples.ts'
import { errorExample, headerDocs, statusTitle } from './openapi-errors.ts'
import type { AnyRoute, HeaderDoc, Query } from './route.ts'

type Json = Record<string, unknown>
export interface OpenApiDocument {
  openapi: string
  info: Json
  servers: Json[]
  tags: Json[]
  security: Json[]
  paths: Record<string, Record<string, Json>>
  components: { schemas: Record<string, Json>; securitySchemes: Json; headers: Json; parameters: Json }
}

/** What any request can be answered with, whatever its route: a Host or an encoding that is broken too. */
const ALWAYS: RequestErrorCode[] = ['INVALID_REQUEST', 'INTERNAL_ERROR']
const WITH_KEY: RequestErrorCode[] = [
  'UNAUTHORIZED',
  'KEY_DISABLED',
  'KEY_EXPIRED',
  'KEY_NOT_ALLOWED',
  'RATE_LIMIT_EXCEEDED',
]
const WITH_BODY: RequestErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

const refTo = (id: string) => `#/components/schemas/${id}`

function ref(schema: z.ZodType): Json {
  const id = schemas.get(schema)?.id
  if (!id) throw new Error('a schema of a route has no name: give it one with named()')
  return { $ref: refTo(id) }
}

function componentSchemas(): Record<string, Json> {
  const { schemas: all } = z.toJSONSchema(schemas, { uri: refTo, target: 'draft-2020-12' })
  return Object.fromEntries(
    Object.entries(all).map(([name, schema]) => {
      const { $schema: _, $id: __, id: ___, ...rest } = schema as Json
      return [name, rest]
    }),
  )
}

const inlineSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Json
  return rest
}

function parameters({ spec }: AnyRoute): Json[] {
  const found: Json[] = []
  if (spec.path.includes('{platform}')) found.push({ $ref: '#/components/parameters/platform' })
  for (const [name, doc] of Object.entries(spec.params ?? {})) {
    found.push({ name, in: 'path', required: true, schema: { type: 'string' }, ...doc })
  }
  for (const [name, field] of Object.entries((spec.query ?? {}) as Query)) {
    const { description, example, schema } = field
    found.push({ name, in: 'query', required: false, description, example, schema: inlineSchema(schema) })
  }
  for (const [name, doc] of Object.entries(spec.requestHeaders ?? {})) {
    found.push({ name, in: 'header', required: false, ...doc })
  }
  return found
}

export function codesOf({ spec }: AnyRoute): RequestErrorCode[] {
  const codes = new Set<RequestErrorCode>([...spec.errors, ...ALWAYS])
  if (spec.keyed) for (const code of WITH_KEY) codes.add(code)
  if (spec.path.includes('{platform}')) codes.add('UNKNOWN_PLATFORM')
  if (spec.body) for (const code of WITH_BODY) codes.add(code)
  return [...codes].sort((a, b) => requestErrorStatus[a] - requestErrorStatus[b])
}

const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

const BUDGET = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const

function errorResponses(any: AnyRoute): Record<string, Json> {
  const byStatus = new Map<number, RequestErrorCode[]>()
  for (const code of codesOf(any)) {
    const status = requestErrorStatus[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const responses: Record<string, Json> = {}
  for (const [status, codes] of byStatus) {
    const keyed = any.spec.keyed && status !== 401
    const names = ['X-Request-Id', ...(keyed ? BUDGET : [])]
    if (status === 401) names.push('WWW-Authenticate')
    if (codes.includes('RATE_LIMIT_EXCEEDED')) names.push('Retry-After', 'X-RateLimit-Reset-After')
    responses[status] = {
      description: `${statusTitle[status]}: ${codes.join(', ')}.`,
      headers: headerRefs(names),
      content: {
        'application/json': {
          schema: ref(errorBody),
          examples: Object.fromEntries(codes.map(code => [code, { value: errorExample(code) }])),
        },
      },
    }
  }
  return responses
}

const inlineHeaders = (docs: Record<string, HeaderDoc> | undefined): Json =>
  Object.fromEntries(Object.entries(docs ?? {}))

function okResponses({ spec }: AnyRoute): Record<string, Json> {
  const { ok } = spec
  const headers = {
    ...headerRefs(['X-Request-Id', ...(spec.keyed ? BUDGET : [])]),
    ...inlineHeaders(ok.headers),
  }
  return {
    [ok.status]: {
      description: ok.description,
      headers,
      ...(ok.status === 204
        ? {}
        : { content: { 'application/json': { schema: ref(ok.body), example: ok.example } } }),
    },
    ...('notModified' in ok
      ? { 304: { description: 'Not changed since the ETag that was sent.', headers } }
      : {}),
  }
}

function requestBody({ spec }: AnyRoute): Json {
  if (!spec.body) return {}
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: ref(spec.body), examples: spec.bodyExamples ?? {} } },
    },
  }
}

const turnEnded = (): Json => ({
  turnEnded: {
    '{$request.body#/webhook_url}': {
      post: {
        operationId: 'turnEnded',
        summary: 'A turn has ended',
        description: `Sent once to the webhook_url of the turn, whatever its end; not repeated when the answer isn't 2xx or takes longer than 10 seconds. ${WEBHOOK_SIGNATURE_HEADER} is "sha256=" and the hex HMAC-SHA256 of the raw body, keyed with the key's webhook secret.`,
        security: [],
        parameters: [
          {
            name: WEBHOOK_SIGNATURE_HEADER,
            in: 'header',
            required: false,
            description: 'Absent only when the key has no webhook secret.',
            schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
            example: `sha256=${'0123456789abcdef'.repeat(4)}`,
          },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: ref(webhookPayload), example: webhookExample } },
        },
        responses: { '2XX': { description: 'Received.' }, '4XX': { description: 'Refused; not repeated.' } },
      },
    },
  },
})

function operation(any: AnyRoute): Json {
  const { spec } = any
  const params = parameters(any)
  return {
    operationId: spec.operationId,
    summary: spec.summary,
    description: spec.description,
    tags: [spec.tag],
    security: spec.keyed ? [{ apiKey: [] }] : [],
    ...(params.length > 0 ? { parameters: params } : {}),
    ...requestBody(any),
    responses: { ...okResponses(any), ...errorResponses(any) },
    ...(spec.operationId === 'startAgent' ? { callbacks: turnEnded() } : {}),
  }
}

const DESCRIPTION = `An AI agent that works in spreadsheets. Send a prompt and a spreadsheet; the service starts an agent, whose turn edits the spreadsheet. Poll the agent, or give a webhook address.

Every error has one shape: \`error.code\` to branch on, \`error.message\` for people, and a \`request_id\` that also stands in the X-Request-Id header.`

export function openApiDocument(
  routes: readonly AnyRoute[],
  service: { publicUrl: string },
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const any of routes) {
    paths[any.spec.path] ??= {}
    paths[any.spec.path]![any.spec.method] = operation(any)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rowhand',
      version: '1.0.0',
      summary: 'The service behind the Rowhand add-on for Google Sheets.',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: service.publicUrl }],
    tags: [
      { name: 'Agents', description: 'Agents, their turns and conversations.' },
      { name: 'Spreadsheets', description: 'Work on spreadsheets without an agent.' },
      { name: 'Service', description: 'The key and the service itself.' },
      { name: 'Additions', description: 'What Rowhand offers beside the interface that it keeps.' },
    ],
    security: [{ apiKey: [] }],
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'A key of the dashboard: `sk_rowhand_` and 32 letters or digits.',
        },
      },
      headers: { ...headerDocs },
      parameters: {
        platform: {
          name: 'platform',
          in: 'path',
          required: true,
          description: 'The spreadsheet platform: always `sheets`.',
          schema: { type: 'string' },
          example: 'sheets',
        },
      },
    },
  }
}
