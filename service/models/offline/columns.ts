/** Finds the tabs, columns and ranges that a person means in the overview of a spreadsheet. */
import { columnIndex, columnLetters, formatRange } from '../../sheets/a1.ts'
import type { ColumnOverview, TabOverview } from '../../sheets/overview.ts'
import type { Scope } from './instruction.ts'
import { inList, likeness, listItems, normalWords, singular, unquote } from './text.ts'

/** "column C", "col. C", "C column". */
const BY_LETTER = /^(?:(?:the\s+)?col(?:umn|\.)?\s+([a-z]{1,3})|(?:the\s+)?([a-z]{1,3})\s+column)$/i
const PRONOUN =
  /^(?:it|that|this|them|these|those|(?:that|this|the|the new|the same|the last|the resulting) (?:one|column|result|results|values?|cells?|range))$/i
const AROUND =
  /^(?:(?:the|all|all the|every|each|of|values? (?:of|in)|in|column|columns|field)\s+)+|\s+(?:columns?|fields?|values?|cells?|data)$/gi

/** The column that `phrase` names, or null. Never guesses between two that are equally near. */
export function findColumn(scope: Scope, phrase: string): ColumnOverview | null {
  const { tab, memory } = scope
  const text = phrase.trim()
  if (scope.within && PLACE.test(text)) return onlyColumn(scope.tab)
  if (PRONOUN.test(text)) return tab.columns.find(({ column }) => column === memory.column) ?? null
  const letters = BY_LETTER.exec(text)
  const byName = bestByName(tab, unquote(text)) ?? bestByName(tab, unquote(text.replaceAll(AROUND, '')))
  if (byName) return byName
  const letter = (letters?.[1] ?? letters?.[2] ?? (/^[A-Z]{1,2}$/.test(text) ? text : '')).toUpperCase()
  const byLetter = letter === '' ? undefined : tab.columns.find(({ column }) => column === letter)
  // Outside of the range that is the place, there are only columns that the instruction is not about.
  return byLetter && (!scope.within || isUsed(byLetter)) ? byLetter : null
}

/** How place.ts puts the range of an instruction. */
const PLACE = /^(?:in\s+|of\s+)?(?:the\s+)?table$/i

const onlyColumn = ({ columns }: TabOverview): ColumnOverview | null => {
  const used = columns.filter(isUsed)
  return used.length === 1 ? used[0]! : null
}

function bestByName(tab: TabOverview, name: string): ColumnOverview | null {
  const rated = tab.columns
    .map(column => ({ column, rate: column.header === '' ? 0 : likeness(column.header, name) }))
    .filter(({ rate }) => rate > 0)
    .sort((a, b) => b.rate - a.rate)
  const [first, second] = rated
  if (!first) return onlyPartly(tab, name)
  return second && second.rate === first.rate && first.rate < 3 ? null : first.column
}

/** "Price" for "Unit Price (EUR)", where no other column has the word. */
function onlyPartly(tab: TabOverview, name: string): ColumnOverview | null {
  const wanted = normalWords(name).split(' ').map(singular)
  if (wanted.join('').length < 3) return null
  const found = tab.columns.filter(({ header }) => {
    const words = new Set(normalWords(header).split(' ').map(singular))
    return wanted.every(word => words.has(word))
  })
  return found.length === 1 ? found[0]! : null
}

/** The columns of a list of names; `missing` are the names that no column has. */
export function findColumns(scope: Scope, phrase: string): { columns: ColumnOverview[]; missing: string[] } {
  const whole = findColumn(scope, phrase)
  if (whole) return { columns: [whole], missing: [] }
  if (scope.within && PLACE.test(phrase.trim()))
    return { columns: scope.tab.columns.filter(isUsed), missing: [] }
  const bare = phrase.replace(/^(?:the\s+)?columns?\s+/i, '')
  const span = spanOf(scope, bare)
  if (span) return { columns: span, missing: [] }
  if (
    /^(?:all|every|the|numeric|number|amount|of|\s)*\b(?:numbers|amounts|numeric columns|number columns|numeric)$/i.test(
      bare,
    )
  ) {
    const amounts = summable(scope.tab)
    if (amounts.length > 0) return { columns: amounts, missing: [] }
  }
  const items = listItems(bare)
  const found = items.map(item => ({
    item,
    column: findColumn(scope, item) ?? findColumn(scope, `column ${item}`),
  }))
  return {
    columns: found.flatMap(({ column }) => (column ? [column] : [])),
    missing: found.filter(({ column }) => !column).map(({ item }) => unquote(item)),
  }
}

/** "B to G", "C:F", "January to March". */
function spanOf(scope: Scope, phrase: string): ColumnOverview[] | null {
  const match = /^(?:from\s+)?(.+?)\s*(?:\bto\b|\bthrough\b|:|–)\s*(.+)$/i.exec(phrase)
  if (!match) return null
  const end = (text: string) => findColumn(scope, text) ?? findColumn(scope, `column ${text}`)
  const [first, last] = [end(match[1]!), end(match[2]!)].map(column =>
    column ? scope.tab.columns.indexOf(column) : -1,
  )
  if (first === undefined || last === undefined || first < 0 || last < first) return null
  return scope.tab.columns.slice(first, last + 1)
}

