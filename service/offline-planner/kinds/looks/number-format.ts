/** How numbers and dates are shown, which changes none of them. */
import type { Column } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Filled, Kind } from '../kind.ts'
import { type Area, type Place, placesOf, rangeOfArea, type Target } from '../support/places.ts'
import { columnRange, inList, nameOf, ofTab, rowsOf } from '../support/table.ts'
import { format, formatCall } from './looks.ts'

export const numberFormat: Kind = {
  name: 'Number formats',
  does: 'Shows columns as currency, percent, number, date or plain text; values stay what they are.',
  examples: [
    'Format Price as currency',
    'Format Price and Cost as euros',
    'Show Price in dollars without decimals',
    'Make Cost a percentage with 1 decimal',
    'Format Date as dd/mm/yyyy',
    'Format Qty as plain text',
    'Round Price to 1 decimal',
  ],
  effect: 'change',
}

const shownAs = (shown: readonly Place[], kind: string | null, pattern: string): Filled => ({
  plan: () =>
    format(
      shown.map(({ range }) =>
        formatCall(range, { action: 'number_format', pattern, ...(kind ? { kind } : {}) }),
      ),
      `${inList(shown.map(({ name }) => `**${name}**`))}: shown as \`${pattern}\`. The values stay what they are.`,
    ),
  says: `Show ${inList(shown.map(({ name }) => name))} as ${kind ?? 'numbers'} (\`${pattern}\`); the values stay`,
})

/** Columns of the open tab as "currency", "euro", "percent", "integer" and so on; null where one is elsewhere. */
export function columnsShown(
  scope: Scope,
  columns: readonly Column[],
  as: string,
  decimals: number | null,
): Filled | null {
  const rows = rowsOf(scope)
  if (!rows || columns.some(({ tab }) => tab.title !== scope.tab.title)) return null
  const kind = kindOf(as)
  const patterns = new Map<string, Place[]>()
  for (const column of columns) {
    const pattern = patternOf(column, as, decimals)
    const place = { range: columnRange(column, rows.first, rows.last), name: nameOf(column) }
    patterns.set(pattern, [...(patterns.get(pattern) ?? []), place])
  }
  const parts = [...patterns].map(([pattern, places]) => shownAs(places, kind, pattern))
  const [first, ...more] = parts
  if (!first || more.length === 0) return first ?? null
  return {
    *plan() {
      const done: string[] = []
      for (const part of parts) done.push(yield* part.plan())
      return done.join(' ')
    },
    says: parts.map(({ says }) => says).join('; '),
  }
}

type Shown = Pick<Column, 'header' | 'type' | 'number_format'>

const kindOf = (as: string): string =>
  ['euro', 'dollar', 'pound'].includes(as) ? 'currency' : as === 'integer' ? 'number' : as

function patternOf(column: Shown, as: string, decimals: number | null): string {
  if (as === 'date') return 'yyyy-mm-dd'
  if (as === 'text' || as === 'percent') return plainPattern(as, decimals)
  const own = column.type === 'currency' ? ownSign(column) : ''
  if (as === 'number' || as === 'integer') return amountPattern(own, decimals ?? (as === 'number' ? 2 : 0))
  const sign = as === 'currency' ? own || signIn(column.header) : signIn(as)
  return amountPattern(sign || '$', decimals ?? 2)
}

const plainPattern = (kind: 'text' | 'percent', decimals: number | null): string =>
  kind === 'text' ? '@' : `0${places(decimals ?? 0)}%`

const amountPattern = (sign: string, decimals: number): string => `${sign}#,##0${places(decimals)}`

