/** Taking back an order of rows: each stands where it stood, with what people wrote into it and beside it since. */
import type { Area, Layout } from '../footprint/layout.ts'
import { moveFormula, moverBetween } from '../formulas.ts'
import { FIELD, isBlank, PARTS, type Part, partOf } from '../image/cells.ts'
import { type CellData, cellOf } from '../image/image.ts'
import { Lines, NEW_LINE } from '../lines.ts'
import { insertAt } from './lines.ts'
import type { Translate } from './merge-cell.ts'
import { CHANGED_SINCE, type Recorded } from './state.ts'
import { type CellWork, placesOf } from './work.ts'

const ORDER_CHANGED = 'The rows were put into another order since, so their order stays.'

const restored = new WeakMap<CellWork, Block[]>()
export const isRestored = (work: CellWork, area: Area): boolean =>
  restored.get(work)?.some(block => block.area === area) ?? false

interface Block {
  area: Area
  /** Line numbers before the write, in the order of before, of the rows that are still there. */
  lines: number[]
  /** Columns of before that the block spans. */
  columns: number[]
  /** Where columns are now that have been filled beside these rows since: they go with them. */
  riders: number[]
  /** Places of the block, downwards: the lines will stand there in their order. */
  slots: number[]
  /** Where each line stands until then. */
  standing: Map<number, number>
}

export function writeOrders(work: CellWork, sheetId: number, translate: Translate): void {
  for (const block of restored.get(work) ?? []) {
    if (block.area.sheetId !== sheetId) continue
    writeBlock(work, block, translate)
    writeRiders(work, block)
  }
}

/**
 * Rows that were sorted or taken out are to stand again in their order. Changes only where lines are taken to
 * be: the cells are written by `undoCells`, when formulas can be told for the tabs as they will be.
 */
export function undoOrders(work: CellWork): void {
  for (const area of work.record.reorders) {
    const block = undoOrder(work, area)
    if (!block) continue
    const blocks = restored.get(work) ?? []
    restored.set(work, [...blocks, block])
  }
}

function undoOrder(work: CellWork, area: Area): Block | null {
  const { record, present } = work
  const tab = record.layout.tabs.get(area.sheetId)
  const now = present.tabs.get(area.sheetId)
  if (!tab || !now || work.limits !== null) return null
  const rowIds = tab.rows.toIds().slice(area.box.startRow, area.box.endRow)
  const columns = tab.columns.toIds().slice(area.box.startColumn, area.box.endColumn)
  const found = rowIds.flatMap((_, index) => now.rows.positionOf(area.box.startRow + index) ?? [])
  if (found.some((place, index) => index > 0 && place < found[index - 1]!)) {
    work.told.keptThings.push({ sheetName: now.title, range: '', reason: ORDER_CHANGED })
    return null
  }
  makeRoom(work, area, rowIds, columns)
  const then = work.work.tabs.get(area.sheetId)!
  const standing = placesOf(then.rows.toIds())
  const lines = rowIds.filter(id => standing.has(id)).toSorted((a, b) => a - b)
  const slots = lines.map(id => standing.get(id)!).toSorted((a, b) => a - b)
  then.rows = reordered(then.rows, slots, lines)
  return { area, lines, columns, riders: ridersOf(work, area, columns), slots, standing }
}

/**
 * Rows that were taken out left empty ones at the end of the block. Where people have filled those since,
 * the rows that come back need room of their own.
 */
function makeRoom(work: CellWork, area: Area, rowIds: readonly number[], columns: readonly number[]): void {
  const { record, current, present, work: tabs } = work
  const { sheetId, box } = area
  const now = present.tabs.get(sheetId)!
  const taken = rowIds.filter((id, index) => {
    const wasEmptied = columns.every((_, offset) =>
      isBlank(cellOf(record.after, sheetId, box.startRow + index, box.startColumn + offset)),
    )
    const heldSomething = columns.some(column => !isBlank(cellOf(record.before, sheetId, id, column)))
    if (!wasEmptied || !heldSomething) return false
    const place = now.rows.positionOf(box.startRow + index)
    return (
      place === undefined ||
      columns.some((_, offset) => {
        const column = now.columns.positionOf(box.startColumn + offset)
        return column !== undefined && !isBlank(cellOf(current, sheetId, place, column))
      })
    )
  })
  if (taken.length === 0) return
  const tab = tabs.tabs.get(sheetId)!
  const places = taken.flatMap(id => tab.rows.positionOf(id) ?? [])
  const known = tab.rows.toIds()
  // What people wrote there is a row of its own from now on.
  const gone = new Set(taken)
  const others = rowIds.filter(id => !gone.has(id)).flatMap(id => tab.rows.positionOf(id) ?? [])
  tab.rows = relabelled(known, gone)
  const place = places.length > 0 ? Math.min(...places) : Math.max(-1, ...others) + 1
  for (const id of taken.toReversed()) insertAt(work, sheetId, 'ROWS', place, { start: id, end: id + 1 })
}

