/** What one tab has and another lacks; shares and changes in percent, told in words. */
import type { TabOverview } from '../../../sheets/overview/overview.ts'
import { cellText } from '../../linking/cells.ts'
import { compact } from '../../linking/letters.ts'
import { type Column, ownRows } from '../../linking/sheet.ts'
import { told } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import { type Kind, problem, type Reading } from '../kind.ts'
import { inWords, matching, whereWords } from '../support/met.ts'
import { calculate, valuesIn } from '../support/query.ts'
import { counted, inList, likeColumn, nameOf, ofTab, round } from '../support/table.ts'

export const comparing: Kind = {
  name: 'Compare two tabs',
  does: 'Tells which values of a column another tab lacks.',
  examples: [],
  effect: 'read',
}
export const shares: Kind = {
  name: 'Shares in words',
  does: 'Answers which part of the rows or of an amount meets conditions, in percent.',
  examples: ['What percentage of orders are open?', 'What share of Price is from North?'],
  effect: 'read',
}
export const changes: Kind = {
  name: 'Changes in percent',
  does: 'Answers by how much a figure changed in percent from one month or value to another.',
  examples: [],
  effect: 'read',
}

/** The values of a column in one tab that the column of the same name in the other lacks. */
export function missingTold(scope: Scope, column: Column, from: TabOverview, against: TabOverview): Reading {
  const [own, other] = [from, against].map(tab => alike(scope, column, tab))
  if (!own || !other)
    return problem(
      `Both tabs need a column like **${nameOf(column)}**, by which to compare them. Nothing was changed.`,
    )
  const known = new Set(textsOf(scope, other).map(compact))
  const missing = new Map(
    textsOf(scope, own)
      .filter(text => !known.has(compact(text)))
      .map(text => [compact(text), text]),
  )
  const answer =
    missing.size === 0
      ? `Every **${nameOf(own)}** of **${from.title}** is in **${against.title}** too.`
      : `**${counted(missing.size, 'value')}** of ${nameOf(own)} in **${from.title}** ${missing.size === 1 ? 'is' : 'are'} not in **${against.title}**: ${inList([...missing.values()])}.`
  return {
    plan: () => told(answer),
    says: `Tell which ${nameOf(own)} of ${from.title} are not in ${against.title}`,
  }
}

/** Of that name; else the one that shares the most values with it. */
function alike({ index }: Scope, column: Column, tab: TabOverview): Column | undefined {
  const there = ofTab({ index, tab })
  const { distinct } = index.spellings(column)
  const shared = (each: Column): number =>
    [...index.spellings(each).distinct].filter(value => distinct.has(value)).length
  const [best] = [...there].sort((a, b) => shared(b) - shared(a))
  return (
    there.find(({ header }) => compact(header) === compact(column.header)) ??
    (best && shared(best) > 0 ? best : undefined)
  )
}

const textsOf = ({ index }: Scope, column: Column): string[] =>
  ownRows(index.data.get(column.tab.title))
    .map(row => cellText(row, column))
    .filter(Boolean)

/** Of the total of a column, or of all rows. */
export function shareTold(scope: Scope, column: Column | null, where: Where): Reading {
  const { locale } = scope.overview
  const size = (which: Where): number => {
    const rows = matching(scope, which)
    return column ? (calculate('total', valuesIn(rows, column, locale)) ?? 0) : rows.length
  }
  const [some, all] = [size(where), size([])]
  const what = column ? `the total of **${nameOf(column)}**` : 'all rows'
  if (all === 0) return problem(`There is nothing in ${what} to be a part of. Nothing was changed.`)
  const share = round((some / all) * 100, 2)
  return {
    plan: () =>
      told(
        `The rows where ${inWords(where)} are **${share} %** of ${what} (${likeColumn(some, column)} of ${likeColumn(all, column)}).`,
      ),
    says: `Tell in percent which part of ${column ? nameOf(column) : 'all rows'} the rows${whereWords(where)} are`,
  }
}

/** From the rows of one condition to those of the other. */
export function changeTold(scope: Scope, column: Column, from: Where, to: Where): Reading {
  const total = (where: Where): number | null =>
    calculate('total', valuesIn(matching(scope, where), column, scope.overview.locale))
  const [before, after] = [total(from), total(to)]
  if (!before || after === null)
    return problem(
      `There is no total of **${nameOf(column)}**${whereWords(before ? to : from)} to compare. Nothing was changed.`,
    )
  return {
    plan: () =>
      told(
        `The total of **${nameOf(column)}** went from ${likeColumn(before, column)}${whereWords(from)} to ${likeColumn(after, column)}${whereWords(to)}: **${round((after / before - 1) * 100, 2)} %**.`,
      ),
    says: `Tell the change of ${nameOf(column)}${whereWords(from)} to ${nameOf(column)}${whereWords(to)} in percent`,
  }
}
