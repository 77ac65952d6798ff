/** Formats, merges and borders over the Sheets API. */
import { describe, expect, it } from 'vitest'
import { grid, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

describe('formats', () => {
  const FORMAT = {
    numberFormat: { type: 'CURRENCY', pattern: '"$"#,##0.00' },
    backgroundColorStyle: { rgbColor: { red: 1, green: 0.8 } },
    horizontalAlignment: 'CENTER',
    verticalAlignment: 'MIDDLE',
    wrapStrategy: 'WRAP',
    padding: { left: 8 },
    textFormat: {
      bold: true,
      italic: true,
      fontSize: 14,
      fontFamily: 'Roboto',
      foregroundColorStyle: { rgbColor: { blue: 1 } },
    },
    borders: { top: { style: 'SOLID', colorStyle: { rgbColor: {} } } },
  }

  it('come back as they were given, with the older colour fields beside the newer', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[5]] })
    const range = grid(0, [0, 1], [0, 1])
    await sheet.batch({
      repeatCell: { range, cell: { userEnteredFormat: FORMAT }, fields: 'userEnteredFormat' },
    })
    const { userEnteredFormat, formattedValue } = await sheet.cell('A1', 'userEnteredFormat,formattedValue')
    expect(formattedValue).toBe('$5.00')
    expect(userEnteredFormat).toEqual({
      ...FORMAT,
      backgroundColor: { red: 1, green: 0.8 },
      textFormat: { ...FORMAT.textFormat, foregroundColor: { blue: 1 } },
      borders: { top: { style: 'SOLID', width: 1, color: {}, colorStyle: { rgbColor: {} } } },
    })
  })

  it('change only in the fields of the mask', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[5]] })
    const range = grid(0, [0, 1], [0, 1])
    const repeat = (userEnteredFormat: object, fields: string) =>
      sheet.batch({ repeatCell: { range, cell: { userEnteredFormat }, fields } })
    await repeat(FORMAT, 'userEnteredFormat')
    await repeat({ textFormat: { italic: false, bold: false } }, 'userEnteredFormat.textFormat.bold')
    const format = (await sheet.cell('A1', 'userEnteredFormat')).userEnteredFormat
    expect(format?.textFormat).toMatchObject({ bold: false, italic: true, fontFamily: 'Roboto' })
    expect(format?.numberFormat?.type).toBe('CURRENCY')
    await repeat({}, 'userEnteredFormat')
    expect((await sheet.cell('A1', 'userEnteredFormat')).userEnteredFormat).toBeUndefined()
    expect(await sheet.read('A1')).toEqual([['5']])
  })

  it('of a cell without its own are Google’s defaults', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[5, 'text']] })
    const { effectiveFormat } = await sheet.cell('A1', 'effectiveFormat')
    expect(effectiveFormat).toMatchObject({
      backgroundColor: { red: 1, green: 1, blue: 1 },
      horizontalAlignment: 'RIGHT',
      verticalAlignment: 'BOTTOM',
      textFormat: { fontFamily: 'Arial', fontSize: 10, bold: false },
    })
  })

  it.each([
    [1e5, '0.00E+00', '1.00E+05', 'SCIENTIFIC'],
    [0.5, '# ?/?', ' 1/2', 'NUMBER'],
    [-5, '#,##0;[Red](#,##0)', '(5)', 'NUMBER'],
    [1.5, '[h]:mm', '36:00', 'TIME'],
    [45325.75, 'm/d/yyyy h:mm am/pm', '2/3/2024 6:00 PM', 'DATE_TIME'],
    [45325, 'dddd, mmmm d', 'Saturday, February 3', 'DATE'],
    [1234.5, '_($* #,##0.00_)', ' $1,234.50 ', 'CURRENCY'],
    [12, '00000', '00012', 'NUMBER'],
    [0.256, '0.0%', '25.6%', 'PERCENT'],
  ])(
    'shows %d in the pattern %s as "%s" though the engine may not draw it',
    async (value, pattern, shown, type) => {
      const sheet = await Sheet.create(google, { Sheet1: [[value]] })
      const cell = { userEnteredFormat: { numberFormat: { type, pattern } } }
      await sheet.batch({
        repeatCell: { range: grid(0, [0, 1], [0, 1]), cell, fields: 'userEnteredFormat.numberFormat' },
      })
      const { formattedValue, userEnteredFormat } = await sheet.cell('A1', 'formattedValue,userEnteredFormat')
      expect(formattedValue).toBe(shown)
      expect(userEnteredFormat?.numberFormat).toEqual({ type, pattern })
    },
  )

  it('refuse a number format without a type', async () => {
    const sheet = await Sheet.create(google)
    const cell = { userEnteredFormat: { numberFormat: { pattern: '0.0' } } }
    const call = sheet.batch({ repeatCell: { range: grid(0, [0, 1], [0, 1]), cell, fields: '*' } })
    expect(await refusal(call)).toMatch(/numberFormat\.type is required/)
  })

  it('of plain text keep what is typed as text', async () => {
    const sheet = await Sheet.create(google)
    const cell = { userEnteredFormat: { numberFormat: { type: 'TEXT' } } }
    await sheet.batch({ repeatCell: { range: grid(0, [0, 1], [0, 2]), cell, fields: 'userEnteredFormat' } })
    await sheet.write('A1', [['007', '=1+1']])
    expect(await sheet.read('A1:B1', 'UNFORMATTED_VALUE')).toEqual([['007', '=1+1']])
  })
})

