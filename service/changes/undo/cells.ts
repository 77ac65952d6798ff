/** Taking back what a write did to cells, each to where it is now. */
import type { Area } from '../footprint/layout.ts'
import { isUnmoved, moveFormula, moverBetween } from '../formulas.ts'
import { FIELD, isBlank, PARTS, type Part, partOf } from '../image/cells.ts'
import { type CellData, cellOf } from '../image/image.ts'
import { Lines, NEW_LINE } from '../lines.ts'
import { insertAt, type LineWork } from './lines.ts'
import { type Merged, mergeCell, type Translate, wholeCell } from './merge-cell.ts'
import { CHANGED_SINCE, GONE_SINCE, isWithin, type Limits } from './state.ts'
import type { CellWriter } from './writer.ts'

export interface CellWork extends LineWork {
  limits: Limits
  writer: CellWriter
}

const ORDER_CHANGED = 'The rows were put into another order since, so their order stays.'

const placesOf = (ids: readonly number[]): Map<number, number> =>
  new Map(ids.map((id, position) => [id, position]))

/** For all tabs together: a formula may refer to any of them. */
export function translators({ record, present, work }: LineWork): (sheetId: number) => Translate {
  const back = moverBetween(record.before.titles, work)
  const now = moverBetween(record.after.titles, present)
  const backAsIs = isUnmoved(work, record.before.titles)
  const nowAsIs = isUnmoved(present, record.after.titles)
  return sheetId => ({
    before: formula => (backAsIs ? formula : moveFormula(formula, back(sheetId))),
    after: formula => (nowAsIs ? formula : moveFormula(formula, now(sheetId))),
  })
}

interface Grid {
  rowsAfter: Map<number, number>
  columnsAfter: Map<number, number>
  rowsNow: Map<number, number>
  columnsNow: Map<number, number>
  rowsThen: Map<number, number>
  columnsThen: Map<number, number>
}

function gridOf({ record, present, work }: CellWork, sheetId: number): Grid | null {
  const after = record.layout.tabs.get(sheetId)
  const now = present.tabs.get(sheetId)
  const then = work.tabs.get(sheetId)
  if (!after || !now || !then) return null
  return {
    rowsAfter: placesOf(after.rows.toIds()),
    columnsAfter: placesOf(after.columns.toIds()),
    rowsNow: placesOf(now.rows.toIds()),
    columnsNow: placesOf(now.columns.toIds()),
    rowsThen: placesOf(then.rows.toIds()),
    columnsThen: placesOf(then.columns.toIds()),
  }
}

const meets = (area: Area, row: number, column: number): boolean =>
  row >= area.box.startRow &&
  row < area.box.endRow &&
  column >= area.box.startColumn &&
  column < area.box.endColumn

export function undoCells(work: CellWork, sheetId: number, translate: Translate): void {
  for (const block of restored.get(work) ?? [])
    if (block.area.sheetId === sheetId) writeBlock(work, block, translate)
  const grid = gridOf(work, sheetId)
  if (!grid) return
  for (const { box, sheetId: own } of work.record.before.areas) {
    if (own !== sheetId) continue
    for (let row = box.startRow; row < box.endRow; row += 1)
      for (let column = box.startColumn; column < box.endColumn; column += 1)
        undoCell(work, grid, { sheetId, row, column }, translate)
  }
}

interface Place {
  sheetId: number
  row: number
  column: number
}

/** `row` and `column` are those before the write. */
function undoCell(work: CellWork, grid: Grid, { sheetId, row, column }: Place, translate: Translate): void {
  const { record, current } = work
  const [rowAfter, columnAfter] = [grid.rowsAfter.get(row), grid.columnsAfter.get(column)]
  const before = cellOf(record.before, sheetId, row, column) ?? {}
  const [rowThen, columnThen] = [grid.rowsThen.get(row), grid.columnsThen.get(column)]
  if (rowAfter === undefined || columnAfter === undefined) {
    // Its line was deleted by the write and has been made anew.
    if (rowThen !== undefined && columnThen !== undefined)
      put(work, { sheetId, row: rowThen, column: columnThen }, wholeCell(before, translate))
    return
  }
  const area = record.reorders.find(own => own.sheetId === sheetId && meets(own, rowAfter, columnAfter))
  // Rows that were put back into their order are written there.
  if (area && isRestored(work, area)) return
  const after = cellOf(record.after, sheetId, rowAfter, columnAfter)
  if (!after) return
  const [rowNow, columnNow] = [grid.rowsNow.get(rowAfter), grid.columnsNow.get(columnAfter)]
  if (rowNow === undefined || columnNow === undefined || rowThen === undefined || columnThen === undefined) {
    if (mergeCell(before, after, {}, translate).touched && !isBlank(before))
      work.told.kept.push({ sheetId, row: rowNow ?? 0, column: columnNow ?? 0, reason: GONE_SINCE })
    return
  }
  const is = cellOf(current, sheetId, rowNow, columnNow) ?? {}
  put(work, { sheetId, row: rowThen, column: columnThen }, mergeCell(before, after, is, translate))
}

function put(work: CellWork, { sheetId, row, column }: Place, merged: Merged): void {
  if (!isWithin(work.limits, sheetId, row, column)) return
  if (merged.kept) work.told.kept.push({ sheetId, row, column, reason: CHANGED_SINCE })
  if (merged.parts.length === 0) return
  work.writer.put(sheetId, row, column, merged.parts, merged.cell)
  work.told.cells += 1
}

const restored = new WeakMap<CellWork, Block[]>()
const isRestored = (work: CellWork, area: Area): boolean =>
  restored.get(work)?.some(block => block.area === area) ?? false

interface Block {
  area: Area
  /** Line numbers before the write, in the order of before, of the rows that are still there. */
  lines: number[]
  /** Columns of before that the block spans. */
  columns: number[]
  /** Places of the block, downwards: the lines will stand there in their order. */
  slots: number[]
  /** Where each line stands until then. */
  standing: Map<number, number>
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
  return { area, lines, columns, slots, standing }
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

/** The lines stand in the slots, in their order before the write. */
function reordered(rows: Lines, slots: readonly number[], lines: readonly number[]): Lines {
  const ids = rows.toIds()
  for (const [index, slot] of slots.entries()) ids[slot] = lines[index]!
  return Lines.fromIds(ids)
}
