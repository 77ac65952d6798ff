/** Numbers changed in their cells: raised, lowered, rounded. */
import { isoDate } from '../../linking/dates.ts'
import { type Column, isDate } from '../../linking/sheet.ts'
import { conditions } from '../../reading/conditions.ts'
import { type Draft, isName } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import { type Frame, problem, type Reading } from '../frame.ts'
import { asksForRow } from '../rows/add-row.ts'
import { matching, whereWords } from '../support/met.ts'
import { columnRange, counted, nameOf, rowsOf, sortable } from '../support/table.ts'
import { fillCells } from './values.ts'

export const changeNumbers: Frame = {
  name: 'Change numbers in place',
  does: 'Raises, lowers or rounds the numbers of a column in their cells, all or those of the rows that meet conditions; moves dates by days. Only where the words ask for it.',
  examples: [
    'Raise Price by 5 %',
    'Increase Cost by 2 where Region is North',
    'Round Price to whole numbers in place',
  ],
  effect: 'change',
  loses: true,
  cues: ['raise', 'lower', 'round|roundup|rounddown', 'plus', 'add', 'change gt|gt:price|lt|lt:price'],
  uses: 'raise lower round roundup rounddown sure all per keep other change percentformat by write add column where for value to row with total in plus minus any numberformat currency incl day days',
  prior: 0.3,
  read(draft) {
    if (
      draft.asks('newcolumn', 'chart', 'format', 'called', 'highlight', 'howmany', 'average', 'median') &&
      !draft.has('sure')
    )
      return null
    if (
      draft.nodes.some(node => node.concepts.has('not') && !draft.hasAnywhere('keep')) &&
      draft.nodes.some(({ text }) => /may be changed|not one/i.test(text))
    )
      return null
    if (asksForRow(draft)) return null
    const isRound = draft.has('round', 'roundup', 'rounddown')
    const amount = isRound && !draft.has('raise', 'lower') ? null : amountIn(draft)
    if (!isRound && !amount) return null
    const beyond = amount ? comparative(draft) : null
    const up =
      beyond === 'up' || draft.has('raise', 'plus') || draft.nodes.some(({ text }) => /^add$/i.test(text))
    const isDown =
      (beyond === 'down' || draft.has('lower')) &&
      beyond !== 'up' &&
      !draft.nodes.some(({ text }) => /^(?:raise|increase|up|bump|higher|hike)$/i.test(text))
    if (!isRound && !up && !isDown) return null
    const says = (way: RegExp) => isRound && draft.nodes.some(({ text }) => way.test(text))
    const rounding =
      draft.cue('roundup') || says(/^up$/i)
        ? Math.ceil
        : draft.cue('rounddown') || says(/^down$/i)
          ? Math.floor
          : Math.round
    draft.cue('raise', 'lower', 'round', 'plus')
    const column =
      draft.columns('number')[0] ??
      (draft.nodes.some(({ text }) => /^days?$/i.test(text)) ? draft.columns('date')[0] : undefined)
    const where = conditions(draft, { noNumbers: true })
    if (!column || !rowsOf(draft)) return null
    const sign = isDown ? -1 : 1
    const moved = (value: number): number =>
      amount?.isPercent ? value * (1 + sign * (amount.value / 100)) : value + sign * (amount?.value ?? 0)
    const change = (value: number): number => (isRound ? rounding(moved(value)) : moved(value))
    const by = `${amount ? ` by ${isDown ? '-' : '+'}${amount.value}${amount.isPercent ? ' %' : ''}` : ''}${isRound ? `${amount ? ' and' : ''} by rounding` : ''}, in place`
    const made = changed(draft, { column, where, change, by })
    return 'plan' in made ? { ...made, bonus: 0.5 } : made
  },
}

/** `by` says how: " by +5 %, in place". */
export interface Change {
  column: Column
  where: Where
  change: (value: number) => number
  by: string
}

export function changed(draft: Draft, { column, where, change, by }: Change): Reading {
  if (column.formula)
    return problem(
      `**${nameOf(column)}** holds formulas, so its numbers can't be changed in place. Nothing was changed.`,
    )
  const { locale } = draft.scope.overview
  const rows = matching(draft, where).flatMap(({ row, number }) => {
    const value = sortable(row, column, locale)
    const to = typeof value === 'number' ? Math.round(change(value) * 1e9) / 1e9 : null
    return to === null || to === value
      ? []
      : [{ range: columnRange(column, number, number), value: isDate(column) ? isoDate(to) : to }]
  })
  const those = (name: string) => `${counted(rows.length, 'number')} of ${name}${whereWords(where)}${by}`
  return {
    plan: () => fillCells(rows, `Changed ${those(`**${nameOf(column)}**`)}.`),
    says: `Change ${those(nameOf(column))}`,
  }
}

/** "4 percent higher", "2 euro more expensive": after an amount, and with nothing that it is compared with. */
function comparative(draft: Draft): 'up' | 'down' | null {
  for (const [at, node] of draft.nodes.entries()) {
    const says = (part: string) => [...node.concepts].some(each => each.startsWith(part))
    const before = [draft.nodes[at - 1], draft.nodes[at - 2]]
    if (draft.isTaken(at) || !(says('gt') || says('lt')) || !before.some(each => each?.number)) continue
    const next = draft.nodes[at + 1]
    if (next && (next.concepts.has('than') || next.number || next.columns.length > 0)) continue
    draft.take(node)
    return says('gt') ? 'up' : 'down'
  }
  return null
}

function amountIn(draft: Draft): { value: number; isPercent: boolean } | null {
  const node = draft
    .free()
    .find(
      each =>
        each.number &&
        (/\d/.test(each.text) || (/[a-z]{3}/i.test(each.text) && !each.concepts.has('noise'))) &&
        !isName(each, draft.scope),
    )
  // "Lowered to 5" says what it is to be, and not by how much.
  if (!node || draft.nodes[draft.nodes.indexOf(node) - 1]?.concepts.has('to')) return null
  draft.take(node)
  const isPercent =
    node.number!.isPercent ||
    /^(?:pct|percent)$/.test(node.number!.unit ?? '') ||
    (draft.nodes[draft.nodes.indexOf(node) + 1]?.concepts.has('percentformat') ?? false)
  return { value: node.number!.value, isPercent }
}