/** Columns of amounts: numbers, but not ids and years. */
export const summable = (tab: TabOverview): ColumnOverview[] =>
  tab.columns.filter(
    column => isNumeric(column) && !/\b(?:id|no|nr|number|year|zip|code|phone)\b|#/i.test(column.header),
  )

/** "There is no column … in …" with what there is. */
export function noColumn(scope: Scope, names: readonly string[]): string {
  if (scope.within && names.some(name => PLACE.test(name)))
    return `${scope.within.a1} has several columns. Say which of them you mean.`
  const headers = scope.tab.columns.filter(({ header }) => header !== '').map(({ header }) => header)
  const there =
    headers.length === 0 ? 'It has no header row.' : `Its columns are ${inList(headers.slice(0, 30))}.`
  const what =
    names.length === 0 ? 'which column you mean' : `a column ${inList(names.map(name => `“${name}”`))}`
  return `I can't tell ${names.length === 0 ? '' : 'of '}${what} in the tab “${scope.tab.title}”. ${there}`.replace(
    "can't tell of",
    "don't find",
  )
}

const ROW_NOUN =
  /^(?:(?:the|all|of|data)\s+)*(?:rows?|orders?|records?|entries|lines?|items?|ones|people|occurrences|them|it|there(?: are)?)$/i

/** "rows", "records", or what the tab is called: "leads" in the tab Leads. */
export const meansRows = (scope: Pick<Scope, 'tab'>, phrase: string): boolean =>
  ROW_NOUN.test(phrase) || likeness(scope.tab.title, phrase.replace(/^(?:the|all)\s+/i, '')) > 1

/** What to call a column when speaking of it. */
export const nameOf = (column: ColumnOverview): string =>
  column.header === '' ? `column ${column.column}` : column.header

export function findTab(scope: Pick<Scope, 'overview'>, phrase: string): TabOverview | null {
  const name = unquote(phrase.trim())
  const { tabs } = scope.overview
  return (
    tabs.find(({ title }) => title === name) ??
    tabs.find(({ title }) => normalWords(title) === normalWords(name) && normalWords(name) !== '') ??
    tabs.find(({ title }) => likeness(title, name) > 0) ??
    null
  )
}

/** A title that no tab has yet: "Open", "Open 2", and without the characters that Google refuses. */
export function freeTitle(scope: Pick<Scope, 'overview'>, wanted: string): string {
  const taken = new Set(scope.overview.tabs.map(({ title }) => title.toLowerCase()))
  const base =
    wanted
      .replaceAll(/[[\]*?:\\/']/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 80) || 'Result'
  let title = base
  for (let number = 2; taken.has(title.toLowerCase()); number++) title = `${base} ${number}`
  return title
}

/** Letters of the first column that is free to the right of the table. */
export function nextFreeColumn(tab: TabOverview): string {
  const last = tab.columns.findLastIndex(({ header, non_empty }) => header !== '' || non_empty > 0)
  return columnLetters(last + 1)
}

export interface DataRows {
  /** 1-based; the row of the headers, or null. */
  header: number | null
  first: number
  last: number
}

/** Where the table's rows are, or null on a tab without data. */
export function dataRows(tab: TabOverview): DataRows | null {
  const { first_data_row: first, last_data_row: last, header_row: header } = tab
  return first === null || last === null || last < first ? null : { header, first, last }
}

/** The data cells of one column, without the header. */
export const dataRange = (tab: TabOverview, column: string, rows: DataRows): string =>
  columnRange(tab, column, rows.first, rows.last)

export function columnRange(tab: TabOverview, column: string, first: number, last: number): string {
  const index = columnIndex(column)
  return formatRange(tab.title, {
    startRow: first - 1,
    endRow: last,
    startColumn: index,
    endColumn: index + 1,
  })
}

/** The whole table with its header row. */
export function tableRange(tab: TabOverview, rows: DataRows): string {
  const first = tab.columns.findIndex(isUsed)
  const last = tab.columns.findLastIndex(isUsed)
  return formatRange(tab.title, {
    startRow: (rows.header ?? rows.first) - 1,
    endRow: rows.last,
    startColumn: Math.max(0, first),
    endColumn: Math.max(1, last + 1),
  })
}

const isUsed = ({ header, non_empty }: ColumnOverview): boolean => header !== '' || non_empty > 0

/** A range as people read it: without the tab that they look at. */
export const shown = (range: string): string => range.replace(/^(?:'(?:[^']|'')*'|[^!]*)!/, '')

export const isNumeric = ({ type }: ColumnOverview): boolean =>
  type === 'number' || type === 'currency' || type === 'percent'
