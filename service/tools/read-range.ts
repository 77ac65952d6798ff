/** Reads cells, a page at a time. */
import { z } from 'zod'
import type { ToolCallFields } from '../../contract/index.ts'
import { MAX_ROWS } from '../sheets/a1.ts'
import { filledRows } from '../sheets/last-row.ts'
import type { CellValue } from './support/cells.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { columnsOf, onGrid, rangeFields, resolveTarget, type Target, withBox } from './support/target.ts'
import { jsonLength } from './support/text.ts'
import type { ToolContext } from './tool.ts'

/** What one answer may hold: about 6,000 tokens. */
const MOST_CHARACTERS = 20_000
/** Cells asked of Google for one range at most. */
const MOST_CELLS = 20_000

const args = z.object({
  ranges: z.array(z.string()).min(1).max(20).describe('Leads!A1:D20'),
  render: z.enum(['values', 'formulas', 'formatted']).optional(),
  offset_rows: z.int().min(0).max(MAX_ROWS).optional().describe('next_offset_rows of the last answer'),
})

interface Page {
  range: string
  values: CellValue[][]
  truncated?: { next_offset_rows: number }
  note?: string
}

const RENDER = {
  values: 'UNFORMATTED_VALUE',
  formulas: 'FORMULA',
  formatted: 'FORMATTED_VALUE',
} as const

export const readRange = spreadsheetTool({
  name: 'read_range',
  reads: true,
  description: 'Reads cells: values, formulas beside them, types. Long ranges come in pages.',
  args,
  fields: ({ ranges }, context) => rangesFields(ranges, context),
  async run({ ranges, render = 'values', offset_rows: offset = 0 }, context) {
    const windows = await Promise.all(ranges.map(range => openWindow(context, range, offset)))
    const readable = windows.filter(window => window.page !== null)
    const answers = readable.length
      ? await context.spreadsheet.values(
          readable.map(window => window.page!.full),
          RENDER[render],
          'FORMATTED_STRING',
        )
      : []
    const budget = MOST_CHARACTERS / windows.length
    const pages = windows.map(window => {
      const answer = answers[readable.indexOf(window)]
      return toPage(window, (answer?.values ?? []) as CellValue[][], offset, budget)
    })
    return {
      state: 'succeeded',
      output: { ranges: pages },
      fields: { ...rangesFields(ranges, context), read: countRead(windows, pages) },
    }
  },
})

function rangesFields(ranges: string[], context: Pick<ToolContext, 'turn'>): ToolCallFields {
  const all = ranges.map(range => rangeFields(range, context))
  const boxes = all.map(fields => fields.range).filter(range => range !== undefined)
  const tabs = new Set(all.map(fields => fields.sheet_name))
  const [tab] = tabs
  return {
    ...(boxes.length > 0 ? { range: boxes.join(', ') } : {}),
    ...(tabs.size === 1 && tab !== undefined ? { sheet_name: tab } : {}),
  }
}

interface Window {
  whole: Target
  /** The part that is read now; null where nothing of the range is on the grid. */
  page: Target | null
}

async function openWindow(context: ToolContext, range: string, offset: number): Promise<Window> {
  const target = await resolveTarget(context, range)
  const whole = onGrid(target)
  if (!whole) return { whole: target, page: null }
  const startRow = whole.box.startRow + offset
  const rows = Math.max(1, Math.floor(MOST_CELLS / Math.max(1, columnsOf(whole))))
  const endRow = Math.min(whole.box.endRow, startRow + rows)
  return { whole, page: startRow < endRow ? withBox(whole, { ...whole.box, startRow, endRow }) : null }
}

function toPage({ whole, page }: Window, read: CellValue[][], offset: number, budget: number): Page {
  if (!page) return { range: whole.full, values: [] }
  const filled = read.slice(0, filledRows(read))
  const kept = fitting(filled, budget)
  const answer: Page = { range: page.full, values: kept }
  const wasCut = kept.length < filled.length
  const hasMore = page.box.endRow < whole.box.endRow && filled.length > 0
  if (wasCut) answer.truncated = { next_offset_rows: offset + kept.length }
  else if (hasMore) answer.truncated = { next_offset_rows: offset + (page.box.endRow - page.box.startRow) }
  if (whole.details.filter) answer.note = 'A filter is on; rows that it hides are included here.'
  return answer
}

/** As many whole rows as fit, at least one; a single huge row is cut by cell. */
function fitting(rows: CellValue[][], budget: number): CellValue[][] {
  let characters = 0
  const kept: CellValue[][] = []
  for (const row of rows) {
    characters += jsonLength(row)
    if (characters > budget && kept.length > 0) break
    kept.push(characters > budget ? row.map(value => shortened(value, budget / row.length)) : row)
  }
  return kept
}

const shortened = (value: CellValue, length: number): CellValue =>
  typeof value === 'string' && value.length > length
    ? `${value.slice(0, Math.max(20, length))}… (cut)`
    : value

/** Counts as the interface has them: rows and columns for each tab, summed over the tabs. */
function countRead(windows: Window[], pages: Page[]): NonNullable<ToolCallFields['read']> {
  const byTab = new Map<number, { rows: number; columns: number }>()
  let cells = 0
  for (const [index, { whole }] of windows.entries()) {
    const values = pages[index]!.values
    const width = Math.max(0, ...values.map(row => row.length))
    const known = byTab.get(whole.tab.sheetId) ?? { rows: 0, columns: 0 }
    byTab.set(whole.tab.sheetId, { rows: known.rows + values.length, columns: known.columns + width })
    cells += values.reduce((sum, row) => sum + row.length, 0)
  }
  const counts = [...byTab.values()]
  return {
    sheets: counts.length,
    rows: counts.reduce((sum, tab) => sum + tab.rows, 0),
    columns: counts.reduce((sum, tab) => sum + tab.columns, 0),
    cells,
  }
}
