import type { sheets_v4 } from '@googleapis/sheets'
import { describe, expect, it } from 'vitest'
import { grid, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

const rows = (startIndex: number, endIndex: number): sheets_v4.Schema$DimensionRange => ({
  sheetId: 0,
  dimension: 'ROWS',
  startIndex,
  endIndex,
})
const columns = (startIndex: number, endIndex: number): sheets_v4.Schema$DimensionRange => ({
  sheetId: 0,
  dimension: 'COLUMNS',
  startIndex,
  endIndex,
})

describe('rows and columns', () => {
  it('are inserted, and formulas follow', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1], [2], ['=SUM(A1:A2)']] })
    await sheet.batch(
      { insertDimension: { range: rows(1, 3) } },
      { insertDimension: { range: columns(0, 1) } },
    )
    expect(await sheet.formulas('A1:B5')).toEqual([['', 1], [], [], ['', 2], ['', '=SUM(B1:B4)']])
  })

  it('grow with the font and the lines of what they hold, formulas too, unless somebody sized them', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [['Sales'], ['=1+1'], ['two\nlines'], ['sized'], ['plain']],
    })
    const large = { userEnteredFormat: { textFormat: { fontSize: 18 } } }
    const sizeOf = { properties: { pixelSize: 30 }, fields: 'pixelSize' }
    await sheet.batch(
      { updateDimensionProperties: { range: rows(3, 4), ...sizeOf } },
      { repeatCell: { range: grid(0, [0, 2], [0, 1]), cell: large, fields: 'userEnteredFormat.textFormat' } },
      { repeatCell: { range: grid(0, [3, 4], [0, 1]), cell: large, fields: 'userEnteredFormat.textFormat' } },
    )
    const { sheets } = await sheet.get('sheets.data.rowMetadata.pixelSize', ['A1:A5'])
    expect(sheets?.[0]?.data?.[0]?.rowMetadata?.map(it => it.pixelSize)).toEqual([33, 33, 36, 30, 21])
  })

  it('take the format of the line before them on request', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a'], ['b']] })
    const bold = { userEnteredFormat: { textFormat: { bold: true } } }
    await sheet.batch({
      repeatCell: { range: grid(0, [0, 1], [0, 1]), cell: bold, fields: 'userEnteredFormat' },
    })
    await sheet.batch({ insertDimension: { range: rows(1, 2), inheritFromBefore: true } })
    expect((await sheet.cell('A2', 'userEnteredFormat')).userEnteredFormat?.textFormat?.bold).toBe(true)
    await sheet.batch({ insertDimension: { range: rows(2, 3), inheritFromBefore: false } })
    expect((await sheet.cell('A3', 'userEnteredFormat')).userEnteredFormat).toBeUndefined()
    const first = sheet.batch({ insertDimension: { range: rows(0, 1), inheritFromBefore: true } })
    expect(await refusal(first)).toMatch(/inheritFromBefore cannot be true/)
  })

  it('are deleted, and references to them break', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1, '=A2'], [2], [3, '=SUM(A1:A3)']] })
    await sheet.batch({ deleteDimension: { range: rows(1, 2) } })
    expect(await sheet.read('A1:B2')).toEqual([
      ['1', '#REF!'],
      ['3', '4'],
    ])
    const all = sheet.batch({ deleteDimension: { range: rows(0, 999) } })
    expect(await refusal(all)).toMatch(/You can't delete all the rows on the sheet/)
    const beyond = sheet.batch({ deleteDimension: { range: columns(30, 31) } })
    expect(await refusal(beyond)).toMatch(/Cannot delete a column that doesn't exist/)
  })

  it('are appended at the end', async () => {
    const sheet = await Sheet.create(google)
    await sheet.batch(
      { appendDimension: { sheetId: 0, dimension: 'ROWS', length: 5 } },
      { appendDimension: { sheetId: 0, dimension: 'COLUMNS', length: 2 } },
    )
    const { sheets } = await sheet.get('sheets.properties.gridProperties')
    expect(sheets?.[0]?.properties?.gridProperties).toEqual({ rowCount: 1005, columnCount: 28 })
  })

  it('are moved with their values, and formulas follow', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a', '=A3'], ['b'], ['c']] })
    await sheet.batch({ moveDimension: { source: rows(2, 3), destinationIndex: 0 } })
    expect(await sheet.read('A1:B3')).toEqual([['c'], ['a', 'c'], ['b']])
    expect(await sheet.formulas('B2')).toEqual([['=A1']])
    await sheet.batch({ moveDimension: { source: columns(0, 1), destinationIndex: 2 } })
    expect(await sheet.read('A1:B3')).toEqual([
      ['', 'c'],
      ['c', 'a'],
      ['', 'b'],
    ])
  })

  it('have a size and can be hidden', async () => {
    const sheet = await Sheet.create(google)
    await sheet.batch(
      {
        updateDimensionProperties: {
          range: columns(1, 3),
          properties: { pixelSize: 222 },
          fields: 'pixelSize',
        },
      },
      {
        updateDimensionProperties: {
          range: rows(1, 2),
          properties: { hiddenByUser: true },
          fields: 'hiddenByUser',
        },
      },
    )
    const { sheets } = await sheet.get('sheets.data(rowMetadata,columnMetadata)', ['A1:D3'])
    expect(sheets?.[0]?.data?.[0]?.columnMetadata?.map(it => it.pixelSize)).toEqual([100, 222, 222, 100])
    expect(sheets?.[0]?.data?.[0]?.rowMetadata).toEqual([
      { pixelSize: 21 },
      { pixelSize: 21, hiddenByUser: true },
      { pixelSize: 21 },
    ])
    await sheet.batch({
      updateDimensionProperties: {
        range: rows(1, 2),
        properties: { hiddenByUser: false },
        fields: 'hiddenByUser',
      },
    })
    expect(
      (await sheet.get('sheets.data.rowMetadata.hiddenByUser', ['A1:A3'])).sheets?.[0]?.data?.[0]
        ?.rowMetadata,
    ).toEqual([{}, {}, {}])
  })

  it('are sized to their content', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [['x', 'a rather long text in one cell of the column']],
    })
    await sheet.batch({ autoResizeDimensions: { dimensions: columns(0, 2) } })
    const { sheets } = await sheet.get('sheets.data.columnMetadata.pixelSize', ['A1:B1'])
    const [narrow = 0, wide = 0] = sheets?.[0]?.data?.[0]?.columnMetadata?.map(it => it.pixelSize ?? 0) ?? []
    expect(narrow).toBeLessThan(40)
    expect(wide).toBeGreaterThan(230)
  })

  it('are grouped and ungrouped', async () => {
    const sheet = await Sheet.create(google)
    await sheet.batch({ addDimensionGroup: { range: rows(2, 5) } })
    expect((await sheet.get('sheets.rowGroups')).sheets?.[0]?.rowGroups).toEqual([
      { range: rows(2, 5), depth: 1 },
    ])
    await sheet.batch({ deleteDimensionGroup: { range: rows(2, 5) } })
    expect((await sheet.get('sheets.rowGroups')).sheets?.[0]?.rowGroups).toBeUndefined()
  })
})

