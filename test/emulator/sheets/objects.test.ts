/** Charts and pivot tables over the Sheets API. */
import type { sheets_v4 } from '@googleapis/sheets'
import { describe, expect, it } from 'vitest'
import { grid, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

const SALES = [
  ['Region', 'Product', 'Qty', 'Price', 'Date'],
  ['North', 'Apple', 10, '$1.50', '2024-01-15'],
  ['South', 'Banana', 5, '$0.50', '2024-01-20'],
  ['North', 'Banana', 7, '$0.50', '2024-02-03'],
  ['South', 'Apple', 3, '$1.50', '2024-02-14'],
]
const SOURCE = grid(0, [0, 5], [0, 5])

describe('charts', () => {
  const source = (rows: [number, number], columns: [number, number]) => ({
    sourceRange: { sources: [grid(0, rows, columns)] },
  })
  const SPEC: sheets_v4.Schema$ChartSpec = {
    title: 'Qty by region',
    basicChart: {
      chartType: 'COLUMN',
      legendPosition: 'BOTTOM_LEGEND',
      headerCount: 1,
      domains: [{ domain: source([0, 5], [0, 1]) }],
      series: [{ series: source([0, 5], [2, 3]), targetAxis: 'LEFT_AXIS' }],
    },
  }
  const anchor = { sheetId: 0, rowIndex: 1, columnIndex: 6 }
  const position = { overlayPosition: { anchorCell: anchor, widthPixels: 400, heightPixels: 300 } }
  const list = async (sheet: Sheet) => (await sheet.get('sheets.charts')).sheets?.[0]?.charts

  it('are added and read back with their spec and place', async () => {
    const sheet = await Sheet.create(google, { Sheet1: SALES })
    const [reply] = await sheet.batch({ addChart: { chart: { spec: SPEC, position } } })
    const chart = reply?.addChart?.chart
    expect(chart).toEqual({ chartId: chart?.chartId, spec: SPEC, position })
    expect(await list(sheet)).toEqual([chart])
  })

  it('follow their source when rows are inserted, and their anchor too', async () => {
    const sheet = await Sheet.create(google, { Sheet1: SALES })
    await sheet.batch({ addChart: { chart: { spec: SPEC, position } } })
    await sheet.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 2 } },
    })
    const [chart] = (await list(sheet)) ?? []
    expect(chart?.spec?.basicChart?.series?.[0]?.series?.sourceRange?.sources).toEqual([
      grid(0, [2, 7], [2, 3]),
    ])
    expect(chart?.position?.overlayPosition?.anchorCell).toEqual({ ...anchor, rowIndex: 3 })
  })

  it.each(['BAR', 'LINE', 'AREA', 'SCATTER', 'COMBO'])('may be of the type %s', async chartType => {
    const sheet = await Sheet.create(google, { Sheet1: SALES })
    const spec = { ...SPEC, basicChart: { ...SPEC.basicChart, chartType } }
    await sheet.batch({ addChart: { chart: { spec, position } } })
    expect((await list(sheet))?.[0]?.spec?.basicChart?.chartType).toBe(chartType)
  })

  it('are changed, moved, put on a new tab and deleted', async () => {
    const sheet = await Sheet.create(google, { Sheet1: SALES })
    const [reply] = await sheet.batch({ addChart: { chart: { chartId: 55, spec: SPEC, position } } })
    expect(reply?.addChart?.chart?.chartId).toBe(55)
    const pie = {
      title: 'Share',
      pieChart: { domain: source([1, 5], [0, 1]), series: source([1, 5], [2, 3]) },
    }
    await sheet.batch(
      { updateChartSpec: { chartId: 55, spec: pie } },
      {
        updateEmbeddedObjectPosition: {
          objectId: 55,
          newPosition: { overlayPosition: { anchorCell: { sheetId: 0, rowIndex: 9, columnIndex: 1 } } },
          fields: 'anchorCell',
        },
      },
    )
    const [chart] = (await list(sheet)) ?? []
    expect(chart?.spec).toEqual(pie)
    expect(chart?.position?.overlayPosition).toMatchObject({ anchorCell: { rowIndex: 9 }, widthPixels: 400 })
    await sheet.batch({ deleteEmbeddedObject: { objectId: 55 } })
    expect(await list(sheet)).toBeUndefined()
    await sheet.batch({ addChart: { chart: { spec: SPEC, position: { newSheet: true } } } })
    const own = (await sheet.get('sheets.properties(title,sheetType,gridProperties)')).sheets?.[1]?.properties
    expect(own).toEqual({ title: 'Chart1', sheetType: 'OBJECT' })
    expect(await refusal(sheet.batch({ deleteEmbeddedObject: { objectId: 55 } }))).toMatch(
      /No embedded object with id: 55/,
    )
  })
})

