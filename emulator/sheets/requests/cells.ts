/** Requests that write CellData: updateCells, appendCells, repeatCell. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition, Style } from '../../dialect/engine.ts'
import { changeBorders, changeFormat, lineOf, SIDES } from '../cells/cell-format.ts'
import { enterCell } from '../cells/cells.ts'
import { growTo, usedZone } from '../cells/grid-size.ts'
import { type CellInput, MAX_CELL_CHARACTERS } from '../cells/input.ts'
import { type UpdateMask, updateMask } from '../google/fields.ts'
import { type Context, cellsOf, editable, fail, guard, type Handlers, tab } from '../objects/context.ts'
import { setValidation } from '../objects/data-validation.ts'
import { setNote } from '../objects/notes.ts'
import { setPivotTable } from '../objects/pivot-tables.ts'
import { areaOf } from '../workbook/a1.ts'

type CellData = sheets_v4.Schema$CellData

/** Answered by Google, never written. */
const READ_ONLY = [
  'effectiveValue',
  'formattedValue',
  'effectiveFormat',
  'hyperlink',
  'dataSourceTable',
  'dataSourceFormula',
]

export const cellHandlers: Handlers = {
  updateCells({ rows, start, range, fields }, context) {
    const mask = cellMask(context, fields)
    if (start && range) throw fail(context, 'Only one of start and range can be set.')
    if (range) writeRange(context, range, rows ?? [], mask)
    else writeFrom(context, start ?? {}, rows ?? [], mask)
    return undefined
  },

  appendCells({ sheetId: gid, rows, fields }, context) {
    const mask = cellMask(context, fields)
    const sheetId = tab(context, gid)
    const used = usedZone(context.workbook, sheetId)
    const top = used === undefined ? 0 : used.bottom + 1
    writeRows(context, sheetId, top, 0, rows ?? [], mask, true)
    return undefined
  },

  repeatCell({ range, cell, fields }, context) {
    const mask = cellMask(context, fields)
    const { sheetId, zone } = editable(context, range)
    const given = cell ?? {}
    for (const { row, col } of cellsOf(zone)) {
      const moved = shifted(context, sheetId, given, col - zone.left, row - zone.top)
      writeCell(context, { sheetId, row, col }, moved, mask)
    }
    return undefined
  },
}

function cellMask(context: Context, fields: string | null | undefined): UpdateMask {
  const mask = updateMask(fields, 'CellData', context.path)
  const readOnly = mask.isAll ? undefined : READ_ONLY.find(field => mask.has(field))
  if (readOnly !== undefined) throw fail(context, `Field ${readOnly} is read-only.`)
  return mask
}

/** A formula repeated over a range is relative to each cell, as if it had been filled. */
function shifted(context: Context, sheetId: string, cell: CellData, columns: number, rows: number): CellData {
  const formula = cell.userEnteredValue?.formulaValue
  if (formula == null || (columns === 0 && rows === 0)) return cell
  const formulaValue = context.workbook.shiftFormula(sheetId, formula, columns, rows)
  return { ...cell, userEnteredValue: { formulaValue } }
}

/** Every cell of the range is written: those without data are cleared in the masked fields. */
function writeRange(
  context: Context,
  range: sheets_v4.Schema$GridRange,
  rows: sheets_v4.Schema$RowData[],
  mask: UpdateMask,
): void {
  const { sheetId, zone } = editable(context, range)
  const width = zone.right - zone.left + 1
  if (rows.length > zone.bottom - zone.top + 1)
    throw fail(
      context,
      `Attempting to write row: ${zone.bottom + 1}, beyond the last requested row of: ${zone.bottom}`,
    )
  const wide = rows.find(row => (row.values?.length ?? 0) > width)
  if (wide !== undefined)
    throw fail(
      context,
      `Attempting to write column: ${zone.right + 1}, beyond the last requested column of: ${zone.right}`,
    )
  for (const { row, col } of cellsOf(zone)) {
    const data = rows[row - zone.top]?.values?.[col - zone.left] ?? {}
    writeCell(context, { sheetId, row, col }, data, mask)
  }
}

function writeFrom(
  context: Context,
  start: sheets_v4.Schema$GridCoordinate,
  rows: sheets_v4.Schema$RowData[],
  mask: UpdateMask,
): void {
  const sheetId = tab(context, start.sheetId)
  writeRows(context, sheetId, start.rowIndex ?? 0, start.columnIndex ?? 0, rows, mask, false)
}

