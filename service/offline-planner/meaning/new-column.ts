/** `column "Margin" = [Price] - [Cost]`: a new column, by the formula that its meaning is. */
import type { Reading } from '../frames/frame.ts'
import { guarded } from '../frames/support/adding.ts'
import { newColumn } from '../frames/support/column.ts'
import type { Draft } from '../reading/draft.ts'
import { constant, flagged, numbered, tiered } from './column-choices.ts'
import { calculated, PER_ROW, perRow, rounded } from './column-figures.ts'
import { besideSign, joined, letters, OF_ONE, ranked } from './column-parts.ts'
import type { Formula } from './formula.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'
import type { Made } from './makes.ts'
import type { Told } from './told.ts'

export function newColumnOf(items: Items, ground: Ground): Told | Made | null {
  const name = items.literal()
  if (!items.word('=')) return null
  if (items.word('checkbox'))
    return {
      frame: 'Lists to choose from and checkboxes',
      pieces: ['add a column', ...(name === null ? [] : ['called', { text: name }]), 'of checkboxes'],
    }
  const held = heldBy(items, ground)
  return held && { frame: held.frame, fill: draft => filled(draft, held, name) }
}

function filled(draft: Draft, held: Formula, name: string | null): Reading | null {
  return newColumn(
    draft,
    (row, last) => {
      const formula = held.formula(row, last, draft)
      return formula === null
        ? null
        : {
            header: held.header,
            formula: guarded(draft, held.needs, row, formula),
            format: held.format ?? null,
            ...(held.values ? { values: held.values(last - row + 1) } : {}),
          }
    },
    { name, words: held.words },
  )
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
