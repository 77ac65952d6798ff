/** spreadsheets.sheets.copyTo: a tab with all it has into another spreadsheet, named as Google does. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { RangeData, Zone } from '../../dialect/engine.ts'
import { checkCellLimit } from '../cells/grid-size.ts'
import { GoogleError, invalid } from '../google/errors.ts'
import { engine } from '../workbook/engine.ts'
import { toEngineTitle } from '../workbook/titles.ts'
import type { Transaction, Workbook } from '../workbook/workbook.ts'
import { sheetProperties } from './spreadsheet.ts'

/** "Copy of X", "Copy of X 2", …: the first title that is free. */
export function copyTitle(workbook: Workbook, title: string): string {
  const taken = new Set(
    workbook.getters.getSheetIds().map(sheetId => workbook.titleOf(sheetId).toLowerCase()),
  )
  const base = `Copy of ${title}`
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? base : `${base} ${n}`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}

export function copySheetTo(
  source: Workbook,
  gid: number,
  target: Workbook,
): sheets_v4.Schema$SheetProperties {
  const from = source.sheetIdOf(gid)
  if (from === undefined) throw new GoogleError('NOT_FOUND', 'Requested entity was not found.')
  const { getters } = source
  const title = copyTitle(target, source.titleOf(from))
  if (title.length > 100) throw invalid('The title of the copied sheet would be too long.')
  checkCellLimit(target, undefined, getters.getNumberRows(from), getters.getNumberCols(from))
  const to = String(target.newGid())
  target.change(tx => {
    tx.dispatch('CREATE_SHEET', {
      sheetId: to,
      position: target.getters.getSheetIds().length,
      name: toEngineTitle(title),
      rows: getters.getNumberRows(from),
      cols: getters.getNumberCols(from),
    })
    copyCells(source, from, target, tx, to)
    copyShape(source, from, tx, to)
    copyRules(source, from, tx, to)
  })
  return sheetProperties(target, to)
}

function copyCells(source: Workbook, from: string, target: Workbook, tx: Transaction, to: string): void {
  const { getters } = source
  for (const cell of getters.getCells(from)) {
    const { row, col } = getters.getCellPosition(cell.id)
    const content = cell.isFormula
      ? formulaForCopy(cell.compiledFormula.toFormulaString(getters), getters.getSheetName(from), target, to)
      : cell.content
    tx.dispatch('UPDATE_CELL', {
      sheetId: to,
      row,
      col,
      content,
      ...(cell.style === undefined ? {} : { style: cell.style }),
      ...(cell.format === undefined ? {} : { format: cell.format }),
    })
  }
  if (getters.getBordersColors(from).length === 0) return
  const zone = getters.getSheetZone(from)
  for (let row = zone.top; row <= zone.bottom; row++)
    for (let col = zone.left; col <= zone.right; col++) {
      const border = getters.getCellBorder({ sheetId: from, row, col })
      if (border !== null) tx.dispatch('SET_BORDER', { sheetId: to, row, col, border })
    }
}

/** References to the copied tab itself follow it; those to other tabs keep their names. */
function formulaForCopy(formula: string, title: string, target: Workbook, to: string): string {
  const own = new RegExp(
    `('${escapeRegExp(title.replaceAll("'", "''"))}'|(?<![\\w'])${escapeRegExp(title)})!`,
    'g',
  )
  const newTitle = target.getters.getSheetName(to).replaceAll("'", "''")
  return formula.replace(own, `'${newTitle}'!`)
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Pixels of a column nobody has sized. */
const DEFAULT_COLUMN = 96

function copyShape(source: Workbook, from: string, tx: Transaction, to: string): void {
  const { getters } = source
  const merges = getters
    .getMerges(from)
    .map(({ left, right, top, bottom }): Zone => ({ left, right, top, bottom }))
  if (merges.length > 0) tx.dispatch('ADD_MERGE', { sheetId: to, target: merges, force: true })
  const panes = getters.getPaneDivisions(from)
  if (panes.ySplit > 0) tx.dispatch('FREEZE_ROWS', { sheetId: to, quantity: panes.ySplit })
  if (panes.xSplit > 0) tx.dispatch('FREEZE_COLUMNS', { sheetId: to, quantity: panes.xSplit })
  const sheet = getters.getSheet(from)
  if (sheet.color !== undefined) tx.dispatch('COLOR_SHEET', { sheetId: to, color: sheet.color })
  for (let col = 0; col < getters.getNumberCols(from); col++) {
    const size = getters.getColSize(from, col)
    if (size !== DEFAULT_COLUMN)
      tx.dispatch('RESIZE_COLUMNS_ROWS', { sheetId: to, dimension: 'COL', elements: [col], size })
    if (getters.isColHiddenByUser(from, col))
      tx.dispatch('HIDE_COLUMNS_ROWS', { sheetId: to, dimension: 'COL', elements: [col] })
  }
  const hidden = Array.from({ length: getters.getNumberRows(from) }, (_, row) => row).filter(row =>
    getters.isRowHiddenByUser(from, row),
  )
  if (hidden.length > 0) tx.dispatch('HIDE_COLUMNS_ROWS', { sheetId: to, dimension: 'ROW', elements: hidden })
}

function copyRules(source: Workbook, from: string, tx: Transaction, to: string): void {
  const { getters } = source
  for (const { id, ranges, ...cf } of getters.getConditionalFormats(from))
    tx.dispatch('ADD_CONDITIONAL_FORMAT', {
      sheetId: to,
      cf: { id: `${to}${id}`, ...cf },
      ranges: ranges.map((xc): RangeData => ({ _sheetId: to, _zone: engine.helpers.toZone(xc) })),
    })
  for (const { id, ranges, ...rule } of getters.getDataValidationRules(from))
    tx.dispatch('ADD_DATA_VALIDATION_RULE', {
      sheetId: to,
      rule: { id: `${to}${id}`, ...rule },
      ranges: ranges.map((range): RangeData => ({ _sheetId: to, _zone: range.unboundedZone })),
    })
  for (const annotation of getters.getAnnotations(undefined, from)) {
    const number = annotation.id.slice(annotation.id.lastIndexOf(':') + 1)
    tx.setAnnotation({
      id: `${annotation.kind}:${source.gidOf(`${to}/${number}`)}`,
      kind: annotation.kind,
      sheetId: to,
      ranges: annotation.ranges.map(range => ({ _sheetId: to, _zone: range.unboundedZone })),
      data: annotation.data,
    })
  }
}
