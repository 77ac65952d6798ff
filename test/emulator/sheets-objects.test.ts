import type { sheets_v4 } from '@googleapis/sheets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Google, grid, refusal, Sheet, startGoogle } from './sheets-fixture.ts'

let google: Google
beforeAll(async () => {
  google = await startGoogle()
})
afterAll(() => google.close())

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
    expect((await sheet.get('sheets.properties.title')).sheets?.[1]?.properties?.title).toBe('Chart1')
    expect(await refusal(sheet.batch({ deleteEmbeddedObject: { objectId: 55 } }))).toMatch(
      /No embedded object with id: 55/,
    )
  })
})

describe('developer metadata', () => {
  const row = (index: number) => ({
    dimensionRange: { sheetId: 0, dimension: 'ROWS', startIndex: index, endIndex: index + 1 },
  })
  const create = (metadataKey: string, metadataValue: string, location: object) => ({
    createDeveloperMetadata: {
      developerMetadata: { metadataKey, metadataValue, location, visibility: 'DOCUMENT' },
    },
  })

  it('of rows moves when rows are inserted, deleted and moved, and goes with its row', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a'], ['b'], ['c'], ['d']] })
    await sheet.batch(create('row', 'b', row(1)), create('row', 'd', row(3)))
    const found = async () => {
      const { data } = await sheet.client.spreadsheets.developerMetadata.search({
        spreadsheetId: sheet.id,
        requestBody: { dataFilters: [{ developerMetadataLookup: { metadataKey: 'row' } }] },
      })
      return Object.fromEntries(
        (data.matchedDeveloperMetadata ?? []).map(({ developerMetadata: it }) => [
          it?.metadataValue,
          it?.location?.dimensionRange?.startIndex,
        ]),
      )
    }
    expect(await found()).toEqual({ b: 1, d: 3 })
    await sheet.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 2 } },
    })
    expect(await found()).toEqual({ b: 3, d: 5 })
    await sheet.batch({
      moveDimension: {
        source: { sheetId: 0, dimension: 'ROWS', startIndex: 5, endIndex: 6 },
        destinationIndex: 0,
      },
    })
    expect(await found()).toEqual({ b: 4, d: 0 })
    await sheet.batch({
      deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 1 } },
    })
    expect(await found()).toEqual({ b: 3 })
  })

  it('stays at its row when values are sorted', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['b'], ['a']] })
    await sheet.batch(create('row', 'first', row(0)), {
      sortRange: { range: grid(0, [0, 2], [0, 1]), sortSpecs: [{ dimensionIndex: 0 }] },
    })
    const { sheets } = await sheet.get('sheets.data.rowMetadata.developerMetadata.metadataValue', ['A1:A2'])
    expect(sheets?.[0]?.data?.[0]?.rowMetadata).toEqual([
      { developerMetadata: [{ metadataValue: 'first' }] },
      {},
    ])
  })

  it('is got, changed and deleted by id, key and place', async () => {
    const sheet = await Sheet.create(google)
    const [onRow, onTab, onAll] = (
      await sheet.batch(
        create('k', '1', row(0)),
        create('k', '2', { sheetId: 0 }),
        create('k', '3', { spreadsheet: true }),
      )
    ).map(it => it.createDeveloperMetadata?.developerMetadata)
    expect(onAll?.location).toEqual({ locationType: 'SPREADSHEET', spreadsheet: true })
    const { sheets, developerMetadata } = await sheet.get('developerMetadata,sheets.developerMetadata')
    expect(developerMetadata).toEqual([onAll])
    expect(sheets?.[0]?.developerMetadata).toEqual([onTab])
    const get = (metadataId: number) =>
      sheet.client.spreadsheets.developerMetadata.get({ spreadsheetId: sheet.id, metadataId })
    expect((await get(onRow?.metadataId ?? 0)).data).toEqual(onRow)
    const byId = [{ developerMetadataLookup: { metadataId: onTab?.metadataId ?? 0 } }]
    const [updated] = await sheet.batch({
      updateDeveloperMetadata: {
        dataFilters: byId,
        developerMetadata: { metadataValue: 'new' },
        fields: 'metadataValue',
      },
    })
    expect(updated?.updateDeveloperMetadata?.developerMetadata?.[0]).toEqual({
      ...onTab,
      metadataValue: 'new',
    })
    const [deleted] = await sheet.batch({
      deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataKey: 'k' } } },
    })
    expect(deleted?.deleteDeveloperMetadata?.deletedDeveloperMetadata).toHaveLength(3)
    expect(await refusal(get(onRow?.metadataId ?? 0))).toBe('404 Requested entity was not found.')
  })

  it('names ranges for reading and writing by data filter', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    })
    await sheet.batch(create('line', '2', row(1)))
    const dataFilter = { developerMetadataLookup: { metadataKey: 'line' } }
    const read = await sheet.client.spreadsheets.values.batchGetByDataFilter({
      spreadsheetId: sheet.id,
      requestBody: { dataFilters: [dataFilter] },
    })
    expect(read.data.valueRanges?.[0]?.valueRange?.values).toEqual([['c', 'd']])
    await sheet.client.spreadsheets.values.batchUpdateByDataFilter({
      spreadsheetId: sheet.id,
      requestBody: { valueInputOption: 'RAW', data: [{ dataFilter, values: [['x']] }] },
    })
    expect(await sheet.read('A1:B2')).toEqual([
      ['a', 'b'],
      ['x', 'd'],
    ])
    const { data } = await sheet.client.spreadsheets.getByDataFilter({
      spreadsheetId: sheet.id,
      requestBody: { dataFilters: [{ a1Range: 'B1' }], includeGridData: true },
    })
    expect(data.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]?.formattedValue).toBe('b')
    await sheet.client.spreadsheets.values.batchClearByDataFilter({
      spreadsheetId: sheet.id,
      requestBody: { dataFilters: [dataFilter] },
    })
    expect(await sheet.read('A1:B2')).toEqual([['a', 'b']])
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