function writeRows(
  context: Context,
  sheetId: string,
  top: number,
  left: number,
  rows: sheets_v4.Schema$RowData[],
  mask: UpdateMask,
  grow: boolean,
): void {
  const width = Math.max(0, ...rows.map(row => row.values?.length ?? 0))
  if (rows.length === 0 || width === 0) return
  const range = {
    sheetId: context.workbook.gidOf(sheetId),
    startRowIndex: top,
    endRowIndex: top + rows.length,
    startColumnIndex: left,
    endColumnIndex: left + width,
  }
  if (grow) growTo(context.workbook, context.tx, sheetId, top + rows.length, left + width)
  guard(context, areaOf(context.workbook, range, context.path))
  rows.forEach((row, y) => {
    row.values?.forEach((data, x) => {
      writeCell(context, { sheetId, row: top + y, col: left + x }, data, mask)
    })
  })
}

/** One cell under a mask. Fields the mask names and the data lacks are cleared. */
export function writeCell(context: Context, position: CellPosition, data: CellData, mask: UpdateMask): void {
  const { workbook, tx } = context
  const pivot = data.pivotTable ?? undefined
  // What it showed goes first, or it would take the value along that comes in its place.
  if (mask.has('pivotTable') && !pivot) setPivotTable(context, position, undefined)
  if (mask.has('userEnteredValue'))
    enterCell(workbook, tx, position, readExtended(context, data.userEnteredValue))
  if (mask.has('userEnteredFormat')) writeFormat(context, position, data.userEnteredFormat ?? {}, mask)
  if (mask.has('note')) setNote(context, position, data.note ?? undefined)
  if (mask.has('dataValidation'))
    setValidation(
      context,
      {
        sheetId: position.sheetId,
        zone: { left: position.col, right: position.col, top: position.row, bottom: position.row },
      },
      data.dataValidation ?? undefined,
    )
  if (mask.has('pivotTable') && pivot) setPivotTable(context, position, pivot)
  if (mask.has('textFormatRuns')) keepRuns(context, position, data.textFormatRuns ?? undefined)
}

function writeFormat(
  context: Context,
  position: CellPosition,
  given: sheets_v4.Schema$CellFormat,
  mask: UpdateMask,
): void {
  const { workbook, tx, path } = context
  const cell = workbook.getters.getCell(position)
  const before = { style: cell?.style ?? {}, format: cell?.format }
  const after = changeFormat(before, given, mask, ['userEnteredFormat'], path)
  const update: { style?: Style | null; format?: string } = {}
  if (JSON.stringify(after.style) !== JSON.stringify(before.style))
    update.style = Object.keys(after.style).length === 0 ? null : after.style
  if ((after.format ?? '') !== (before.format ?? '')) update.format = after.format ?? ''
  if (Object.keys(update).length > 0) tx.dispatch('UPDATE_CELL', { ...position, ...update })
  if (!mask.has('userEnteredFormat', 'borders')) return
  changeBorders(workbook, tx, position, border => {
    for (const side of SIDES) {
      if (!mask.has('userEnteredFormat', 'borders', side)) continue
      const line = lineOf(given.borders?.[side], path)
      if (line === undefined) delete border[side]
      else border[side] = line
    }
  })
}

/** Rich text runs are kept and given back; the engine shows the cell in one format. */
function keepRuns(
  { workbook, tx }: Context,
  position: CellPosition,
  runs: sheets_v4.Schema$TextFormatRun[] | undefined,
): void {
  const style = workbook.getters.getCell(position)?.style ?? {}
  const { textFormatRuns: _old, ...google } = style.google ?? {}
  if (runs === undefined && _old === undefined) return
  tx.dispatch('UPDATE_CELL', {
    ...position,
    style: { ...style, google: runs === undefined ? google : { ...google, textFormatRuns: runs } },
  })
}

function readExtended(context: Context, value: sheets_v4.Schema$ExtendedValue | null | undefined): CellInput {
  if (!value) return { kind: 'empty' }
  if (value.formulaValue != null) {
    if (!value.formulaValue.startsWith('=')) throw fail(context, `Invalid formula: ${value.formulaValue}`)
    return { kind: 'formula', formula: value.formulaValue }
  }
  if (value.numberValue != null) return { kind: 'number', value: Number(value.numberValue) }
  if (value.boolValue != null) return { kind: 'boolean', value: value.boolValue }
  if (value.errorValue != null) throw fail(context, 'Cannot write error values.')
  const text = value.stringValue ?? ''
  if (text.length > MAX_CELL_CHARACTERS)
    throw fail(
      context,
      `Your input contains more than the maximum of ${MAX_CELL_CHARACTERS} characters in a single cell.`,
    )
  return text === '' ? { kind: 'empty' } : { kind: 'text', text }
}
