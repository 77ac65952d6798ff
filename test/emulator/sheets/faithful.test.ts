/** What people met where this local Google was not like Google, each as a test that failed first. */
import type { sheets_v4 } from '@googleapis/sheets'
import { describe, expect, it } from 'vitest'
import { grid, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

const ROWS = [
  ['Month', 'Sales', 'Target'],
  ['Jan', 10, 12],
  ['Feb', 30, 20],
  ['Mar', 20, 25],
]
const source = (gid: number, rows: [number, number], columns: [number, number]) => ({
  sourceRange: { sources: [grid(gid, rows, columns)] },
})
const combo = (gid = 0): sheets_v4.Schema$ChartSpec => ({
  title: 'Sales and target',
  basicChart: {
    chartType: 'COMBO',
    headerCount: 1,
    axis: [
      { position: 'BOTTOM_AXIS', title: 'Month' },
      { position: 'LEFT_AXIS', title: 'Dollars' },
    ],
    domains: [{ domain: source(gid, [0, 4], [0, 1]) }],
    series: [
      { series: source(gid, [0, 4], [1, 2]), type: 'COLUMN', targetAxis: 'LEFT_AXIS' },
      { series: source(gid, [0, 4], [2, 3]), type: 'LINE', targetAxis: 'RIGHT_AXIS' },
    ],
  },
})
const at = (sheetId: number) => ({
  overlayPosition: { anchorCell: { sheetId, rowIndex: 5, columnIndex: 1 } },
})

/** What the page draws. */
function drawn(sheet: Sheet, gid = 0): Record<string, unknown>[] {
  const workbook = google.emulator.library.get(sheet.id)
  const sheetId = workbook?.sheetIdOf(gid) ?? ''
  return (workbook?.getters.getChartIds(sheetId) ?? []).map(
    id => workbook?.getters.getChartDefinition(id) as Record<string, unknown>,
  )
}

describe('charts', () => {
  it('draw lines over columns, with axis titles and an axis on the right', async () => {
    const sheet = await Sheet.create(google, { Sheet1: ROWS })
    await sheet.batch({ addChart: { chart: { spec: combo(), position: at(0) } } })
    expect(drawn(sheet)).toMatchObject([
      {
        type: 'combo',
        axesDesign: { x: { title: { text: 'Month' } }, y: { title: { text: 'Dollars' } } },
        dataSetStyles: { 0: { type: 'bar' }, 1: { type: 'line', yAxisId: 'y1' } },
      },
    ])
  })

  it('come once into a duplicate of their tab, in their place', async () => {
    const sheet = await Sheet.create(google, { Sheet1: ROWS })
    await sheet.batch({ addChart: { chart: { spec: combo(), position: at(0) } } })
    await sheet.batch({ duplicateSheet: { sourceSheetId: 0, newSheetId: 7, newSheetName: 'Again' } })
    const { sheets } = await sheet.get('sheets.charts')
    expect(sheets?.map(it => it.charts?.length)).toEqual([1, 1])
    const [copy] = sheets?.[1]?.charts ?? []
    expect(copy?.position?.overlayPosition?.anchorCell).toMatchObject({ rowIndex: 5, columnIndex: 1 })
    expect(copy?.spec?.basicChart?.series?.[0]?.series?.sourceRange?.sources?.[0]?.sheetId).toBe(7)
    await sheet.batch({ deleteEmbeddedObject: { objectId: copy?.chartId ?? 0 } })
    expect(drawn(sheet, 7)).toEqual([])
    expect(drawn(sheet)).toHaveLength(1)
  })

  it('keep their source on another tab when theirs is duplicated', async () => {
    const sheet = await Sheet.create(google, { Data: ROWS, Board: [] })
    await sheet.batch({ addChart: { chart: { spec: combo(0), position: at(1) } } })
    await sheet.batch({ duplicateSheet: { sourceSheetId: 1, newSheetId: 7 } })
    const { sheets } = await sheet.get('sheets(properties.sheetId,charts)')
    const copy = sheets?.find(it => it.properties?.sheetId === 7)?.charts?.[0]
    expect(copy?.spec?.basicChart?.domains?.[0]?.domain?.sourceRange?.sources?.[0]).toMatchObject({
      endRowIndex: 4,
    })
    expect(copy?.spec?.basicChart?.domains?.[0]?.domain?.sourceRange?.sources?.[0]?.sheetId ?? 0).toBe(0)
  })
})

describe('a pivot table', () => {
  it('stands on a tab with fewer rows than its source', async () => {
    const values = [['Region', 'Qty'], ...Array.from({ length: 60 }, (_, i) => [i % 2 ? 'N' : 'S', 1])]
    const sheet = await Sheet.create(google, { Data: values })
    await sheet.batch(
      {
        addSheet: {
          properties: { sheetId: 5, title: 'Small', gridProperties: { rowCount: 10, columnCount: 5 } },
        },
      },
      {
        updateCells: {
          start: { sheetId: 5, rowIndex: 0, columnIndex: 0 },
          fields: 'pivotTable',
          rows: [
            {
              values: [
                {
                  pivotTable: {
                    source: grid(0, [0, 61], [0, 2]),
                    rows: [{ sourceColumnOffset: 0, showTotals: true, sortOrder: 'ASCENDING' }],
                    values: [{ sourceColumnOffset: 1, summarizeFunction: 'SUM' }],
                  },
                },
              ],
            },
          ],
        },
      },
    )
    expect((await sheet.read('Small!A2:B4')).map(row => row.map(String))).toEqual([
      ['N', '30'],
      ['S', '30'],
      ['Grand Total', '60'],
    ])
  })
})

describe('a conditional format', () => {
  it('asks a pasted row about that row', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1], [9], [1], [], [], [1], [9]] })
    const format = { backgroundColor: { red: 1 } }
    await sheet.batch({
      addConditionalFormatRule: {
        index: 0,
        rule: {
          ranges: [grid(0, [0, 3], [0, 2])],
          booleanRule: {
            condition: { type: 'CUSTOM_FORMULA', values: [{ userEnteredValue: '=$A1>5' }] },
            format,
          },
        },
      },
    })
    await sheet.batch({
      copyPaste: {
        source: grid(0, [1, 2], [0, 2]),
        destination: grid(0, [5, 7], [0, 2]),
        pasteType: 'PASTE_FORMAT',
      },
    })
    const fill = async (a1: string) =>
      (await sheet.cell(a1, 'effectiveFormat.backgroundColor')).effectiveFormat?.backgroundColor
    expect(await fill('A2')).toEqual({ red: 1 })
    expect(await fill('A6')).not.toEqual({ red: 1 })
    expect(await fill('A7')).toEqual({ red: 1 })
  })
})

