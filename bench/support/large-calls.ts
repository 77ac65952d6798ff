/** Each tool's largest allowed call, on the tables of `large-google.ts`. */
export interface LargeCall {
  title: string
  tool: string
  args: Record<string, unknown>
  /** Unless it is LARGE. */
  spreadsheet?: 'MIDDLE'
  /** The argument that names the tab it makes: each try makes one of its own. */
  tabMade?: 'target_tab' | 'new_tab'
}

const RANGES = Array.from({ length: 20 }, (_, at) => `T!A${at * 20_000 + 1}:J${(at + 1) * 20_000}`)
export const CALLS: LargeCall[] = [
  {
    title: 'copy 100,000 formula cells',
    tool: 'copy_paste_range',
    args: { source_range: 'T!A1:J10000', target_range: 'T!K1' },
  },
  {
    title: 'copy 500,000 formula cells',
    tool: 'copy_paste_range',
    args: { source_range: 'T!A1:J50000', target_range: 'T!K1' },
  },
  { title: 'read 20 large ranges', tool: 'read_range', args: { ranges: RANGES } },
  { title: 'read one whole tab', tool: 'read_range', args: { ranges: ['T!A:J'] } },
  {
    title: 'fill one formula over 200,000 cells',
    tool: 'write_range',
    args: { range: 'T!K1:K200000', formula: '=A1*$B$1+LEN(C1)' },
  },
  {
    title: 'write 5,000 formulas one by one',
    tool: 'write_range',
    args: {
      range: 'T!K1:K5000',
      values: Array.from({ length: 5_000 }, (_, at) => [`=A${at + 1}*2+SUM(B$1:B${at + 1})`]),
    },
  },
  { title: 'overview of 500,000 rows', tool: 'get_sheet_overview', args: {} },
  {
    title: 'sort 100,000 rows',
    tool: 'sort_filter_range',
    args: { action: 'sort', range: 'T!A1:J100000', by: [{ column: 'A' }] },
  },
  {
    title: 'filter 100,000 rows to a tab',
    tabMade: 'target_tab',
    tool: 'sort_filter_range',
    args: {
      action: 'filter_to_tab',
      range: 'T!A1:J100000',
      conditions: [{ column: 'A', op: '>', value: 100 }],
    },
  },
  { title: 'trim 200,000 cells', tool: 'clean_range', args: { action: 'trim', range: 'T!A1:J20000' } },
  {
    title: 'find by a pattern in every cell',
    tool: 'find',
    spreadsheet: 'MIDDLE',
    args: { what: '9+7$', regex: true },
  },
  {
    title: 'find in every formula',
    tool: 'find',
    spreadsheet: 'MIDDLE',
    args: { what: 'LEN', in: 'formulas' },
  },
  { title: 'trace what depends on one cell', tool: 'trace', spreadsheet: 'MIDDLE', args: { cell: 'T!B1' } },
  {
    title: 'unpivot 18,000 rows',
    tool: 'unpivot',
    tabMade: 'target_tab',
    args: { range: 'T!A1:J18000', keep: ['A'] },
  },
  {
    title: 'continue a series over 100,000 cells',
    tool: 'fill_series',
    args: { source: 'T!K1:K2', target: 'T!K1:K100000', overwrite: true },
  },
  {
    title: 'number format on 500,000 rows',
    tool: 'format_range',
    args: { action: 'number_format', range: 'T!A1:J500000', pattern: '0.00' },
  },
  { title: 'style a table of 100,000 rows', tool: 'style_table', args: { range: 'T!A1:J100000' } },
  {
    title: 'delete lines among 100,000',
    tool: 'rows_columns',
    args: {
      action: 'delete_where',
      range: 'T!A1:J100000',
      conditions: [{ column: 'A', op: '>', value: 3_000_000 }],
    },
  },
  {
    title: 'pivot table of 100,000 rows',
    tabMade: 'new_tab',
    tool: 'insert_pivot_table',
    args: { source_range: 'T!A1:J100000', rows: ['A'], values: [{ column: 'C' }] },
  },
  {
    title: 'query 100,000 rows',
    tool: 'query_data',
    args: { sql: 'select count(*) from t', tables: { t: 'T!A1:J100000' } },
  },
  {
    title: 'fields of 20,000 cells',
    tool: 'read_spreadsheet_fields',
    args: { fields: 'sheets(data(rowData(values(formattedValue))))', ranges: ['T!A1:J2000'] },
  },
]
