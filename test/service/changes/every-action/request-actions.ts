/** Google's own requests, one for each kind that sheet_requests lets through. */
import { type ALLOWED, sheetRequests } from '../../../../service/tools/sheet-requests.ts'
import type { Action } from './action.ts'
import { BANDING, CHART, FILTER_VIEW, ORDERS, range, SLICER, STOCK, SUMS, TABLE } from './workbook.ts'

type Kind = (typeof ALLOWED)[number]

const red = { rgbColor: { red: 1 } }
const rows = (startIndex: number, endIndex: number) => ({
  sheetId: ORDERS,
  dimension: 'ROWS',
  startIndex,
  endIndex,
})
const gradient = {
  ranges: [range(1, 6, 4, 5)],
  gradientRule: {
    minpoint: { type: 'MIN', colorStyle: red },
    maxpoint: { type: 'MAX', colorStyle: { rgbColor: { green: 1 } } },
  },
}

const requests: Record<Kind, object> = {
  addBanding: {
    bandedRange: {
      range: range(0, 6, 0, 6),
      rowProperties: { firstBandColorStyle: red, secondBandColorStyle: { rgbColor: { blue: 1 } } },
    },
  },
  updateBanding: {
    bandedRange: {
      bandedRangeId: BANDING,
      rowProperties: { firstBandColorStyle: red, secondBandColorStyle: { rgbColor: { blue: 1 } } },
    },
    fields: 'rowProperties',
  },
  deleteBanding: { bandedRangeId: BANDING },
  addFilterView: { filter: { title: 'Mine', range: range(0, 6, 0, 4) } },
  updateFilterView: { filter: { filterViewId: FILTER_VIEW, title: 'Others' }, fields: 'title' },
  deleteFilterView: { filterId: FILTER_VIEW },
  addSlicer: {
    slicer: {
      spec: { dataRange: range(0, 6, 0, 6), columnIndex: 1 },
      position: { overlayPosition: { anchorCell: { sheetId: ORDERS, rowIndex: 9, columnIndex: 5 } } },
    },
  },
  updateSlicerSpec: {
    slicerId: SLICER,
    spec: { title: 'Town', columnIndex: 1 },
    fields: 'title,columnIndex',
  },
  addTable: { table: { name: 'OrdersTable', range: range(0, 6, 0, 6) } },
  updateTable: {
    table: { tableId: TABLE, name: 'Goods', range: range(0, 3, 0, 2, STOCK) },
    fields: 'name,range',
  },
  deleteTable: { tableId: TABLE },
  addDimensionGroup: { range: rows(2, 5) },
  deleteDimensionGroup: { range: rows(15, 17) },
  updateDimensionGroup: {
    dimensionGroup: { range: rows(15, 17), depth: 1, collapsed: true },
    fields: 'collapsed',
  },
  updateDimensionProperties: { range: rows(1, 4), properties: { pixelSize: 44 }, fields: 'pixelSize' },
  updateSheetProperties: {
    properties: { sheetId: SUMS, index: 0, tabColorStyle: red, gridProperties: { hideGridlines: true } },
    fields: 'index,tabColorStyle,gridProperties.hideGridlines',
  },
  updateSpreadsheetProperties: {
    properties: { title: 'Renamed', timeZone: 'Europe/Berlin', autoRecalc: 'MINUTE' },
    fields: 'title,timeZone,autoRecalc',
  },
  updateEmbeddedObjectPosition: {
    objectId: SLICER,
    newPosition: { overlayPosition: { anchorCell: { sheetId: ORDERS, rowIndex: 1, columnIndex: 6 } } },
    fields: 'anchorCell',
  },
  updateEmbeddedObjectBorder: { objectId: CHART, border: { colorStyle: red }, fields: 'colorStyle' },
  updateChartSpec: {
    chartId: CHART,
    spec: {
      title: 'Pie',
      pieChart: {
        legendPosition: 'RIGHT_LEGEND',
        domain: { sourceRange: { sources: [range(1, 6, 1, 2)] } },
        series: { sourceRange: { sources: [range(1, 6, 3, 4)] } },
      },
    },
  },
  updateBorders: { range: range(1, 3, 1, 3), bottom: { style: 'SOLID', colorStyle: red } },
  mergeCells: { range: range(7, 9, 0, 2), mergeType: 'MERGE_ALL' },
  unmergeCells: { range: range(10, 11, 0, 3) },
  moveDimension: { source: rows(1, 2), destinationIndex: 4 },
  autoResizeDimensions: { dimensions: { sheetId: ORDERS, dimension: 'COLUMNS', startIndex: 0, endIndex: 5 } },
  autoFill: {
    useAlternateSeries: false,
    sourceAndDestination: { source: range(1, 3, 4, 5), dimension: 'ROWS', fillLength: 3 },
  },
  trimWhitespace: { range: range(0, 6, 0, 6) },
  randomizeRange: { range: range(1, 6, 0, 6) },
  sortRange: { range: range(1, 6, 0, 6), sortSpecs: [{ dimensionIndex: 4, sortOrder: 'DESCENDING' }] },
  repeatCell: {
    range: range(1, 6, 1, 4),
    cell: { userEnteredFormat: { textFormat: { strikethrough: true } } },
    fields: 'userEnteredFormat.textFormat.strikethrough',
  },
  setDataValidation: { range: range(1, 6, 2, 4) },
  addConditionalFormatRule: { index: 1, rule: gradient },
  updateConditionalFormatRule: { sheetId: ORDERS, index: 0, rule: gradient },
  deleteConditionalFormatRule: { sheetId: ORDERS, index: 0 },
  addNamedRange: { namedRange: { name: 'Names', range: range(1, 6, 1, 2) } },
  updateNamedRange: { namedRange: { namedRangeId: 'qty', name: 'Amounts' }, fields: 'name' },
  deleteNamedRange: { namedRangeId: 'qty' },
}

export const requestActions: Action[] = Object.entries(requests).map(([kind, request]) => [
  `the request ${kind}`,
  sheetRequests,
  { requests: [{ [kind]: request }] },
])

export const requestKinds = Object.keys(requests)
