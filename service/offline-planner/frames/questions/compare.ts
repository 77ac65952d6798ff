/** What one tab has and another lacks; shares and changes in percent, told in words. */

import type { TabOverview } from '../../../sheets/overview/overview.ts'
import { type Column, compact, isNumeric } from '../../linking/sheet.ts'
import { told } from '../../plan.ts'
import { conditions } from '../../reading/conditions.ts'
import { type Draft, isColumn } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import { keyBetween } from '../columns/looked-up.ts'
import type { Frame } from '../frame.ts'
import { inWords, matching, whereWords } from '../support/met.ts'
import { OTHER_KINDS } from '../support/others.ts'
import { calculate, extreme, groups, summable, valuesIn } from '../support/query.ts'
import { counted, inList, likeColumn, nameOf, round } from '../support/table.ts'

export const compareTabs: Frame = {
  name: 'Compare two tabs',
  does: 'Tells which values of a column another tab lacks.',
  examples: [],
  effect: 'read',
  cues: ['compare', 'not', 'without', 'isthere', 'empty'],
  uses: 'compare not who which what isthere any show value tab without with all table row keep distinct in one on from column add except howmany other',
  prior: 0.3,
  read(draft) {
    if (draft.asks(...OTHER_KINDS, 'newcolumn fill change write rename lookup total average')) return null
    if (!draft.has('compare', 'not', 'without') || draft.has('howmany')) return null
    const others = draft.scope.overview.tabs.filter(tab => tab !== draft.tab && mentions(draft, tab))
    for (const other of [
      ...others,
      ...draft.scope.overview.tabs.filter(tab => tab !== draft.tab && !others.includes(tab)),
    ]) {
      const key = keyBetween(draft.scope.index, draft.tab, other.title)
      if (!key) continue
      if (lacksColumn(draft, key.here, key.there)) return null
      const isHere = asksOfHere(draft, key.here, key.there)
      const [from, against] = isHere ? [key.here, key.there] : [key.there, key.here]
      draft.take(
        ...draft.nodes.filter(
          node =>
            node.tab ||
            node.columns.some(
              ({ column }) => column === key.here || column === key.there || column.tab === other,
            ),
        ),
      )
      draft.cue('compare', 'not', 'without', 'who', 'which')
      draft.columns()
      const known = new Set(texts(draft, against).map(compact))
      const missing = [
        ...new Map(
          texts(draft, from)
            .filter(text => !known.has(compact(text)))
            .map(text => [compact(text), text]),
        ).values(),
      ]
      const answer =
        missing.length === 0
          ? `Every **${nameOf(from)}** of **${from.tab.title}** is in **${against.tab.title}** too.`
          : `**${counted(missing.length, 'value')}** of ${nameOf(from)} in **${from.tab.title}** ${missing.length === 1 ? 'is' : 'are'} not in **${against.tab.title}**: ${inList(missing)}.`
      return {
        plan: () => told(answer),
        says: `Tell which ${nameOf(from)} of ${from.tab.title} are not in ${against.tab.title}`,
        bonus: others.length > 0 ? 0.8 : -2.5,
      }
    }
    return null
  },
}

/** "Any harvest without jars": a cell that is empty, not a row that another tab lacks. */
function lacksColumn({ nodes }: Draft, here: Column, there: Column): boolean {
  const lack = nodes.findIndex(({ concepts }) => concepts.has('without') || concepts.has('compare'))
  const next = nodes.slice(lack + 1).find(({ concepts }) => !concepts.has('noise'))
  const [match] = next?.columns ?? []
  return (
    match !== undefined &&
    match.quality >= 0.9 &&
    !next!.tab &&
    match.column !== here &&
    match.column !== there
  )
}

const mentions = (draft: Draft, tab: TabOverview): boolean =>
  draft.nodes.some(
    node =>
      node.tab === tab ||
      node.columns.some(
        ({ column, quality }) => column.tab === tab && quality > 0.85 && quality >= node.columns[0]!.quality,
      ),
  )

const texts = (draft: Draft, column: Column): string[] =>
  (draft.scope.index.data.get(column.tab.title)?.rows ?? [])
    .map(row => String(row[column.index] ?? '').trim())
    .filter(Boolean)

