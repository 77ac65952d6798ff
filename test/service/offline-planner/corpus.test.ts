/**
 * Sentences of people who had not seen the planner, on the local Google with the real tools. Every tenth of
 * them is run here, against floors; `npm run bench -- planner-corpus` runs all of them and lists what failed.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { often } from '../../support/long.ts'
import { readCorpora } from '../../support/planner-corpus/corpus.ts'
import { type Outcome, ratesOf, runCorpus } from '../../support/planner-corpus/run.ts'
import { useCorpusWorkbench } from './corpus-workbench.ts'

const FEWEST_RIGHT = 0.7
const FEWEST_RIGHT_OR_BY_CLICK = 0.8
const MOST_WRONG = 0.03
const EVERY = often(10, 5)
const FIRST = often(5, 0)

const workbench = useCorpusWorkbench()

test('people’s own sentences are read at least as well as before', { timeout: 600_000 }, async () => {
  const outcomes: Outcome[] = []
  for (const corpus of readCorpora(join(import.meta.dirname, '../../offline-planner/corpus')))
    outcomes.push(
      ...(await runCorpus(workbench(), {
        ...corpus,
        sentences: corpus.sentences.filter((_, index) => index % EVERY === FIRST),
      })),
    )
  const { all, right, byClick, wrong } = ratesOf(outcomes)
  const failed = outcomes.filter(({ verdict }) => verdict !== 'right').map(({ sentence }) => sentence.id)
  expect(right / all, failed.join(' ')).toBeGreaterThanOrEqual(FEWEST_RIGHT)
  expect((right + byClick) / all, failed.join(' ')).toBeGreaterThanOrEqual(FEWEST_RIGHT_OR_BY_CLICK)
  expect(wrong / all, failed.join(' ')).toBeLessThanOrEqual(MOST_WRONG)
})
