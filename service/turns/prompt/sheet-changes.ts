/** What differs between two overviews of one spreadsheet, in short lines for a model. */
import type { ColumnOverview, SpreadsheetOverview, TabOverview } from '../../sheets/overview/overview.ts'

const MAX_CHARACTERS = 80

const clip = (text: string) => (text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}…`)
const quote = (text: string) => JSON.stringify(clip(text))

export function overviewChanges(before: SpreadsheetOverview, now: SpreadsheetOverview): string[] {
  const known = new Map(before.tabs.map(tab => [tab.sheet_id, tab]))
  const present = new Set(now.tabs.map(tab => tab.sheet_id))
  return [
    ...before.tabs
      .filter(tab => !present.has(tab.sheet_id))
      .map(tab => `Tab ${quote(tab.title)} was deleted.`),
    ...now.tabs.flatMap(tab => {
      const was = known.get(tab.sheet_id)
      return was
        ? tabChanges(was, tab)
        : [`Tab ${quote(tab.title)} was added (${tab.used_range ?? 'empty'}).`]
    }),
  ]
}

function tabChanges(before: TabOverview, now: TabOverview): string[] {
  const name = quote(now.title)
  const lines: string[] = []
  if (before.title !== now.title) lines.push(`Tab ${quote(before.title)} is now called ${name}.`)
  if (before.used_range !== now.used_range) {
    lines.push(`${name}: used range was ${before.used_range ?? 'empty'}, is ${now.used_range ?? 'empty'}.`)
  }
  const columns = new Map(before.columns.map(column => [column.column, column]))
  for (const column of now.columns) {
    const change = columnChange(columns.get(column.column), column)
    if (change) lines.push(`${name} column ${column.column}: ${change}.`)
  }
  return lines
}

function columnChange(before: ColumnOverview | undefined, now: ColumnOverview): string | null {
  if (!before) return `new, header ${quote(now.header)}`
  const changes: string[] = []
  if (before.header !== now.header)
    changes.push(`header was ${quote(before.header)}, is ${quote(now.header)}`)
  if (before.formula !== now.formula) changes.push(`formula is ${clip(now.formula ?? 'gone')}`)
  if (before.errors !== now.errors) changes.push(now.errors ? `errors: ${now.errors}` : 'errors are gone')
  if (before.non_empty !== now.non_empty) {
    changes.push(`${now.non_empty} filled cells instead of ${before.non_empty}`)
  }
  if (!before.samples.every((sample, i) => sample === now.samples[i])) {
    changes.push('values at the top differ')
  }
  return changes.length > 0 ? changes.join('; ') : null
}
