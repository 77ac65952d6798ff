/** Cells with everything in them over the Sheets API: values, formulas, notes, links. */
import { describe, expect, it } from 'vitest'
import { grid, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

describe('updateCells', () => {
  it('writes values of every kind and gives them back', async () => {
    const sheet = await Sheet.create(google)
    await sheet.batch({
      updateCells: {
        start: { sheetId: 0, rowIndex: 1, columnIndex: 1 },
        rows: [
          {
            values: [
              { userEnteredValue: { numberValue: 4 } },
              { userEnteredValue: { stringValue: '=not a formula' } },
              { userEnteredValue: { boolValue: true } },
              { userEnteredValue: { formulaValue: '=B2*2' } },
            ],
          },
        ],
        fields: 'userEnteredValue',
      },
    })
    const { sheets } = await sheet.get(
      'sheets.data(startRow,startColumn,rowData.values(userEnteredValue,effectiveValue,formattedValue))',
      ['B2:E2'],
    )
    expect(sheets?.[0]?.data?.[0]).toEqual({
      startRow: 1,
      startColumn: 1,
      rowData: [
        {
          values: [
            { userEnteredValue: { numberValue: 4 }, effectiveValue: { numberValue: 4 }, formattedValue: '4' },
            {
              userEnteredValue: { stringValue: '=not a formula' },
              effectiveValue: { stringValue: '=not a formula' },
              formattedValue: '=not a formula',
            },
            {
              userEnteredValue: { boolValue: true },
              effectiveValue: { boolValue: true },
              formattedValue: 'TRUE',
            },
            {
              userEnteredValue: { formulaValue: '=B2*2' },
              effectiveValue: { numberValue: 8 },
              formattedValue: '8',
            },
          ],
        },
      ],
    })
  })

  it('clears what its range and mask cover and the data lacks', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    })
    await sheet.batch({
      updateCells: {
        range: grid(0, [0, 2], [0, 2]),
        rows: [{ values: [{ userEnteredValue: { stringValue: 'x' } }] }],
        fields: 'userEnteredValue',
      },
    })
    expect(await sheet.read('A1:B2')).toEqual([['x']])
    const wide = [{ values: [{}, {}, {}] }]
    const call = sheet.batch({ updateCells: { range: grid(0, [0, 1], [0, 2]), rows: wide, fields: 'note' } })
    expect(await refusal(call)).toMatch(
      /Attempting to write column: 2, beyond the last requested column of: 1/,
    )
  })

  it('refuses a mask that names what only Google writes', async () => {
    const sheet = await Sheet.create(google)
    const call = sheet.batch({ updateCells: { start: { sheetId: 0 }, rows: [], fields: 'effectiveValue' } })
    expect(await refusal(call)).toMatch(/Field effectiveValue is read-only/)
  })

  it('refuses cells outside the grid', async () => {
    const sheet = await Sheet.create(google)
    const call = sheet.batch({
      updateCells: {
        start: { sheetId: 0, rowIndex: 1000 },
        rows: [{ values: [{ note: 'x' }] }],
        fields: 'note',
      },
    })
    expect(await refusal(call)).toBe(
      '400 Invalid requests[0].updateCells: Range (Sheet1!A1001) exceeds grid limits. Max rows: 1000, max columns: 26',
    )
  })
})

describe('formulas', () => {
  it('keep the spaces they were typed with, also when they are filled, sorted and moved', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        [1, 2, '=IF( A1 > 0, "a  b" , B1 )'],
        [3, 4],
        [5, 6],
      ],
    })
    const typed = (row: number) => [`=IF( A${row} > 0, "a  b" , B${row} )`]
    expect(await sheet.formulas('C1')).toEqual([typed(1)])
    expect((await sheet.cell('C1', 'userEnteredFormat')).userEnteredFormat).toBeUndefined()
    const formulaValue = typed(1)[0] ?? ''
    await sheet.batch(
      { copyPaste: { source: grid(0, [0, 1], [2, 3]), destination: grid(0, [1, 2], [2, 3]) } },
      {
        repeatCell: {
          range: grid(0, [2, 3], [2, 3]),
          cell: { userEnteredValue: { formulaValue: typed(3)[0] ?? '' } },
          fields: 'userEnteredValue',
        },
      },
      {
        repeatCell: {
          range: grid(0, [0, 3], [3, 4]),
          cell: { userEnteredValue: { formulaValue } },
          fields: 'userEnteredValue',
        },
      },
      {
        sortRange: {
          range: grid(0, [0, 3], [0, 4]),
          sortSpecs: [{ dimensionIndex: 0, sortOrder: 'DESCENDING' }],
        },
      },
      { insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 1 } } },
    )
    expect(await sheet.formulas('C2:D4')).toEqual([2, 3, 4].map(row => [...typed(row), ...typed(row)]))
    await sheet.write('C1', [['=A1+B1', '=SUM( A:A )']])
    expect(await sheet.formulas('C1:D1')).toEqual([['=A1+B1', '=SUM( A:A )']])
  })
})

describe('repeatCell', () => {
  it('fills a formula relative to each cell', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    })
    const cell = { userEnteredValue: { formulaValue: '=A1*B$1' } }
    await sheet.batch({ repeatCell: { range: grid(0, [0, 3], [2, 3]), cell, fields: 'userEnteredValue' } })
    expect(await sheet.formulas('C1:C3')).toEqual([['=A1*B$1'], ['=A2*B$1'], ['=A3*B$1']])
    expect(await sheet.read('C1:C3')).toEqual([['2'], ['6'], ['10']])
  })
})

describe('appendCells', () => {
  it('writes below the last row that has data and grows the grid', async () => {
    const sheet = await Sheet.create(google)
    await sheet.write('B1000', [['last']])
    await sheet.batch({
      appendCells: {
        sheetId: 0,
        rows: [{ values: [{ userEnteredValue: { stringValue: 'new' } }] }],
        fields: '*',
      },
    })
    expect(await sheet.read('A1000:B1001')).toEqual([['', 'last'], ['new']])
  })
})

describe('notes and links', () => {
  it('belong to their cell and move with it', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a'], ['b']] })
    await sheet.batch({
      updateCells: {
        start: { sheetId: 0, rowIndex: 1 },
        rows: [
          { values: [{ note: 'about b', textFormatRuns: [{ startIndex: 0, format: { bold: true } }] }] },
        ],
        fields: 'note,textFormatRuns',
      },
    })
    await sheet.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 1 } },
    })
    const cell = await sheet.cell('A3', 'note,textFormatRuns,formattedValue')
    expect(cell).toEqual({
      formattedValue: 'b',
      note: 'about b',
      textFormatRuns: [{ startIndex: 0, format: { bold: true } }],
    })
    await sheet.batch({
      updateCells: { start: { sheetId: 0, rowIndex: 2 }, rows: [{ values: [{}] }], fields: 'note' },
    })
    expect((await sheet.cell('A3', 'note')).note).toBeUndefined()
  })

  it('names the address of a HYPERLINK', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['=HYPERLINK("https://example.com/","Go")']] })
    expect(await sheet.cell('A1', 'hyperlink,formattedValue')).toEqual({
      formattedValue: 'Go',
      hyperlink: 'https://example.com/',
    })
  })
})
