/**
 * What changed in a spreadsheet between two turns: a digest small enough to keep with the agent, and the
 * difference of two digests in a few lines. Contents are kept as hashes only.
 */
import { createHash } from 'node:crypto'
import type { ColumnOverview, SpreadsheetOverview, TabOverview } from './overview.ts'

interface ColumnDigest {
  header: string
  /** Of everything the overview says about the column. */
  hash: string
}

interface TabDigest {
  title: string
  rows: number | null
  columns: Record<string, ColumnDigest>
}

/** Plain JSON, by sheetId. */
export interface SheetDigest {
  tabs: Record<string, TabDigest>
}

/** Enough columns to notice what matters; wider tabs are told by their size. */
const MOST_COLUMNS = 60
const MOST_LINES = 12

export function digestOf(overview: SpreadsheetOverview): SheetDigest {
  return { tabs: Object.fromEntries(overview.tabs.map(tab => [tab.sheet_id, digestTab(tab)])) }
}

function digestTab(tab: TabOverview): TabDigest {
  return {
    title: tab.title,
    rows: tab.last_data_row,
    columns: Object.fromEntries(
      tab.columns
        .slice(0, MOST_COLUMNS)
        .map(column => [column.column, { header: column.header, hash: hashColumn(column) }]),
    ),
  }
}

function hashColumn({ type, samples, formula, formula_pattern, non_empty, errors }: ColumnOverview): string {
  const seen = JSON.stringify([type, samples, formula, formula_pattern, non_empty, errors])
  return createHash('sha256').update(seen).digest('base64url').slice(0, 10)
}

/** Lines for a model, such as `Tab "Leads": 3 rows added`. Empty where nothing that a digest sees changed. */
export function describeChanges(before: SheetDigest, after: SheetDigest): string[] {
  const lines: string[] = []
  for (const [id, tab] of Object.entries(after.tabs)) {
    const known = before.tabs[id]
    if (!known) lines.push(`Tab ${JSON.stringify(tab.title)} was added`)
    else lines.push(...describeTab(known, tab))
  }
  for (const [id, tab] of Object.entries(before.tabs)) {
    if (!after.tabs[id]) lines.push(`Tab ${JSON.stringify(tab.title)} was deleted`)
  }
  if (lines.length <= MOST_LINES) return lines
  return [...lines.slice(0, MOST_LINES), `and ${lines.length - MOST_LINES} more changes`]
}

function describeTab(before: TabDigest, after: TabDigest): string[] {
  const parts: string[] = []
  if (before.title !== after.title) parts.push(`renamed from ${JSON.stringify(before.title)}`)
  const rows = (after.rows ?? 0) - (before.rows ?? 0)
  if (rows !== 0)
    parts.push(`${Math.abs(rows)} ${Math.abs(rows) === 1 ? 'row' : 'rows'} ${rows > 0 ? 'more' : 'fewer'}`)
  parts.push(...describeHeaders(before, after))
  const changed = Object.entries(after.columns)
    .filter(([letters, column]) => {
      const known = before.columns[letters]
      return known !== undefined && known.header === column.header && known.hash !== column.hash
    })
    .map(([letters]) => letters)
  // More or fewer rows change every column; that is said already.
  if (changed.length > 0 && rows === 0)
    parts.push(
      `contents changed in ${changed.length > 8 ? `${changed.length} columns` : `column ${changed.join(', ')}`}`,
    )
  return parts.length === 0 ? [] : [`Tab ${JSON.stringify(after.title)}: ${parts.join('; ')}`]
}

function describeHeaders(before: TabDigest, after: TabDigest): string[] {
  const parts: string[] = []
  const named = (tab: TabDigest) =>
    new Set(
      Object.values(tab.columns)
        .map(column => column.header)
        .filter(Boolean),
    )
  const old = named(before)
  const now = named(after)
  const added = [...now].filter(header => !old.has(header))
  const removed = [...old].filter(header => !now.has(header))
  if (added.length > 0) parts.push(`new columns ${list(added)}`)
  if (removed.length > 0) parts.push(`columns gone ${list(removed)}`)
  return parts
}

const list = (names: string[]): string =>
  names
    .slice(0, 6)
    .map(name => JSON.stringify(name))
    .join(', ') + (names.length > 6 ? ', …' : '')
