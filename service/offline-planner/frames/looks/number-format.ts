/** How numbers and dates are shown, which changes none of them. */
import { type Column, isDate } from '../../linking/sheet.ts'
import type { Draft } from '../../reading/draft.ts'
import { placesIn } from '../cells/texts.ts'
import type { Filled, Frame } from '../frame.ts'
import { OTHER_KINDS } from '../support/others.ts'
import { numbered } from '../support/query.ts'
import { columnRange, inList, nameOf, rowsOf } from '../support/table.ts'
import { format, formatCall, type Place, saysAll } from './looks.ts'

export const numberFormat: Frame = {
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
  cues: ['currency', 'percentformat', 'dateformat', 'numberformat', 'plaintext', 'format', 'round', 'date'],
  uses: 'currency percentformat dateformat numberformat plaintext format change show keep column value add with all per round write both is as number date convert',
  prior: 0.1,
  read(draft, text) {
    if (
      draft.asks(
        ...OTHER_KINDS,
        'newcolumn total average howmany raise lower fill times background median roundup howmuch rename border rank validate by',
      )
    )
      return null
    if (draft.has('round') && draft.nodes.some(({ text }) => /in place/i.test(text))) return null
    const sample = draft.free().find(node => node.date?.isDay && /\d/.test(node.text))
    const quoted = draft.free().find(node => node.isQuoted && /[0#ymd]/i.test(node.text))
    const decimals = decimalsIn(draft, text)
    const kind = quoted
      ? null
      : draft.cue('currency')
        ? 'currency'
        : draft.cue('percentformat')
          ? 'percent'
          : draft.cue('dateformat')
            ? 'date'
            : draft.cue('plaintext')
              ? 'text'
              : decimals !== null || draft.cue('numberformat')
                ? 'number'
                : sample && draft.has('format')
                  ? 'date'
                  : null
    if (!quoted && !kind) return null
    draft.take(quoted)
    const wanted = (column: Column) =>
      kind === 'date'
        ? isDate(column) || column.type === 'mixed'
        : kind === 'text' ||
          (!isDate(column) && (column.type !== 'text' || /\d/.test(column.samples.join(''))))
    if (kind === 'date')
      draft.take(
        sample,
        ...draft.free().filter(node => ['day', 'month', 'year'].some(each => node.concepts.has(each))),
      )
    const dates =
      kind === 'date' && draft.nodes.some(({ text: each }) => /^dates$|date columns|both date/i.test(each))
        ? draft.scope.index.columns.filter(column => column.tab === draft.tab && isDate(column))
        : []
    const rows = rowsOf(draft)
    const named = placesIn(draft, wanted)
    const places =
      dates.length > 1 && rows
        ? dates.map(column => ({ range: columnRange(column, rows.first, rows.last), name: nameOf(column) }))
        : named.length === 0 && rows && kind !== 'date' && kind !== 'text' && saysAll(draft)
          ? numbered(draft).map(column => ({
              range: columnRange(column, rows.first, rows.last),
              name: nameOf(column),
            }))
          : named
    if (places.length === 0) return null
    draft.cue('format', 'show', 'change', 'round', 'dateformat', 'currency')
    const pattern = quoted?.text ?? patternFor(kind!, text, decimals, draft, sample?.text)
    return shownAs(places, kind, pattern)
  },
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
  draft: Draft,
  columns: readonly Column[],
  as: string,
  decimals: number | null,
): Filled | null {
  const rows = rowsOf(draft)
  if (!rows || columns.some(({ tab }) => tab.title !== draft.tab.title)) return null
  const kind = ['euro', 'dollar', 'pound'].includes(as) ? 'currency' : as === 'integer' ? 'number' : as
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

function patternOf(column: Column, as: string, decimals: number | null): string {
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
const ownSign = ({ number_format }: Column): string => /^[^#0]*/.exec(number_format ?? '')?.[0] ?? ''

const signIn = (text: string): string => SIGNS.find(([sign]) => sign.test(text))?.[1] ?? ''

const places = (count: number): string => (count > 0 ? `.${'0'.repeat(Math.min(count, 10))}` : '')

export const sameFormats: Frame = {
  name: 'Consistent formats',
  does: 'Gives all rows of a column of numbers or dates the number format of its first row; values stay what they are.',
  examples: ['Make the formats consistent', 'Unify the number formats'],
  effect: 'change',
  cues: ['cleanup format', 'cleanup numberformat', 'cleanup'],
  uses: 'cleanup format numberformat change all number',
  prior: 0.5,
  read(draft) {
    const rows = rowsOf(draft)
    if (
      !rows ||
      !draft.nodes.some(({ text }) => /format|書式/i.test(text)) ||
      draft.has('trim', 'duplicates')
    )
      return null
    draft.cue('cleanup', 'format', 'numberformat')
    const range = draft.free().find(node => node.range)
    draft.take(range)
    const {
      startRow = rows.first - 1,
      endRow = rows.last,
      startColumn = 0,
      endColumn = Number.POSITIVE_INFINITY,
    } = range?.range?.box ?? {}
    const columns = draft.scope.index.columns.filter(
      column =>
        column.tab === draft.tab &&
        column.number_format &&
        column.index >= startColumn &&
        column.index < endColumn,
    )
    const first = Math.max(rows.first, startRow + 1)
    return {
      plan: () =>
        format(
          columns.map(column =>
            formatCall(columnRange(column, first, Math.min(rows.last, endRow)), {
              action: 'number_format',
              pattern: column.number_format,
            }),
          ),
          columns.length === 0
            ? 'No column has a number format that its rows could share.'
            : `${inList(columns.map(column => `**${nameOf(column)}**`))}: all rows have the format of the first.`,
        ),
      says: `Give all rows of ${inList(columns.map(nameOf))} the number format of the first row`,
    }
  },
}

function decimalsIn(draft: Draft, text: string): number | null {
  if (/without decimals|no decimals|whole numbers?|0 decimals/i.test(text)) return 0
  const at = draft.nodes.findIndex(
    (node, index) =>
      node.concepts.has('numberformat') &&
      !/thousand|tausend|millier|miles/i.test(node.text) &&
      draft.nodes[index - 1]?.number,
  )
  if (at === -1) return /two decimals/i.test(text) ? 2 : null
  draft.take(draft.nodes[at - 1], draft.nodes[at])
  return draft.nodes[at - 1]!.number!.value
}

const SIGNS: [RegExp, string][] = [
  [/euro|€|\beur\b/i, '"€"'],
  [/pound|£|\bgbp\b/i, '"£"'],
  [/\byen\b|¥|\bjpy\b/i, '"¥"'],
]

function patternFor(
  kind: string,
  text: string,
  decimals: number | null,
  draft: Draft,
  sample: string | undefined,
): string {
  if (kind === 'currency') return amountPattern(signIn(text) || '$', decimals ?? 2)
  if (kind === 'percent' || kind === 'text') return plainPattern(kind, decimals)
  if (kind === 'date') return datePattern(text, sample)
  const column = draft.scope.index.columns.find(
    each =>
      each.tab === draft.tab &&
      each.type === 'currency' &&
      text.toLowerCase().includes(each.header.toLowerCase()),
  )
  return amountPattern(column ? ownSign(column) : '', decimals ?? (/whole|thousand/i.test(text) ? 0 : 2))
}

function datePattern(text: string, sample: string | undefined): string {
  const given = /\b(?:d{1,4}|m{1,4}|y{2,4})(?:[-/. ](?:d{1,4}|m{1,4}|y{2,4}))+\b/i.exec(text)?.[0]
  if (given) return given.toLowerCase()
  if (sample && /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(sample)) return 'dd.mm.yyyy'
  if (sample && /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(sample)) return 'dd/mm/yyyy'
  return /day,? month|day first/i.test(text)
    ? 'dd.mm.yyyy'
    : /5 jan/i.test(text)
      ? 'd mmm yyyy'
      : 'yyyy-mm-dd'
}
