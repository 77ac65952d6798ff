/** An undo that was cut off between two batches, or after a batch whose answer was never seen. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Spreadsheet } from '../../../service/sheets/spreadsheet.ts'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { writeRange } from '../../../service/tools/write-range.ts'
import { fenced } from '../../../service/turns/steps/fence.ts'
import { type Bench, useWorkbench } from '../tools/workbench.ts'
import { printsNow, undoCalls, wholeOf } from './undo-bench.ts'

const { openTab, workbench } = useWorkbench()

/** Dies at the given write: before Google has it, or after. */
function dying(bench: Bench, undoId: string, at: number, when: 'before' | 'after'): Spreadsheet {
  let writes = 0
  const made = fenced(bench.spreadsheet, {
    id: undoId,
    agentId: bench.context.turn.agentId,
    check: async () => {},
    onMark: () => {},
  })
  return new Proxy(made, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'batchUpdate') return typeof value === 'function' ? value.bind(target) : value
      return async (...args: Parameters<Spreadsheet['batchUpdate']>) => {
        writes += 1
        if (writes === at && when === 'before') throw new Error('killed')
        const answer = await target.batchUpdate(...args)
        if (writes === at) throw new Error('killed')
        return answer
      }
    },
  })
}

test.each([
  [1, 'before'],
  [1, 'after'],
  [2, 'before'],
  [2, 'after'],
  [3, 'after'],
] as const)(
  'an undo killed at its write %i, %s Google has it, is finished later and nothing is done twice',
  async (at, when) => {
    const rows = Array.from({ length: 6 }, (_, index) => [`id${index}`, index, `=B${index + 1}*2`])
    const bench = await openTab('T', rows)
    const before = await wholeOf(workbench(), bench.id)
    await bench.run(editStructure, { action: 'insert_rows', index: 3, count: 2 })
    await bench.run(writeRange, {
      range: 'A3:B4',
      values: [
        ['new', 1],
        ['new', 2],
      ],
    })
    await bench.run(editStructure, { action: 'delete_rows', index: 5, count: 2 })
    const prints = await printsNow(bench)
    const again = randomUUID()
    const killed = undoCalls(bench, prints, { again, spreadsheet: dying(bench, again, at, when) })
    await expect(killed).rejects.toThrow('killed')
    const undone = await undoCalls(bench, prints, { again, spreadsheet: dying(bench, again, 0, 'before') })
    expect(undone).toMatchObject({ kept: [], keptTotal: 0 })
    expect(await wholeOf(workbench(), bench.id)).toEqual(before)
  },
)
