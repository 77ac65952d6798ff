/** Arrays made of arrays: FILTER, SORT, UNIQUE, SEQUENCE, stacking, reshaping. */
import { compareValues, toBoolean, toNumber } from '../coerce.ts'
import type { Define } from '../signature.ts'
import {
  BLANK,
  cellsOf,
  fromRows,
  heightOf,
  isError,
  type Matrix,
  notAvailable,
  type Scalar,
  toMatrix,
  toRows,
  type Value,
  wrongValue,
} from '../values.ts'
import { must } from './numbers.ts'

export function defineArrays(define: Define): void {
  defineFilter(define)
  defineSort(define)
  defineUnique(define)
  defineShapes(define)
  defineCuts(define)
  defineMakers(define)
}

// ---- FILTER

function defineFilter(define: Define): void {
  define('FILTER', 'AAA*', (source: Matrix, ...conditions: Matrix[]) => {
    const [width, height] = [source.length, heightOf(source)]
    const isByRow = conditions.every(condition => condition.length === 1 && heightOf(condition) === height)
    const isByColumn = conditions.every(condition => condition.length === width && heightOf(condition) === 1)
    if (!isByRow && !isByColumn) {
      const odd = conditions.find(condition => heightOf(condition) !== height) ?? conditions[0] ?? []
      throw notAvailable(
        `FILTER has mismatched range sizes. Expected row count: ${height}. column count: 1. Actual row count: ${heightOf(odd)}, column count: ${odd.length}.`,
      )
    }
    const holds = (i: number) =>
      conditions.every(condition => truth((isByRow ? condition[0]?.[i] : condition[i]?.[0]) ?? BLANK))
    const kept = isByRow
      ? source.map(column => column.filter((_, y) => holds(y)))
      : source.filter((_, x) => holds(x))
    if (kept.length === 0 || heightOf(kept) === 0)
      throw notAvailable('No matches are found in FILTER evaluation.')
    return kept
  })
}

function truth(cell: Scalar): boolean {
  if (isError(cell)) return false
  return typeof cell.value === 'string' ? false : Boolean(cell.value)
}

// ---- SORT

interface Key {
  values: Scalar[]
  isAscending: boolean
}

function orderOf(keys: readonly Key[], count: number): number[] {
  const compare = (a: number, b: number) => {
    for (const { values, isAscending } of keys) {
      const [x, y] = [values[a]?.value ?? null, values[b]?.value ?? null]
      // Blanks stay at the end whichever way the rest goes.
      if (x === null || y === null) {
        if (x !== y) return x === null ? 1 : -1
        continue
      }
      const order = compareValues(x, y)
      if (order !== 0) return isAscending ? order : -order
    }
    return a - b
  }
  return Array.from({ length: count }, (_, i) => i).sort(compare)
}

/** Sort columns come in pairs: an index into the data or a column beside it, and a direction. */
function keysOf(name: string, source: Matrix, given: readonly Value[]): Key[] {
  const keys: Key[] = []
  const height = heightOf(source)
  for (let i = 0; i < given.length; i += 2) {
    const column = toMatrix(given[i] as Value)
    const direction = given[i + 1]
    const isAscending =
      direction === undefined ? true : toBoolean(toMatrix(direction)[0]?.[0] ?? BLANK, { name, index: i + 2 })
    if (column.length === 1 && heightOf(column) === height && height > 1) {
      keys.push({ values: column[0] ?? [], isAscending })
      continue
    }
    const index = Math.trunc(toNumber(column[0]?.[0] ?? BLANK, { name, index: i + 1 }))
    if (index < 1 || index > source.length)
      throw wrongValue(
        `Function ${name} parameter ${i + 2} value is ${index}. Valid values are between 1 and ${source.length} inclusive.`,
      )
    keys.push({ values: source[index - 1] ?? [], isAscending })
  }
  return keys
}

function byColumns(source: Matrix): Key[] {
  return source.map(values => ({ values, isAscending: true }))
}

