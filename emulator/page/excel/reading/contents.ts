/**
 * What the cells of an Excel file hold, as the engine takes it in: each value of the kind it is in the file,
 * so that a text like `007` or `=1` stays a text.
 */
import { engineContent } from '../../../sheets/cells/input.ts'
import { toEngineFormula } from '../../../sheets/workbook/titles.ts'
import { boxOf, movedFormula, nameOf, placeOf, placesIn } from '../formula-text.ts'
import type { XmlElement } from '../xml.ts'
import { asArray, type FormulaWorld, googleFormula } from './formulas.ts'

export interface RichText {
  text: string
  /** Pieces with a look of their own; undefined where it is all one. */
  runs?: XmlElement[]
}

/** As the file says, still without knowledge of other cells. */
export interface RawCell {
  name: string
  row: number
  col: number
  type: string
  style: number
  value: string
  rich?: RichText
  formula?: RawFormula
}

interface RawFormula {
  text: string
  type: string
  shared: string | undefined
  range: string | undefined
}

export function readStrings(strings: XmlElement): RichText[] {
  return strings.querySelectorAll('sst > si').map(readRich)
}

/** Not what is to be read above Japanese letters. */
export function readRich(element: XmlElement): RichText {
  const runs = element.children.filter(({ tagName }) => tagName === 'r')
  if (runs.length === 0) return { text: textOfChild(element, 't') }
  return { text: runs.map(run => textOfChild(run, 't')).join(''), runs }
}

const textOfChild = (element: XmlElement, tag: string) =>
  element.children
    .filter(({ tagName }) => tagName === tag)
    .map(({ textContent }) => readEscapes(textContent))
    .join('')

export const readEscapes = (text: string): string =>
  text
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')

/** A cell that does not say where it stands follows the one before. */
export function readCells(sheet: XmlElement, strings: readonly RichText[]): RawCell[] {
  const cells: RawCell[] = []
  let row = -1
  for (const line of sheet.querySelector('sheetData')?.children ?? []) {
    row = Number(line.getAttribute('r') ?? row + 2) - 1
    let col = -1
    for (const element of line.children) {
      const name = element.getAttribute('r') ?? nameOf({ row, col: col + 1 })
      col = placeOf(name).col
      cells.push({ name, row, col, ...readCell(element, strings) })
    }
  }
  return cells
}

function readCell(element: XmlElement, strings: readonly RichText[]): Omit<RawCell, 'name' | 'row' | 'col'> {
  const type = element.getAttribute('t') ?? 'n'
  const inside = (tag: string) => element.children.find(({ tagName }) => tagName === tag)
  const value = inside('v')?.textContent ?? ''
  const inline = inside('is')
  const rich = type === 's' ? strings[Number(value)] : inline === undefined ? undefined : readRich(inline)
  const f = inside('f')
  return {
    type,
    style: Number(element.getAttribute('s') ?? 0),
    value,
    ...(rich === undefined ? {} : { rich }),
    ...(f === undefined ? {} : { formula: readFormula(f) }),
  }
}

function readFormula(f: XmlElement): RawFormula {
  return {
    text: readEscapes(f.textContent),
    type: f.getAttribute('t') ?? 'normal',
    shared: f.getAttribute('si') ?? undefined,
    range: f.getAttribute('ref') ?? undefined,
  }
}

export interface ContentWorld extends FormulaWorld {
  /** Days to add to a date of a file that counts from 1904. */
  daysToAdd: number
  isDate(style: number): boolean
}

/** By name; nothing for cells that only look like something. */
export function contentsOf(
  cells: readonly RawCell[],
  tab: string,
  world: ContentWorld,
): Record<string, string> {
  const shared = new Map<string, RawCell>()
  for (const cell of cells)
    if (cell.formula?.shared !== undefined && cell.formula.text !== '') shared.set(cell.formula.shared, cell)
  const filled = filledCells(cells)
  const contents: Record<string, string> = {}
  for (const cell of cells) {
    const formula = formulaOf(cell, shared, tab, world)
    const content =
      formula !== undefined
        ? toEngineFormula(formula)
        : filled.has(cell.name) && cell.formula === undefined
          ? ''
          : readValue(cell, world)
    if (content !== '') contents[cell.name] = content
  }
  return contents
}

/** What a formula of an array fills beside its own cell: computed, not entered. */
function filledCells(cells: readonly RawCell[]): Set<string> {
  const filled = new Set<string>()
  for (const { name, formula } of cells)
    if (formula?.type === 'array' && formula.range !== undefined)
      for (const place of placesIn(boxOf(formula.range)))
        if (nameOf(place) !== name) filled.add(nameOf(place))
  return filled
}

/** By tab and cell: what each formula of an array fills. */
export function spillsOf(cells: readonly RawCell[], tab: string): [string, string][] {
  return cells.flatMap(({ name, formula }) =>
    formula?.type === 'array' && formula.range !== undefined ? [[`${tab}!${name}`, formula.range]] : [],
  )
}

function formulaOf(
  cell: RawCell,
  shared: ReadonlyMap<string, RawCell>,
  tab: string,
  world: ContentWorld,
): string | undefined {
  const { formula } = cell
  if (formula === undefined || formula.type === 'dataTable') return undefined
  const source = formula.text === '' ? shared.get(formula.shared ?? '') : cell
  const text = source?.formula?.text ?? ''
  if (source === undefined || text === '') return undefined
  const moved = source === cell ? text : movedFormula(text, cell.row - source.row, cell.col - source.col)
  const own = onlyGoogles(moved)
  if (own !== undefined) return own
  const google = googleFormula(moved, world, { tab, row: cell.row, col: cell.col })
  if (google === undefined) return undefined
  return `=${formula.type === 'array' ? asArray(google) : google}`
}

/** What Google writes for a formula that only it can compute: the formula; '' where another one fills the cell. */
function onlyGoogles(text: string): string | undefined {
  const [, quoted] = /^IFERROR\(__xludf\.DUMMYFUNCTION\("((?:[^"]|"")*)"\)/i.exec(text) ?? []
  const formula = quoted?.replaceAll('""', '"')
  return formula === undefined ? undefined : formula === '"COMPUTED_VALUE"' ? '' : `=${formula}`
}

function readValue(cell: RawCell, world: ContentWorld): string {
  const { type, value, rich } = cell
  if (rich !== undefined) return engineContent({ kind: 'text', text: rich.text })
  if (value === '') return ''
  if (type === 'b') return engineContent({ kind: 'boolean', value: value === '1' || value === 'true' })
  if (type === 'e') return value
  if (type === 'str') return engineContent({ kind: 'text', text: readEscapes(value) })
  const number = type === 'd' ? serialOf(value) : Number(value)
  if (!Number.isFinite(number)) return engineContent({ kind: 'text', text: value })
  const days = type !== 'd' && world.isDate(cell.style) ? world.daysToAdd : 0
  return engineContent({ kind: 'number', value: number + days })
}

const EPOCH = Date.UTC(1899, 11, 30)

/** A moment of ISO 8601. */
function serialOf(text: string): number {
  const time = Date.parse(
    /[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text}${text.includes('T') ? '' : 'T00:00:00'}Z`,
  )
  return (time - EPOCH) / 86_400_000
}
