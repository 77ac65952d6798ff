/**
 * What a write did to cells that it did not touch: formulas, pivot tables and rules for input that lost what
 * they refer to, or a part of it, say again what they said.
 */
import { stable } from '../image/cells.ts'
import { cellOf, type OtherPart } from '../image/image.ts'
import { moveRanges } from '../ranges.ts'
import { CHANGED_SINCE } from './state.ts'
import { type CellWork, translators } from './work.ts'

interface Place {
  sheetId: number
  row: number
  column: number
}

/** Where a cell of after the write is now, and where it will be; null where one of it is nowhere. */
function placesOf({ record, present, work }: CellWork, { sheetId, row, column }: Place) {
  const after = record.layout.tabs.get(sheetId)
  const [now, then] = [present.tabs.get(sheetId), work.tabs.get(sheetId)]
  const [line, letter] = [after?.rows.idAt(row), after?.columns.idAt(column)]
  if (!now || !then || line === undefined || letter === undefined) return null
  const [rowNow, columnNow] = [now.rows.positionOf(row), now.columns.positionOf(column)]
  const [rowThen, columnThen] = [then.rows.positionOf(line), then.columns.positionOf(letter)]
  if (rowNow === undefined || columnNow === undefined || rowThen === undefined || columnThen === undefined)
    return null
  return { line, letter, rowNow, columnNow, rowThen, columnThen }
}

const keyOf = ({ part, sheetId, row, column }: OtherPart): string => `${part} ${sheetId},${row},${column}`

/** Pivot tables and rules for input. */
export function undoLostParts(work: CellWork): void {
  const { record, current, present, work: tabs, told } = work
  const was = new Map((record.before.elsewhere ?? []).map(item => [keyOf(item), item]))
  for (const item of record.after.elsewhere ?? []) {
    const places = placesOf(work, item)
    if (!places) continue
    const { sheetId, part } = item
    const before = was.get(keyOf({ ...item, row: places.line, column: places.letter }))
    if (!before) continue
    const cell = cellOf(current, sheetId, places.rowNow, places.columnNow) ?? {}
    const is = part === 'pivot' ? cell.pivotTable : cell.dataValidation
    const place = { sheetId, row: places.rowThen, column: places.columnThen }
    if (stable(is) !== stable(moveRanges(item.value, present))) {
      told.kept.push({ ...place, reason: CHANGED_SINCE })
      continue
    }
    const value = moveRanges(before.value, tabs)
    const wanted = part === 'pivot' ? { pivotTable: value } : { dataValidation: value }
    work.writer.put(sheetId, place.row, place.column, [part], wanted)
    told.things += 1
  }
}

/** Formulas. */
export function undoLostFormulas(work: CellWork): void {
  const { record, current, told } = work
  const translate = translators(work)
  const hasMoves = record.layout.movedTabs().size > 0
  const was = new Map(
    record.before.formulas.map(item => [`${item.sheetId},${item.row},${item.column}`, item.formula]),
  )
  for (const item of record.after.formulas) {
    const { sheetId, formula } = item
    const places = placesOf(work, item)
    if (!places) continue
    const before = was.get(`${sheetId},${places.line},${places.letter}`)
    if (before === undefined) continue
    const is = cellOf(current, sheetId, places.rowNow, places.columnNow)?.userEnteredValue?.formulaValue
    const own = translate(sheetId)
    const wanted = own.before(before)
    if (is === wanted && !hasMoves) continue
    if (is !== formula && is !== own.after(formula)) {
      told.kept.push({ sheetId, row: places.rowThen, column: places.columnThen, reason: CHANGED_SINCE })
      continue
    }
    const cell = { userEnteredValue: { formulaValue: wanted } }
    work.writer.put(sheetId, places.rowThen, places.columnThen, ['value'], cell)
    told.cells += 1
  }
}
