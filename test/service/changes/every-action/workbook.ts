/** A workbook with one of everything on it, for calls that change any of it. */
import { type Bench, type BenchOptions, openBench, type Workbench } from '../../tools/open-bench.ts'

export const ORDERS = 100
export const SUMS = 101
export const STOCK = 102
export const ARCHIVE = 103

export const CHART = 501
export const FILTER_VIEW = 601
export const BANDING = 77
export const TABLE = 'stock-table'
export const SLICER = 701

export const range = (
  startRowIndex: number,
  endRowIndex: number,
  startColumnIndex: number,
  endColumnIndex: number,
  sheetId: number = ORDERS,
) => ({ sheetId, startRowIndex, endRowIndex, startColumnIndex, endColumnIndex })

const tabs: BenchOptions['tabs'] = [
  {
    title: 'Orders',
    frozenRows: 1,
    size: [20, 8],
    rows: [
      ['Id', 'Name', 'City', 'Qty', 'Price', 'Total'],
      [1, ' anna lee ', 'Oslo', 3, 2.5, '=D2*E2'],
      [2, 'Bob Ray', 'Rome', 1, 4, '=D3*E3'],
      [3, 'Cy; Dee', 'Oslo', 5, 1, '=D4*E4'],
      [2, 'Bob Ray', 'Rome', 1, 4, '=D5*E5'],
      [4, 'Eve Fox', 'Bonn', 2, 8, '=D6*E6'],
    ],
  },
  {
    title: 'Sums',
    size: [40, 8],
    rows: [
      ['Total', '=SUM(Orders!F2:F6)'],
      ['First', '=Orders!B2'],
      ['Rows', '=COUNTA(Orders!A2:A6)'],
      ['In stock', '=SUM(Stock!B2:B4)'],
    ],
  },
  {
    title: 'Stock',
    size: [30, 6],
    rows: [
      ['Item', 'Pieces'],
      ['Bolt', 40],
      ['Nut', 25],
      ['Pin', 8],
    ],
  },
  {
    title: 'Archive',
    size: [20, 6],
    rows: [
      ['Year', 'Sum', '', 'Typed', 'Paid on'],
      [2023, 12, '', "'1,204", "'3 Mar 2023"],
      [2024, 15, '', "'77", "'19 May 2024"],
    ],
  },
]

const white = { rgbColor: { red: 1, green: 1, blue: 1 } }
const grey = { rgbColor: { red: 0.9, green: 0.9, blue: 0.9 } }
const source = (from: number, to: number) => ({
  sourceRange: { sources: [range(0, 6, from, to)] },
})

const looks: Parameters<Bench['batch']> = [
  {
    repeatCell: {
      range: range(0, 1, 0, 6),
      cell: { userEnteredFormat: { textFormat: { bold: true } } },
      fields: 'userEnteredFormat.textFormat.bold',
    },
  },
  {
    repeatCell: {
      range: range(2, 4, 1, 3),
      cell: { userEnteredFormat: { backgroundColorStyle: { rgbColor: { red: 1 } } }, note: 'check' },
      fields: 'userEnteredFormat.backgroundColorStyle,note',
    },
  },
  {
    setDataValidation: {
      range: range(1, 6, 2, 3),
      rule: {
        condition: {
          type: 'ONE_OF_LIST',
          values: [{ userEnteredValue: 'Oslo' }, { userEnteredValue: 'Rome' }],
        },
        showCustomUi: true,
      },
    },
  },
  {
    addConditionalFormatRule: {
      index: 0,
      rule: {
        ranges: [range(1, 6, 3, 4)],
        booleanRule: {
          condition: { type: 'NUMBER_GREATER', values: [{ userEnteredValue: '2' }] },
          format: { textFormat: { italic: true } },
        },
      },
    },
  },
  { mergeCells: { range: range(10, 11, 0, 3), mergeType: 'MERGE_ALL' } },
  {
    updateDimensionProperties: {
      range: { sheetId: ORDERS, dimension: 'COLUMNS', startIndex: 1, endIndex: 2 },
      properties: { pixelSize: 180 },
      fields: 'pixelSize',
    },
  },
  {
    updateDimensionProperties: {
      range: { sheetId: ORDERS, dimension: 'ROWS', startIndex: 18, endIndex: 19 },
      properties: { hiddenByUser: true },
      fields: 'hiddenByUser',
    },
  },
  {
    addBanding: {
      bandedRange: {
        bandedRangeId: BANDING,
        range: range(14, 18, 0, 3),
        rowProperties: { firstBandColorStyle: white, secondBandColorStyle: grey },
      },
    },
  },
]

