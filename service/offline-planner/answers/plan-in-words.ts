/** A planned call in plain words: for a plan that is shown before it is carried out. Reads arguments, calls nothing. */
import type { Call } from '../plan.ts'

const text = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/^'((?:[^']|'')*)'!/, '$1!') : ''
const names = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(', ') : '')

const STRUCTURE: Record<string, (args: Record<string, unknown>) => string> = {
  add_tab: ({ new_name }) => `add the tab “${text(new_name)}”`,
  rename_tab: ({ tab, new_name }) => `rename the tab “${text(tab)}” to “${text(new_name)}”`,
  delete_tab: ({ tab }) => `delete the tab “${text(tab)}”`,
  duplicate_tab: ({ tab }) => `duplicate the tab “${text(tab)}”`,
  hide_tab: ({ tab }) => `hide the tab “${text(tab)}”`,
  show_tab: ({ tab }) => `show the tab “${text(tab)}”`,
  insert_rows: ({ index, count = 1 }) => `insert ${String(count)} rows at row ${String(index)}`,
  insert_columns: ({ index, count = 1 }) => `insert ${String(count)} columns at ${String(index)}`,
  delete_rows: ({ index, count = 1 }) => `delete ${String(count)} rows from row ${String(index)} on`,
  delete_columns: ({ index }) => `delete column ${String(index)}`,
  freeze: ({ rows = 0, columns = 0 }) => `freeze ${String(rows)} rows and ${String(columns)} columns`,
}

const TOOLS: Record<string, (args: Record<string, unknown>) => string> = {
  get_sheet_overview: () => 'look at the spreadsheet',
  read_range: ({ ranges }) => `read ${names(ranges)}`,
  write_range: ({ range, formula, values }) =>
    formula === undefined
      ? `write ${Array.isArray(values) ? values.length : 0} rows of cells from ${text(range)} on`
      : `fill ${text(range)} with ${text(formula)}`,
  copy_paste_range: ({ source_range, target_range }) => `copy ${text(source_range)} to ${text(target_range)}`,
  format_range: ({ range, action }) => `set the ${text(action).replaceAll('_', ' ')} of ${text(range)}`,
  sort_filter_range: ({ range, action }) => `${text(action).replaceAll('_', ' ')} on ${text(range)}`,
  clean_range: ({ range, action, find, replace }) =>
    action === 'find_replace'
      ? `replace “${text(find)}” with “${text(replace)}” in ${text(range)}`
      : `${text(action).replaceAll('_', ' ')} ${text(range)}`,
  edit_structure: args => STRUCTURE[text(args.action)]?.(args) ?? text(args.action).replaceAll('_', ' '),
  rows_columns: ({ action, range }) => `${text(action).replaceAll('_', ' ')} ${text(range)}`,
  insert_chart: ({ type, data_range }) => `draw a ${text(type)} chart of ${text(data_range)}`,
  insert_pivot_table: ({ source_range }) => `make a pivot table of ${text(source_range)}`,
  bulk_prompt: ({ range }) => `run a task for each row of ${text(range)}`,
}

/** "fill Orders!K2:K120 with =H2*I2" */
export const callInWords = ({ tool, args }: Call): string => TOOLS[tool]?.(args) ?? tool.replaceAll('_', ' ')

/** A numbered plan, a line for each call. */
export const planInWords = (calls: readonly Call[]): string =>
  calls.map((call, index) => `${index + 1}. ${callInWords(call)}`).join('\n')