describe('ranges of cells', () => {
  it('are inserted, pushing cells down or right', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        [1, 2, '=B2'],
        [3, 4],
        [5, 6],
      ],
    })
    await sheet.batch({ insertRange: { range: grid(0, [0, 1], [0, 2]), shiftDimension: 'ROWS' } })
    expect(await sheet.formulas('A1:C4')).toEqual([
      ['', '', '=B3'],
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    await sheet.batch({ insertRange: { range: grid(0, [1, 2], [0, 1]), shiftDimension: 'COLUMNS' } })
    expect(await sheet.read('A2:C2')).toEqual([['', '1', '2']])
  })

  it('are deleted, and cells move up or left', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
      ],
    })
    await sheet.batch({ deleteRange: { range: grid(0, [0, 1], [0, 2]), shiftDimension: 'ROWS' } })
    expect(await sheet.read('A1:C3')).toEqual([
      ['4', '5', '3'],
      ['7', '8', '6'],
      ['', '', '9'],
    ])
    await sheet.batch({ deleteRange: { range: grid(0, [0, 1], [0, 1]), shiftDimension: 'COLUMNS' } })
    expect(await sheet.read('A1:C1')).toEqual([['5', '3']])
    const noSide = sheet.batch({ deleteRange: { range: grid(0, [0, 1], [0, 1]) } })
    expect(await refusal(noSide)).toMatch(/shiftDimension is required/)
  })
})