/** What stands before the digits in the format that it has. */
const ownSign = ({ number_format }: Shown): string => /^[^#0]*/.exec(number_format ?? '')?.[0] ?? ''

const signIn = (text: string): string => SIGNS.find(([sign]) => sign.test(text))?.[1] ?? ''

const places = (count: number): string => (count > 0 ? `.${'0'.repeat(Math.min(count, 10))}` : '')

export const sameFormats: Kind = {
  name: 'Consistent formats',
  does: 'Gives all rows of a column of numbers or dates the number format of its first row; values stay what they are.',
  examples: ['Make the formats consistent', 'Unify the number formats'],
  effect: 'change',
}

const SIGNS: [RegExp, string][] = [
  [/euro|€|\beur\b/i, '"€"'],
  [/pound|£|\bgbp\b/i, '"£"'],
  [/\byen\b|¥|\bjpy\b/i, '"¥"'],
]

/** As a pattern says it ("#,##0.000"), or like an example of a day ("5 Jan 2026"). */
export function shownLike(scope: Scope, target: Target, said: string): Filled | null {
  const places = placesOf(scope, target)
  const pattern = patternLike(said)
  if (!places || pattern === null) return null
  return shownAs(places, /[dy]/.test(pattern) ? 'date' : null, pattern)
}

/** The letters of days, months and years in the languages that are read. */
const PART = '(?:d{1,4}|t{1,2}|j{1,4}|m{1,4}|[ya]{2,4})'
const DAY_PATTERN = new RegExp(`^${PART}(?:[-/. ,]+${PART})+\\.?$`, 'i')

/** Null where it is neither a pattern nor an example of a day. */
function patternLike(said: string): string | null {
  const text = said.trim()
  if (DAY_PATTERN.test(text)) return inEnglish(text.toLowerCase())
  if (/^[^\p{L}]*[#0][#0.,%\s]*[^\p{L}]*$/u.test(text) && !/[1-9]/.test(text)) return text
  return dayPattern(text)
}

/** "jj/mm/aaaa" and "tt.mm.jjjj": the j of days is French, that of years German. */
function inEnglish(pattern: string): string {
  const years = /t|jjj/.test(pattern) ? 'y' : 'd'
  return pattern.replaceAll('a', 'y').replaceAll('j', years).replaceAll('t', 'd')
}

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)/i

/** Of "5 Jan 2026", "Mon 5 January", "05.01.26": the pattern that shows other days so. */
function dayPattern(example: string): string | null {
  const parts = example.match(/\d+|\p{L}+|[^\d\p{L}]+/gu) ?? []
  const isNamed = parts.some(part => /^\p{L}/u.test(part) && !WEEKDAY.test(part))
  const isYearFirst = /^\d{4}/.test(example)
  const order = isNamed ? ['d', 'yy'] : isYearFirst ? ['m', 'd'] : ['d', 'm', 'yy']
  const pattern = parts.map(part => {
    if (/^\d{4}$/.test(part)) return 'yyyy'
    if (/^\d{1,2}$/.test(part)) return numberPattern(order.shift(), part, isNamed)
    if (!/^\p{L}/u.test(part)) return part
    return (WEEKDAY.test(part) ? 'd' : 'm').repeat(part.length > 4 ? 4 : 3)
  })
  const isDay = pattern.some(part => /^m/.test(part)) && parts.some(part => /^\d/.test(part))
  return isDay && !pattern.includes('') ? pattern.join('') : null
}

/** With two digits where the example has them; beside a month's name only where one is 0. */
function numberPattern(unit: string | undefined, digits: string, isNamed: boolean): string {
  if (unit === undefined || unit === 'yy') return unit ?? ''
  return digits.startsWith('0') || (digits.length === 2 && !isNamed) ? unit.repeat(2) : unit
}

/** All rows of columns of numbers and days like their first, as far as they are in the area. */
export function formatsUnified(scope: Scope, area: Area | null): Filled | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  const { startRow = 0, endRow = rows.last, startColumn = 0, endColumn } = area?.box ?? {}
  const [first, last] = [Math.max(rows.first, startRow + 1), Math.min(rows.last, endRow)]
  const columns = ofTab(scope).filter(
    ({ number_format, index }) =>
      first <= last &&
      number_format &&
      index >= startColumn &&
      index < (endColumn ?? Number.POSITIVE_INFINITY),
  )
  const names = inList(columns.map(column => `**${nameOf(column)}**`))
  return {
    plan: () =>
      format(
        columns.map(column =>
          formatCall(columnRange(column, first, last), {
            action: 'number_format',
            pattern: column.number_format,
          }),
        ),
        columns.length === 0
          ? 'No column has a number format that its rows could share.'
          : `${names}: all rows have the format of the first.`,
      ),
    says:
      columns.length === 0
        ? 'Leave the number formats, for no column there has one'
        : `Give all rows of ${names.replaceAll('**', '')} the number format of the first row`,
  }
}

/** The cells of a range, as the column that they stand in. */
export function areaShown(scope: Scope, area: Area, as: string, decimals: number | null): Filled {
  const { startColumn = 0 } = area.box
  const column = scope.index.columns.find(({ tab, index }) => tab.title === area.tab && index === startColumn)
  const pattern = patternOf(column ?? { header: '', type: 'number' }, as, decimals)
  return shownAs([{ range: rangeOfArea(area), name: area.said }], kindOf(as), pattern)
}
