/** Finding values: VLOOKUP, HLOOKUP, LOOKUP, XLOOKUP, MATCH, XMATCH. */
import { compareValues, toText } from '../coerce.ts'
import type { Define, Output } from '../signature.ts'
import {
  BLANK,
  type Env,
  type Failure,
  heightOf,
  isError,
  type Matrix,
  notAvailable,
  type Scalar,
  toScalar,
  type Value,
  wrongNumber,
  wrongReference,
  wrongValue,
} from '../values.ts'
import { wildcard } from './criteria.ts'
import { defineAddresses, defineIndex } from './references.ts'

export function defineLookup(define: Define): void {
  defineTables(define)
  defineMatch(define)
  defineX(define)
  defineIndex(define)
  defineAddresses(define)
}

function notFound(name: string, key: Scalar): Failure {
  return notAvailable(`Did not find value '${toText(key)}' in ${name} evaluation.`)
}

// ---- searching a list

const exactIndexes = new WeakMap<object, Map<unknown, number>>()

function keyOf(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

/** First place of `key`, by an index that is made once for a column and kept while its values live. */
function findExact(list: readonly Scalar[], key: Scalar): number {
  if (typeof key.value === 'string' && /[*?~]/.test(key.value)) {
    const regex = wildcard(key.value)
    return list.findIndex(({ value }) => typeof value === 'string' && regex.test(value))
  }
  let index = exactIndexes.get(list)
  if (index === undefined) {
    index = new Map()
    for (let i = 0; i < list.length; i++) {
      const known = keyOf(list[i]?.value)
      if (known !== null && !index.has(known)) index.set(known, i)
    }
    exactIndexes.set(list, index)
  }
  return index.get(keyOf(key.value)) ?? -1
}

/** The last place whose value is not above `key`, in a list that grows. */
function findSorted(list: readonly Scalar[], key: Scalar): number {
  let [low, high] = [0, list.length - 1]
  let found = -1
  while (low <= high) {
    const middle = (low + high) >> 1
    let at = middle
    while (at >= low && !isComparable(list[at], key)) at--
    if (at < low) {
      low = middle + 1
      continue
    }
    if (compareValues(list[at]?.value ?? null, key.value) <= 0) {
      found = at
      low = middle + 1
    } else high = at - 1
  }
  return found
}

function isComparable(cell: Scalar | undefined, key: Scalar): boolean {
  return cell !== undefined && typeof cell.value === typeof key.value && cell.value !== null && !isError(cell)
}

// ---- VLOOKUP, HLOOKUP, LOOKUP

function defineTables(define: Define): void {
  define('VLOOKUP', 'vanb?', (key: Scalar, table: Matrix, index: number, isSorted = true) => {
    const column = Math.trunc(index)
    if (column < 1)
      throw wrongValue(
        `Function VLOOKUP parameter 3 value is ${column}. Valid values are between 1 and ${table.length} inclusive.`,
      )
    if (column > table.length) throw wrongReference('VLOOKUP evaluates to an out of bounds range.')
    const list = table[0] ?? []
    const row = isSorted ? findSorted(list, key) : findExact(list, key)
    if (row < 0) throw notFound('VLOOKUP', key)
    return found(table[column - 1]?.[row])
  })
  define('HLOOKUP', 'vanb?', (key: Scalar, table: Matrix, index: number, isSorted = true) => {
    const row = Math.trunc(index)
    if (row < 1)
      throw wrongValue(
        `Function HLOOKUP parameter 3 value is ${row}. Valid values are between 1 and ${heightOf(table)} inclusive.`,
      )
    if (row > heightOf(table)) throw wrongReference('HLOOKUP evaluates to an out of bounds range.')
    const list = table.map(column => column[0] ?? BLANK)
    const column = isSorted ? findSorted(list, key) : findExact(list, key)
    if (column < 0) throw notFound('HLOOKUP', key)
    return found(table[column]?.[row - 1])
  })
  define('LOOKUP', 'vAA?', (key: Scalar, table: Matrix, results?: Matrix) => {
    const isWide = table.length > heightOf(table)
    const list = isWide ? table.map(column => column[0] ?? BLANK) : (table[0] ?? [])
    const at = findSorted(list, key)
    if (at < 0) throw notFound('LOOKUP', key)
    if (results === undefined) return found(isWide ? table[at]?.at(-1) : table.at(-1)?.[at])
    const cells = results.length === 1 ? (results[0] ?? []) : results.map(column => column[0] ?? BLANK)
    return found(cells[at])
  })
}

function found(cell: Scalar | undefined): Scalar {
  if (cell === undefined) return BLANK
  return cell.format === undefined
    ? { value: cell.value, ...(isError(cell) ? { message: cell.message ?? '' } : {}) }
    : { value: cell.value, format: cell.format }
}

// ---- MATCH

function listOf(name: string, matrix: Matrix): Scalar[] {
  if (matrix.length === 1) return matrix[0] ?? []
  if (heightOf(matrix) !== 1) throw notAvailable(`${name} range must be a single row or a single column.`)
  return matrix.map(column => column[0] ?? BLANK)
}

function defineMatch(define: Define): void {
  define('MATCH', 'van?', (key: Scalar, range: Matrix, type = 1) => {
    const list = listOf('MATCH', range)
    const at = type === 0 ? findExact(list, key) : type > 0 ? findSorted(list, key) : findFalling(list, key)
    if (at < 0) throw notFound('MATCH', key)
    return at + 1
  })
}

/** The last place whose value is not below `key`, in a list that falls. */
function findFalling(list: readonly Scalar[], key: Scalar): number {
  let at = -1
  for (const [i, cell] of list.entries()) {
    if (!isComparable(cell, key)) continue
    if (compareValues(cell.value, key.value) < 0) break
    at = i
  }
  return at
}

// ---- XLOOKUP, XMATCH

/** `mode`: 0 exact, -1 or the next below, 1 or the next above, 2 wildcards. `order` < 0: from the end. */
function findX(name: string, list: readonly Scalar[], key: Scalar, mode: number, order: number): number {
  if (![0, -1, 1, 2].includes(mode))
    throw wrongNumber(`Function ${name} match mode ${mode} is not valid. Valid values are -1, 0, 1 and 2.`)
  if (![1, -1, 2, -2].includes(order))
    throw wrongNumber(`Function ${name} search mode ${order} is not valid. Valid values are -2, -1, 1 and 2.`)
  if (mode === 2 && typeof key.value === 'string') {
    const regex = wildcard(key.value)
    const hit = ({ value }: Scalar) => typeof value === 'string' && regex.test(value)
    return order < 0 ? list.findLastIndex(hit) : list.findIndex(hit)
  }
  const same = ({ value }: Scalar) =>
    key.value === null ? value === null : value !== null && compareValues(value, key.value) === 0
  const exact = order < 0 ? list.findLastIndex(same) : list.findIndex(same)
  if (exact >= 0 || mode === 0 || mode === 2) return exact
  let best = -1
  for (const [i, cell] of list.entries()) {
    if (!isComparable(cell, key) || compareValues(cell.value, key.value) * mode < 0) continue
    const better = best < 0 ? 1 : compareValues(list[best]?.value ?? null, cell.value) * mode
    if (better > 0) best = i
  }
  return best
}

function defineX(define: Define): void {
  define('XMATCH', 'van?n?', (key: Scalar, range: Matrix, mode = 0, order = 1) => {
    const at = findX('XMATCH', listOf('XMATCH', range), key, Math.trunc(mode), Math.trunc(order))
    if (at < 0) throw notFound('XMATCH', key)
    return at + 1
  })
  define(
    'XLOOKUP',
    'vaax?n?n?',
    function (
      this: Env,
      key: Scalar,
      range: Matrix,
      results: Matrix,
      missing?: Value,
      mode = 0,
      order = 1,
    ): Output {
      const isColumn = range.length === 1
      const list = listOf('XLOOKUP', range)
      if (isColumn ? heightOf(results) !== list.length : results.length !== list.length)
        throw wrongValue('Array arguments to XLOOKUP are of different size.')
      const at = findX('XLOOKUP', list, key, Math.trunc(mode), Math.trunc(order))
      if (at < 0) {
        if (missing !== undefined && !isLeftOut(missing)) return toScalar(missing, this)
        throw notFound('XLOOKUP', key)
      }
      if (isColumn)
        return results.length === 1 ? found(results[0]?.[at]) : results.map(column => [column[at] ?? BLANK])
      const column = results[at] ?? []
      return column.length === 1 ? found(column[0]) : [column]
    },
  )
}

/** `XLOOKUP(a, b, c, , 1)`: nothing is said between the commas. */
function isLeftOut(value: Value): boolean {
  return value === BLANK
}
