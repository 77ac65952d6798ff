/** Short plain wishes of people who try the planner out, each with its outcome, with the real tools. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCorpora } from '../../support/planner-corpus/corpus.ts'
import { runCorpus } from '../../support/planner-corpus/run.ts'
import { useCorpusWorkbench } from './corpus-workbench.ts'

const workbench = useCorpusWorkbench()

for (const corpus of readCorpora(join(import.meta.dirname, '../../offline-planner/plain')))
  test(`every short wish of a ${corpus.writer} is done at once or by one press`, {
    timeout: 600_000,
  }, async () => {
    const outcomes = await runCorpus(workbench(), corpus)
    const failed = outcomes.filter(({ verdict, isRightByClick }) => verdict !== 'right' && !isRightByClick)
    expect(failed.map(({ sentence, answer }) => `${sentence.say}: ${answer}`)).toEqual([])
  })
