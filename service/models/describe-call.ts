/** A tool call in one plain sentence, for a plan: what it does, where, and with what. */

interface Call {
  tool: string
  args: Record<string, unknown>
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
/** Quotes around a tab's name stand only where it has something else than letters and digits. */
const plainTab = (value: string): string => value.replace(/^'([\p{L}_][\p{L}\p{N}_]*)'!/u, '$1!')
const code = (value: unknown): string => `\`${plainTab(text(value)).replaceAll('`', "'").slice(0, 200)}\``
const at = ({ range }: Record<string, unknown>): string => (range === undefined ? '' : ` ${code(range)}`)

const sentences: Record<string, (args: Record<string, unknown>) => string> = {
  write_range: args =>
    args.formula === undefined
      ? `Write ${sizeOf(args.values)} into${at(args)}`
      : `Fill${at(args)} with the formula ${code(args.formula)}`,
  copy_paste_range: ({ source_range, target_range, paste_type }) =>
    `Copy ${pasted[text(paste_type)] ?? ''}${code(source_range)} to ${code(target_range)}`,
  clean_range: args => `${cleaning[text(args.action)] ?? `Clean (${text(args.action)})`} in${at(args)}`,
  sort_filter_range: args => `${sorting[text(args.action)] ?? text(args.action)}${at(args)}${by(args)}`,
  format_range: args => `Format${at(args)}${looks(args)}`,
  insert_chart: ({ type, data_range }) => `Draw a ${text(type)} chart of ${code(data_range)}`,
  insert_pivot_table: ({ source_range }) => `Make a pivot table of ${code(source_range)}`,
  bulk_prompt: args => `Ask the bulk model for each row: ${code(args.prompt_template)}`,
  bulk_search: args => `Search the web for each row: ${code(args.prompt_template)}`,
}

const pasted: Record<string, string> = {
  values: 'the values of ',
  formulas: 'the formulas of ',
  format: 'the format of ',
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

const KINDS: Record<string, string> = {
  currency: 'an amount of money',
  percent: 'a percentage',
  date: 'a date',
  number: 'a number',
  text: 'text',
}

/** "as an amount of money, bold, background `yellow`"; what the tool calls its actions says nothing to people. */
function looks({
  range: _,
  overwrite: __,
  action: ___,
  kind,
  pattern,
  ...rest
}: Record<string, unknown>): string {
  const format = KINDS[text(kind)]
  const shown = [
    ...(format ? [` as ${format}${pattern === undefined ? '' : ` (${code(pattern)})`}`] : []),
    ...(!format && pattern !== undefined ? [` as ${code(pattern)}`] : []),
  ]
  const others = Object.entries(rest).flatMap(([name, value]) => {
    const words = name.replaceAll('_', ' ')
    if (value === true) return [words]
    return value === false ? [`not ${words}`] : [`${words} ${code(value)}`]
  })
  return `${shown.join('')}${others.length === 0 ? '' : `: ${others.join(', ')}`}`
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
