import { describe, expect, test } from 'vitest'
import { boxColumns, boxRows, closeBox, parseRange } from '../../../service/sheets/a1.ts'
import { toMeta } from '../../../service/sheets/meta.ts'
import type { SpreadsheetOverview, TabOverview } from '../../../service/sheets/overview/overview.ts'
import { readOverview } from '../../../service/sheets/overview/read-overview.ts'
import { renderSummary } from '../../../service/sheets/overview/summary.ts'
import type { Spreadsheet } from '../../../service/sheets/spreadsheet.ts'
import { estimateTokens } from '../../../service/sheets/tokens.ts'

const tab = (index: number, columns: number): TabOverview => ({
  sheet_id: index,
  title: `Region ${index} orders`,
  index,
  grid_rows: 1000,
  grid_columns: 26,
  used_range: 'A1:X900',
  header_row: 1,
  first_data_row: 2,
  last_data_row: 900,
  columns: Array.from({ length: columns }, (_, column) => ({
    column: String.fromCharCode(65 + column),
    header: `Column number ${column} of tab ${index}`,
    type: 'text',
    samples: ['some sample text', 'another sample text', 'a third one that is rather long'],
    non_empty: 899,
  })),
})

const overview = (tabs: TabOverview[]): SpreadsheetOverview => ({
  title: 'Orders',
  locale: 'en_US',
  active_tab: tabs[0]!.title,
  tabs,
})

describe('a summary for the model', () => {
  test('fifty wide tabs stay within 6,000 tokens, all named, the active one in full', () => {
    const summary = renderSummary(overview(Array.from({ length: 50 }, (_, index) => tab(index, 24))), {
      maxTokens: 5_000,
    })
    const tokens = estimateTokens(summary)
    console.log(
      `summary of 50 tabs with 24 columns: ${tokens} tokens (estimate), ${summary.length} characters`,
    )
    expect(tokens).toBeLessThan(6_000)
    for (let index = 0; index < 50; index += 1) expect(summary).toContain(`"Region ${index} orders"`)
    expect(summary).toContain('"some sample text"')
    expect(summary).toContain('Some details were left out')
  })

  test('a small spreadsheet is told whole', () => {
    const summary = renderSummary(overview([tab(0, 3), tab(1, 2)]), { maxTokens: 5_000 })
    expect(summary).not.toContain('left out')
    expect(summary).toContain('C "Column number 2 of tab 0" text; e.g. "some sample text"')
  })

  test('no budget is exceeded, however small it is', () => {
    const big = overview(Array.from({ length: 400 }, (_, index) => tab(index, 20)))
    for (const maxTokens of [50, 200, 1_000, 3_000]) {
      expect(estimateTokens(renderSummary(big, { maxTokens }))).toBeLessThanOrEqual(maxTokens)
    }
  })
})

describe('large workbooks', () => {
  const ROWS = 100_000
  const cellOf = (row: number, column: number): string | number =>
    row === 0 ? ['Customer', 'Number', 'Price'][column]! : column === 0 ? `customer ${row}` : row * column

  /** A workbook that counts the cells it hands out. */
  function scripted(): { spreadsheet: Spreadsheet; cellsRead: () => number } {
    let cells = 0
    const grid = (range: string) => {
      const box = closeBox(parseRange(range)!.box, ROWS + 1, 3)
      const rows = Array.from({ length: boxRows(box) }, (_, row) =>
        Array.from({ length: boxColumns(box) }, (__, column) =>
          cellOf(box.startRow + row, box.startColumn + column),
        ),
      )
      cells += rows.flat().length
      return rows
    }
    const toCell = (value: string | number) => ({
      effectiveValue: typeof value === 'number' ? { numberValue: value } : { stringValue: value },
      formattedValue: String(value),
    })
    const meta = toMeta({
      sheets: [
        { properties: { sheetId: 7, title: 'Big', gridProperties: { rowCount: ROWS + 1, columnCount: 3 } } },
      ],
    })
    const spreadsheet = {
      meta: async () => meta,
      get: async ({ ranges = [] }: { ranges?: string[] }) => ({
        sheets: ranges.map(range => ({
          properties: { sheetId: 7 },
          data: [{ rowData: grid(range).map(row => ({ values: row.map(toCell) })) }],
        })),
      }),
      values: async (ranges: string[]) => ranges.map(range => ({ range, values: grid(range) })),
    } as unknown as Spreadsheet
    return { spreadsheet, cellsRead: () => cells }
  }

  test('100,000 rows are summarised from a bounded read', async () => {
    const { spreadsheet, cellsRead } = scripted()
    const found = await readOverview(spreadsheet, 7)
    const tokens = estimateTokens(renderSummary(found, { maxTokens: 5_000 }))
    console.log(
      `summary of 100,000 rows: ${tokens} tokens (estimate), ${cellsRead()} of ${(ROWS + 1) * 3} cells read`,
    )
    expect(found.tabs[0]).toMatchObject({ last_data_row: ROWS + 1, sampled_rows: 1_000, header_row: 1 })
    expect(found.tabs[0]!.columns[2]).toMatchObject({ header: 'Price', type: 'number', non_empty: ROWS })
    expect(tokens).toBeLessThan(6_000)
    expect(cellsRead()).toBeLessThan(5_000)
  })
})

test('a script without spaces counts a token for each sign, not for each six', () => {
  expect(estimateTokens('売上の合計')).toBe(5)
  expect(estimateTokens('Umsätze')).toBe(2)
})
