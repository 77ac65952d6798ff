/** The open workbook, as SpreadsheetApp reads it. */

import type { Library } from '../../sheets/workbook/library.ts'
import type { Workbook } from '../../sheets/workbook/workbook.ts'
import type { Area, CellValue, CellView, SheetInfo } from '../bridge.ts'
import type { HostServices, RunningScript } from './types.ts'

type SpreadsheetServices = Pick<
  HostServices,
  'spreadsheet.info' | 'sheet.extent' | 'sheet.read' | 'sheet.flush'
>

/** Days from the spreadsheet's first day, 1899-12-30, to 1970-01-01. */
const EPOCH_DAYS = 25_569
const MS_PER_DAY = 86_400_000

export function createSpreadsheetServices(
  library: Library,
  pageUrl: (id: string) => string,
): SpreadsheetServices {
  const open = ({ page }: RunningScript): Workbook => {
    const workbook = library.get(page.spreadsheetId)
    if (!workbook)
      throw new Error('Unexpected error while getting the spreadsheet: it is not there any more.')
    return workbook
  }
  return {
    'spreadsheet.info'(script) {
      const workbook = open(script)
      const { title, locale, timeZone } = workbook.properties
      const sheets = workbook.getters.getSheetIds().map((id, at) => describeSheet(workbook, id, at + 1))
      return { id: workbook.id, name: title, url: pageUrl(workbook.id), locale, timeZone, sheets }
    },
    'sheet.extent': (script, gid) => contentExtent(open(script), gid),
    'sheet.read': (script, gid, area, view) => readCells(open(script), gid, area, view),
    // Every change is on the disk and in every page before its caller goes on: nothing is left to flush.
    'sheet.flush': () => undefined,
  }
}

function describeSheet(workbook: Workbook, sheetId: string, index: number): SheetInfo {
  const { getters } = workbook
  return {
    sheetId: workbook.gidOf(sheetId),
    name: workbook.titleOf(sheetId),
    index,
    maxRows: getters.getNumberRows(sheetId),
    maxColumns: getters.getNumberCols(sheetId),
    hidden: !getters.isSheetVisible(sheetId),
  }
}

function engineSheet(workbook: Workbook, gid: number): string {
  const sheetId = workbook.sheetIdOf(gid)
  if (sheetId === undefined) throw new Error(`Sheet ${gid} not found`)
  return sheetId
}

function contentExtent(workbook: Workbook, gid: number): { lastRow: number; lastColumn: number } {
  const sheetId = engineSheet(workbook, gid)
  let [lastRow, lastColumn] = [0, 0]
  for (const position of workbook.getters.getEvaluatedCellsPositions(sheetId)) {
    if (workbook.getters.getEvaluatedCell(position).type === 'empty') continue
    lastRow = Math.max(lastRow, position.row + 1)
    lastColumn = Math.max(lastColumn, position.col + 1)
  }
  return { lastRow, lastColumn }
}

function readCells(workbook: Workbook, gid: number, area: Area, view: CellView): CellValue[][] {
  const sheetId = engineSheet(workbook, gid)
  return Array.from({ length: area.rows }, (_, down) =>
    Array.from({ length: area.columns }, (_, across) =>
      readCell(workbook, { sheetId, row: area.row - 1 + down, col: area.column - 1 + across }, view),
    ),
  )
}

function readCell(
  { getters, properties }: Workbook,
  position: { sheetId: string; row: number; col: number },
  view: CellView,
): CellValue {
  if (view === 'formulas') {
    const cell = getters.getCell(position)
    return cell?.isFormula ? cell.compiledFormula.toFormulaString(getters) : ''
  }
  const { type, value, format, formattedValue } = getters.getEvaluatedCell(position)
  if (view === 'display') return formattedValue
  if (type === 'number' && typeof value === 'number' && isDateFormat(format)) {
    return { dateMs: toInstant(Math.round((value - EPOCH_DAYS) * MS_PER_DAY), properties.timeZone) }
  }
  return value ?? ''
}

/** A cell holds the time on a clock; a Date is an instant: the one at which the file's clock shows that. */
function toInstant(clockMs: number, timeZone: string): number {
  const offsetAt = (instantMs: number) => {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      timeZoneName: 'longOffset',
    }).formatToParts(instantMs)
    const name = parts.find(part => part.type === 'timeZoneName')?.value ?? 'GMT'
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
    const offsetMs = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
    return sign === '-' ? -offsetMs : offsetMs
  }
  // Twice, because the first guess may lie on the other side of a change to or from summer time.
  const guess = clockMs - offsetAt(clockMs)
  return clockMs - offsetAt(guess)
}

/** A pattern with a year, month, day or hour outside quotes and brackets. */
function isDateFormat(format: string | undefined): boolean {
  if (format === undefined) return false
  return /[ymdh]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
}
