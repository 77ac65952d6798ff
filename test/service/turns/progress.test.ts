import { describe, expect, it } from 'vitest'
import type { ToolCallFields } from '../../../contract/index.ts'
import { throttledProgress } from '../../../service/turns/steps/progress.ts'
import { until } from '../../support/until.ts'

describe('progress of a call', () => {
  it('is written at once, then not again before its time, and always the latest', async () => {
    const written: ToolCallFields[] = []
    const progress = throttledProgress({
      everyMs: 40,
      write: async fields => {
        written.push(fields)
      },
      onFailure: () => {},
    })
    for (let cells = 1; cells <= 50; cells++) progress.report({ cells })
    expect(written).toEqual([{ cells: 1 }])
    await until(() => written.length === 2)
    expect(written[1]).toEqual({ cells: 50 })
    progress.report({ range: 'A1' })
    expect(await progress.close()).toEqual({ cells: 50, range: 'A1' })
  })

  it('waits for a write under way when it is closed, and goes on after one that failed', async () => {
    const failures: unknown[] = []
    let writes = 0
    const progress = throttledProgress({
      everyMs: 1,
      write: async () => {
        writes++
        if (writes === 1) throw new Error('the database was away')
      },
      onFailure: error => failures.push(error),
    })
    progress.report({ cells: 1 })
    await until(() => failures.length === 1)
    progress.report({ cells: 2 })
    await until(() => writes === 2)
    expect(await progress.close()).toEqual({ cells: 2 })
  })
})
