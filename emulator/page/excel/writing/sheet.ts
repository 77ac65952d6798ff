/** One tab of an Excel file: its cells, and everything that belongs to them, in the order the format wants. */
import type { sheets_v4 } from '@googleapis/sheets'
import { sheetProperties } from '../../../sheets/answers/spreadsheet.ts'
import { toHex } from '../../../sheets/google/colors.ts'
import { chartsOf } from '../../../sheets/objects/charts.ts'
import { basicFilterOf } from '../../../sheets/objects/filters.ts'
import { isObjectSheet } from '../../../sheets/objects/object-sheets.ts'
import { protectedRangesOf } from '../../../sheets/objects/protected-ranges.ts'
import type { Workbook } from '../../../sheets/workbook/workbook.ts'
import { printBox } from '../formula-text.ts'
import { a1Of } from './a1.ts'
import { type DrawingNumbers, putDrawing } from './drawing.ts'
import { element, MAIN, RELATIONSHIPS } from './markup.ts'
import { putNotes } from './notes.ts'
import type { Parts } from './parts.ts'
import { conditionalFormatsXml, validationsXml } from './rules.ts'
import { type CellBooks, type Link, writeCells } from './sheet-cells.ts'
import { columnsXml, linesOf, rowsXml, sheetFormatXml, usualSizes } from './sheet-lines.ts'
import { putTables } from './tables.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export interface SheetNumbers extends DrawingNumbers {
  table: number
}

export function putSheet(
  workbook: Workbook,
  sheetId: string,
  number: number,
  books: CellBooks,
  numbers: SheetNumbers,
  parts: Parts,
): string {
  if (isOneChart(workbook, sheetId)) return putChartSheet(workbook, sheetId, number, numbers, parts)
  const path = `xl/worksheets/sheet${number}.xml`
  const { rows, links, used } = writeCells(workbook, sheetId, books)
  const properties = sheetProperties(workbook, sheetId)
  const filter = basicFilterOf(workbook, sheetId)?.range
  const tables = putTables(workbook, sheetId, path, numbers, parts)
  const usual = usualSizes(workbook, sheetId)
  const deepest = {
    rows: linesOf(workbook, sheetId, 'ROW').deepest,
    columns: linesOf(workbook, sheetId, 'COL').deepest,
  }
  const inside = [
    tabXml(properties),
    element('dimension', { ref: printBox(used) }),
    viewsXml(properties, number === 1),
    sheetFormatXml(deepest, usual),
    columnsXml(workbook, sheetId, usual.column),
    rowsXml(workbook, sheetId, rows, usual.row),
    protectionXml(workbook, sheetId),
    filter ? element('autoFilter', { ref: a1Of(filter) }) : '',
    mergesXml(workbook, sheetId),
    conditionalFormatsXml(workbook, sheetId, books.styles),
    validationsXml(workbook, sheetId),
    linksXml(workbook, links, path, parts),
    relatedXml('drawing', putDrawing(workbook, sheetId, path, numbers, parts)),
    relatedXml('legacyDrawing', putNotes(workbook.getters, sheetId, path, number, parts)),
    tables,
  ]
  parts.put(
    path,
    `${TYPE}.worksheet+xml`,
    element('worksheet', { xmlns: MAIN, 'xmlns:r': RELATIONSHIPS }, inside.join('')),
  )
  return path
}

/** A tab that is one chart, and on which nobody has written since. */
const isOneChart = (workbook: Workbook, sheetId: string) =>
  isObjectSheet(workbook, sheetId) &&
  chartsOf(workbook, sheetId).length === 1 &&
  workbook.getters.getFigures(sheetId).length === 1 &&
  workbook.getters.getCells(sheetId).length === 0

function putChartSheet(
  workbook: Workbook,
  sheetId: string,
  number: number,
  numbers: SheetNumbers,
  parts: Parts,
): string {
  const path = `xl/chartsheets/sheet${number}.xml`
  const view = element('sheetView', {
    tabSelected: number === 1 || undefined,
    workbookViewId: 0,
    zoomToFit: true,
  })
  parts.put(
    path,
    `${TYPE}.chartsheet+xml`,
    element(
      'chartsheet',
      { xmlns: MAIN, 'xmlns:r': RELATIONSHIPS },
      [
        tabXml(sheetProperties(workbook, sheetId)),
        element('sheetViews', {}, view),
        relatedXml('drawing', putDrawing(workbook, sheetId, path, numbers, parts)),
      ].join(''),
    ),
  )
  return path
}

const relatedXml = (name: string, id: string | undefined) =>
  id === undefined ? '' : element(name, { 'r:id': id })

function tabXml({ tabColorStyle }: sheets_v4.Schema$SheetProperties): string {
  const color = tabColorStyle?.rgbColor
  if (!color) return ''
  return element('sheetPr', {}, element('tabColor', { rgb: `FF${toHex(color).slice(1)}` }))
}

function viewsXml({ gridProperties }: sheets_v4.Schema$SheetProperties, isFirst: boolean): string {
  const [ySplit, xSplit] = [gridProperties?.frozenRowCount ?? 0, gridProperties?.frozenColumnCount ?? 0]
  const pane =
    ySplit + xSplit === 0
      ? ''
      : element('pane', {
          xSplit: xSplit || undefined,
          ySplit: ySplit || undefined,
          topLeftCell: printBox({ top: ySplit, left: xSplit, bottom: ySplit, right: xSplit }),
          activePane: xSplit === 0 ? 'bottomLeft' : ySplit === 0 ? 'topRight' : 'bottomRight',
          state: 'frozen',
        })
  const view = element(
    'sheetView',
    {
      showGridLines: gridProperties?.hideGridlines ? false : undefined,
      tabSelected: isFirst || undefined,
      workbookViewId: 0,
    },
    pane,
  )
  return element('sheetViews', {}, view)
}

/** Excel knows a whole tab that is protected, with ranges that are open. */
function protectionXml(workbook: Workbook, sheetId: string): string {
  const whole = protectedRangesOf(workbook, sheetId).find(
    ({ range, warningOnly }) =>
      !warningOnly && range?.startRowIndex === undefined && range?.startColumnIndex === undefined,
  )
  if (whole === undefined) return ''
  const open = (whole.unprotectedRanges ?? []).map((range, i) =>
    element('protectedRange', { sqref: a1Of(range), name: `Range${i + 1}` }),
  )
  const ranges = open.length === 0 ? '' : element('protectedRanges', {}, open.join(''))
  return element('sheetProtection', { sheet: true, objects: true, scenarios: true }) + ranges
}

function mergesXml({ getters }: Workbook, sheetId: string): string {
  const merges = getters.getMerges(sheetId).map(zone => element('mergeCell', { ref: printBox(zone) }))
  return merges.length === 0 ? '' : element('mergeCells', { count: merges.length }, merges.join(''))
}

function linksXml(workbook: Workbook, links: readonly Link[], path: string, parts: Parts): string {
  const written = links.flatMap(({ cell, uri }) => {
    const [, gid, range = 'A1'] = /^#gid=(\d+)(?:&range=(.+))?$/.exec(uri) ?? []
    if (gid === undefined)
      return [element('hyperlink', { ref: cell, 'r:id': parts.relate(path, 'hyperlink', uri, true) })]
    const sheetId = workbook.sheetIdOf(Number(gid))
    if (sheetId === undefined) return []
    const title = workbook.titleOf(sheetId).replaceAll("'", "''")
    return [element('hyperlink', { ref: cell, location: `'${title}'!${range}` })]
  })
  return written.length === 0 ? '' : element('hyperlinks', {}, written.join(''))
}
