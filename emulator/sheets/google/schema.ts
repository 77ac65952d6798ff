/**
 * The shapes of Google's requests and answers, from Google's discovery document (discovery.json, made by
 * scripts/google-schema.mjs): what fields a type has and what stands in them. It knows names and kinds, not
 * meanings.
 */
import { readFileSync } from 'node:fs'
import { badRequest } from './errors.ts'

export type TypeName = string

interface Field {
  kind: 'string' | 'number' | 'boolean' | 'object' | 'enum' | 'any'
  isList: boolean
  /** Values of the type by name (BasicFilter.criteria). */
  isMap: boolean
  /** The type of what is in it. */
  type: TypeName | undefined
  /** Of an enum: its values. */
  values: ReadonlySet<string> | undefined
}

export type Fields = Record<string, Field>

/** One schema as the discovery document writes it. */
interface Written {
  type?: string
  $ref?: TypeName
  enum?: string[]
  items?: Written
  additionalProperties?: Written
  properties?: Record<string, Written>
}

let types: Map<TypeName, Fields> | undefined

export function schemaOf(type: TypeName): Fields | undefined {
  types ??= readTypes()
  return types.get(type)
}

function readTypes(): Map<TypeName, Fields> {
  const file = new URL('./discovery.json', import.meta.url)
  const { schemas } = JSON.parse(readFileSync(file, 'utf8')) as { schemas: Record<TypeName, Written> }
  return new Map(
    Object.entries(schemas).map(([name, { properties = {} }]) => [
      name,
      Object.fromEntries(Object.entries(properties).map(([field, written]) => [field, readField(written)])),
    ]),
  )
}

function readField(written: Written): Field {
  const isList = written.type === 'array'
  let inner = written
  while (inner.type === 'array' && inner.items !== undefined) inner = inner.items
  const isMap = inner.additionalProperties !== undefined
  if (inner.additionalProperties !== undefined) inner = inner.additionalProperties
  return {
    kind: kindOf(inner),
    isList,
    isMap,
    type: inner.$ref,
    values: inner.enum === undefined ? undefined : new Set(inner.enum),
  }
}

function kindOf({ $ref, enum: values, type }: Written): Field['kind'] {
  if ($ref !== undefined) return 'object'
  if (values !== undefined) return 'enum'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' || type === 'boolean' ? type : 'any'
}

/** Google's 400 for a body with an unknown field or a value of the wrong kind. */
export function checkBody(body: unknown, type: TypeName, path = ''): void {
  const fields = schemaOf(type)
  if (fields === undefined) return
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest(path, `Unknown name "${path}": Root element must be a message.`)
  for (const [name, value] of Object.entries(body)) {
    const field = fields[name]
    const at = path === '' ? '' : ` at '${path}'`
    if (field === undefined) throw badRequest(path, `Unknown name "${name}"${at}: Cannot find field.`)
    if (value === null) continue
    checkField(value, field, path === '' ? name : `${path}.${name}`)
  }
}

function checkField(value: unknown, field: Field, path: string): void {
  if (field.isMap) {
    for (const [key, item] of Object.entries(value as object)) checkOne(item, field, `${path}[${key}]`)
    return
  }
  if (field.isList) {
    if (!Array.isArray(value))
      throw badRequest(path, `Invalid value at '${path}' (TYPE_MESSAGE), ${print(value)}`)
    value.forEach((item, i) => {
      checkOne(item, field, `${path}[${i}]`)
    })
    return
  }
  if (Array.isArray(value) && field.kind !== 'any')
    throw badRequest(
      path,
      `Unknown name "${path.split('.').at(-1)}": Proto field is not repeating, cannot start list.`,
    )
  checkOne(value, field, path)
}

function checkOne(value: unknown, field: Field, path: string): void {
  switch (field.kind) {
    case 'object':
      if (field.type !== undefined) checkBody(value, field.type, path)
      return
    case 'number':
      // Google takes numbers written as strings.
      if (
        typeof value !== 'number' &&
        !(typeof value === 'string' && value !== '' && Number.isFinite(Number(value)))
      )
        throw badRequest(path, `Invalid value at '${path}' (TYPE_INT32), ${print(value)}`)
      return
    case 'boolean':
      if (typeof value !== 'boolean')
        throw badRequest(path, `Invalid value at '${path}' (TYPE_BOOL), ${print(value)}`)
      return
    case 'string':
      if (typeof value !== 'string')
        throw badRequest(path, `Invalid value at '${path}' (TYPE_STRING), ${print(value)}`)
      return
    case 'enum':
      // Google takes an enum's number too; nobody writes one.
      if (typeof value !== 'string' || !field.values?.has(value))
        throw badRequest(path, `Invalid value at '${path}' (TYPE_ENUM), ${print(value)}`)
      return
    case 'any':
      return
  }
}

function print(value: unknown): string {
  return JSON.stringify(value).slice(0, 100)
}
