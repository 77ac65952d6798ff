/**
 * Tabs as people lay them out, each with its tables as a person would name them. Cells stand between bars:
 * numbers, texts, =formulas, dates as @2024-01-05, `..` empty. `A1:C1` in merges.
 */
import { parseRange } from '../../../service/sheets/a1.ts'
import type { GridCell } from '../../../service/sheets/overview/grid-cell.ts'

export interface Layout {
  name: string
  rows: string[]
  merges?: string[]
  /** 1-based row of the main table's (last) header. */
  header: number | null
  /** Of each table: its range, and `form`, `title`, `totals` where it has them. */
  tables?: string[]
}

const EPOCH = Date.UTC(1899, 11, 30)

function cell(text: string): GridCell {
  const plain: GridCell = {
    value: text,
    shown: text,
    error: null,
    formula: null,
    formatType: null,
    pattern: null,
  }
  if (text === '..' || text === '') return { ...plain, value: null, shown: '' }
  if (text.startsWith('=')) return { ...plain, value: 7, shown: '7', formula: text }
  if (text.startsWith('@')) {
    return {
      ...plain,
      value: (Date.parse(text.slice(1)) - EPOCH) / 86_400_000,
      shown: text.slice(1),
      formatType: 'DATE',
    }
  }
  const number = Number(text.replace(/[$%,]/g, ''))
  return Number.isNaN(number) ? plain : { ...plain, value: number }
}

export const gridOf = ({ rows }: Layout): GridCell[][] =>
  rows.map(row => (row === '' ? [] : row.split('|').map(part => cell(part.trim()))))

export const mergesOf = ({ merges = [] }: Layout) => merges.map(text => parseRange(text)!.box)

