/**
 * The overview in words for a model's context. It fits a budget of tokens: the active tab is told in
 * full as far as possible, other tabs get shorter the less room there is, and what was left out is said.
 */
import { cut } from '../cut.ts'
import { estimateTokens } from '../tokens.ts'
import type { WholeTab } from '../whole-tab.ts'
import type { ColumnOverview, SpreadsheetOverview, TableOverview, TabOverview } from './overview.ts'

/** From everything to the title alone. */
type Detail = 'whole' | 'full' | 'columns' | 'headers' | 'line'

const DETAILS: Detail[] = ['whole', 'full', 'columns', 'headers', 'line']
const MOST_SAMPLE_CHARACTERS = 32

export function renderSummary(overview: SpreadsheetOverview, { maxTokens }: { maxTokens: number }): string {
  const head = renderHead(overview)
  const active = overview.tabs.find(tab => tab.title === overview.active_tab)
  const others = overview.tabs.filter(tab => tab !== active)
  const notice = 'Some details were left out; read_range and get_sheet_overview show them.'
  const parts: string[] = []
  let isShortened = false
  // Every tab is at least named; what is left after that is shared.
  const lines = new Map(overview.tabs.map(tab => [tab, cost(renderTab(tab, 'line'))]))
  let left = maxTokens - cost(head) - cost(notice) - sum([...lines.values()])
  const add = (tab: TabOverview, details: Detail[], share: number): void => {
    const line = lines.get(tab)!
    const texts = details.map(detail => renderTab(tab, detail))
    const choice = texts.find(text => cost(text) <= line + share) ?? texts.at(-1)!
    isShortened ||= choice !== texts[0] && choice !== texts[1]
    left -= cost(choice) - line
    parts.push(choice)
  }
  if (active) add(active, DETAILS, left)
  for (const [index, tab] of others.entries()) {
    // An even share of what is left, so that no early tab starves the later ones.
    add(tab, DETAILS, left / (others.length - index))
  }
  if (isShortened) parts.push(notice)
  return cutToBudget([head, ...parts], maxTokens)
}

/** With the line break that joins it to the next part. */
const cost = (text: string): number => estimateTokens(text) + 1

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** For what no shortening of single tabs can help: hundreds of tabs, names of absurd length. */
function cutToBudget(parts: string[], maxTokens: number): string {
  const kept: string[] = []
  let left = maxTokens
  for (const part of parts) {
    left -= cost(part)
    if (left < 0) break
    kept.push(part)
  }
  return kept.join('\n')
}

function renderHead(overview: SpreadsheetOverview): string {
  const lines = [
    `Spreadsheet ${JSON.stringify(cut(overview.title, 120))}, locale ${overview.locale}, ${overview.tabs.length} tabs, active tab ${JSON.stringify(overview.active_tab)}.`,
  ]
  const names = overview.named_ranges ?? []
  if (names.length > 0) {
    const shown = names.slice(0, 30).map(({ name, range }) => `${name} = ${range}`)
    lines.push(`Named ranges: ${shown.join('; ')}${names.length > shown.length ? '; …' : ''}`)
  }
  return lines.join('\n')
}

function renderTab(tab: TabOverview, detail: Detail): string {
  const title = tabLine(tab)
  if (detail === 'line' || tab.columns.length === 0) return title
  if (detail === 'whole' && tab.whole) return renderWhole(title, tab, tab.whole)
  if (detail === 'headers') {
    const headers = tab.columns.map(column => `${column.column} ${JSON.stringify(cut(column.header, 40))}`)
    return `${title}\n  columns: ${headers.join(', ')}`
  }
  const columns = groupedColumns(tab.columns).map(
    group => `  ${renderColumns(group, detail === 'columns' ? 'columns' : 'full')}`,
  )
  return [title, ...notes(tab), ...columns].join('\n')
}

function renderWhole(title: string, tab: TabOverview, { filled, formats, looks, rows }: WholeTab): string {
  return [
    `${title}; all its cells from column A on:`,
    ...notes(tab),
    ...(filled.length > 0 ? [`  filled down or across: ${filled.join('; ')}`] : []),
    ...(formats.length > 0 ? [`  formats: ${formats.join('; ')}`] : []),
    ...looks.map(line => `  ${line}`),
    ...rows,
  ].join('\n')
}

