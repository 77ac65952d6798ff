/** Texts that are numbers or dates: made such where that is asked for, told where they only look like it. */
import { expect, test } from 'vitest'
import { typedText } from '../../../../service/tools/clean/typed.ts'
import { cleanRange } from '../../../../service/tools/clean-range.ts'
import { expectOnlyChanged, succeeded, useWorkbench } from '../workbench.ts'

const { openBench, openTab } = useWorkbench()

const dates = (locale?: string) =>
  openBench({
    ...(locale ? { locale } : {}),
    tabs: [
      {
        title: 'Log',
        rows: [
          ['Date', 'Note'],
          ['2021-04-21', 'a'],
          ["'2021-01-18T20:57:45.962Z", 'b'],
          ["'2021-02-01T22:24:04.711Z", 'c'],
        ],
      },
    ],
  })
const raw = async (bench: Awaited<ReturnType<typeof dates>>, range: string) => {
  const [answer] = await bench.spreadsheet.values([range], 'UNFORMATTED_VALUE')
  return answer!.values
}
const CUT = { action: 'find_replace', find: 'T[0-9:.]+Z$', replace: '', regex: true }

test('with as_numbers a date that is left of a text becomes a date and looks like those above it', async () => {
  const bench = await dates()
  await bench.batch({
    repeatCell: {
      range: { sheetId: 100, startRowIndex: 1, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 1 },
      cell: { userEnteredFormat: { numberFormat: { type: 'DATE', pattern: 'm/d/yy' } } },
      fields: 'userEnteredFormat.numberFormat',
    },
  })
  const before = await bench.snapshot()
  const output = succeeded(await bench.run(cleanRange, { range: 'A2:A4', ...CUT, as_numbers: true }))
  expect(output).toMatchObject({ changed_cells: 2, became_dates: 2, date_formats: ['A3:A4 m/d/yy'] })
  expect(output).not.toHaveProperty('note')
  expect(await raw(bench, 'Log!A3:A4')).toEqual([[44_214], [44_228]])
  expect(await bench.shown('Log!A2:A4')).toEqual([['4/21/21'], ['1/18/21'], ['2/1/21']])
  expectOnlyChanged(before, await bench.snapshot(), ['Log!A3:A4'])
})

test('a date that stays a text is told, with how to make it one', async () => {
  const bench = await dates()
  const output = succeeded(await bench.run(cleanRange, { range: 'A2:A4', ...CUT }))
  expect(output).toMatchObject({
    changed_cells: 2,
    note: '2 results are texts that look like dates; as_dates: true makes them dates.',
  })
  expect(await raw(bench, 'Log!A3')).toEqual([['2021-01-18']])
})

test('as_dates makes dates of texts that need no other change, as the locale writes them', async () => {
  const bench = await openBench({
    locale: 'de_DE',
    tabs: [
      {
        title: 'T',
        rows: [['When'], ["'5.3.2024"], ["'05 Mar 2024"], ["'31.02.2024"], ["'2024-03-05 14:30"]],
      },
    ],
  })
  const output = succeeded(await bench.run(cleanRange, { range: 'A2:A5', action: 'trim', as_dates: true }))
  expect(output).toMatchObject({ changed_cells: 3, became_dates: 3 })
  expect(await bench.shown('T!A2:A5')).toEqual([
    ['2024-03-05'],
    ['2024-03-05'],
    ['31.02.2024'],
    ['2024-03-05 14:30:00'],
  ])
})

test.each([{ action: 'as_dates' }, { as_dates: true }])(
  'dates are made with %j alone, and other texts stay as they are',
  async how => {
    const bench = await openTab('T', [['When'], ["'2021-01-18"], ["' two  spaces "]])
    const output = succeeded(await bench.run(cleanRange, { range: 'A2:A3', has_header: false, ...how }))
    expect(output).toMatchObject({ changed_cells: 1, became_dates: 1, date_formats: ['A2 yyyy-mm-dd'] })
    expect(await raw(bench, 'T!A2:A3')).toEqual([[44_214], [' two  spaces ']])
  },
)

test('as_numbers goes with every action on texts', async () => {
  const bench = await openTab('T', [['N'], ["' 12 "], ["'x1"], ["'7"]])
  const output = succeeded(await bench.run(cleanRange, { range: 'A2:A4', action: 'trim', as_numbers: true }))
  expect(output).toMatchObject({ changed_cells: 2, became_numbers: 2 })
  expect(await raw(bench, 'T!A2:A4')).toEqual([[12], ['x1'], [7]])
})

test.each([
  ['2021-01-18', 'de_DE', 44_214],
  ['2021/1/8', 'en_US', 44_204],
  ['2021-01-18T12:00:00.962Z', 'en_US', 44_214.5],
  ['1/18/21', 'en_US', 44_214],
  ['18/1/2021', 'en_GB', 44_214],
  ['18.01.21', 'fr_FR', 44_214],
  ['18-Jan-2021', 'en_US', 44_214],
  ['January 18, 2021', 'ja_JP', 44_214],
  ['1/18/2021 6:00 pm', 'en_US', 44_214.75],
  ['18/1/2021', 'en_US', null],
  ['2021-02-30', 'en_US', null],
  ['2021-01-18 25:00', 'en_US', null],
  ['1.2.3.4', 'en_US', null],
  ['12 May', 'en_US', null],
  ['Room 2021-01-18', 'en_US', null],
])('the text %s in %s is the date %s', (text, locale, value) => {
  expect(typedText(text, { as_dates: true }, locale)?.value ?? null).toBe(value)
})
