/** Finding values: VLOOKUP, HLOOKUP, LOOKUP, XLOOKUP, MATCH, XMATCH, INDEX, and cells by address. */
import { compareValues, toText } from '../coerce.ts'
import { columnLetters } from '../column-letters.ts'
import type { Define, Output } from '../signature.ts'
import {
  BLANK,
  type Env,
  type Failure,
  heightOf,
  isError,
  type Matrix,
  notAvailable,
  Reference,
  type Scalar,
  toMatrix,
  toScalar,
  type Value,
  wrongNumber,
  wrongReference,
  wrongValue,
} from '../values.ts'
import { wildcard } from './criteria.ts'

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

// ---- INDEX

function defineIndex(define: Define): void {
  define('INDEX', 'Xn?n?', (given: Value, row?: number, column?: number): Output => {
    const matrix = given instanceof Reference ? undefined : toMatrix(given)
    const [height, width] = sizeOf(given)
    const isRow = height === 1 && width > 1
    const [y, x] = column === undefined && isRow ? [0, row ?? 0] : [row ?? 0, column ?? 0]
    const [top, left] = [Math.trunc(y), Math.trunc(x)]
    check('INDEX', isRow && column === undefined ? 3 : 2, top, height)
    check('INDEX', column === undefined ? 2 : 3, left, width)
    if (matrix === undefined) return part(given as Reference, top, left)
    const columns = left === 0 ? matrix : [matrix[left - 1] ?? []]
    const cut = top === 0 ? columns : columns.map(cells => [cells[top - 1] ?? BLANK])
    return cut.length === 1 && cut[0]?.length === 1 ? (cut[0][0] ?? BLANK) : cut
  })
}

function sizeOf(given: Value): [number, number] {
  if (!(given instanceof Reference)) {
    const matrix = toMatrix(given)
    return [heightOf(matrix), matrix.length]
  }
  const { top, bottom, left, right } = given.area.zone
  return [bottom - top + 1, right - left + 1]
}

function check(name: string, index: number, at: number, size: number): void {
  if (at < 0 || at > size)
    throw (at < 0 ? wrongNumber : wrongReference)(
      `Function ${name} parameter ${index} value is ${at}. Valid values are between 0 and ${size} inclusive.`,
    )
}

function part(reference: Reference, top: number, left: number): Reference {
  const { sheetId, zone } = reference.area
  return reference.at({
    sheetId,
    zone: {
      top: top === 0 ? zone.top : zone.top + top - 1,
      bottom: top === 0 ? zone.bottom : zone.top + top - 1,
      left: left === 0 ? zone.left : zone.left + left - 1,
      right: left === 0 ? zone.right : zone.left + left - 1,
    },
  })
}

// ---- ADDRESS, INDIRECT, OFFSET, A1:INDEX(…)

function defineAddresses(define: Define): void {
  define('ADDRESS', 'nnn?b?t?', (row: number, column: number, mode = 1, isA1 = true, sheet?: string) => {
    const [r, c, kind] = [Math.trunc(row), Math.trunc(column), Math.trunc(mode)]
    for (const [index, value] of [r, c].entries())
      if (value < 1)
        throw wrongValue(
          `Function ADDRESS parameter ${index + 1} value is ${value}. It should be greater than or equal to 1.`,
        )
    if (kind < 1 || kind > 4)
      throw wrongNumber(
        `Function ADDRESS parameter 3 value is ${kind}. Valid values are between 1 and 4 inclusive.`,
      )
    const [fixedRow, fixedColumn] = [kind === 1 || kind === 2, kind === 1 || kind === 3]
    const cell = isA1
      ? `${fixedColumn ? '$' : ''}${columnLetters(c)}${fixedRow ? '$' : ''}${r}`
      : `R${fixedRow ? r : `[${r}]`}C${fixedColumn ? c : `[${c}]`}`
    if (sheet === undefined || sheet === '') return cell
    return `${/^[a-z_]\w*$/i.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${cell}`
  })
  define('INDIRECT', 'tb?', function (this: Env, text: string, isA1 = true) {
    return resolve(this, text, isA1).followed()
  })
  define(
    'OFFSET',
    'xnnn?n?',
    function (this: Env, from: Value, rows: number, columns: number, height?: number, width?: number) {
      if (!(from instanceof Reference)) throw notAvailable('Argument must be a range.')
      const { sheetId, zone } = from.area
      const top = zone.top + Math.trunc(rows)
      const left = zone.left + Math.trunc(columns)
      const bottom = top + Math.trunc(height ?? zone.bottom - zone.top + 1) - 1
      const right = left + Math.trunc(width ?? zone.right - zone.left + 1) - 1
      if (top < 0 || left < 0 || bottom < top || right < left)
        throw wrongReference('Function OFFSET evaluates to an out of bounds range.')
      return new Reference(this, { sheetId, zone: { top, left, bottom, right } }).followed()
    },
  )
  define('RANGE_OF', 'xx', function (this: Env, from: Value, to: Value) {
    if (!(from instanceof Reference && to instanceof Reference))
      throw notAvailable('Argument must be a range.')
    const [a, b] = [from.area.zone, to.area.zone]
    const zone = {
      top: Math.min(a.top, b.top),
      left: Math.min(a.left, b.left),
      bottom: Math.max(a.bottom, b.bottom),
      right: Math.max(a.right, b.right),
    }
    return new Reference(this, { sheetId: from.area.sheetId, zone }).followed()
  })
}

interface Ranges {
  getRangeFromSheetXC(
    sheetId: string,
    xc: string,
  ): Reference['area'] & { invalidXc?: string; invalidSheetName?: string }
  getNamedRange(name: string): { range: Reference['area'] } | undefined
  getNumberRows(sheetId: string): number
  getNumberCols(sheetId: string): number
}

function resolve(env: Env, text: string, isA1: boolean): Reference {
  const getters = env.context.getters as Ranges
  const failed = wrongReference(
    `Function INDIRECT parameter 1 value is '${text}'. It is not a valid cell/range reference.`,
  )
  const named = getters.getNamedRange(text.trim())
  if (named !== undefined) return new Reference(env, named.range)
  const a1 = isA1 ? text.trim() : fromR1C1(env, text.trim())
  if (a1 === undefined || a1 === '') throw failed
  const range = getters.getRangeFromSheetXC(env.context.__originSheetId, a1)
  if (range.invalidXc !== undefined || range.invalidSheetName) throw failed
  const { zone, sheetId } = range
  if (zone.bottom >= getters.getNumberRows(sheetId) + 1e6 || zone.right >= 18_278) throw failed
  return new Reference(env, range)
}

function fromR1C1(env: Env, text: string): string | undefined {
  const match = /^(.*!)?R(\d+|\[-?\d+\])?C(\d+|\[-?\d+\])?(?::R(\d+|\[-?\d+\])?C(\d+|\[-?\d+\])?)?$/i.exec(
    text,
  )
  if (match === null) return undefined
  const origin = env.context.__originCellPosition
  const place = (given: string | undefined, here = 0) => {
    if (given === undefined) return here + 1
    return given.startsWith('[') ? here + 1 + Number(given.slice(1, -1)) : Number(given)
  }
  const cell = (row?: string, column?: string) => {
    const [r, c] = [place(row, origin?.row), place(column, origin?.col)]
    return r < 1 || c < 1 ? '' : `${columnLetters(c)}${r}`
  }
  const first = cell(match[2], match[3])
  const isRange = text.includes(':')
  return `${match[1] ?? ''}${first}${isRange ? `:${cell(match[4], match[5])}` : ''}`
}
