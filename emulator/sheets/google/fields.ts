/**
 * Field masks: `sheets(properties(sheetId,title),data.rowData.values(...))`. Parsed once into a tree, then
 * asked (`selects`) or applied to an answer. An unknown field of the answer's type is Google's 400.
 */
import { invalid } from './errors.ts'
import { schemaOf, type TypeName } from './schema.ts'

/** The selected fields; an empty tree, or '*', selects everything below. */
export interface Mask {
  [field: string]: Mask
}

export function parseMask(text: string, root?: TypeName): Mask {
  const parser = { text, at: 0 }
  const mask = parseList(parser)
  if (parser.at < text.length || text.trim() === '') throw badMask(text)
  if (root !== undefined) checkMask(mask, root, '')
  return mask
}

function badMask(text: string): Error {
  return invalid(`Invalid field selection ${text}`)
}

function parseList(parser: { text: string; at: number }): Mask {
  const mask: Mask = {}
  for (;;) {
    parsePath(parser, mask)
    if (parser.text[parser.at] !== ',') return mask
    parser.at++
  }
}

function parsePath(parser: { text: string; at: number }, into: Mask): void {
  let node = into
  for (;;) {
    const match = /[\s]*([A-Za-z_$][\w$]*|\*)[\s]*/y
    match.lastIndex = parser.at
    const name = match.exec(parser.text)?.[1]
    if (name === undefined) throw badMask(parser.text)
    parser.at = match.lastIndex
    const field = camelCase(name)
    const isLeaf = !/[./(]/.test(parser.text[parser.at] ?? '')
    const known = node[field]
    // "data,data.rowData": the wider selection wins.
    if (known !== undefined && Object.keys(known).length === 0) {
      node = { ...known }
    } else if (isLeaf) {
      node[field] = {}
    } else {
      node = node[field] ??= {}
    }
    const next = parser.text[parser.at]
    if (next === '.' || next === '/') {
      parser.at++
      continue
    }
    if (next !== '(') return
    parser.at++
    merge(node, parseList(parser))
    if (parser.text[parser.at] !== ')') throw badMask(parser.text)
    parser.at++
    const spaces = /\s*/y
    spaces.lastIndex = parser.at
    spaces.exec(parser.text)
    parser.at = spaces.lastIndex
    return
  }
}

/** Google takes snake_case in masks too. */
function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function merge(into: Mask, from: Mask): void {
  for (const [field, below] of Object.entries(from)) {
    const have = into[field]
    if (have === undefined) into[field] = below
    else if (Object.keys(have).length > 0 && Object.keys(below).length > 0) merge(have, below)
    else into[field] = {}
  }
}

function checkMask(mask: Mask, type: TypeName, path: string): void {
  const fields = schemaOf(type)
  if (fields === undefined) return
  for (const [field, below] of Object.entries(mask)) {
    if (field === '*') continue
    const known = fields[field]
    const name = path === '' ? field : `${path}.${field}`
    if (known === undefined)
      throw invalid(`Request contains an invalid argument: Invalid field selection ${name}`)
    if (known.type !== undefined) checkMask(below, known.type, name)
    else if (Object.keys(below).length > 0)
      throw invalid(`Request contains an invalid argument: Invalid field selection ${name}`)
  }
}

/** True when the mask selects the path or anything below it. */
export function selects(mask: Mask | undefined, ...path: string[]): boolean {
  let node = mask
  for (const field of path) {
    if (node === undefined || Object.keys(node).length === 0 || node['*'] !== undefined) return true
    node = node[field]
    if (node === undefined) return false
  }
  return true
}

export function applyMask(value: unknown, mask: Mask | undefined): unknown {
  if (mask === undefined || Object.keys(mask).length === 0 || mask['*'] !== undefined) return value
  if (Array.isArray(value)) return value.map(it => applyMask(it, mask))
  if (typeof value !== 'object' || value === null) return value
  const picked: Record<string, unknown> = {}
  for (const [field, below] of Object.entries(mask)) {
    const own = (value as Record<string, unknown>)[field]
    if (own !== undefined) picked[field] = applyMask(own, below)
  }
  return picked
}

// ---- masks of update requests

export interface UpdateMask {
  /** True when the field, a part of it, or all fields are to be changed. */
  has(...path: string[]): boolean
  /** True when exactly this field (or one above it) is named: what is missing in the given value is cleared. */
  covers(...path: string[]): boolean
  /** '*': fields that only Google writes are passed over instead of refused. */
  readonly isAll: boolean
}

/** `fields` of an update request: required, '*' for all, every name checked against the type. */
export function updateMask(text: string | null | undefined, type: TypeName, path: string): UpdateMask {
  if (!text)
    throw invalid(
      `Invalid ${path}: At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)`,
    )
  let mask: Mask
  try {
    mask = parseMask(text)
    checkMask(mask, type, '')
  } catch (error) {
    const field = error instanceof Error ? error.message.replace(/^.*Invalid field selection /, '') : text
    throw invalid(`Invalid ${path}: Invalid field: ${field}`)
  }
  return {
    has: (...fields) => selects(mask, ...fields),
    covers: (...fields) => covers(mask, fields),
    isAll: mask['*'] !== undefined,
  }
}

function covers(mask: Mask, path: string[]): boolean {
  let node: Mask | undefined = mask
  for (const field of path) {
    if (node['*'] !== undefined) return true
    node = node[field]
    if (node === undefined) return false
    if (Object.keys(node).length === 0) return true
  }
  return Object.keys(node).length === 0 || node['*'] !== undefined
}
