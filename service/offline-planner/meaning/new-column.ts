/** `column "Margin" = [Price] - [Cost]`: a new column, by the formula that its meaning is. */
import { boxesAdded, validation } from '../kinds/cells/validation.ts'
import { rowByRow, sentiments } from '../kinds/columns/bulk.ts'
import type { Filled, Reading } from '../kinds/kind.ts'
import { newColumn as columnMade, guarded } from '../kinds/support/column.ts'
import { isBlank } from '../linking/cells.ts'
import { ownRows } from '../linking/sheet.ts'
import { dataOf } from '../reading/scope.ts'
import { constant, flagged, numbered, tiered } from './column-choices.ts'
import { calculated, PER_ROW, perRow, rounded } from './column-figures.ts'
import { besideSign, joined, letters, OF_ONE, ranked } from './column-parts.ts'
import type { Formula } from './formula.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'
import { meant, type Reads } from './meant.ts'

export const newColumn: Reads = (items, ground) => {
  const name = items.literal()
  if (!items.word('=')) return null
  if (items.word('checkbox')) return meant(validation, boxesAdded(ground, name ?? 'Done'))
  if (items.word('sentiment')) {
    const column = items.column()
    return column && meant(rowByRow, sentiments(ground, column, name ?? 'Sentiment'))
  }
  const held = heldBy(items, ground)
  const made = held && filled(ground, held, name)
  return made && meant(held.kind, { ...made, ...shown(ground, held, made) })
}

const filled = (ground: Ground, held: Formula, name: string | null): Reading | null =>
  columnMade(
    ground,
    (row, last) => {
      const formula = held.formula(row, last, ground)
      return formula === null
        ? null
        : {
            header: held.header,
            formula: guarded(ground, held.needs, row, formula),
            format: held.format ?? null,
            ...(held.values ? { values: held.values(last - row + 1) } : {}),
          }
    },
    { name, words: held.words },
  )

/** The cells of the new column, of a table that is known as a whole. */
function shown(ground: Ground, { shows, needs }: Formula, made: Reading): Pick<Filled, 'shows'> {
  const data = dataOf(ground)
  if (!shows || !data?.isWhole || !('plan' in made)) return {}
  const cells = ownRows(data).map(row =>
    needs.some(({ index }) => isBlank(row[index])) ? '' : shows.row(row),
  )
  return { shows: JSON.stringify([made.creates, cells, shows.by]) }
}

const READS: Record<string, (items: Items, ground: Ground) => Formula | null> = {
  rank: ranked,
  round: rounded,
  before: items => besideSign(items, 'before'),
  after: items => besideSign(items, 'after'),
  first: items => letters(items, 'first'),
  last: items => letters(items, 'last'),
  join: joined,
  if: flagged,
  tiers: tiered,
  rownumber: numbered,
}

function heldBy(items: Items, ground: Ground): Formula | null {
  const ofOne = items.word(...Object.keys(OF_ONE))
  if (ofOne !== null) {
    const column = items.column()
    return column && OF_ONE[ofOne]!(column)
  }
  const per = items.word(...PER_ROW)
  if (per !== null) return perRow(per, items, ground)
  const what = items.word(...Object.keys(READS))
  if (what !== null) return READS[what]!(items, ground)
  return constant(items) ?? calculated(items, ground)
}