function defineSort(define: Define): void {
  define('SORT', 'A(XX)*', (source: Matrix, ...given: Value[]) => {
    const keys = given.length === 0 ? byColumns(source) : keysOf('SORT', source, given)
    const order = orderOf(keys, heightOf(source))
    return source.map(column => order.map(i => column[i] ?? BLANK))
  })
  define('SORTN', 'An?n?(XX)*', (source: Matrix, count = 1, ties = 0, ...given: Value[]) => {
    if (Math.trunc(count) < 1)
      throw wrongValue(
        `Function SORTN parameter 2 value is ${count}. It should be greater than or equal to 1.`,
      )
    if (![0, 1, 2, 3].includes(Math.trunc(ties)))
      throw wrongValue(
        `Function SORTN parameter 3 value is ${ties}. Valid values are between 0 and 3 inclusive.`,
      )
    const keys = given.length === 0 ? byColumns(source) : keysOf('SORTN', source, given)
    const order = firstOf(orderOf(keys, heightOf(source)), keys, Math.trunc(count), Math.trunc(ties))
    return source.map(column => order.map(i => column[i] ?? BLANK))
  })
}

/** ties 0: just n; 1: n and all equal to the last; 2: n after dropping equals; 3: n different with equals. */
function firstOf(order: number[], keys: readonly Key[], count: number, ties: number): number[] {
  if (ties === 0) return order.slice(0, count)
  const isSame = (a: number, b: number) =>
    keys.every(({ values }) => compareValues(values[a]?.value ?? null, values[b]?.value ?? null) === 0)
  const kept: number[] = []
  let different = 0
  for (const [i, row] of order.entries()) {
    const before = order[i - 1]
    const isEqual = before !== undefined && isSame(before, row)
    if (!isEqual) different++
    if (ties === 1 && (i < count || isSame(order[count - 1] ?? row, row))) kept.push(row)
    if (ties === 2 && !isEqual && different <= count) kept.push(row)
    if (ties === 3 && different <= count) kept.push(row)
  }
  return kept
}

// ---- UNIQUE

function keyOfLine(line: readonly Scalar[]): string {
  return line
    .map(({ value }) => `${typeof value}:${typeof value === 'string' ? value : String(value)}`)
    .join('\u0001')
}

function defineUnique(define: Define): void {
  define('UNIQUE', 'ab?b?', (source: Matrix, isByColumn = false, isOnce = false) => {
    const lines = isByColumn ? source : toRows(source)
    const counts = new Map<string, number>()
    for (const line of lines) counts.set(keyOfLine(line), (counts.get(keyOfLine(line)) ?? 0) + 1)
    const seen = new Set<string>()
    const kept = lines.filter(line => {
      const key = keyOfLine(line)
      const isFirst = !seen.has(key)
      seen.add(key)
      return isFirst && (!isOnce || counts.get(key) === 1)
    })
    if (kept.length === 0) throw notAvailable('No unique values are found in UNIQUE evaluation.')
    return isByColumn ? kept : fromRows(kept)
  })
}

// ---- shapes

function defineShapes(define: Define): void {
  define('TRANSPOSE', 'a', (source: Matrix) => toRows(source))
  define('FLATTEN', 'a+', (...sources: Matrix[]) => [sources.flatMap(source => [...cellsOf(source)])])
  for (const [name, isColumn] of [
    ['TOCOL', true],
    ['TOROW', false],
  ] as const)
    define(name, 'an?b?', (source: Matrix, given = 0, isByColumn = false) => {
      const ignore = Math.trunc(given)
      if (ignore < 0 || ignore > 3)
        throw wrongValue(
          `Function ${name} parameter 2 value is ${ignore}. Valid values are between 0 and 3 inclusive.`,
        )
      const cells = (isByColumn ? source.flat() : [...cellsOf(source)]).filter(
        cell => !((ignore & 1 && cell.value === null) || (ignore & 2 && isError(cell))),
      )
      if (cells.length === 0) throw notAvailable(`No values are left in ${name} evaluation.`)
      return isColumn ? [cells] : cells.map(cell => [cell])
    })
  for (const [name, isColumns] of [
    ['WRAPROWS', false],
    ['WRAPCOLS', true],
  ] as const)
    define(name, 'anv?', (source: Matrix, given: number, pad: Scalar = notAvailable('')) => {
      const count = Math.trunc(given)
      if (source.length > 1 && heightOf(source) > 1)
        throw wrongValue(`Function ${name} parameter 1 should be a single row or a single column.`)
      must(name, 2, count, 'greater than or equal to', 1)
      const cells = [...cellsOf(source)]
      const lines = Array.from({ length: Math.ceil(cells.length / count) }, (_, i) =>
        Array.from({ length: count }, (__, k) => cells[i * count + k] ?? pad),
      )
      return isColumns ? lines : fromRows(lines)
    })
  define('HSTACK', 'a+', (...sources: Matrix[]) => {
    const height = Math.max(...sources.map(heightOf))
    const filler = notAvailable('')
    return sources.flat().map(column => Array.from({ length: height }, (_, y) => column[y] ?? filler))
  })
  define('VSTACK', 'a+', (...sources: Matrix[]) => {
    const width = Math.max(...sources.map(source => source.length))
    const filler = notAvailable('')
    return Array.from({ length: width }, (_, x) =>
      sources.flatMap(source => source[x] ?? Array.from({ length: heightOf(source) }, (): Scalar => filler)),
    )
  })
}

