/** A kind and a language are each one file: shown with one of either that the planner does not know. */
import { expect, test } from 'vitest'
import type { Kind } from '../../../service/offline-planner/kinds/kind.ts'
import { readingsOf } from '../../../service/offline-planner/learned/reader.ts'
import { link } from '../../../service/offline-planner/linking/link.ts'
import { SheetIndex } from '../../../service/offline-planner/linking/sheet.ts'
import { meantBy } from '../../../service/offline-planner/meaning/instructions.ts'
import { deedOf, meant, type Reads } from '../../../service/offline-planner/meaning/meant.ts'
import { PHRASES } from '../../../service/offline-planner/meaning/phrases.ts'
import { told } from '../../../service/offline-planner/plan.ts'
import { lexiconFor } from '../../../service/offline-planner/words/index.ts'
import { Lexicon, type Vocabulary } from '../../../service/offline-planner/words/lexicon.ts'
import { orders, sample, TODAY } from './sample.ts'

/** Counts letters: what a file of kinds/ holds. */
const letters: Kind = { name: 'Letters', does: 'Tells how long a header is.', examples: [], effect: 'read' }
const lettersTold: Reads = items => {
  const column = items.column()
  return (
    column && meant(letters, { plan: () => told(String(column.header.length)), says: 'Tell the letters' })
  )
}

/** Dutch, as far as it goes here: what a file of words/ holds. */
const dutch: Vocabulary = {
  language: 'nl',
  forms: word => (word.endsWith('n') ? [word.slice(0, -1)] : []),
  words: { sort: 'sorteer', noise: 'de, het, alsjeblieft', by: 'op', descending: 'aflopend', row: 'rijen' },
  months: [],
  weekdays: [],
  numbers: '',
  synonyms: [],
}

const scopeOf = (lexicon: Lexicon) => ({
  index: new SheetIndex(sample, [], lexicon),
  overview: sample,
  tab: orders,
  today: TODAY,
  overwrite: false,
})

test('a kind is added by its file alone', () => {
  const scope = scopeOf(lexiconFor('letters'))
  const column = scope.index.columns.find(({ header }) => header === 'Customer')!
  const items = [
    { kind: 'word', word: 'letters' },
    { kind: 'column', column },
  ] as const
  const [found] = meantBy(items, scope, '', { ...PHRASES, letters: lettersTold })!
  expect(found!.kind.name).toBe('Letters')
  expect(deedOf(found!)!.plan().next().value).toBe('8')
})

test('a language is added by its file alone', () => {
  const text = 'sorteer de rijen op Qty aflopend alsjeblieft'
  const scope = scopeOf(new Lexicon([dutch]))
  const nodes = link(scope.index, { text, today: TODAY })
  expect(readingsOf({ nodes, scope }, text)[0]?.says).toBe('Sort the rows by Qty, highest first')
})
