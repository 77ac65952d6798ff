/** Cells formatted as plain text: what was written is what everything sees, without the engine's escapes. */
import { describe, expect, it } from 'vitest'
import { Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

const asText = { userEnteredFormat: { numberFormat: { type: 'TEXT', pattern: '@' } } }
const ASKED = [
  ['=LEN(A1)', '=A1="0123"', '=CODE(A1)', '=A1&"!"', '=FILTER(A1:A2,A1:A2<>"")', '=COUNTIF(A:A,"0123")'],
]

describe('a text in a cell of plain-text format', () => {
  it('reaches formulas as it was written by updateCells', async () => {
    const sheet = await Sheet.create(google)
    await sheet.batch({
      updateCells: {
        start: { sheetId: 0, rowIndex: 0, columnIndex: 0 },
        rows: ['0123', '=x'].map(stringValue => ({
          values: [{ userEnteredValue: { stringValue }, ...asText }],
        })),
        fields: 'userEnteredValue,userEnteredFormat.numberFormat',
      },
    })
    await expectSeen(sheet)
  })

  it('reaches formulas as it was typed into a cell formatted before', async () => {
    const sheet = await Sheet.create(google)
    await sheet.batch({
      repeatCell: {
        range: { sheetId: 0, startColumnIndex: 0, endColumnIndex: 1 },
        cell: asText,
        fields: 'userEnteredFormat.numberFormat',
      },
    })
    await sheet.write('A1:A2', [['0123'], ['=x']])
    await expectSeen(sheet)
  })

  it('reaches formulas as it was where the format came after an apostrophe', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [["'0123"], ["'=x"]] })
    await sheet.batch({
      repeatCell: {
        range: { sheetId: 0, startColumnIndex: 0, endColumnIndex: 1 },
        cell: asText,
        fields: 'userEnteredFormat.numberFormat',
      },
    })
    await expectSeen(sheet)
  })

  it('stays a text when the format goes', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [["'0123"]] })
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 1 }
    const fields = 'userEnteredFormat.numberFormat'
    await sheet.batch({ repeatCell: { range, cell: asText, fields } })
    await sheet.batch({ repeatCell: { range, cell: {}, fields } })
    await sheet.write('B1', [['=A1&"!"']])
    expect(await sheet.read('A1:B1', 'UNFORMATTED_VALUE')).toEqual([['0123', '0123!']])
  })
})

async function expectSeen(sheet: Sheet) {
  await sheet.write('B1', ASKED)
  const [first = [], second = []] = await sheet.read('A1:G2', 'UNFORMATTED_VALUE')
  expect(first).toEqual(['0123', 4, true, 48, '0123!', '0123', 1])
  expect(second[0]).toBe('=x')
  expect(second[5]).toBe('=x')
}