describe('merges and borders', () => {
  it('merges all, by row and by column, and unmerges', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    })
    const merges = async () => (await sheet.get('sheets.merges')).sheets?.[0]?.merges
    await sheet.batch({ mergeCells: { range: grid(0, [0, 2], [0, 2]), mergeType: 'MERGE_ALL' } })
    expect(await merges()).toEqual([grid(0, [0, 2], [0, 2])])
    expect(await sheet.read('A1:B2')).toEqual([['a']])
    const part = sheet.batch({ unmergeCells: { range: grid(0, [0, 1], [0, 1]) } })
    expect(await refusal(part)).toMatch(/You must select all cells in a merged range/)
    await sheet.batch({ unmergeCells: { range: grid(0, [0, 5], [0, 5]) } })
    expect(await merges()).toBeUndefined()
    await sheet.batch(
      { mergeCells: { range: grid(0, [4, 6], [0, 2]), mergeType: 'MERGE_ROWS' } },
      { mergeCells: { range: grid(0, [8, 10], [0, 2]), mergeType: 'MERGE_COLUMNS' } },
    )
    expect(await merges()).toEqual([
      grid(0, [4, 5], [0, 2]),
      grid(0, [5, 6], [0, 2]),
      grid(0, [8, 10], [0, 1]),
      grid(0, [8, 10], [1, 2]),
    ])
  })

  it('draws the outer and inner borders it is given and leaves the others', async () => {
    const sheet = await Sheet.create(google)
    const line = (style: string) => ({ style, colorStyle: { rgbColor: { red: 1 } } })
    await sheet.batch({
      updateBorders: {
        range: grid(0, [0, 2], [0, 2]),
        top: line('SOLID_THICK'),
        innerVertical: line('DASHED'),
      },
    })
    const borders = async (range: string) =>
      (await sheet.cell(range, 'userEnteredFormat.borders')).userEnteredFormat?.borders
    expect(await borders('A1')).toMatchObject({
      top: { style: 'SOLID_THICK', color: { red: 1 } },
      right: { style: 'DASHED' },
    })
    expect(await borders('A1')).not.toHaveProperty('left')
    expect(await borders('B2')).toMatchObject({ left: { style: 'DASHED' } })
    await sheet.batch({ updateBorders: { range: grid(0, [0, 1], [0, 2]), top: { style: 'NONE' } } })
    expect(await borders('A1')).not.toHaveProperty('top')
  })
})
