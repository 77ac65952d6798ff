/** Short plain wishes of people who try the planner out, each with its outcome, with the real tools. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readCorpora } from '../../support/planner-corpus/corpus.ts'
import { runCorpus, TODAY } from '../../support/planner-corpus/run.ts'
import { openWorkbench, type Workbench } from '../tools/workbench.ts'

let workbench: Workbench
beforeAll(async () => {
  // Formulas ask for today as well.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T12:00:00Z`) })
  workbench = await openWorkbench()
})
afterAll(async () => {
  await workbench.close()
  vi.useRealTimers()
})

for (const corpus of readCorpora(join(import.meta.dirname, '../../offline-planner/plain')))
  test(`every short wish of a ${corpus.writer} is read`, { timeout: 600_000 }, async () => {
    const outcomes = await runCorpus(workbench, corpus)
    const failed = outcomes.filter(({ verdict }) => verdict !== 'right')
    expect(failed.map(({ sentence, answer }) => `${sentence.say}: ${answer}`)).toEqual([])
  })
