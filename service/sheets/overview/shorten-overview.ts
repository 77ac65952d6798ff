/**
 * Keeps an overview within a number of characters. The active tab is touched last, and never loses its
 * columns: plans are made from them.
 */
import type { SpreadsheetOverview, TabOverview } from './overview.ts'

type Shorten = (tab: TabOverview) => TabOverview

const FEW_COLUMNS = 12

const withoutSamples: Shorten = tab => ({
  ...tab,
  columns: tab.columns.map(({ number_format, ...column }) => ({ ...column, samples: [] })),
})
const withFewColumns: Shorten = tab => cutColumns(withoutSamples(tab), FEW_COLUMNS)
const withoutColumns: Shorten = tab => cutColumns(tab, 0)

function cutColumns(tab: TabOverview, count: number): TabOverview {
  const omitted = tab.columns.length - count
  if (omitted <= 0) return tab
  return {
    ...tab,
    columns: tab.columns.slice(0, count),
    omitted_columns: omitted + (tab.omitted_columns ?? 0),
  }
}

/** `keep` answers whether a tab is to stay whole as long as possible. */
export function shortenOverview(
  overview: SpreadsheetOverview,
  maxCharacters: number,
  keep: (tab: TabOverview) => boolean,
): SpreadsheetOverview {
  const fits = (candidate: SpreadsheetOverview) => JSON.stringify(candidate).length <= maxCharacters
  if (fits(overview)) return overview
  const note = 'Details of some tabs were left out; call again with tabs to see them.'
  let shortened: SpreadsheetOverview = { ...overview, note }
  for (const shorten of [withoutSamples, withFewColumns, withoutColumns]) {
    shortened = { ...shortened, tabs: shortened.tabs.map(tab => (keep(tab) ? tab : shorten(tab))) }
    if (fits(shortened)) return shortened
  }
  return { ...shortened, tabs: shortened.tabs.map(tab => (keep(tab) ? withoutSamples(tab) : tab)) }
}
