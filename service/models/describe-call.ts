/** A tool call in one plain sentence, for a plan: what it does, where, and with what. */

interface Call {
  tool: string
  args: Record<string, unknown>
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
const code = (value: unknown): string => `\`${text(value).replaceAll('`', "'").slice(0, 200)}\``
const at = ({ range }: Record<string, unknown>): string => (range === undefined ? '' : ` ${code(range)}`)

const sentences: Record<string, (args: Record<string, unknown>) => string> = {
  write_range: args =>
    args.formula === undefined
      ? `Write ${sizeOf(args.values)} into${at(args)}`
      : `Fill${at(args)} with the formula ${code(args.formula)}`,
  copy_paste_range: ({ source_range, target_range }) => `Copy ${code(source_range)} to ${code(target_range)}`,
  clean_range: args => `${cleaning[text(args.action)] ?? `Clean (${text(args.action)})`} in${at(args)}`,
  sort_filter_range: args => `${sorting[text(args.action)] ?? text(args.action)}${at(args)}${by(args)}`,
  format_range: args => `Format${at(args)}${settings(args)}`,
  insert_chart: ({ type, data_range }) => `Draw a ${text(type)} chart of ${code(data_range)}`,
  insert_pivot_table: ({ source_range }) => `Make a pivot table of ${code(source_range)}`,
  bulk_prompt: args => `Ask the bulk model for each row: ${code(args.prompt_template)}`,
  bulk_search: args => `Search the web for each row: ${code(args.prompt_template)}`,
}

const cleaning: Record<string, string> = {
  trim: 'Trim spaces',
  dedupe: 'Remove rows that repeat others',
  find_replace: 'Replace texts',
  split: 'Split the column',
  merge_columns: 'Join the columns',
  upper: 'Write texts in capitals',
  lower: 'Write texts in small letters',
  title: 'Write texts in title case',
}

const sorting: Record<string, string> = {
  sort: 'Sort',
  filter_to_tab: 'Copy matching rows to a new tab from',
  set_filter: 'Set a filter on',
  clear_filter: 'Remove the filter of',
}

function by({ by: keys }: Record<string, unknown>): string {
  if (!Array.isArray(keys)) return ''
  return ` by ${keys.map(({ column, order }) => `${text(column)}${order === 'desc' ? ', largest first' : ''}`).join(', then ')}`
}

const sizeOf = (values: unknown): string => {
  const cells = Array.isArray(values) ? values.flat() : []
  if (cells.length === 1) return code(cells[0])
  return `${cells.length} values`
}

function settings(args: Record<string, unknown>): string {
  const told = Object.entries(args).filter(([name]) => !['range', 'overwrite'].includes(name))
  return told.length === 0
    ? ''
    : `: ${told.map(([name, value]) => `${name.replaceAll('_', ' ')} ${code(value)}`).join(', ')}`
}

export function describeCall({ tool, args }: Call): string {
  const known = sentences[tool]
  if (known) return `${known(args).trim()}.`
  const action = typeof args.action === 'string' ? args.action : tool
  const { action: _, ...rest } = args
  const words = action.replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${settings({ ...rest, ...(args.range === undefined ? {} : { at: args.range }) })}.`
}