const relabelled = (ids: readonly number[], gone: ReadonlySet<number>): Lines =>
  Lines.fromIds(ids.map(id => (gone.has(id) || id >= NEW_LINE ? -1 : id)))

function writeBlock(
  work: CellWork,
  { area, lines, columns, slots, standing }: Block,
  translate: Translate,
): void {
  const { record, current, present, work: tabs, origin } = work
  const { sheetId, box } = area
  const tab = tabs.tabs.get(sheetId)!
  const now = present.tabs.get(sheetId)!
  const after = placesOf(record.layout.tabs.get(sheetId)!.rows.toIds())
  const originIds = origin.tabs.get(sheetId)!.rows.toIds()
  for (const [index, line] of lines.entries()) {
    const slot = slots[index]!
    const rowAfter = after.get(line)!
    const rowNow = originIds[standing.get(line)!]!
    for (const [offset, column] of columns.entries()) {
      const columnNow = now.columns.positionOf(box.startColumn + offset)
      const columnThen = tab.columns.positionOf(column)
      if (columnNow === undefined || columnThen === undefined) continue
      const before = cellOf(record.before, sheetId, line, column) ?? {}
      const isNew = rowNow >= NEW_LINE
      const left = isNew ? {} : (cellOf(record.after, sheetId, rowAfter, box.startColumn + offset) ?? {})
      const is = isNew ? {} : (cellOf(current, sheetId, rowNow, columnNow) ?? {})
      const content = contentOf(before, left, is, translate)
      if (content.kept) work.told.kept.push({ sheetId, row: slot, column: columnThen, reason: CHANGED_SINCE })
      const occupantRow = originIds[slot]!
      const occupant = occupantRow >= NEW_LINE ? {} : (cellOf(current, sheetId, occupantRow, columnNow) ?? {})
      const parts = PARTS.filter(part => partOf(content.cell, part) !== partOf(occupant, part))
      if (parts.length === 0) continue
      work.writer.put(sheetId, slot, columnThen, parts, filled(content.cell, parts))
      work.told.cells += 1
    }
  }
}

/** What the cell is to hold: what it held, but for what people changed since. */
function contentOf(before: CellData, left: CellData, is: CellData, translate: Translate) {
  const formula = before.userEnteredValue?.formulaValue
  const wanted: CellData =
    formula == null
      ? { ...before }
      : { ...before, userEnteredValue: { formulaValue: translate.before(formula) } }
  const cell: CellData = wanted
  let kept = false
  for (const part of PARTS) {
    if (partOf(is, part) === partOf(left, part) || isMoved(left, is, part, translate)) continue
    kept = true
    const key = FIELD[part]
    Object.assign(cell, { [key]: is[key] })
  }
  return { cell, kept }
}

function isMoved(left: CellData, is: CellData, part: Part, translate: Translate): boolean {
  const formula = part === 'value' ? left.userEnteredValue?.formulaValue : undefined
  return formula != null && is.userEnteredValue?.formulaValue === translate.after(formula)
}

/** Parts that become empty are written as empty. */
function filled(cell: CellData, parts: readonly Part[]): CellData {
  const empty: CellData = {
    userEnteredValue: {},
    userEnteredFormat: {},
    note: '',
    textFormatRuns: [],
  }
  return Object.fromEntries(
    parts
      .map(part => [FIELD[part], cell[FIELD[part]] ?? empty[FIELD[part]]])
      .filter(([, value]) => value !== undefined),
  ) as CellData
}