function tabLine(tab: TabOverview): string {
  const facts = [
    tab.used_range === null ? 'empty' : `used ${tab.used_range}`,
    `grid ${tab.grid_rows}x${tab.grid_columns}`,
  ]
  if (tab.header_row !== null) facts.push(`header row ${tab.header_row}`)
  if (tab.first_data_row !== null) facts.push(`data rows ${tab.first_data_row}-${tab.last_data_row}`)
  if (tab.hidden) facts.push('hidden')
  if (tab.frozen_rows) facts.push(`${tab.frozen_rows} frozen rows`)
  if (tab.frozen_columns) facts.push(`${tab.frozen_columns} frozen columns`)
  if (tab.charts) facts.push(`${tab.charts} charts`)
  if (tab.conditional_rules) facts.push(`${tab.conditional_rules} conditional rules`)
  return `Tab ${JSON.stringify(tab.title)} (gid ${tab.sheet_id}): ${facts.join(', ')}`
}

function notes(tab: TabOverview): string[] {
  const lines: string[] = []
  if (tab.tables) lines.push(`  tables: ${tab.tables.map(tableWords).join('; ')}`)
  const list = (word: string, ranges: string[] | undefined) => {
    if (ranges && ranges.length > 0) lines.push(`  ${word}: ${ranges.slice(0, 10).join(', ')}`)
  }
  list('merged', tab.merges)
  list('protected', tab.protected_ranges)
  if (tab.filter) lines.push(`  filter on ${tab.filter}`)
  if (tab.sampled_rows)
    lines.push(`  long tab: types and counts are taken from the first ${tab.sampled_rows} rows`)
  return lines
}

function tableWords(table: TableOverview): string {
  const facts = [
    ...(table.title ? [JSON.stringify(cut(table.title, 60))] : []),
    table.kind === 'form' ? 'form' : table.header_row === null ? 'no header' : `header ${table.header_row}`,
    ...(table.totals_row ? [`totals ${table.totals_row}`] : []),
  ]
  return `${table.range} ${facts.join(' ')}`
}

/** Runs of columns that are alike but for their names share one line. */
function groupedColumns(columns: ColumnOverview[]): ColumnOverview[][] {
  const groups: ColumnOverview[][] = []
  for (const column of columns) {
    const group = groups.at(-1)
    if (group && isAlike(group[0]!, column)) group.push(column)
    else groups.push([column])
  }
  return groups.flatMap(group => (group.length > 2 || isBlank(group[0]!) ? [group] : group.map(one => [one])))
}

/** Texts differ in what they mean; numbers under like formulas or formats seldom do. */
const isAlike = (a: ColumnOverview, b: ColumnOverview): boolean =>
  a.type === b.type &&
  isBlank(a) === isBlank(b) &&
  a.type !== 'text' &&
  a.type !== 'mixed' &&
  a.number_format === b.number_format &&
  a.formula_pattern === b.formula_pattern &&
  a.errors === undefined &&
  b.errors === undefined

const isBlank = (column: ColumnOverview): boolean => column.type === 'empty' && column.header === ''

function renderColumns(group: ColumnOverview[], detail: 'full' | 'columns'): string {
  const first = group[0]!
  const last = group.at(-1)!
  if (first === last) return renderColumn(first, detail)
  if (isBlank(first)) return `${first.column}:${last.column} empty`
  const [, second] = group
  const names = [first, second!].map(column => JSON.stringify(cut(column.header, 40))).join(', ')
  const words = renderColumn(first, detail).slice(renderName(first).length)
  return `${first.column}:${last.column} ${names} … ${JSON.stringify(cut(last.header, 40))}, ${group.length} alike, the first${words}`
}

const renderName = (column: ColumnOverview): string =>
  `${column.column} ${JSON.stringify(cut(column.header, 60))}`

function renderColumn(column: ColumnOverview, detail: 'full' | 'columns'): string {
  const parts = [`${renderName(column)} ${column.types ?? column.type}`]
  if (column.number_format && detail === 'full') parts.push(`format ${column.number_format}`)
  if (column.filled_from) parts.push(`filled ${cut(column.filled_from, 140)}`)
  else if (column.formula_pattern) parts.push(`formulas ${column.formula_pattern}`)
  if (column.errors) parts.push(`errors: ${column.errors}`)
  if (detail === 'full' && column.samples.length > 0) {
    parts.push(
      `e.g. ${column.samples.map(sample => JSON.stringify(cut(sample, MOST_SAMPLE_CHARACTERS))).join(', ')}`,
    )
  }
  if (detail === 'full') parts.push(`${column.non_empty} filled`)
  return parts.join('; ')
}