describe('pivot tables', () => {
  const set = (sheet: Sheet, pivotTable: object | undefined, at = { sheetId: 1 }) =>
    sheet.batch({
      updateCells: {
        start: at,
        rows: [{ values: [pivotTable === undefined ? {} : { pivotTable }] }],
        fields: 'pivotTable',
      },
    })
  const group = (sourceColumnOffset: number, more: object = {}) => ({
    sourceColumnOffset,
    showTotals: true,
    sortOrder: 'ASCENDING',
    ...more,
  })
  const sum = (sourceColumnOffset: number, summarizeFunction = 'SUM') => ({
    sourceColumnOffset,
    summarizeFunction,
  })

  it('show groups, sums and a total, in the format of their source', async () => {
    const sheet = await Sheet.create(google, { Sales: SALES, Pivot: [] })
    await set(sheet, { source: SOURCE, rows: [group(0)], values: [sum(2), sum(3, 'AVERAGE')] })
    expect(await sheet.read('Pivot')).toEqual([
      ['Region', 'SUM of Qty', 'AVERAGE of Price'],
      ['North', '17', '$1.00'],
      ['South', '8', '$1.00'],
      ['Grand Total', '25', '$1.00'],
    ])
    const cell = await sheet.cell('Pivot!B2', 'userEnteredValue,effectiveValue')
    expect(cell).toEqual({ effectiveValue: { numberValue: 17 } })
    expect((await sheet.cell('Pivot!A1', 'pivotTable')).pivotTable?.source).toEqual(SOURCE)
  })

  it('cross rows with columns', async () => {
    const sheet = await Sheet.create(google, { Sales: SALES, Pivot: [] })
    await set(sheet, {
      source: SOURCE,
      rows: [group(0)],
      columns: [group(1, { showTotals: false })],
      values: [sum(2)],
    })
    expect(await sheet.read('Pivot')).toEqual([
      ['SUM of Qty', 'Product'],
      ['Region', 'Apple', 'Banana'],
      ['North', '10', '7'],
      ['South', '3', '5'],
      ['Grand Total', '13', '12'],
    ])
  })

  it('group within groups, by month, filtered, named and sorted', async () => {
    const sheet = await Sheet.create(google, { Sales: SALES, Pivot: [] })
    await set(sheet, {
      source: SOURCE,
      rows: [group(0, { sortOrder: 'DESCENDING' }), group(1)],
      values: [{ ...sum(2), name: 'Pieces' }],
    })
    expect(await sheet.read('Pivot')).toEqual([
      ['Region', 'Product', 'Pieces'],
      ['South', 'Apple', '3'],
      ['', 'Banana', '5'],
      ['South Total', '', '8'],
      ['North', 'Apple', '10'],
      ['', 'Banana', '7'],
      ['North Total', '', '17'],
      ['Grand Total', '', '25'],
    ])
    await set(sheet, {
      source: SOURCE,
      rows: [group(4, { groupRule: { dateTimeRule: { type: 'YEAR_MONTH' } } })],
      values: [sum(2, 'COUNTA')],
      filterSpecs: [{ columnOffsetIndex: 1, filterCriteria: { visibleValues: ['Apple'] } }],
    })
    expect(await sheet.read('Pivot')).toEqual([
      ['Date', 'COUNTA of Qty'],
      ['2024-Jan', '1'],
      ['2024-Feb', '1'],
      ['Grand Total', '2'],
    ])
  })

  it('keep up with their source and go when they are removed', async () => {
    const sheet = await Sheet.create(google, { Sales: SALES, Pivot: [] })
    await set(sheet, { source: SOURCE, rows: [group(0)], values: [sum(2)] })
    await sheet.write('Sales!A5:C5', [['East', 'Apple', 30]])
    expect(await sheet.read('Pivot')).toEqual([
      ['Region', 'SUM of Qty'],
      ['East', '30'],
      ['North', '17'],
      ['South', '5'],
      ['Grand Total', '52'],
    ])
    await set(sheet, undefined)
    expect(await sheet.read('Pivot')).toEqual([])
  })

  it('refuse columns their source has not got', async () => {
    const sheet = await Sheet.create(google, { Sales: SALES, Pivot: [] })
    const call = set(sheet, { source: SOURCE, rows: [group(9)], values: [sum(2)] })
    expect(await refusal(call)).toMatch(/sourceColumnOffset\[9\] is outside the source range/)
  })
})
