/** A kind and a language are each one file: shown with one of either that the planner does not know. */
import { expect, test } from 'vitest'
import type { Frame } from '../../../service/offline-planner/frames/frame.ts'
import { frames } from '../../../service/offline-planner/frames/index.ts'
import { link } from '../../../service/offline-planner/linking/link.ts'
import { SheetIndex } from '../../../service/offline-planner/linking/sheet.ts'
import { told } from '../../../service/offline-planner/plan.ts'
import { partClauses } from '../../../service/offline-planner/reading/clauses.ts'
import { lexiconFor } from '../../../service/offline-planner/words/index.ts'
import { Lexicon, type Vocabulary } from '../../../service/offline-planner/words/lexicon.ts'
import { orders, sample, TODAY } from './sample.ts'

/** Counts letters: what a file of frames/ holds. */
const letters: Frame = {
  name: 'Letters',
  does: 'Tells how long a header is.',
  examples: [],
  effect: 'read',
  cues: ['length'],
  read(draft) {
    draft.cue('length')
    const column = draft.column()
    return column && { plan: () => told(String(column.header.length)), bonus: 5 }
  },
}

/** Dutch, as far as it goes here: what a file of words/ holds. */
const dutch: Vocabulary = {
  language: 'nl',
  forms: word => (word.endsWith('n') ? [word.slice(0, -1)] : []),
  words: { sort: 'sorteer', noise: 'de, het, alsjeblieft', by: 'op', descending: 'aflopend', row: 'rijen' },
  months: [],
  weekdays: [],
  numbers: {},
  synonyms: [],
}

function best(text: string, lexicon: Lexicon, known: readonly Frame[]) {
  const index = new SheetIndex(sample, [], lexicon)
  const scope = {
    index,
    overview: sample,
    tab: orders,
    today: TODAY,
    overwrite: false,
  }
  return partClauses(link(index, { text, today: TODAY }), scope, known, text)[0]?.candidates[0]
}

test('a kind is added by its file alone', () => {
  const text = 'what is the length of Customer'
  expect(best(text, lexiconFor(text), [...frames, letters])?.frame.name).toBe('Letters')
})

test('a language is added by its file alone', () => {
  const found = best('sorteer de rijen op Qty aflopend alsjeblieft', new Lexicon([dutch]), frames)
  expect(found?.filled?.says).toBe('Sort the rows by Qty, highest first')
})
