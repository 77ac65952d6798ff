/** Short plain wishes of people who try the planner out, each with its outcome, with the real tools. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCorpora } from '../../support/planner-corpus/corpus.ts'
import { runCorpus } from '../../support/planner-corpus/run.ts'
import { useCorpusWorkbench } from './corpus-workbench.ts'

const workbench = useCorpusWorkbench()

for (const corpus of readCorpora(join(import.meta.dirname, '../../offline-planner/plain')))
  test(`short wishes of a ${corpus.writer} are done at once or by one press, but for two at most`, {
    timeout: 600_000,
  }, async () => {
    const outcomes = await runCorpus(workbench(), corpus)
    const failed = outcomes.filter(({ verdict, isRightByClick }) => verdict !== 'right' && !isRightByClick)
    const told = failed.map(({ sentence, answer }) => `${sentence.say}: ${answer}`)
    expect(told.length, told.join('\n')).toBeLessThanOrEqual(2)
  })
