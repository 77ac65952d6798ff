import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SpreadsheetOverview, TabOverview } from '../../../service/sheets/overview.ts'
import { renderSummary } from '../../../service/sheets/summary.ts'
import { estimateTokens } from '../../../service/sheets/tokens.ts'
import { openBench, openWorkbench, type Workbench } from '../tools/workbench.ts'

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
  let workbench: Workbench
  beforeAll(async () => {
    workbench = await openWorkbench()
  })
  afterAll(() => workbench.close())

  test('100,000 rows are summarised from a bounded read', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => [`customer ${index}`, index, 19.5])
    const bench = await openBench(workbench, {
      tabs: [{ title: 'Big', rows: [['Customer', 'Number', 'Price'], ...rows], size: [100_001, 4] }],
    })
    bench.spreadsheet.refresh()
    const before = bench.spreadsheet.calls.reads
    const found = await bench.spreadsheet.overview(100)
    const summary = renderSummary(found, { maxTokens: 5_000 })
    const reads = bench.spreadsheet.calls.reads - before
    console.log(`summary of 100,000 rows: ${estimateTokens(summary)} tokens (estimate), ${reads} reads`)
    expect(found.tabs[0]).toMatchObject({ last_data_row: 100_001, sampled_rows: 1_000 })
    expect(estimateTokens(summary)).toBeLessThan(6_000)
    expect(reads).toBeLessThanOrEqual(4)
  }, 60_000)
})