const objects: Parameters<Bench['batch']> = [
  { addNamedRange: { namedRange: { namedRangeId: 'qty', name: 'Qtys', range: range(1, 6, 3, 4) } } },
  { addProtectedRange: { protectedRange: { range: range(12, 14, 0, 2), description: 'Do not touch' } } },
  {
    addFilterView: {
      filter: { filterViewId: FILTER_VIEW, title: 'Few', range: range(0, 6, 0, 6) },
    },
  },
  {
    addDimensionGroup: {
      range: { sheetId: ORDERS, dimension: 'ROWS', startIndex: 15, endIndex: 17 },
    },
  },
  {
    addChart: {
      chart: {
        chartId: CHART,
        spec: {
          title: 'Quantities',
          basicChart: {
            chartType: 'COLUMN',
            legendPosition: 'BOTTOM_LEGEND',
            headerCount: 1,
            domains: [{ domain: source(1, 2) }],
            series: [{ series: source(3, 4), targetAxis: 'LEFT_AXIS' }],
          },
        },
        position: {
          overlayPosition: {
            anchorCell: { sheetId: ORDERS, rowIndex: 7, columnIndex: 4 },
            widthPixels: 250,
            heightPixels: 150,
          },
        },
      },
    },
  },
  {
    addSlicer: {
      slicer: {
        slicerId: SLICER,
        spec: { dataRange: range(0, 6, 0, 6), columnIndex: 2, title: 'City' },
        position: {
          overlayPosition: {
            anchorCell: { sheetId: ORDERS, rowIndex: 7, columnIndex: 1 },
            widthPixels: 200,
            heightPixels: 40,
          },
        },
      },
    },
  },
  {
    updateCells: {
      start: { sheetId: SUMS, rowIndex: 0, columnIndex: 3 },
      rows: [
        {
          values: [
            {
              pivotTable: {
                source: range(0, 6, 0, 6),
                rows: [{ sourceColumnOffset: 2, showTotals: true, sortOrder: 'ASCENDING' }],
                values: [{ sourceColumnOffset: 3, summarizeFunction: 'SUM' }],
              },
            },
          ],
        },
      ],
      fields: 'pivotTable',
    },
  },
  { addTable: { table: { tableId: TABLE, name: 'StockTable', range: range(0, 4, 0, 2, STOCK) } } },
  { setBasicFilter: { filter: { range: range(0, 3, 0, 2, ARCHIVE) } } },
  { updateSheetProperties: { properties: { sheetId: ARCHIVE, hidden: true }, fields: 'hidden' } },
]

/** Rows of a bulk run answer with their own prompt. */
const models: NonNullable<BenchOptions['models']> = {
  value: async ({ prompt }) => ({
    state: 'ok',
    value: prompt.split('\n')[0]!.toUpperCase(),
    usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 },
    costNanoDollars: 1n,
  }),
}
const search: NonNullable<BenchOptions['search']> = {
  costNanoDollars: 0n,
  search: async query => [{ title: query, url: 'https://a.example', snippet: 'snip' }],
  read: async url => ({ url, title: 'Page', text: 'text' }),
}

/** Orders with formats, notes, rules and objects, and tabs that depend on it. */
export async function openBusyBench(workbench: Workbench): Promise<Bench> {
  const prompt = 'change the protected cells too'
  const bench = await openBench(workbench, { prompt, asks: false, tabs, models, search })
  await bench.batch(...looks)
  await bench.batch(...objects)
  return bench
}
