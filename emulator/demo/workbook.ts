/**
 * The demo workbook: four tabs with data that asks for work. Built through the same requests the API takes,
 * and the same every time.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { WorkbookData } from '../dialect/engine.ts'
import { applyWrite, planWrite } from '../sheets/cells/values-write.ts'
import { emptyWorkbookData } from '../sheets/http/create.ts'
import { runBatch } from '../sheets/requests/index.ts'
import { Workbook } from '../sheets/workbook/workbook.ts'
import { BUDGET_LINES, budget } from './budget.ts'
import { FEEDBACK_ROWS, feedback } from './feedback.ts'
import { leads } from './leads.ts'
import { ORDER_ROWS, orders } from './orders.ts'

interface Tab {
  gid: number
  title: string
  values: (string | number)[][]
  widths: number[]
}

const HEADER_FORMAT: sheets_v4.Schema$CellFormat = {
  textFormat: { bold: true },
  backgroundColorStyle: { rgbColor: { red: 0.9, green: 0.94, blue: 0.99 } },
}

export function demoWorkbookData(): WorkbookData {
  const tabs: Tab[] = [
    { gid: 0, title: 'Orders', values: orders(), widths: [100, 80, 130, 150, 60, 80] },
    { gid: 1001, title: 'Leads', values: leads(), widths: [150, 250, 130, 110, 100] },
    { gid: 1002, title: 'Budget', values: budget(), widths: [110, 100, 90, 90, 90, 100, 90, 80] },
    { gid: 1003, title: 'Feedback', values: feedback(), widths: [100, 140, 70, 520] },
  ]
  const workbook = new Workbook({
    id: 'demo',
    data: emptyWorkbookData('Rowhand demo', 'Orders', 0),
    history: [],
    record: () => {},
  })
  const owner = 'demo'
  const requests = [...tabs.slice(1).map(addTab), ...tabs.flatMap(dress), ...numberFormats()]
  runBatch(workbook, requests, { user: owner, role: 'owner', owner })
  workbook.change(tx => {
    for (const { title, values } of tabs)
      applyWrite(workbook, tx, planWrite(workbook, `${title}!A1`, { values }, 'USER_ENTERED'))
  })
  return workbook.export()
}

function addTab({ gid, title }: Tab): sheets_v4.Schema$Request {
  return { addSheet: { properties: { sheetId: gid, title } } }
}

function dress({ gid, values, widths }: Tab): sheets_v4.Schema$Request[] {
  const header = {
    sheetId: gid,
    startRowIndex: 0,
    endRowIndex: 1,
    startColumnIndex: 0,
    endColumnIndex: values[0]?.length ?? 1,
  }
  const frozen = { sheetId: gid, gridProperties: { frozenRowCount: 1 } }
  return [
    {
      repeatCell: { range: header, cell: { userEnteredFormat: HEADER_FORMAT }, fields: 'userEnteredFormat' },
    },
    { updateSheetProperties: { properties: frozen, fields: 'gridProperties.frozenRowCount' } },
    ...widths.map((pixelSize, i) => ({
      updateDimensionProperties: {
        range: { sheetId: gid, dimension: 'COLUMNS', startIndex: i, endIndex: i + 1 },
        properties: { pixelSize },
        fields: 'pixelSize',
      },
    })),
  ]
}

function numberFormats(): sheets_v4.Schema$Request[] {
  const money = { type: 'CURRENCY', pattern: '"$"#,##0.00' }
  const wholeMoney = { type: 'CURRENCY', pattern: '"$"#,##0' }
  const day = { type: 'DATE', pattern: 'yyyy-mm-dd' }
  const totalRow = BUDGET_LINES + 1
  return [
    format({ sheetId: 0, rows: [1, ORDER_ROWS + 1], columns: [0, 1] }, { numberFormat: day }),
    format({ sheetId: 0, rows: [1, ORDER_ROWS + 1], columns: [5, 6] }, { numberFormat: money }),
    format({ sheetId: 1002, rows: [1, totalRow + 1], columns: [1, 7] }, { numberFormat: wholeMoney }),
    format(
      { sheetId: 1002, rows: [totalRow, totalRow + 1], columns: [0, 8] },
      { textFormat: { bold: true } },
      'userEnteredFormat.textFormat',
    ),
    format(
      { sheetId: 1002, rows: [totalRow, totalRow + 1], columns: [7, 8] },
      { numberFormat: { type: 'PERCENT', pattern: '0.0%' } },
    ),
    format({ sheetId: 1003, rows: [1, FEEDBACK_ROWS + 1], columns: [0, 1] }, { numberFormat: day }),
    format(
      { sheetId: 1003, rows: [1, FEEDBACK_ROWS + 1], columns: [3, 4] },
      { wrapStrategy: 'WRAP' },
      'userEnteredFormat.wrapStrategy',
    ),
  ]
}

function format(
  at: { sheetId: number; rows: [number, number]; columns: [number, number] },
  userEnteredFormat: sheets_v4.Schema$CellFormat,
  fields = 'userEnteredFormat.numberFormat',
): sheets_v4.Schema$Request {
  const [startRowIndex, endRowIndex] = at.rows
  const [startColumnIndex, endColumnIndex] = at.columns
  const range = { sheetId: at.sheetId, startRowIndex, endRowIndex, startColumnIndex, endColumnIndex }
  return { repeatCell: { range, cell: { userEnteredFormat }, fields } }
}