describe('a number pattern', () => {
  it.each([
    ['0.00x', 3, '3.00x', undefined],
    ['[Red]0;[Blue]-0', -4, '-4', '#0000FF'],
    ['[>=1000]0.0,"k";0', 2500, '2.5k', undefined],
    ['# ?/?', 0.5, '1/2', undefined],
  ])('%s shows in the page as Google shows it', async (pattern, value, text, color) => {
    const sheet = await Sheet.create(google, { Sheet1: [[value]] })
    await sheet.batch({
      repeatCell: {
        range: grid(0, [0, 1], [0, 1]),
        cell: { userEnteredFormat: { numberFormat: { type: 'NUMBER', pattern } } },
        fields: 'userEnteredFormat.numberFormat',
      },
    })
    const getters = google.emulator.library.get(sheet.id)?.getters
    const position = { sheetId: '0', row: 0, col: 0 }
    expect(getters?.getEvaluatedCell(position).formattedValue.trim()).toBe(text)
    expect(getters?.getCellText(position).trim()).toBe(text)
    expect(getters?.getCellComputedStyle(position).textColor).toBe(color)
    expect(String((await sheet.read('A1'))[0]?.[0]).trim()).toBe(text)
  })
})

describe('a group of rows', () => {
  it('is folded and unfolded', async () => {
    const sheet = await Sheet.create(google, { Sheet1: ROWS })
    const range = { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 3 }
    await sheet.batch({ addDimensionGroup: { range } })
    const fold = (collapsed: boolean) =>
      sheet.batch({
        updateDimensionGroup: { dimensionGroup: { range, depth: 1, collapsed }, fields: 'collapsed' },
      })
    const groups = async () => (await sheet.get('sheets.rowGroups')).sheets?.[0]?.rowGroups
    await fold(true)
    expect(await groups()).toMatchObject([{ depth: 1, collapsed: true }])
    await fold(false)
    expect((await groups())?.[0]?.collapsed ?? false).toBe(false)
  })
})