export const layouts: Layout[] = [
  { name: 'a plain table', rows: ['Name|Qty', 'a|1', 'b|2'], header: 1, tables: ['A1:B3'] },
  { name: 'texts only', rows: ['Name|City', 'Ann|Rome', 'Bo|Oslo'], header: 1 },
  { name: 'data from the first row', rows: ['a|1', 'b|2', 'c|3'], header: null },
  {
    name: 'words from the first row, one of them twice in its column',
    rows: ['ABRADANT|DRT|AAA|BN', 'DATACARD|DRT|AAA|CD', 'DATAGRAM|DRT|AAA|GM', 'THANADAR|DRT|AAA|HN'],
    header: null,
  },
  { name: 'codes in one column', rows: ['..|..', '..|B3', '..|B4', '..|B5', '..|B6'], header: null },
  {
    name: 'one column with a header',
    rows: ['Date', '@2021-04-21', '@2021-05-04', '@2019-11-11'],
    header: 1,
  },
  { name: 'one column of texts', rows: ['Detail', '@T3&217-OTC Co', 'IDC-CIC', '"IDC-UH,JDF"'], header: 1 },
  {
    name: 'an empty row on top',
    rows: ['', 'ID|Name|Doc', 'C7|Library|20377', 'C8|Library|20378'],
    header: 2,
  },
  {
    name: 'a title over the table',
    rows: ['Sales 2024', 'Name|Qty|Price', 'a|1|2', 'b|1|2'],
    header: 2,
    tables: ['A2:C4 title'],
  },
  {
    name: 'a title, an empty row, the table',
    rows: ['How to return the second rep', '', 'Status|Customer|Reps', 'Active|13057|5', 'Inactive|18841|5'],
    header: 3,
    tables: ['A3:C5 title'],
  },
  {
    name: 'title and date over the table',
    rows: ['Monthly report', 'As of June 2024', '', 'Region|Sales|Cost', 'North|1|2', 'South|3|4'],
    header: 4,
  },
  {
    name: 'a merged title',
    rows: ['Budget', 'Item|Plan', 'Rent|100', 'Food|50'],
    merges: ['A1:B1'],
    header: 2,
    tables: ['A2:B4 title'],
  },
  {
    name: 'two tables side by side with merged titles',
    rows: [
      'Actual|..|..|..|Expected|..|..',
      'Stock|Date|Open|..|Stock|Date|Open',
      'NSEI|@2022-09-02|17598|..|NSEI|@2022-09-02|17598',
      'TCS|@2022-09-05|17546|..|TCS|@2022-09-05|17546',
    ],
    merges: ['A1:C1', 'E1:G1'],
    header: 2,
    tables: ['A2:C4 title', 'E2:G4 title'],
  },
  {
    name: 'a header with an empty first name',
    rows: ['..|DATE|OPEN', 'NSEI|@2022-09-02|17598', 'TCS|@2022-09-05|17546'],
    header: 1,
  },
  {
    name: 'groups of columns merged over the names',
    rows: [
      'Region|2023|..|2024|..'.replace('2023', 'Last year').replace('2024', 'This year'),
      '..|Units|Sales|Units|Sales',
      'North|1|10|2|20',
      'South|3|30|4|40',
    ],
    merges: ['A1:A2', 'B1:C1', 'D1:E1'],
    header: 2,
    tables: ['A1:E4'],
  },
  {
    name: 'a group name over some columns only',
    rows: [
      '..|..|..|Destination Port|..|..',
      'Origin|Type|Total|NL|DE|HH',
      'CN|20DC|169|85|42|42',
      'VN|20DC|34|17|9|9',
    ],
    merges: ['D1:F1'],
    header: 2,
  },
  { name: 'years as names', rows: ['Region|2023|2024', 'North|5|6', 'South|7|8'], header: 1 },
  {
    name: 'days as names',
    rows: ['Name|@2021-12-04|@2021-12-05|@2021-12-06', 'Dhaka|12|19|26', 'Khulna|13|11|9'],
    header: 1,
  },
  { name: 'weeks as names', rows: ['Task|1|2|3|4', 'Design|4|5|..|..', 'Build|..|3|3|4'], header: 1 },
  {
    name: 'a totals row',
    rows: ['Item|Cost', 'a|1', 'b|2', 'Total|=SUM(B2:B3)'],
    header: 1,
    tables: ['A1:B4 totals'],
  },
  {
    name: 'totals without the word',
    rows: ['Item|Cost|Tax', 'a|1|1', 'b|2|2', '..|=SUM(B2:B3)|=SUM(C2:C3)'],
    header: 1,
    tables: ['A1:C4 totals'],
  },
  {
    name: 'a grand total in German',
    rows: ['Posten|Betrag', 'Miete|1', 'Strom|2', 'Gesamt|=SUM(B2:B3)'],
    header: 1,
    tables: ['A1:B4 totals'],
  },
  {
    name: 'two tables one below the other',
    rows: ['Name|Qty', 'a|1', 'b|2', '', 'City|Sales|Cost', 'Rome|1|2', 'Oslo|3|4'],
    header: 5,
    tables: ['A1:B3', 'A5:C7'],
  },
  {
    name: 'two titled tables one below the other',
    rows: ['Income', 'Item|Amount', 'Rent|1', 'Fees|2', '', 'Costs', 'Item|Amount', 'Food|1', 'Gas|2'],
    header: 2,
    tables: ['A2:B4 title', 'A7:B9 title'],
  },
  {
    name: 'an empty row within the data',
    rows: ['Name|Qty|Price', 'a|1|2', 'b|2|3', '', 'c|3|4', 'd|4|5'],
    header: 1,
    tables: ['A1:C6'],
  },
  {
    name: 'a header, an empty row, the data',
    rows: ['PID|Name|Odds', '', 'AINN|7|x', 'LAD|5|x', 'MULT|2|x'],
    header: 1,
    tables: ['A1:C5'],
  },
  {
    name: 'tables that begin in the middle of the tab',
    rows: ['', '', '..|..|Table 1:', '', '..|..|Column|Value', '..|..|AAA|1', '..|..|BBB|2'],
    header: 5,
    tables: ['C5:D7 title'],
  },
  {
    name: 'a list of values for a dropdown beside the table',
    rows: ['Task|State|..|States', 'a|open|..|open', 'b|done|..|done', 'c|open|..|late'],
    header: 1,
    tables: ['A1:B4', 'D1:D4'],
  },
  {
    name: 'settings beside the table, without names',
    rows: [
      'Origin|Type|Total|..|..|..',
      'CN|20DC|169|..|NL|50%',
      'VN|20DC|34|..|DE|25%',
      'IN|20DC|34|..|HH|25%',
    ],
    header: 1,
    tables: ['A1:C4', 'E2:F4'],
  },
  {
    name: 'a form with colons',
    rows: ['Client:|Acme', 'Date:|@2024-01-05', 'Amount:|500', 'Paid:|no'],
    header: null,
    tables: ['A1:B4 form'],
  },
  {
    name: 'a form without colons',
    rows: ['Project|Bridge', 'Start|@2024-01-05', 'Budget|5000', 'Owner|Ann'],
    header: null,
    tables: ['A1:B4 form'],
  },
  {
    name: 'a form over a table',
    rows: [
      'Invoice no:|17',
      'Client:|Acme',
      'Date:|@2024-01-05',
      '',
      'Item|Qty|Price',
      'Bolt|2|3',
      'Nut|4|1',
      'Washer|9|2',
    ],
    header: 5,
    tables: ['A1:B3 form', 'A5:C8'],
  },
  {
    name: 'a calculation with labels',
    rows: ['Akola', 'despatch weight|18.12|RATE', 'received weight|18.11|330|=(B3*C3)', '..|=(B2*1000)'],
    header: null,
  },
  {
    name: 'a statement by rows with years',
    rows: [
      'Income statement',
      '..|2022|2023|2024',
      'Revenue|1|2|3',
      'Costs|1|1|1',
      'Profit|=B3-B4|=C3-C4|=D3-D4',
    ],
    header: 2,
  },
  {
    name: 'formulas in every row',
    rows: [
      'DATE|MONTH|WORKER|WAGE',
      '@2024-06-01|=TEXT(A2,"m")|Ann|=B2*2',
      '@2024-06-01|=TEXT(A3,"m")|Bo|=B3*2',
    ],
    header: 1,
  },
  {
    name: 'names that repeat',
    rows: [
      'Other|PO #|Other|Other|Ship|Other',
      '..|ABC123|..|..|@2024-08-01|..',
      '..|ABC124|..|..|@2024-08-02|..',
    ],
    header: 1,
  },
  {
    name: 'the same name over output columns',
    rows: [
      'Input|Input|Split text|Split text|Split text',
      '1|How to copy text|..|..|..',
      '3|How to split|..|..|..',
    ],
    header: 1,
  },
  {
    name: 'a lone heading far to the right over data without names',
    rows: ['..|..|..|Total points', '', '', 'Liam|2|1|261', 'Noah|2|1|263'],
    header: null,
  },
  {
    name: 'a date above a list without names',
    rows: ['..|..|June 22. 2023', '', 'Arugula|4|Arugula', 'Basil|3|..', 'Beans|5|..'],
    header: null,
  },
  {
    name: 'one income table and one rent table',
    rows: [
      'MONTHLY INCOME|..|..|..|RENTAL INCOME',
      'MONTH|INCOME|BALANCE|..|TENANT|WEEK|DUE|AMOUNT|PAID',
      'July|=SUM(H3:H9)|0|..|..|1|..|100|@2021-07-01',
      'August|=SUM(H3:H9)|0|..|..|2|..|100|@2021-08-01',
    ],
    header: 2,
    tables: ['A2:C4 title', 'E2:I4 title'],
  },
  {
    name: 'sources marked in a merged column at the left',
    rows: [
      '..|Source|..|..',
      'Source 1|Name|@2021-12-04|@2021-12-05',
      '..|Dhaka|12|19',
      '..|Khulna|13|11',
      '',
      'Source 2|Name|@2021-12-05|@2021-12-06',
      '..|Dhaka|19|26',
      '..|Khulna|1|2',
    ],
    merges: ['B1:D1', 'A2:A4', 'A6:A8'],
    header: 2,
    tables: ['A2:D4 title', 'A6:D8'],
  },
  {
    name: 'long answers under questions',
    rows: [
      'Question|Answer',
      'What is good here?|The staff was friendly and quick.',
      'What is bad here?|Nothing at all, really.',
    ],
    header: 1,
  },
]
