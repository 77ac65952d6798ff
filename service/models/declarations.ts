/**
 * Tools as the AI SDK takes them, and why a call of a model can't be used. Arguments pass through as
 * the model wrote them: the tool parses them again, so that there is one place that defaults and converts.
 */
import type { Tool } from 'ai'
import { z } from 'zod'
import type { ModelToolCall, ToolDeclaration } from './types.ts'

type Sdk = Pick<typeof import('ai'), 'jsonSchema' | 'tool'>
type JsonSchema = Parameters<Sdk['jsonSchema']>[0]

/** Made once for each schema: the same tools come with every step. */
const schemas = new WeakMap<z.ZodType, JsonSchema>()

export function declareTools(declarations: ToolDeclaration[], { jsonSchema, tool }: Sdk): [string, Tool][] {
  return declarations.map(({ name, description, args }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<unknown>(schemaOf(args), {
        validate: value => {
          const parsed = args.safeParse(unquoted(value))
          return parsed.success
            ? { success: true, value: unquoted(value) }
            : { success: false, error: new Error(z.prettifyError(parsed.error)) }
        },
      }),
    }),
  ])
}

/** What a model needs of the schema: every token is read at every step. */
export function schemaOf(args: z.ZodType): JsonSchema {
  const known = schemas.get(args)
  if (known) return known
  const whole = z.toJSONSchema(args, { io: 'input', target: 'draft-7', unrepresentable: 'any' })
  const schema = slim(whole) as JsonSchema
  schemas.set(args, schema)
  return schema
}

/** Bounds are checked when a call is parsed, and the answer names them. */
const FOR_VALIDATORS = new Set([
  '$schema',
  'additionalProperties',
  'propertyNames',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
])

/**
 * `shown` in an argument's meta is told in place of its schema, where a line says it shorter.
 * `inProperties`: the keys are names of arguments, not words of the schema language.
 */
function slim(value: unknown, inProperties = false): unknown {
  if (Array.isArray(value)) return value.map(item => slim(item))
  if (value === null || typeof value !== 'object') return value
  if ('shown' in value && !inProperties) return value.shown
  const entries = Object.entries(value).filter(([key, item]) =>
    inProperties ? !isHidden(item) : !FOR_VALIDATORS.has(key),
  )
  const types = shortTypes(value)
  if (types) return { ...slimEntries(entries.filter(([key]) => key !== 'anyOf')), type: types }
  return slimEntries(entries)
}

/** Arguments with `.meta({ hidden: true })` are taken and not advertised: what replaced them is shorter. */
const isHidden = (property: unknown): boolean =>
  property !== null && typeof property === 'object' && 'hidden' in property && property.hidden === true

const slimEntries = (entries: [string, unknown][]) =>
  Object.fromEntries(entries.map(([key, item]) => [key, slim(item, key === 'properties')]))

/** `anyOf` of plain types is one list of them. */
function shortTypes(value: object): string[] | null {
  const options = 'anyOf' in value && Array.isArray(value.anyOf) ? (value.anyOf as object[]) : []
  const plain = options.map(option =>
    Object.keys(option).every(key => key === 'type' || FOR_VALIDATORS.has(key)) && 'type' in option
      ? String(option.type)
      : null,
  )
  return plain.length > 0 && plain.every(type => type !== null) ? plain : null
}

/** Some servers send the arguments as JSON within JSON. */
function unquoted(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

interface RawCall {
  toolCallId: string
  toolName: string
  input: unknown
  invalid?: boolean | undefined
}

/** The calls of one answer. `wasCutOff`: the answer ended at the model's limit. */
export function readCalls(
  calls: RawCall[],
  declarations: ToolDeclaration[],
  wasCutOff: boolean,
): ModelToolCall[] {
  return calls.map(call => {
    const read: ModelToolCall = { id: call.toolCallId, name: call.toolName, args: call.input }
    return call.invalid ? { ...read, invalid: whyInvalid(call, declarations, wasCutOff) } : read
  })
}

function whyInvalid(call: RawCall, declarations: ToolDeclaration[], wasCutOff: boolean): string {
  const declaration = declarations.find(({ name }) => name === call.toolName)
  if (!declaration) {
    return `There is no tool "${call.toolName}". The tools are: ${declarations.map(({ name }) => name).join(', ')}.`
  }
  if (typeof call.input === 'string') {
    return wasCutOff
      ? 'The arguments were cut off at the limit of one answer. Call again with less: a formula and a range instead of many values, or several smaller calls.'
      : 'The arguments are not valid JSON. Call again with one JSON object.'
  }
  const parsed = declaration.args.safeParse(call.input)
  const reason = parsed.success ? 'They could not be read.' : z.prettifyError(parsed.error)
  return `The arguments don't fit this tool. Correct them and call again.\n${reason}`
}