/**
 * What people have written beside the rows since they were sorted belongs to the rows as they saw them: in
 * columns that came since, and in those of the neighbourhood that held nothing then.
 */
function ridersOf(work: CellWork, area: Area, columns: readonly number[]): number[] {
  const { record, present } = work
  const { sheetId, box } = area
  const sides = withSides(record, present, area)
  const now = present.tabs.get(sheetId)
  if (!sides || !now) return []
  const own = new Set(columns.map((_, offset) => now.columns.positionOf(box.startColumn + offset)))
  const wasEmpty = (id: number) =>
    id >= NEW_LINE ||
    Array.from({ length: box.endRow - box.startRow }, (_, row) => box.startRow + row).every(row =>
      isBlank(cellOf(record.after, sheetId, row, id)),
    )
  const ids = now.columns.toIds()
  const { startColumn, endColumn } = sides.box
  return Array.from({ length: endColumn - startColumn }, (_, index) => startColumn + index).filter(
    place => !own.has(place) && wasEmpty(ids[place]!),
  )
}

/** Columns looked at on either side of a block, where nobody knows them. */
const MOST_UNKNOWN = 12

/** Where a block lies now, with the columns beside it that were looked at, and those that came since. */
export function withSides({ after }: Recorded, present: Layout, { sheetId, box }: Area): Area | null {
  const seen = after.areas.find(
    own => own.sheetId === sheetId && own.box.startRow <= box.startRow && own.box.endRow >= box.endRow,
  )
  const now = present.tabs.get(sheetId)
  if (!seen || !now) return null
  const { startColumn, endColumn } = seen.box
  const rows = now.rows.span([{ id: box.startRow, count: box.endRow - box.startRow }])
  const columns = now.columns.span([{ id: startColumn, count: endColumn - startColumn }])
  if (!rows || !columns) return null
  const ids = now.columns.toIds()
  let [from, to] = columns
  while (from > 0 && columns[0] - from < MOST_UNKNOWN && ids[from - 1]! >= NEW_LINE) from -= 1
  while (to < ids.length && to - columns[1] < MOST_UNKNOWN && ids[to]! >= NEW_LINE) to += 1
  return { sheetId, box: { startRow: rows[0], endRow: rows[1], startColumn: from, endColumn: to } }
}

/** Cells beside the block go where their rows go; their formulas with them. */
function writeRiders(work: CellWork, { area: { sheetId }, riders, lines, slots, standing }: Block): void {
  const { current, present, origin } = work
  const originIds = origin.tabs.get(sheetId)!.rows.toIds()
  const titles = Object.fromEntries([...present.tabs.values()].map(tab => [tab.sheetId, tab.title]))
  const moved = origin.clone()
  const tab = moved.tabs.get(sheetId)!
  const ids = [...originIds]
  for (const [index, line] of lines.entries()) ids[slots[index]!] = originIds[standing.get(line)!]!
  tab.rows = Lines.fromIds(ids)
  const mover = moverBetween(titles, moved)(sheetId)
  const originColumns = origin.tabs.get(sheetId)!.columns
  const at = (row: number, column: number) =>
    row >= NEW_LINE ? {} : (cellOf(current, sheetId, row, column) ?? {})
  for (const column of riders) {
    const columnThen = originColumns.positionOf(column)
    if (columnThen === undefined) continue
    for (const [index, line] of lines.entries()) {
      const slot = slots[index]!
      const cell = { ...at(originIds[standing.get(line)!]!, column) }
      const formula = cell.userEnteredValue?.formulaValue
      if (formula != null) cell.userEnteredValue = { formulaValue: moveFormula(formula, mover) }
      const occupant = at(originIds[slot]!, column)
      const parts = PARTS.filter(part => partOf(cell, part) !== partOf(occupant, part))
      if (parts.length > 0) work.writer.put(sheetId, slot, columnThen, parts, filled(cell, parts))
    }
  }
}

/** The lines stand in the slots, in their order before the write. */
function reordered(rows: Lines, slots: readonly number[], lines: readonly number[]): Lines {
  const ids = rows.toIds()
  for (const [index, slot] of slots.entries()) ids[slot] = lines[index]!
  return Lines.fromIds(ids)
}