// ---- cuts

function picks(name: string, given: readonly Matrix[], size: number): number[] {
  return given
    .flatMap(matrix => [...cellsOf(matrix)])
    .map((cell, i) => {
      const index = Math.trunc(toNumber(cell, { name, index: i + 1 }))
      if (index === 0 || Math.abs(index) > size)
        throw wrongValue(
          `Function ${name} parameter ${i + 2} value is ${index}. Valid values are between 1 and ${size}, or between -${size} and -1.`,
        )
      return index > 0 ? index - 1 : size + index
    })
}

function defineCuts(define: Define): void {
  define('CHOOSECOLS', 'aa+', (source: Matrix, ...given: Matrix[]) =>
    picks('CHOOSECOLS', given, source.length).map(x => source[x] ?? []),
  )
  define('CHOOSEROWS', 'aa+', (source: Matrix, ...given: Matrix[]) => {
    const rows = picks('CHOOSEROWS', given, heightOf(source))
    return source.map(column => rows.map(y => column[y] ?? BLANK))
  })
  define('ARRAY_CONSTRAIN', 'ann', (source: Matrix, rows: number, columns: number) => {
    must('ARRAY_CONSTRAIN', 2, Math.trunc(rows), 'greater than or equal to', 1)
    must('ARRAY_CONSTRAIN', 3, Math.trunc(columns), 'greater than or equal to', 1)
    return source.slice(0, Math.trunc(columns)).map(column => column.slice(0, Math.trunc(rows)))
  })
  const taken = (size: number, given: number | undefined, isDrop: boolean): [number, number] => {
    if (given === undefined) return [0, size]
    const count = Math.trunc(given)
    if (isDrop) return count >= 0 ? [Math.min(count, size), size] : [0, Math.max(0, size + count)]
    return count >= 0 ? [0, Math.min(count, size)] : [Math.max(0, size + count), size]
  }
  for (const name of ['TAKE', 'DROP'])
    define(name, 'an?n?', (source: Matrix, rows?: number, columns?: number) => {
      const [top, bottom] = taken(heightOf(source), rows, name === 'DROP')
      const [left, right] = taken(source.length, columns, name === 'DROP')
      const kept = source.slice(left, right).map(column => column.slice(top, bottom))
      if (kept.length === 0 || heightOf(kept) === 0) throw wrongValue(`${name} leaves nothing.`)
      return kept
    })
}

// ---- makers

const MAX_CELLS = 10_000_000

function defineMakers(define: Define): void {
  define('SEQUENCE', 'n?n?n?n?', (rows = 1, columns = 1, start = 1, step = 1) => {
    const [height, width] = [Math.trunc(rows), Math.trunc(columns)]
    must('SEQUENCE', 1, height, 'greater than or equal to', 1)
    must('SEQUENCE', 2, width, 'greater than or equal to', 1)
    if (height * width > MAX_CELLS) throw wrongValue('The result of SEQUENCE is too large.')
    return Array.from({ length: width }, (_, x) =>
      Array.from({ length: height }, (__, y) => ({ value: start + (y * width + x) * step })),
    )
  })
  define('RANDARRAY', 'n?n?', (rows = 1, columns = 1) => {
    const [height, width] = [Math.trunc(rows), Math.trunc(columns)]
    must('RANDARRAY', 1, height, 'greater than or equal to', 1)
    must('RANDARRAY', 2, width, 'greater than or equal to', 1)
    return Array.from({ length: width }, () =>
      Array.from({ length: height }, () => ({ value: Math.random() })),
    )
  })
}
