/** Every action of every tool: what spreadsheets.get says before the call and after its undo is the same. */
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkbench, succeeded, type Workbench } from '../tools/workbench.ts'
import { cellActions } from './every-action/cell-actions.ts'
import { objectActions } from './every-action/object-actions.ts'
import { requestActions } from './every-action/request-actions.ts'
import { openBusyBench } from './every-action/workbook.ts'
import { printsNow, undoCalls, wholeOf } from './undo-bench.ts'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())

test.each([...cellActions, ...objectActions, ...requestActions])(
  '%s is undone and redone exactly',
  async (name, tool, args) => {
    const bench = await openBusyBench(workbench)
    const before = await wholeOf(workbench, bench.id)
    succeeded(await bench.run(tool, args))
    let after = await wholeOf(workbench, bench.id)
    // A shuffle may leave the order as it was: one in 120 does.
    while (name.includes('randomizeRange') && isDeepStrictEqual(after, before)) {
      succeeded(await bench.run(tool, args))
      after = await wholeOf(workbench, bench.id)
    }
    expect(after).not.toEqual(before)
    const undone = await undoCalls(bench, await printsNow(bench))
    expect(undone).toMatchObject({ kept: [], keptTotal: 0 })
    expect(undone.notPossible.filter(({ description }) => !/^Comments/.test(description))).toEqual([])
    expect(await wholeOf(workbench, bench.id)).toEqual(before)
    await undoCalls(bench, await printsNow(bench), { undoId: undone.undoId })
    expect(await wholeOf(workbench, bench.id)).toEqual(after)
  },
)
