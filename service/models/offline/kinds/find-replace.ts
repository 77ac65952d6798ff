/** "Replace NY with New York in Region". */
import { dataRange, findColumns, nameOf, tableRange } from '../columns.ts'
import { call, type Instruction, type Plan, type Scope, understood } from '../instruction.ts'
import { countIn, isProblem, notDone, rowsOf } from '../tables.ts'
import { counted, inList, unquote } from '../text.ts'

export const findReplace: Instruction = {
  name: 'Find and replace',
  does: 'Replaces text in the table or in named columns; says “whole cell” or “match case” to be strict.',
  examples: [
    'Replace NY with New York',
    'Replace "Open" with "In progress" in Status',
    'Find Ltd. and replace it with Limited in Customer',
    'Change all "N/A" to "" in Region',
    'Substitute colour by color',
    'Replace North with N in Region, whole cell',
    'In Status, replace Open with New',
  ],
  read(clause, scope) {
    const { text, options } = takeOptions(clause)
    const match = PATTERNS.map(pattern => pattern.exec(text)).find(found => found !== null)
    const find = unquote(match?.groups?.find ?? '')
    if (!match || find === '') return null
    const { replace, object } = withObject(match.groups?.replace ?? '', match.groups?.object, scope)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    const columns = object === null ? [] : findColumns(scope, object).columns
    const ranges =
      columns.length > 0
        ? columns.map(({ column }) => dataRange(scope.tab, column, rows))
        : [tableRange(scope.tab, { ...rows, header: null })]
    const where =
      object !== null && scope.within && /\btable$/i.test(object)
        ? scope.within.a1
        : columns.length > 0
          ? inList(columns.map(column => `**${nameOf(column)}**`))
          : (scope.within?.a1 ?? `the data of **${scope.tab.title}**`)
    return understood(() => plan({ find, replace: replaced(replace), ...options }, ranges, where))
  },
}

const TEXT = `"[^"]*"|'[^']*'`
const PATTERNS = [
  new RegExp(
    String.raw`^(?:in|on)\s+(?<object>.+?),?\s+(?:replace|substitute|change)\s+(?:all\s+)?(?<find>${TEXT}|.+?)\s+(?:with|by|to|for)\s+(?<replace>${TEXT}|.*)$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:find|search for|look for)\s+(?:all\s+|every\s+)?(?<find>${TEXT}|.+?)\s*,?\s+(?:and\s+)?(?:replace|change|substitute)\s+(?:it|them|that|each|all)?\s*(?:with|by|to)\s+(?<replace>${TEXT}|.*)$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:replace|substitute|swap)\s+(?:all\s+|every\s+|each\s+)?(?:(?:the\s+)?(?:occurrences?|instances?|values?|word|text|cells?)\s+(?:of\s+|that say\s+)?)?(?<find>${TEXT}|.+?)\s+(?:with|by|for|to)\s+(?<replace>${TEXT}|.*)$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:change|turn|rename)\s+(?:(?:all|every|each)\s+)(?:(?:the\s+)?(?:occurrences?|instances?|values?)\s+(?:of\s+)?)?(?<find>${TEXT}|.+?)\s+(?:to|into)\s+(?<replace>${TEXT}|.*)$`,
    'i',
  ),
  new RegExp(String.raw`^(?:change|turn)\s+(?<find>${TEXT})\s+(?:to|into)\s+(?<replace>${TEXT}|.*)$`, 'i'),
]

const replaced = (text: string): string =>
  /^(?:nothing|an empty (?:string|cell)|blank|empty)$/i.test(text.trim()) ? '' : unquote(text)

interface Options {
  match_case?: true
  whole_cell?: true
}

function takeOptions(clause: string): { text: string; options: Options } {
  const options: Options = {}
  const text = clause
    .replace(/[\s,(]+(?:match(?:ing)? (?:the )?case|case[- ]sensitive(?:ly)?)\)?/i, () => {
      options.match_case = true
      return ''
    })
    .replace(
      /[\s,(]+(?:(?:match(?:ing)? |only )?(?:the )?(?:whole|entire|exact|full) cells?(?: only)?)\)?/i,
      () => {
        options.whole_cell = true
        return ''
      },
    )
  return { text, options }
}

/** The replacement may end in "in <column>"; only a column that exists is taken off. */
function withObject(
  replace: string,
  object: string | undefined,
  scope: Scope,
): { replace: string; object: string | null } {
  if (object !== undefined) return { replace, object }
  for (const match of [...replace.matchAll(/(?:^|\s+)(?:in|on|of|within)\s+/gi)].reverse()) {
    const phrase = replace.slice(match.index + match[0].length)
    const { columns, missing } = findColumns(scope, phrase)
    if (columns.length > 0 && missing.length === 0)
      return { replace: replace.slice(0, match.index), object: phrase }
    if (/^(?:the\s+)?(?:whole\s+|entire\s+)?(?:sheet|table|tab|data|everywhere|all columns)$/i.test(phrase)) {
      return { replace: replace.slice(0, match.index), object: null }
    }
  }
  return { replace, object: null }
}

interface Replacement extends Options {
  find: string
  replace: string
}

function* plan(replacement: Replacement, ranges: string[], where: string): Plan {
  let total: number | null = 0
  for (const range of ranges) {
    const result = yield* call('clean_range', {
      action: 'find_replace',
      range,
      has_header: false,
      ...replacement,
    })
    if (result.error !== undefined) return notDone(result)
    const changed: number | null = countIn(result, 'changed_cells')
    total = changed === null || total === null ? null : total + changed
  }
  const { find, replace } = replacement
  if (total === 0) return `“${find}” doesn't occur in ${where}, so nothing was changed.`
  const many = total === null ? '' : `${counted(total, 'cell')}: `
  return `${many}replaced “${find}” with “${replace}” in ${where}.`
}