/** "who dived but isn't on Divers": the tab after the word for lacking is the one that lacks. */
function asksOfHere(draft: Draft, here: Column, there: Column): boolean {
  const lack = draft.nodes.findIndex(
    node => node.concepts.has('compare') || node.concepts.has('not') || node.concepts.has('without'),
  )
  const after = draft.nodes.slice(lack + 1)
  const says = (nodes: readonly Draft['nodes'][number][], column: Column) =>
    nodes.some(
      node =>
        node.tab === column.tab ||
        (isColumn(node, { tab: column.tab }) && node.columns[0]?.column.tab === column.tab),
    )
  // "which the Stations tab does not know": the tab that is said to do it lacks it.
  const before = draft.nodes.slice(0, lack)
  const relative = before.findLastIndex(node => node.concepts.has('which') || node.concepts.has('where'))
  const isSaid =
    says(before.slice(0, Math.max(0, relative)), here) || says(before.slice(0, Math.max(0, relative)), there)
  const doer = isSaid ? before.slice(relative + 1) : []
  if (doer.some(({ tab }) => tab === there.tab)) return true
  if (doer.some(({ tab }) => tab === here.tab)) return false
  if (says(after, there)) return true
  if (says(after, here)) return false
  return says(draft.nodes.slice(0, lack), here) && !says(draft.nodes.slice(0, lack), there)
}

export const shareTold: Frame = {
  name: 'Shares in words',
  does: 'Answers which part of all rows, or of a column’s total, the rows that meet conditions are.',
  examples: ['What percentage of orders is open?', 'What share of Price is from North?'],
  effect: 'read',
  cues: ['share'],
  uses: 'share what howmuch howmany total all of with table is row percentformat add average value',
  prior: 0.3,
  read(draft) {
    if (
      draft.asks('newcolumn', 'chart', 'column', 'pctchange', 'format', 'raise', 'delete', 'per') ||
      groups(draft).length > 0
    )
      return null
    draft.cue('share', 'what', 'total', 'howmany', 'howmuch')
    const where = conditions(draft)
    const columns = draft.columns('number')
    const { locale } = draft.scope.overview
    const [of, part] = columns
    if (where.length === 0 && of && part) {
      const [whole, share] = [of, part].map(
        column => calculate('total', valuesIn(matching(draft, []), column, locale)) ?? 0,
      )
      return {
        plan: () =>
          told(
            `**${nameOf(part)}** is ${likeColumn(share!, part)} of ${likeColumn(whole!, of)} **${nameOf(of)}**: **${round((share! / whole!) * 100, 2)} %**.`,
          ),
        says: `Tell ${nameOf(part)} in percent of ${nameOf(of)}`,
      }
    }
    if (where.length === 0) return null
    const column =
      of && isNumeric(of) && !where.some(group => group[0]!.column === of) ? of : amountOfTab(draft)
    if (column === 'unsaid') return null
    const size = (found: Where) =>
      column
        ? (calculate('total', valuesIn(matching(draft, found), column, locale)) ?? 0)
        : matching(draft, found).length
    const [some, all] = [size(where), size([])]
    const what = column ? `the total of **${nameOf(column)}**` : 'all rows'
    return {
      plan: () =>
        told(
          `The rows where ${inWords(where)} are **${round((some / all) * 100, 2)} %** of ${what} (${likeColumn(some, column)} of ${likeColumn(all, column)}).`,
        ),
      says: `Tell in percent which part of ${column ? nameOf(column) : 'all rows'} the rows${whereWords(where)} are`,
    }
  },
}

/**
 * "What share of the orders": rows are counted. "Of the budget": a name in the singular is an amount; of
 * several amounts nobody knows which.
 */
function amountOfTab(draft: Draft): Column | null | 'unsaid' {
  const node = draft.nodes.find(({ tab, columns }) => tab === draft.tab && columns.length === 0)
  if (!node || /s$/i.test(node.text.trim())) return null
  const [amount, other] = summable(draft)
  return other ? 'unsaid' : (amount ?? null)
}

