/** Requests from the document: valid ones, ones at the edge of their schema, and ones that are wrong. */
import fc from 'fast-check'
import type { Json, Operation } from './document.ts'

export interface FuzzRequest {
  operationId: string
  params: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string>
  key: string
  body?: unknown
  raw?: Uint8Array
}

/** Values that break things: empty, huge, of another kind, in other scripts, with bytes nobody expects. */
const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '👩‍👩‍👧‍👦',
  '﷽'.repeat(50),
  '../../etc/passwd',
  "'; drop table agents; --",
  '%00',
  '%',
  '{{A}}',
  '<script>',
  'null',
  'true',
  '-1',
  '1e309',
  '9007199254740993',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
]
const nasty = fc.constantFrom(...NASTY)
const junk: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, 0.5, 2 ** 31, [], {}),
)

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/json; charset=latin1',
  'multipart/form-data',
  '',
]
const UNKNOWN_KEY = `sk_rowhand_${'z'.repeat(32)}`

type Known = Record<string, string[]>

/** A value that the schema allows, its bounds among them. */
function fitting(schema: Json): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  switch (schema.type) {
    case 'string':
      return schema.format === 'uri' ? fc.webUrl() : fc.string({ unit: 'grapheme', maxLength: 60 })
    case 'integer': {
      const min = (schema.minimum as number | undefined) ?? 0
      const max = (schema.maximum as number | undefined) ?? 1_000_000
      return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }))
    }
    case 'boolean':
      return fc.boolean()
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** Just outside of the bounds, or another type. */
function unfitting(schema: Json): fc.Arbitrary<unknown> {
  if (schema.type !== 'integer') return junk
  const bounds = [(schema.minimum as number) - 1, (schema.maximum as number) + 1, 0.5].filter(Number.isFinite)
  return fc.oneof(fc.constantFrom(...bounds), junk)
}

/** Mostly a value with which something happens. */
function field(name: string, schema: Json, known: Known): fc.Arbitrary<unknown> {
  const values = known[name]?.map(value => (schema.type === 'integer' ? Number(value) : value))
  const choices = [
    { weight: 2, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: unfitting(schema) },
  ]
  return values
    ? fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...values) }, ...choices)
    : fc.oneof(...choices)
}

function bodyOf(schema: Json, known: Known): fc.Arbitrary<{ body?: unknown; raw?: Uint8Array }> {
  const properties = schema.properties as Record<string, Json>
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, field(name, one, known)]),
  )
  const required = (schema.required ?? []) as string[]
  // A few of the optional fields: with all of them at once, one is always wrong.
  const likely = fc
    .subarray(Object.keys(values), { maxLength: Math.min(4, Object.keys(values).length) })
    .chain(names => {
      const chosen = new Set([...required, ...names])
      return fc.record(Object.fromEntries([...chosen].map(name => [name, values[name]!])))
    })
  const withExtra = fc
    .tuple(likely, fc.oneof(nasty, fc.string()), fc.jsonValue())
    .map(([object, key, value]) => ({ ...(object as Json), [key]: value }))
  const json = fc
    .oneof(
      { weight: 6, arbitrary: likely },
      { weight: 1, arbitrary: fc.record(values, { requiredKeys: [] }) },
      { weight: 1, arbitrary: withExtra },
      { weight: 1, arbitrary: fc.jsonValue() },
    )
    .map(body => ({ body }))
  const raw = fc.uint8Array({ maxLength: 300 }).map(bytes => ({ raw: bytes }))
  const cut = likely.map(body => ({ raw: new TextEncoder().encode(JSON.stringify(body).slice(0, -1)) }))
  return fc.oneof(
    { weight: 8, arbitrary: json },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: cut },
  )
}

/** As text of an address; lone surrogates have no percent-encoding. */
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()

function parametersOf(
  operation: Operation,
  place: 'path' | 'query',
  known: Known,
): fc.Arbitrary<Record<string, string>> {
  const own = operation.parameters.filter(parameter => parameter.in === place)
  const values = Object.fromEntries(
    own.map(({ name, schema }) => [
      name,
      // An empty or dotted segment is another path.
      field(name, schema, known).map(value =>
        place === 'path' ? asText(value).replace(/^\.{0,2}$/, 'x') : asText(value),
      ),
    ]),
  )
  const requiredKeys = place === 'path' ? Object.keys(values) : []
  return fc.record(values, { requiredKeys }) as fc.Arbitrary<Record<string, string>>
}

const headersOf = (operation: Operation): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    {
      ...(operation.bodySchema
        ? {
            'content-type': fc.oneof(
              { weight: 6, arbitrary: fc.constant('application/json') },
              fc.constantFrom(...CONTENT_TYPES),
            ),
          }
        : {}),
      ...(operation.operationId === 'getAgent'
        ? {
            prefer: fc.constantFrom('wait=0', 'wait=1', 'wait=-1', 'wait=x', 'respond-async', ''),
            'if-none-match': fc.constantFrom('*', '"1"', 'W/"2", "3"', ',', ''),
          }
        : {}),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Record<string, string>>

const keys = fc.oneof(
  { weight: 12, arbitrary: fc.constant('good') },
  { weight: 1, arbitrary: fc.constantFrom('none', UNKNOWN_KEY, 'sk_rowhand_', 'x') },
)

export function fuzzRequest(operations: Operation[], known: Known): fc.Arbitrary<FuzzRequest> {
  const ofOne = operations.map(operation => {
    const parts = fc.record({
      params: parametersOf(operation, 'path', known),
      query: parametersOf(operation, 'query', known),
      headers: headersOf(operation),
      key: keys,
      payload: operation.bodySchema ? bodyOf(operation.bodySchema, known) : fc.constant({}),
    })
    return parts.map(({ payload, ...rest }) => ({ operationId: operation.operationId, ...rest, ...payload }))
  })
  return fc.oneof(...ofOne)
}
