/** What a write left, where it can be told without asking again, and what it did to formulas elsewhere. */
import { holds, quoteTab } from '../../sheets/a1.ts'
import { Slices } from '../../sheets/breathe.ts'
import type { Spreadsheet } from '../../sheets/spreadsheet.ts'
import { footprintOfValues } from '../footprint/footprint.ts'
import type { Layout } from '../footprint/layout.ts'
import { moveFormula, moverBetween } from '../formulas.ts'
import type { Effect } from '../gateway.ts'
import { Lines, NEW_LINE } from '../lines.ts'
import { lostParts } from './elsewhere.ts'
import type { AreaImage, CellData, Image, LostFormula, OtherPart } from './image.ts'

const rawCell = (value: unknown): CellData => {
  if (typeof value === 'number') return { userEnteredValue: { numberValue: value } }
  if (typeof value === 'boolean') return { userEnteredValue: { boolValue: value } }
  return value === '' ? {} : { userEnteredValue: { stringValue: String(value) } }
}

/** Values written as they are: what the cells hold afterwards is what was sent, the rest is as before. */
export function afterOfRaw(before: Image, { write, footprint }: Effect): Image {
  if (write.kind !== 'values') throw new Error('only values are written as they are')
  const areas: AreaImage[] = before.areas.map(area => ({ ...area, rows: area.rows.map(row => [...row]) }))
  const tabs = [...footprint.layout.tabs.values()].map(tab => ({
    sheetId: tab.sheetId,
    title: tab.title,
    index: 0,
    rows: tab.rows.count,
    columns: tab.columns.count,
    hidden: false,
  }))
  for (const { range, values } of write.data) {
    const [place] = footprintOfValues([{ range, values }], tabs).before
    if (!place) continue
    for (const [row, cells] of values.entries())
      for (const [column, value] of cells.entries()) {
        if (value === null || value === undefined) continue
        put(areas, place.sheetId, place.box.startRow + row, place.box.startColumn + column, value)
      }
  }
  return { ...before, areas, formulas: [] }
}

function put(areas: AreaImage[], sheetId: number, row: number, column: number, value: unknown): void {
  const area = areas.find(({ sheetId: own, box }) => own === sheetId && holds(box, row, column))
  if (!area) return
  const at = row - area.box.startRow
  while (area.rows.length <= at) area.rows.push([])
  const cells = area.rows[at]!
  const index = column - area.box.startColumn
  while (cells.length <= index) cells.push({})
  const { userEnteredValue: _, formattedValue: __, textFormatRuns: ___, ...rest } = cells[index]!
  cells[index] = { ...rest, ...rawCell(value) }
}

/** Larger workbooks are not read for their formulas. */
const MOST_GRID_CELLS = 4_000_000

/** Every formula of the workbook. Empty where it is too large to be read for this. */
export async function readFormulas(
  spreadsheet: Pick<Spreadsheet, 'tabs' | 'values'>,
): Promise<LostFormula[]> {
  const tabs = await spreadsheet.tabs()
  if (tabs.reduce((sum, tab) => sum + tab.rows * tab.columns, 0) > MOST_GRID_CELLS) return []
  const grids = await spreadsheet.values(
    tabs.map(tab => quoteTab(tab.title)),
    'FORMULA',
  )
  const found: LostFormula[] = []
  const slices = new Slices()
  for (const [index, { values = [] }] of grids.entries())
    for (const [row, cells] of (values ?? []).entries()) {
      if (slices.isDue()) await slices.giveWay()
      for (const [column, value] of cells.entries())
        if (typeof value === 'string' && value.startsWith('='))
          found.push({ sheetId: tabs[index]!.sheetId, row, column, formula: value })
    }
  return found
}

/**
 * Formulas that would not come back by themselves when the lines come back: those that lost what they
 * refer to, or ranges cut at their end. Places are those after the write.
 */
export async function lostFormulas(
  before: Image,
  now: readonly LostFormula[],
  layout: Layout,
): Promise<LostFormula[]> {
  if (before.formulas.length === 0) return []
  const slices = new Slices()
  const was = new Map<string, string>()
  for (const item of before.formulas) {
    if (slices.isDue()) await slices.giveWay()
    was.set(`${item.sheetId},${item.row},${item.column}`, item.formula)
  }
  const titles = Object.fromEntries([...layout.tabs.values()].map(tab => [tab.sheetId, tab.title]))
  const mover = moverBetween(titles, inverse(layout, before))
  const hasMoves = layout.movedTabs().size > 0
  const ids = new Map(
    [...layout.tabs.values()].map(tab => [
      tab.sheetId,
      { rows: tab.rows.toIds(), columns: tab.columns.toIds() },
    ]),
  )
  const isLost = ({ sheetId, row, column, formula }: LostFormula): boolean => {
    const tab = ids.get(sheetId)
    const [line, letter] = [tab?.rows[row] ?? NEW_LINE, tab?.columns[column] ?? NEW_LINE]
    const earlier = was.get(`${sheetId},${line},${letter}`)
    if (earlier === undefined) return false
    // What a range becomes whose lines are moved is Google's own affair, and moving them back is none of its undo.
    if (hasMoves && earlier.includes(':')) return true
    return earlier !== formula && moveFormula(formula, mover(sheetId)) !== earlier
  }
  const lost: LostFormula[] = []
  for (const item of now) {
    if (slices.isDue()) await slices.giveWay()
    if (isLost(item)) lost.push(item)
  }
  return lost
}

/** Pivot tables and rules for input that would not come back either. */
export function lostElsewhere(before: Image, now: readonly OtherPart[], layout: Layout): OtherPart[] {
  const titles = Object.fromEntries([...layout.tabs.values()].map(tab => [tab.sheetId, tab.title]))
  const back = inverse(layout, before)
  return lostParts(before.elsewhere ?? [], now, layout, back, moverBetween(titles, back))
}

/** The layout of before, its lines by their places after the write. */
function inverse(layout: Layout, before: Image): Layout {
  const back = layout.clone()
  for (const tab of back.tabs.values()) {
    tab.title = before.titles[tab.sheetId] ?? tab.title
    for (const dimension of ['rows', 'columns'] as const) {
      const ids = tab[dimension].toIds()
      const places: number[] = []
      for (const [place, id] of ids.entries()) if (id < NEW_LINE) places[id] = place
      tab[dimension] = Lines.fromIds(Array.from(places, place => place ?? -1))
    }
  }
  return back
}
