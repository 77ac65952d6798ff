/**
 * The shapes of Google's requests and answers, read from the declarations of Google's own client: what
 * fields a type has and what stands in them. It knows names and kinds, not meanings.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { badRequest } from './errors.ts'

export type TypeName = string

interface Field {
  kind: 'string' | 'number' | 'boolean' | 'object' | 'any'
  isList: boolean
  /** Values of the type by name (BasicFilter.criteria). */
  isMap: boolean
  /** The Schema$ type of what is in it. */
  type: TypeName | undefined
}

export type Fields = Record<string, Field>

let types: Map<TypeName, Fields> | undefined

export function schemaOf(type: TypeName): Fields | undefined {
  types ??= readTypes()
  return types.get(type)
}

function readTypes(): Map<TypeName, Fields> {
  const require = createRequire(import.meta.url)
  const file = require.resolve('@googleapis/sheets/build/v4.d.ts')
  const found = new Map<TypeName, Fields>()
  const text = readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\{\s*\[key: string\]: (Schema\$\w+);\s*\}/g, 'Map<$1>')
  for (const [, name = '', body = ''] of text.matchAll(/interface Schema\$(\w+) \{([^}]*)\}/g))
    found.set(name, readFields(body))
  return found
}

function readFields(body: string): Fields {
  const fields: Fields = {}
  for (const [, name = '', written = ''] of body.matchAll(/^\s*(\w+)\?: ([\s\S]*?);$/gm)) {
    const bare = written.replace(/ \| null$/, '')
    const isMap = bare.startsWith('Map<')
    const isList = bare.endsWith('[]')
    const type = /Schema\$(\w+)/.exec(bare)?.[1]
    fields[name] = { kind: kindOf(bare, type), isList, isMap, type }
  }
  return fields
}

function kindOf(written: string, type: TypeName | undefined): Field['kind'] {
  if (type !== undefined) return 'object'
  const bare = written.replace(/\[\]/g, '')
  return bare === 'string' || bare === 'number' || bare === 'boolean' ? bare : 'any'
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
    case 'any':
      return
  }
}

function print(value: unknown): string {
  return JSON.stringify(value).slice(0, 100)
}