export const changeTold: Frame = {
  name: 'Changes in percent',
  does: 'Answers by how much a figure changed in percent from one month, value or first row to another.',
  examples: [],
  effect: 'read',
  cues: ['pctchange', 'share'],
  uses: 'pctchange share howmuch howmany average total compare what of from to with first last when row max:date min:date change',
  prior: 0.4,
  read(draft) {
    if (draft.has('newcolumn', 'chart', 'delete', 'raise') && !draft.has('pctchange')) return null
    const { locale } = draft.scope.overview
    if (!draft.cue('pctchange')) return null
    draft.cue('share')
    const measure = draft.cue('average') ? 'average' : 'total'
    const periods = twoPeriods(draft)
    const numeric = draft.columns('number')[0] ?? (summable(draft).length === 1 ? summable(draft)[0]! : null)
    const where = conditions(draft)
    if (!numeric) return null
    const figure = (found: Where) => calculate(measure, valuesIn(matching(draft, found), numeric, locale))
    const sides = periods ? (periods.map(each => [...where, ...each]) as [Where, Where]) : twoSides(where)
    if (sides) {
      const isVersus =
        !periods && draft.nodes.some(({ text }) => /^(?:vs|versus|against|compared)$/i.test(text))
      draft.take(...draft.free().filter(({ text }) => /^(?:vs|versus|against|compared)$/i.test(text)))
      const [from, to] = isVersus ? [sides[1], sides[0]] : sides
      const [a, b] = [figure(from), figure(to)]
      if (a === null || b === null || a === 0) return null
      return {
        plan: () =>
          told(
            `The ${measure} of **${nameOf(numeric)}** went from ${likeColumn(a, numeric)}${whereWords(from)} to ${likeColumn(b, numeric)}${whereWords(to)}: **${round((b / a - 1) * 100, 2)} %**.`,
          ),
        says: `Tell the change of ${nameOf(numeric)}${whereWords(from)} to ${nameOf(numeric)}${whereWords(to)} in percent`,
      }
    }
    const date = draft.first('date')
    if (!date) return null
    while (extreme(draft));
    const rows = matching(draft, where)
      .filter(({ row }) => valuesIn([{ row }], numeric, locale).length > 0)
      .sort(
        (x, y) => Number(valuesIn([x], date, locale)[0] ?? 0) - Number(valuesIn([y], date, locale)[0] ?? 0),
      )
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last || first === last) return null
    const [a, b] = [
      Number(valuesIn([first], numeric, locale)[0]),
      Number(valuesIn([last], numeric, locale)[0]),
    ]
    return {
      plan: () =>
        told(
          `**${nameOf(numeric)}**${whereWords(where)} went from ${likeColumn(a, numeric)} (row ${first.number}) to ${likeColumn(b, numeric)} (row ${last.number}): **${round((b / a - 1) * 100, 2)} %**.`,
        ),
      says: `Tell the change of ${nameOf(numeric)}${whereWords(where)} from the first to the last row in percent`,
    }
  },
}

/** "October against September": each a condition of its own, the earlier first. */
function twoPeriods(draft: Draft): [Where, Where] | null {
  const spans = draft.free().filter(({ date, values }) => date && !date.isDay && values.length === 0)
  const column = draft.first('date')
  if (spans.length !== 2 || !column || spans[0]!.date!.from === spans[1]!.date!.from) return null
  draft.take(
    ...spans,
    ...draft.free().filter(({ text }) => /^(?:v|vs|versus|against|compared|from|to|and|with)$/i.test(text)),
  )
  spans.sort((a, b) => a.date!.from - b.date!.from)
  return spans.map(({ date }) => [
    [{ column, op: '>=' as const, values: [date!.from], words: date!.words }],
    [{ column, op: '<' as const, values: [date!.to], words: date!.words }],
  ]) as [Where, Where]
}

/** Two values of one column, or two spans of days, with what both have in common. */
function twoSides(where: Where): [Where, Where] | null {
  const pair = where.find(group => group.length === 2 && group.every(({ op }) => op === '='))
  if (pair) {
    const common = where.filter(group => group !== pair)
    return [
      [...common, [pair[0]!]],
      [...common, [pair[1]!]],
    ]
  }
  const spans = where.filter(group => group.length === 1 && group[0]!.words !== undefined)
  if (spans.length !== 4) return null
  const common = where.filter(group => !spans.includes(group))
  return [
    [...common, spans[0]!, spans[1]!],
    [...common, spans[2]!, spans[3]!],
  ]
}
