/** Looks at the spreadsheet before a sentence is read: its overview, and the rows of its tabs. */
import type { SpreadsheetOverview, TabOverview } from '../sheets/overview/overview.ts'
import { tableRange } from './kinds/support/table.ts'
import type { Data } from './linking/sheet.ts'
import { type CallResult, call, field, list, type Part } from './plan.ts'

const MOST_TABS = 8
const MOST_PAGES = 4
const TOTAL_LABEL = /^(?:(?:grand |sub-?)?totals?|sum|summe|somme|suma|合計)\b:?$/i

export interface Seen {
  overview: SpreadsheetOverview
  data: Data[]
}

/** What is there, or why it can't be seen. Asked for anew in each turn: people change sheets meanwhile. */
export function* look(): Part<Seen | string> {
  const seen = yield* overviewOf({})
  if (typeof seen === 'string') return seen
  const short = seen.tabs.filter(tab => tab.omitted_columns).map(({ title }) => title)
  const full = short.length > 0 ? yield* overviewOf({ tabs: short.slice(0, 10) }) : seen
  const overview = typeof full === 'string' ? seen : full
  return { overview, data: yield* dataOf(overview) }
}

function* overviewOf(args: Record<string, unknown>): Part<SpreadsheetOverview | string> {
  const { output, error } = yield* call('get_sheet_overview', args)
  if (error !== undefined) return `I can't see the spreadsheet: ${error} Nothing was changed.`
  const overview = Array.isArray(field(output, 'tabs')) ? output : field(output, 'overview')
  if (!Array.isArray(field(overview, 'tabs')))
    return "I can't read the overview of the spreadsheet. Nothing was changed."
  return overview as SpreadsheetOverview
}

/** The open tab first and as far as a few pages go; of the others what fits into one answer. */
function* dataOf(overview: SpreadsheetOverview): Part<Data[]> {
  const isActive = (tab: TabOverview) => tab.title === overview.active_tab
  const tabs = overview.tabs.filter(
    ({ first_data_row, columns }) => first_data_row !== null && columns.length > 0,
  )
  const chosen = [...tabs.filter(isActive), ...tabs.filter(tab => !isActive(tab))].slice(0, MOST_TABS)
  if (chosen.length === 0) return []
  const ranges = chosen.map(tab => wholeRange(tab))
  const result = yield* call('read_range', { ranges, render: 'values' })
  if (result.error !== undefined) return []
  const answers = list(field(result.output, 'ranges'))
  const found: Data[] = []
  for (const [index, tab] of chosen.entries()) {
    const answer = answers[index]
    const rows = list(field(answer, 'values')).map(list)
    const next = nextOffset(answer)
    const isWhole =
      next === null ? true : yield* readOn(ranges[index]!, rows, next, isActive(tab) ? MOST_PAGES : 1)
    found.push(dataFrom(tab, rows, isWhole))
  }
  return found
}

const wholeRange = (tab: TabOverview): string => {
  const full = {
    ...tab,
    columns: tab.columns.map((column, index) => (index === 0 ? { ...column, non_empty: 1 } : column)),
  }
  return tableRange(full, { header: null, first: tab.first_data_row!, last: tab.last_data_row! }, false)
}

const nextOffset = (answer: unknown): number | null => {
  const next = field(field(answer, 'truncated'), 'next_offset_rows')
  return typeof next === 'number' ? next : null
}

function* readOn(range: string, rows: unknown[][], from: number, pages: number): Part<boolean> {
  let offset: number | null = from
  for (let page = 0; page < pages && offset !== null; page++) {
    const result: CallResult = yield* call('read_range', {
      ranges: [range],
      render: 'values',
      offset_rows: offset,
    })
    if (result.error !== undefined) return false
    const [answer] = list(field(result.output, 'ranges'))
    while (rows.length < offset) rows.push([])
    rows.push(...list(field(answer, 'values')).map(list))
    offset = nextOffset(answer)
  }
  return offset === null
}

function dataFrom(tab: TabOverview, rows: unknown[][], isWhole: boolean): Data {
  const last = isWhole ? rows.at(-1) : undefined
  const hasTotal =
    rows.length > 1 && (last ?? []).some(value => typeof value === 'string' && TOTAL_LABEL.test(value.trim()))
  return { tab, rows, isWhole, hasTotal }
}
