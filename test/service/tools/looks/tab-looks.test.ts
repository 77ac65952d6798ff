/** What a turn's context tells of a small tab's looks, read from the sheet. */
import { expect, test } from 'vitest'
import { renderSummary } from '../../../../service/sheets/overview/summary.ts'
import { useWorkbench } from '../workbench.ts'

const { openBench } = useWorkbench()

const cells = (startRowIndex: number, endRowIndex: number, column: number) => ({
  sheetId: 100,
  startRowIndex,
  endRowIndex,
  startColumnIndex: column,
  endColumnIndex: column + 1,
})

test.each([
  ['few cells', [] as { title: string; size: [number, number] }[]],
  ['many cells', [{ title: 'Large', size: [1_000, 100] as [number, number] }]],
])(
  'in a spreadsheet of %s fills, notes and lists of a small tab are told, also of empty cells',
  async (_, others) => {
    const bench = await openBench({
      tabs: [
        {
          title: 'Plan',
          rows: [
            ['Stage', 'Rate'],
            ['open', ''],
            ['done', ''],
          ],
        },
        ...others,
      ],
    })
    const yellow = { rgbColor: { red: 1, green: 1, blue: 0 } }
    const list = { type: 'ONE_OF_LIST', values: [{ userEnteredValue: 'open' }, { userEnteredValue: 'done' }] }
    await bench.batch(
      {
        repeatCell: {
          range: cells(1, 3, 1),
          cell: { userEnteredFormat: { backgroundColorStyle: yellow } },
          fields: 'userEnteredFormat.backgroundColorStyle',
        },
      },
      { setDataValidation: { range: cells(1, 3, 0), rule: { condition: list } } },
      { repeatCell: { range: cells(0, 1, 1), cell: { note: 'ask Ann' }, fields: 'note' } },
    )
    bench.spreadsheet.refresh()
    const summary = renderSummary(await bench.spreadsheet.overview(100), { maxTokens: 5_000 })
    expect(summary).toContain(
      [
        '  fills: #ffff00 B2:B3',
        '  notes: "ask Ann" B1',
        '  validation: list open | done A2:A3',
        '1: Stage',
      ].join('\n'),
    )
  },
)
