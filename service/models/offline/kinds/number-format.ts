/** "Format Price as currency", "show Share as a percentage with 1 decimal". */

import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, dataRange, findColumns, nameOf, noColumn } from '../columns.ts'
import { type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { isProblem, notDone, rowsOf } from '../tables.ts'
import { inList, unquote } from '../text.ts'

export const numberFormat: Instruction = {
  name: 'Number formats',
  does: 'Shows columns as currency, percent, number, date or plain text; values stay what they are.',
  examples: [
    'Format Price as currency',
    'Format Price and Cost as euros',
    'Show Price in dollars without decimals',
    'Format Qty as a number with 2 decimals',
    'Make Cost a percentage with 1 decimal',
    'Format Date as dd/mm/yyyy',
    'Show Date as a date like 5 Jan 2026',
    'Format Qty as plain text',
    'Round Price to 1 decimal',
    'Format Price as "#,##0.000"',
  ],
  read(clause, scope) {
    const said = readFormat(clause, scope)
    if (!said) return null
    const { columns, missing } = findColumns(scope, said.object)
    if (columns.length === 0 || missing.length > 0) {
      return said.isSure ? problem(`${noColumn(scope, missing)} Nothing was changed for this.`) : null
    }
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(() => plan(columns, said.format, rows, scope))
  },
}

interface Format {
  pattern: string
  kind: 'currency' | 'percent' | 'date' | 'number' | 'text'
  inWords: string
}

const SHAPE =
  /^(?:format|show|display|make|set|turn|convert|change|style|write|use|treat)\s+(.+?)\s+(?:(?:look(?:s)?|formatted|shown|displayed)\s+)?(?:(?:in)?to|as|in|like|with|into|be|format(?:ted)? as|(?=an?\s|currency|percent|plain|dates?\b|dollars?\b|euros?\b))\s*(?:an?\s+|the\s+)?(.+)$/i
const ROUND = /^round\s+(.+?)\s+to\s+(.+)$/i

function readFormat(
  clause: string,
  scope: Scope,
): { object: string; format: Format; isSure: boolean } | null {
  const rounded = ROUND.exec(clause)
  if (rounded) {
    const format = formatOf(
      `number with ${rounded[2]!.replace(/^(?:a |the )?(?:nearest )?(?:whole numbers?|integers?)$/i, '0 decimals')}`,
      currencyOf(rounded[1]!, scope),
    )
    return format && { object: rounded[1]!, format, isSure: true }
  }
  // The column's name may itself hold an "in" or "as", so every reading is tried; one whose columns are
  // all there is better than one that leaves some of them out.
  let first: { object: string; format: Format; isSure: boolean } | null = null
  for (const [object, words] of readings(clause)) {
    const format = formatOf(words, currencyOf(object, scope))
    if (!format) continue
    const said = { object, format, isSure: /^(?:format|show|display)/i.test(clause) }
    const { columns, missing } = findColumns(scope, object)
    if (columns.length > 0 && missing.length === 0) return said
    first ??= said
  }
  return first
}

/** From the last link to the first: "columns B to G | as | currency". */
function* readings(clause: string): Generator<[string, string]> {
  const match = SHAPE.exec(clause)
  if (!match) return
  const verb = clause.slice(0, clause.indexOf(' '))
  const rest = clause.slice(verb.length + 1)
  const links = [...rest.matchAll(/\s+(?:(?:look(?:s)?\s+)?like|to|as|in|with|an?)\s+(?:an?\s+|the\s+)?/gi)]
  for (const link of links.toReversed()) {
    yield [rest.slice(0, link.index), rest.slice(link.index + link[0].length)]
  }
  yield [match[1]!, match[2]!]
}

/** The sign of a column that shows money already, so that rounding it doesn't take the sign away. */
function currencyOf(object: string, scope: Scope): string | null {
  const [column] = findColumns(scope, object).columns
  return column?.type === 'currency' ? (/[$€£¥₹]/.exec(column.number_format ?? '')?.[0] ?? null) : null
}

const CURRENCIES: [RegExp, string][] = [
  [/\beuros?\b|\beur\b|€/i, '€'],
  [/\bpounds?\b|\bgbp\b|\bsterling\b|£/i, '£'],
  [/\byen\b|\bjpy\b|¥/i, '¥'],
  [/\brupees?\b|\binr\b|₹/i, '₹'],
  [/\bdollars?\b|\busd\b|\$|\bcurrency\b|\bmoney\b|\bprices?\b/i, '$'],
]
const DATE_PATTERN =
  /^(?:dates?\s+(?:like|as|in|with)?\s*)?([dmy]{1,4}[-/. ][dmy]{1,4}[-/., ]{1,2}[dmy]{2,4}|[dmy]{1,4}[-/. ][dmy]{2,4})$/i

function formatOf(words: string, currency: string | null): Format | null {
  const text = words.trim()
  const decimals = decimalsOf(text)
  const places = (standard: number) => zeros(decimals ?? standard)
  if (/^\d{1,2}\.?\s+[a-z]{3,}\s+\d{4}$|^[a-z]{3,}\s+\d{1,2},?\s+\d{4}$|^\d{4}-\d{2}-\d{2}$/i.test(text))
    return dateFormat(text)
  const dates = DATE_PATTERN.exec(text)
  if (dates)
    return {
      pattern: dates[1]!.toLowerCase(),
      kind: 'date',
      inWords: `a date like ${dates[1]!.toLowerCase()}`,
    }
  const quoted = unquote(text)
  if (quoted !== text && /[0#@]|[dmyhs]{2}/i.test(quoted))
    return { pattern: quoted, kind: kindOf(quoted), inWords: `\`${quoted}\`` }
  if (/\bper ?cent(?:age)?s?\b|^%|\s%/i.test(text))
    return { pattern: `0${places(0)}%`, kind: 'percent', inWords: 'a percentage' }
  const sign = CURRENCIES.find(([pattern]) => pattern.test(text))?.[1]
  if (sign) return money(sign, places(sign === '¥' ? 0 : 2))
  if (/\bdates?\b|\bday\b/i.test(text)) return dateFormat(text)
  if (/^(?:plain\s+)?text\b|^string\b/i.test(text))
    return { pattern: '@', kind: 'text', inWords: 'plain text' }
  if (/\b(?:numbers?|numeric|integers?|decimals?|whole numbers?|decimal places?|thousands?)\b/i.test(text)) {
    return currency && decimals !== null ? money(currency, zeros(decimals)) : numeric(text, decimals)
  }
  return null
}

const money = (sign: string, decimals: string): Format => ({
  pattern: `${sign === '$' ? '$' : `"${sign}"`}#,##0${decimals}`,
  kind: 'currency',
  inWords: `currency (${sign})`,
})

function numeric(text: string, decimals: number | null): Format {
  const places = decimals ?? (/integer|whole/i.test(text) ? 0 : 2)
  return {
    pattern: `#,##0${zeros(places)}`,
    kind: 'number',
    inWords: `a number with ${places === 0 ? 'no' : places} ${places === 1 ? 'decimal' : 'decimals'}`,
  }
}

function dateFormat(text: string): Format {
  const pattern = /\blong\b/i.test(text)
    ? 'mmmm d, yyyy'
    : /\b(?:month and year|month year)\b/i.test(text)
      ? 'mmm yyyy'
      : /\d{1,2}\s+[a-z]{3,}\s+\d{4}/i.test(text)
        ? 'd mmm yyyy'
        : /[a-z]{3,}\s+\d{1,2},?\s+\d{4}/i.test(text)
          ? 'mmm d, yyyy'
          : /\b(?:us|american)\b|\d{1,2}\/\d{1,2}\/\d{4}/i.test(text)
            ? 'mm/dd/yyyy'
            : /\b(?:german|dotted)\b|\d{1,2}\.\d{1,2}\.\d{4}/i.test(text)
              ? 'dd.mm.yyyy'
              : 'yyyy-mm-dd'
  return { pattern, kind: 'date', inWords: `a date (${pattern})` }
}

const WORD_NUMBERS: Record<string, number> = { no: 0, zero: 0, without: 0, one: 1, two: 2, three: 3, four: 4 }

function decimalsOf(text: string): number | null {
  const match =
    /\b(\d+|no|zero|without|one|two|three|four)\s+(?:any\s+)?(?:decimals?|decimal places?|digits?|places?|cents)\b/i.exec(
      text,
    )
  return match ? (WORD_NUMBERS[match[1]!.toLowerCase()] ?? Math.min(10, Number(match[1]))) : null
}

const zeros = (decimals: number | string): string =>
  typeof decimals === 'string' ? decimals : decimals === 0 ? '' : `.${'0'.repeat(decimals)}`

const kindOf = (pattern: string): Format['kind'] =>
  pattern === '@'
    ? 'text'
    : pattern.includes('%')
      ? 'percent'
      : /[$€£¥₹]/.test(pattern)
        ? 'currency'
        : /[dmyhs]{2}/i.test(pattern)
          ? 'date'
          : 'number'

function* plan(columns: ColumnOverview[], format: Format, rows: DataRows, scope: Scope): Plan {
  const { pattern, kind } = format
  const results = yield columns.map(({ column }) => ({
    tool: 'format_range',
    args: { range: dataRange(scope.tab, column, rows), action: 'number_format', pattern, kind },
  }))
  const failure = results.find(({ error }) => error !== undefined)
  if (failure) return notDone(failure)
  const letters = columns.map(({ column }) => `${column}${rows.first}:${column}${rows.last}`)
  const text = columns.filter(({ type }) => type === 'text' && kind !== 'text').map(nameOf)
  const warning = text.length > 0 ? ` ${inList(text)} holds text, which a number format doesn't change.` : ''
  return `Formatted ${inList(columns.map(column => `**${nameOf(column)}**`))} (${inList(letters)}) as ${format.inWords}.${warning}`
}
