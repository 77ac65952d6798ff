/**
 * SORT is another function in Excel by the same name: it says the direction as 1 or -1 where Google says TRUE or
 * FALSE, and takes several columns as arrays; SORTBY, which takes cells to sort by, is part of Google's SORT.
 */
import { closing, type Piece, textOf } from './formula-text.ts'

/** Excel's calls as Google's. What has no counterpart stays as it is. */
export const googleSorts = (pieces: readonly Piece[]): Piece[] =>
  withCalls(pieces, /^SORT(?:BY)?$/i, (name, given) => {
    const [array = '', ...rest] = given
    const keys = name.toUpperCase() === 'SORT' ? keysOfSort(rest) : pairsOf(rest)
    if (keys === undefined || (keys.length === 0 && given.length > 1)) return undefined
    return `SORT(${[array, ...keys.flatMap(([by, order]) => [by, googleOrder(order)])].join(',')})`
  })

/** Google's calls as Excel's; undefined where one of them has no counterpart. */
export function excelSorts(pieces: readonly Piece[]): Piece[] | undefined {
  let isWhole = true
  const written = withCalls(pieces, /^SORT$/i, (_, [array = '', ...rest]) => {
    const keys = pairsOf(rest)?.map(([by, order]) => [by, EXCEL_ORDERS[order.toUpperCase()]] as const)
    if (keys === undefined || keys.some(([by, order]) => by === '' || order === undefined)) {
      isWhole = false
      return undefined
    }
    if (keys.length === 0) return `SORT(${array})`
    const [columns, orders] = [keys.map(([by]) => by), keys.map(([, order]) => order)]
    if (columns.every(isNumber)) return `SORT(${array},${listed(columns)},${listed(orders)})`
    // One cell alone may hold the number of a column.
    if (columns.every(by => by.includes(':'))) return `SORTBY(${[array, ...keys.flat()].join(',')})`
    isWhole = false
    return undefined
  })
  return isWhole ? written : undefined
}

const EXCEL_ORDERS: Record<string, string> = { TRUE: '1', FALSE: '-1', '1': '1', '0': '-1', '': '1' }

const isNumber = (text: string) => /^\d+$/.test(text)
const listed = (texts: readonly (string | undefined)[]) =>
  texts.length === 1 ? texts[0] : `{${texts.join(',')}}`

function googleOrder(order: string): string {
  if (order === '' || order === '1') return 'TRUE'
  return order === '-1' ? 'FALSE' : `${order}>0`
}

type Key = readonly [by: string, order: string]

/** By several columns at once only where they are written out. */
function keysOfSort([index = '', order = '', byColumn = '']: readonly string[]): Key[] | undefined {
  if (!/^(?:|FALSE|0)$/i.test(byColumn)) return undefined
  if (index === '' && order === '') return []
  const [columns, orders] = [itemsOf(index || '1'), itemsOf(order)]
  return columns.map((column, i) => [column, orders[i] ?? orders[0] ?? ''] as const)
}

const itemsOf = (text: string) => (/^\{.*\}$/.test(text) ? text.slice(1, -1).split(/[,;]/) : [text])

function pairsOf(rest: readonly string[]): Key[] | undefined {
  const pairs: Key[] = []
  for (let at = 0; at < rest.length; at += 2) pairs.push([rest[at] ?? '', rest[at + 1] ?? ''])
  return pairs
}

// ---- calls

type Change = (name: string, given: string[]) => string | undefined

function withCalls(pieces: readonly Piece[], names: RegExp, change: Change): Piece[] {
  const written: Piece[] = []
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as Piece
    const isCall = piece.kind === 'word' && names.test(piece.value) && pieces[at + 1]?.value === '('
    const end = isCall ? closing(pieces, at + 1) : -1
    if (end < 0) {
      written.push(piece)
      continue
    }
    const given = split(pieces.slice(at + 2, end)).map(it => withCalls(it, names, change))
    const changed = change(
      piece.value,
      given.map(it => textOf(it).trim()),
    )
    if (changed === undefined) written.push(...pieces.slice(at, end + 1))
    else {
      const open = changed.indexOf('(')
      written.push({ kind: 'word', value: changed.slice(0, open) }, { kind: 'other', value: '(' })
      written.push({ kind: 'other', value: changed.slice(open + 1) })
    }
    at = end
  }
  return written
}

function split(pieces: readonly Piece[]): Piece[][] {
  const parts: Piece[][] = [[]]
  let depth = 0
  for (const piece of pieces) {
    if ('({'.includes(piece.value)) depth++
    else if (')}'.includes(piece.value)) depth--
    if (piece.value === ',' && depth === 0) parts.push([])
    else parts.at(-1)?.push(piece)
  }
  return parts
}
