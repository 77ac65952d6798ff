/** What a tab holds, told from the overview and the rows that were read. */
import { type Box, columnIndex, formatBox } from '../../sheets/a1.ts'
import type { ColumnOverview } from '../../sheets/overview/overview.ts'
import { ownRows } from '../linking/sheet.ts'
import { dataOf, type Scope } from '../reading/scope.ts'

export function describeTab(scope: Scope, box: Box): string {
  const { tab } = scope
  const { startColumn = 0, endColumn = Number.POSITIVE_INFINITY } = box
  const columns = tab.columns.filter(
    ({ column }) => columnIndex(column) >= startColumn && columnIndex(column) < endColumn,
  )
  const first = Math.max(box.startRow ?? 0, (tab.first_data_row ?? 1) - 1)
  const last = Math.min(box.endRow ?? Number.POSITIVE_INFINITY, tab.last_data_row ?? 0)
  const isPlace = box.startRow !== undefined && box.endRow !== undefined && box.endColumn !== undefined
  const placed = isPlace ? formatBox({ ...box, startRow: first, endRow: last }) : null
  const rows = isPlace
    ? Math.max(0, last - first)
    : tab.first_data_row !== null && tab.last_data_row !== null
      ? tab.last_data_row - tab.first_data_row + 1
      : 0
  const others = scope.overview.tabs.filter(({ title }) => title !== tab.title).map(({ title }) => title)
  const lines = columns.map(column => describeColumn(column, scope, first, last))
  if (placed)
    return `${placed} of **${tab.title}** has ${rows === 1 ? '1 row' : `${rows} rows`}.\n\n${lines.join('\n')}`
  return `**${tab.title}** in “${scope.overview.title}” has ${rows === 1 ? '1 row' : `${rows} rows`} of data${tab.used_range ? ` in ${tab.used_range}` : ''}.\n\n${lines.join('\n')}${others.length > 0 ? `\n\nOther tabs: ${others.join(', ')}.` : ''}`
}

function describeColumn(column: ColumnOverview, scope: Scope, first: number, last: number): string {
  const numbers = ownRows(dataOf(scope))
    .slice(first - (scope.tab.first_data_row ?? 1) + 1, last - (scope.tab.first_data_row ?? 1) + 1)
    .map(row => row[columnIndex(column.column)])
    .filter(value => typeof value === 'number')
  const total =
    numbers.length > 0 && column.type !== 'date'
      ? `, total ${numbers.reduce((sum, number) => sum + number, 0).toLocaleString('en-US', { maximumFractionDigits: 2 })}`
      : ''
  const formula = column.formula ? `, formula \`${column.formula}\`` : ''
  const errors = column.errors ? `, errors: ${column.errors}` : ''
  const samples = column.samples.length > 0 ? `, for example ${column.samples.slice(0, 2).join(', ')}` : ''
  return `- ${column.column} **${column.header || '(no header)'}**: ${column.type}, ${column.non_empty} filled${total}${formula}${errors}${samples}`
}