describe('a table', () => {
  const tables = async (sheet: Sheet) => (await sheet.get('sheets.tables')).sheets?.[0]?.tables
  const table = { name: 'Plan', range: grid(0, [0, 4], [0, 3]) }

  it('is added with its columns named by its header, listed, changed and deleted', async () => {
    const sheet = await Sheet.create(google, { Sheet1: ROWS })
    const columnProperties = [{ columnIndex: 1, columnType: 'CURRENCY' }]
    const [reply] = await sheet.batch({ addTable: { table: { ...table, columnProperties } } })
    const added = reply?.addTable?.table
    expect(added?.columnProperties).toEqual([
      { columnIndex: 0, columnName: 'Month' },
      { columnIndex: 1, columnName: 'Sales', columnType: 'CURRENCY' },
      { columnIndex: 2, columnName: 'Target' },
    ])
    expect(await tables(sheet)).toEqual([added])
    const tableId = added?.tableId ?? ''
    await sheet.batch({ updateTable: { table: { tableId, name: 'Budget' }, fields: 'name' } })
    expect((await tables(sheet))?.[0]?.name).toBe('Budget')
    await sheet.batch({ deleteTable: { tableId } })
    expect(await tables(sheet)).toBeUndefined()
    expect(await sheet.read('A1:C4')).toEqual([])
  })

  it('grows with rows that are inserted in it', async () => {
    const sheet = await Sheet.create(google, { Sheet1: ROWS })
    await sheet.batch(
      { addTable: { table } },
      { insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 2, endIndex: 4 } } },
    )
    expect((await tables(sheet))?.[0]?.range).toMatchObject({ endRowIndex: 6 })
  })

  it('has a name of its own and an id that is known', async () => {
    const sheet = await Sheet.create(google, { Sheet1: ROWS })
    await sheet.batch({ addTable: { table } })
    const again = { ...table, range: grid(0, [10, 12], [0, 2]) }
    expect(await refusal(sheet.batch({ addTable: { table: again } }))).toMatch(/name "Plan" already exists/)
    expect(await refusal(sheet.batch({ deleteTable: { tableId: 'none' } }))).toMatch(/No table with id: none/)
  })
})

describe('a slicer', () => {
  const slicer = { slicerId: 5, spec: { dataRange: grid(0, [0, 4], [0, 3]), columnIndex: 1, title: 'City' } }
  const slicers = async (sheet: Sheet) => (await sheet.get('sheets.slicers')).sheets?.[0]?.slicers

  it('comes back as it was given, and moves with its data', async () => {
    const sheet = await Sheet.create(google, { Sheet1: ROWS })
    await sheet.batch(
      { addSlicer: { slicer } },
      { insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 2 } } },
      { updateSlicerSpec: { slicerId: 5, spec: { title: 'Town' }, fields: 'title' } },
    )
    const [kept] = (await slicers(sheet)) ?? []
    expect(kept).toMatchObject({ slicerId: 5, spec: { title: 'Town', columnIndex: 1 } })
    expect(kept?.spec?.dataRange).toMatchObject({ startRowIndex: 2, endRowIndex: 6 })
  })

  it('is moved and removed like a chart', async () => {
    const sheet = await Sheet.create(google, { Sheet1: ROWS })
    const overlayPosition = { anchorCell: { sheetId: 0, rowIndex: 7, columnIndex: 2 } }
    await sheet.batch(
      { addSlicer: { slicer } },
      { updateEmbeddedObjectPosition: { objectId: 5, newPosition: { overlayPosition }, fields: '*' } },
    )
    expect((await slicers(sheet))?.[0]?.position?.overlayPosition).toMatchObject(overlayPosition)
    await sheet.batch({ deleteEmbeddedObject: { objectId: 5 } })
    expect(await slicers(sheet)).toBeUndefined()
  })
})
