/**
 * Lines inserted into, before and after formatted cells: the new line takes formats along, and every value
 * stays with its cell. What new lines look like is sheets-dimensions.test.ts's affair.
 */
import { describe, expect, it } from 'vitest'
import { grid, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

const TABLE = [
  ['Id', 'Name', 'Amount', 'Ratio'],
  ['a', 'Ann', 1, 0.1],
  ['b', 'Bob', 2, 0.2],
  ['c', 'Cid', 3, 0.3],
  ['d', 'Dan', 4, 0.4],
  ['e', 'Eve', 5, 0.5],
]
const FORMATS = {
  background: { backgroundColor: { red: 1 } },
  'number format': { numberFormat: { type: 'NUMBER', pattern: '0.00' } },
}
const cases = Object.keys(FORMATS).flatMap(format =>
  (['ROWS', 'COLUMNS'] as const).flatMap(dimension =>
    [true, false].map(inherit => ({ format: format as keyof typeof FORMATS, dimension, inherit })),
  ),
)

/** The table with blank lines in it; answers leave out what is blank at the end of a row. */
function withBlanks(dimension: 'ROWS' | 'COLUMNS', at: number, count: number): unknown[][] {
  const blanks = <T>(blank: T) => Array.from({ length: count }, () => blank)
  if (dimension === 'ROWS') return TABLE.toSpliced(at, 0, ...blanks<string[]>([]))
  return TABLE.map(row => (at < row.length ? row.toSpliced(at, 0, ...blanks('')) : row))
}

const trimmed = (rows: unknown[][]) => rows.map(row => row.slice(0, row.findLastIndex(v => v !== '') + 1))

describe('values beside formatted cells', () => {
  it.each(cases)(
    'stay with their cells when $dimension are inserted anywhere ($format, inheriting: $inherit)',
    async ({ format, dimension, inherit }) => {
      const length = dimension === 'ROWS' ? TABLE.length : TABLE[0]!.length
      for (let at = inherit ? 1 : 0; at < length; at++) {
        const count = 1 + (at % 2)
        const sheet = await Sheet.create(google, { Sheet1: TABLE })
        await sheet.batch({
          repeatCell: {
            range: grid(0, [2, 4], [1, 3]),
            cell: { userEnteredFormat: FORMATS[format] },
            fields: 'userEnteredFormat',
          },
        })
        const range = { sheetId: 0, dimension, startIndex: at, endIndex: at + count }
        await sheet.batch({ insertDimension: { range, inheritFromBefore: inherit } })
        const values = await sheet.read('A1:H12', 'UNFORMATTED_VALUE')
        expect(trimmed(values), `at ${at}`).toEqual(withBlanks(dimension, at, count))
      }
    },
  )

  it('stay with their cells when the format was set in the same batch', async () => {
    const sheet = await Sheet.create(google, { Sheet1: TABLE })
    await sheet.batch(
      {
        repeatCell: {
          range: grid(0, [2, 4], [1, 3]),
          cell: { userEnteredFormat: FORMATS.background, userEnteredValue: { numberValue: 7 } },
          fields: '*',
        },
      },
      {
        insertDimension: {
          range: { sheetId: 0, dimension: 'ROWS', startIndex: 4, endIndex: 5 },
          inheritFromBefore: true,
        },
      },
    )
    const written = TABLE.map((row, at) => (at === 2 || at === 3 ? [row[0], 7, 7, row[3]] : row))
    expect(trimmed(await sheet.read('A1:H12', 'UNFORMATTED_VALUE'))).toEqual(written.toSpliced(4, 0, []))
  })
})
