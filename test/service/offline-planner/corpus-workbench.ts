/** The workbench of the corpora's tests, on the day that their writers had in mind. */
import { afterAll, beforeAll, vi } from 'vitest'
import { TODAY } from '../../support/planner-corpus/run.ts'
import { useWorkbench, type Workbench } from '../tools/workbench.ts'

export function useCorpusWorkbench(): () => Workbench {
  // Formulas ask for today as well.
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T12:00:00Z`) }))
  afterAll(() => void vi.useRealTimers())
  return useWorkbench().workbench
}
