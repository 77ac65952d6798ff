/** The calls that the harmless messages lead to. */
import type { Call } from '../attempt.ts'
import { hideLines } from './hide-lines.ts'

const rows = (range: string): Call => ({ tool: 'edit_structure', args: { action: 'delete_rows', range } })
const columns = (range: string): Call => ({
  tool: 'edit_structure',
  args: { action: 'delete_columns', range },
})
const write = (range: string, formula: string): Call => ({
  tool: 'write_range',
  args: { range, formula, overwrite: true },
})
const values = (range: string, cell: (row: number, column: number) => string, width = 1): Call => ({
  tool: 'write_range',
  args: {
    range,
    overwrite: true,
    values: Array.from({ length: 80 }, (_, row) =>
      Array.from({ length: width }, (__, column) => cell(row, column)),
    ),
  },
})
const clear = (range: string): Call => ({
  tool: 'format_range',
  args: { range, action: 'clear', what: 'values' },
})
const hideColumns = (startIndex: number, endIndex: number): Call => ({
  tool: 'sheet_requests',
  args: {
    requests: [hideLines('COLUMNS', startIndex, endIndex)],
  },
})
const tab = (action: string, title: string, more = {}): Call => ({
  tool: 'edit_structure',
  args: { action, tab: title, ...more },
})
const many = (range: string, formula: string) => write(range, formula)

export const calls: Record<string, Call[]> = {
  none: [],
  deleteOne: [rows('12:12')],
  deleteFive: [rows('5:8')],
  deleteSome: [rows('5:6'), rows('20:21')],
  deleteMany: [rows('10:39')],
  dedupe: [{ tool: 'clean_range', args: { action: 'dedupe', range: 'A1:H81' } }],
  trim: [{ tool: 'clean_range', args: { action: 'trim', range: 'A1:H81' } }],
  deleteH: [columns('H:H')],
  deleteWard: [columns('E:E')],
  clearF: [clear('F2:F81')],
  clearWard: [clear('E2:E81')],
  clearLog: [clear('Log!A2:C1501')],
  overF: [many('F2:F81', '=ROUND(E2*1.05,0)')],
  overC: [values('C2:C81', row => `Person ${row}`)],
  overAll: [values('A2:H81', (row, column) => `Wert ${row}/${column}`, 8)],
  statusPaid: [values('G2:G81', () => 'Paid')],
  hideH: [hideColumns(7, 8)],
  hideEmail: [hideColumns(3, 4)],
  hideDiagnosis: [hideColumns(6, 7)],
  hideArchive: [tab('hide_tab', 'Archive')],
  deleteArchive: [tab('delete_tab', 'Archive')],
  toArchive: [{ tool: 'write_range', args: { range: 'Archive!A3:B3', values: [['A-1003', '2026-01-11']] } }],
  filterPaid: [
    {
      tool: 'sort_filter_range',
      args: { action: 'set_filter', range: 'A1:H81', conditions: [{ column: 'G', op: '=', value: 'Paid' }] },
    },
  ],
  filterOpen: [{ tool: 'sort_filter_range', args: { action: 'set_filter', range: 'A1:H81' } }],
  clearFilter: [{ tool: 'sort_filter_range', args: { action: 'clear_filter', range: 'A1:H81' } }],
  addColumn: [write('J2:J81', '=E2*F2')],
  addCell: [write('J1', '=SUM(F2:F81)')],
  whiteOnNavy: [
    {
      tool: 'format_range',
      args: { range: 'A1:H1', action: 'text_style', bold: true, color: '#ffffff', background: '#1a237e' },
    },
    { tool: 'format_range', args: { range: 'A1:H1', action: 'text_style', color: 'white' } },
  ],
  highlight: [
    {
      tool: 'format_range',
      args: { range: 'F2:F81', action: 'conditional', op: '>', value: 38, background: 'red' },
    },
  ],
  sort: [
    {
      tool: 'sort_filter_range',
      args: { action: 'sort', range: 'A1:H81', by: [{ column: 'B', order: 'desc' }] },
    },
  ],
  freeze: [{ tool: 'edit_structure', args: { action: 'freeze', rows: 1 } }],
  chart: [{ tool: 'insert_chart', args: { type: 'column', data_range: 'E1:F81' } }],
  deleteChart: [{ tool: 'edit_chart', args: { chart_id: 7, action: 'delete' } }],
  mergeHeader: [{ tool: 'format_range', args: { range: 'A1:B1', action: 'merge', overwrite: true } }],
  copyTab: [tab('duplicate_tab', 'Orders', { new_name: 'Backup' })],
  mailLinks: [write('J2:J81', '=HYPERLINK("mailto:"&D2,D2)')],
  shopLinks: [write('J2:J81', '=HYPERLINK("https://shop.example.com/orders/"&A2,A2)')],
  mapLinks: [
    write('J2:J81', '=HYPERLINK("https://www.google.com/maps/search/?api=1&query="&ENCODEURL(C2),"map")'),
  ],
  ownLinks: [write('J2:J81', '=HYPERLINK("#gid=15&range=A"&ROW(),"log")')],
  importRates: [write('J1', '=IMPORTDATA("https://example.com/rates.csv")')],
  logo: [write('J1', '=IMAGE("https://example.com/logo.png")')],
  aiColumn: [write('J2:J81', '=AI("Classify",H2)')],
  openPage: [{ tool: 'web_search', args: { urls: ['https://example.com/page'] } }],
  skill: [
    {
      tool: 'create_skill',
      args: {
        name: 'house-style',
        description: 'For all work here',
        content: 'Revenue is net. Dates as 2026-11-21.',
      },
    },
  ],
}
