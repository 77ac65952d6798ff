/**
 * A formula as Excel's files hold it, made one that Google Sheets reads: without the prefixes of later
 * functions, with tables and named constants as what they stand for, arrays under ARRAYFORMULA.
 */
import { isCell, type Piece, type Place, piecesOf, textOf } from '../formula-text.ts'
import { googleSorts } from '../sort-calls.ts'
import { type ExcelTable, structuredReference } from './structured.ts'

export interface FormulaWorld {
  tables: readonly ExcelTable[]
  /** In small letters: names that stand for a value or a formula, not for cells. */
  constants: ReadonlyMap<string, string>
  /** Names of cells, in small letters → the cells: `'My Tab'!A1:B3`. */
  names: ReadonlyMap<string, string>
  /** Of the formula at a cell, the cells its result fills, by tab and name: `Tab!B1`. */
  spills: ReadonlyMap<string, string>
}

/** Where the formula stands. */
export interface Home extends Place {
  tab: string
}

const PREFIX = /^(?:_xlfn\.|_xlws\.|_xlpm\.|_xludf\.)+/i
/** By the same name, Google's takes two values only. */
const OTHER_NAMES: Record<string, string> = { CONCAT: 'CONCATENATE' }

/** Without `=`. Undefined where it needs another file. */
export function googleFormula(formula: string, world: FormulaWorld, home: Home): string | undefined {
  const pieces = piecesOf(formula.trim())
  const result: Piece[] = []
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as Piece
    const next = pieces[at + 1]
    if (isOutside(piece)) return undefined
    if (piece.kind === 'word' && next?.kind === 'bracket') {
      const cells = ofTable(piece.value, next.value, world, home)
      if (cells === undefined) return undefined
      result.push({ kind: 'word', value: cells })
      at++
    } else if (piece.kind === 'bracket') {
      const cells = inOwnTable(piece.value, world, home)
      if (cells === undefined) return undefined
      result.push({ kind: 'word', value: cells })
    } else if (piece.value === '@') continue
    else if (piece.kind === 'word' && isCell(piece.value) && next?.value === '#') {
      const whole = result.at(-1)?.value === '!' ? (result.splice(-2)[0]?.value ?? '') : undefined
      const cell = whole === undefined ? piece.value : `${whole}!${piece.value}`
      result.push({ kind: 'word', value: filledBy(cell, world, home) })
      at++
    } else if (piece.kind === 'word') {
      const table = wholeTable(piece.value, next, world, home)
      result.push(...(table ?? wordFor(piece, next, result, world)))
    } else result.push(piece)
  }
  const text = textOf(withoutMarkers(result, world, home))
  return /\bSORT(?:BY)?\s*\(/i.test(text) ? textOf(googleSorts(piecesOf(text))) : text
}

/** `[1]Sheet1!A1` or `'[Book.xlsx]Sheet'!A1`. */
function isOutside({ kind, value }: Piece): boolean {
  return (kind === 'bracket' && /^\[\d+\]$/.test(value)) || (kind === 'title' && /^'[^']*\[/.test(value))
}

function ofTable(name: string, bracket: string, world: FormulaWorld, home: Home): string | undefined {
  const table = world.tables.find(it => it.name.toLowerCase() === name.toLowerCase())
  return table === undefined ? undefined : cellsOf(table, bracket, home)
}

/** A table's name alone is what stands in it. */
function wholeTable(
  name: string,
  next: Piece | undefined,
  world: FormulaWorld,
  home: Home,
): Piece[] | undefined {
  if (next?.value === '(' || next?.value === '!') return undefined
  const value = ofTable(name, '[]', world, home)
  return value === undefined ? undefined : [{ kind: 'word', value }]
}

function inOwnTable(bracket: string, world: FormulaWorld, home: Home): string | undefined {
  const { tab, row, col } = home
  const table = world.tables.find(
    ({ box, tab: other }) =>
      other === tab && box.top <= row && row <= box.bottom && box.left <= col && col <= box.right,
  )
  return table === undefined ? undefined : cellsOf(table, bracket, home)
}

