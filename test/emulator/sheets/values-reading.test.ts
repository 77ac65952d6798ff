/** Values read over the Sheets API, and ranges that it refuses. */
import { describe, expect, it } from 'vitest'
import { refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

describe('reading values', () => {
  it('leaves out empty cells and rows at the end and keeps those between', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a', '', 'c'], [], ['', 'x']] })
    expect(await sheet.read('Sheet1')).toEqual([['a', '', 'c'], [], ['', 'x']])
    expect(await sheet.read('A1:B1')).toEqual([['a']])
    expect(await sheet.read('E5:F9')).toEqual([])
  })

  it('answers with the bounded range, quoted where the title asks for it', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [], 'My tab': [], Q1: [] })
    const rangeOf = async (range: string) =>
      (await sheet.client.spreadsheets.values.get({ spreadsheetId: sheet.id, range })).data.range
    expect(await rangeOf('Sheet1')).toBe('Sheet1!A1:Z1000')
    expect(await rangeOf('A2:A')).toBe('Sheet1!A2:A1000')
    expect(await rangeOf('B:C')).toBe('Sheet1!B1:C1000')
    expect(await rangeOf('3:4')).toBe('Sheet1!A3:Z4')
    expect(await rangeOf("'My tab'!B2:A1")).toBe("'My tab'!A1:B2")
    expect(await rangeOf('My tab')).toBe("'My tab'!A1:Z1000")
    expect(await rangeOf("'Q1'!A1")).toBe("'Q1'!A1")
    expect(await rangeOf('Sheet1!$A$1:$B$2')).toBe('Sheet1!A1:B2')
    expect(await rangeOf('Sheet1!R1C1:R2C2')).toBe('Sheet1!A1:B2')
  })

  it('renders values formatted, plain, as formulas, and dates as text on request', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [['2024-02-03', '12%', '=B1*2', 'TRUE', '$1,234.50']],
    })
    expect(await sheet.read('A1:E1')).toEqual([['2024-02-03', '12%', '24%', 'TRUE', '$1,234.50']])
    expect(await sheet.read('A1:E1', 'UNFORMATTED_VALUE')).toEqual([[45325, 0.12, 0.24, true, 1234.5]])
    expect(await sheet.read('A1:E1', 'FORMULA')).toEqual([[45325, 0.12, '=B1*2', true, 1234.5]])
    const { data } = await sheet.client.spreadsheets.values.get({
      spreadsheetId: sheet.id,
      range: 'A1:B1',
      valueRenderOption: 'UNFORMATTED_VALUE',
      dateTimeRenderOption: 'FORMATTED_STRING',
    })
    expect(data.values).toEqual([['2024-02-03', 0.12]])
  })

  it('reads columns first when the major dimension is COLUMNS', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a', 'b'], ['c', 'd'], ['e']] })
    const { data } = await sheet.client.spreadsheets.values.get({
      spreadsheetId: sheet.id,
      range: 'A1:C5',
      majorDimension: 'COLUMNS',
    })
    expect(data.values).toEqual([
      ['a', 'c', 'e'],
      ['b', 'd'],
    ])
  })

  it('reads several ranges in one call', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a', 1]], Other: [['b']] })
    const { data } = await sheet.client.spreadsheets.values.batchGet({
      spreadsheetId: sheet.id,
      ranges: ['Sheet1!B:B', 'Other!A1', 'Other!C:C'],
    })
    expect(data.valueRanges).toEqual([
      { range: 'Sheet1!B1:B1000', majorDimension: 'ROWS', values: [['1']] },
      { range: 'Other!A1', majorDimension: 'ROWS', values: [['b']] },
      { range: 'Other!C1:C1000', majorDimension: 'ROWS' },
    ])
  })

  it('reads a named range by its name', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['a', 1],
        ['b', 2],
      ],
    })
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 1, endColumnIndex: 2 }
    await sheet.batch({ addNamedRange: { namedRange: { name: 'Amounts', range } } })
    expect(await sheet.read('Amounts')).toEqual([['1'], ['2']])
  })

  it('gives the errors of formulas Google’s names', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['=1/0', '=NOPE(1)', '=SUM(', '=VLOOKUP("x",F:G,2,FALSE)', '=1+"a"', '=Gone!A1', '=G1', '=SQRT(-1)'],
      ],
    })
    expect(await sheet.read('A1:H1')).toEqual([
      ['#DIV/0!', '#NAME?', '#ERROR!', '#N/A', '#VALUE!', '#REF!', '#REF!', '#NUM!'],
    ])
    const { effectiveValue } = await sheet.cell('A1', 'effectiveValue')
    expect(effectiveValue?.errorValue?.type).toBe('DIVIDE_BY_ZERO')
  })
})

describe('refusing ranges', () => {
  it('says which range it cannot parse', async () => {
    const sheet = await Sheet.create(google)
    expect(await refusal(sheet.read('Nope!A1'))).toBe('400 Unable to parse range: Nope!A1')
    expect(await refusal(sheet.read('Nope'))).toBe('400 Unable to parse range: Nope')
    expect(await refusal(sheet.read('Sheet1!A1:B2:C3'))).toBe('400 Unable to parse range: Sheet1!A1:B2:C3')
    expect(await refusal(sheet.read("'Sheet1!A1"))).toBe("400 Unable to parse range: 'Sheet1!A1")
  })

  it('says the limits of the grid for a range outside it', async () => {
    const sheet = await Sheet.create(google)
    expect(await refusal(sheet.read('Sheet1!AB1'))).toBe(
      '400 Range (Sheet1!AB1) exceeds grid limits. Max rows: 1000, max columns: 26',
    )
    expect(await refusal(sheet.write('Sheet1!A1001', [[1]]))).toMatch(
      /^400 Range \(Sheet1!A1001\) exceeds grid limits/,
    )
  })

  it('reads what there is of a range that reaches over the grid, and does not write to it', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    })
    const { data } = await sheet.client.spreadsheets.values.get({ spreadsheetId: sheet.id, range: 'B1:ZZZ' })
    expect(data).toMatchObject({ range: 'Sheet1!B1:Z1000', values: [['b'], ['d']] })
    expect(await sheet.read('2:5000000')).toEqual([['c', 'd']])
    expect(await refusal(sheet.write('A999:B1001', [['x']]))).toBe(
      '400 Range (Sheet1!A999:B1001) exceeds grid limits. Max rows: 1000, max columns: 26',
    )
  })
})