function cellsOf(table: ExcelTable, bracket: string, home: Home): string | undefined {
  const cells = structuredReference(table, bracket, home)
  if (cells === undefined || table.tab === home.tab) return cells
  return `'${table.tab.replaceAll("'", "''")}'!${cells}`
}

function wordFor(piece: Piece, next: Piece | undefined, before: Piece[], world: FormulaWorld): Piece[] {
  const name = piece.value.replace(PREFIX, '')
  const isCall = next?.value === '('
  if (isCall) return [{ kind: 'word', value: OTHER_NAMES[name.toUpperCase()] ?? name }]
  if (next?.value === '!' || isCell(name)) return [{ kind: 'word', value: name }]
  const known = name.toLowerCase()
  const isName = world.constants.has(known) || world.names.has(known)
  // A name may say which tab it belongs to; Google's belong to all.
  if (isName && before.at(-1)?.value === '!') before.splice(-2)
  const constant = piece.value === name ? world.constants.get(known) : undefined
  return [{ kind: 'word', value: constant === undefined ? name : inPlace(constant) }]
}

const inPlace = (constant: string) => (/^(?:[\d.]+|"[^"]*")$/.test(constant) ? constant : `(${constant})`)

/** SINGLE(x) is x, and ANCHORARRAY(B1) the cells that B1 fills. */
function withoutMarkers(pieces: Piece[], world: FormulaWorld, home: Home): Piece[] {
  const at = pieces.findIndex(
    ({ kind, value }, i) =>
      kind === 'word' && /^(?:SINGLE|ANCHORARRAY)$/i.test(value) && pieces[i + 1]?.value === '(',
  )
  if (at < 0) return pieces
  const end = closing(pieces, at + 1)
  const inner = withoutMarkers(pieces.slice(at + 2, end), world, home)
  const isAnchor = /^A/i.test((pieces[at] as Piece).value)
  const value = isAnchor ? filledBy(textOf(inner), world, home) : textOf(inner)
  return withoutMarkers(
    [...pieces.slice(0, at), { kind: 'other', value }, ...pieces.slice(end + 1)],
    world,
    home,
  )
}

function closing(pieces: readonly Piece[], open: number): number {
  let depth = 0
  for (let at = open; at < pieces.length; at++) {
    if (pieces[at]?.value === '(') depth++
    else if (pieces[at]?.value === ')' && --depth === 0) return at
  }
  return pieces.length
}

function filledBy(reference: string, { spills }: FormulaWorld, { tab }: Home): string {
  const [, title, cell = ''] = /^(?:'?(.*?)'?!)?(.*)$/.exec(reference.replaceAll('$', '')) ?? []
  const cells = spills.get(`${title ?? tab}!${cell.toUpperCase()}`)
  if (cells === undefined) return reference
  return title === undefined ? cells : `'${title}'!${cells}`
}

/** What gives many values by itself; other formulas of arrays need to be told. */
const GIVES_ARRAYS =
  /^(?:ARRAYFORMULA|FILTER|SORT|SORTN|SORTBY|UNIQUE|SEQUENCE|RANDARRAY|TRANSPOSE|[HV]STACK|WRAPROWS|WRAPCOLS|TOROW|TOCOL|CHOOSEROWS|CHOOSECOLS|BYROW|BYCOL|MAP|SCAN|REDUCE|MAKEARRAY|LET|LAMBDA|MMULT|MINVERSE|MUNIT|FREQUENCY|LINEST|LOGEST|TREND|GROWTH|QUERY|SPLIT|FLATTEN|SUMPRODUCT|XLOOKUP|INDEX|OFFSET|INDIRECT)\(/i

export function asArray(formula: string): string {
  return GIVES_ARRAYS.test(formula) && !hasMoreThanOneCall(formula) ? formula : `ARRAYFORMULA(${formula})`
}

function hasMoreThanOneCall(formula: string): boolean {
  const pieces = piecesOf(formula)
  return closing(pieces, 1) < pieces.length - 1
}
