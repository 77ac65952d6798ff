/** Tools whose work is long let others in between, counted by the turns that others get. */
import { expect, test } from 'vitest'
import { longRows } from '../../../service/tools/reshape/long-rows.ts'
import { compactFields } from '../../../service/tools/support/compact-fields.ts'

/** How often somebody else had a turn before the work was over. */
async function othersTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const take = () => {
    turns += 1
    if (!isOver) setImmediate(take)
  }
  setImmediate(take)
  await work()
  isOver = true
  return turns
}

test('fields of many cells are told while others have their turn', async () => {
  const values = Array.from({ length: 10 }, () => ({ formattedValue: 'x' }))
  const answer = { sheets: [{ data: [{ rowData: Array.from({ length: 100 }, () => ({ values })) }] }] }
  expect(await othersTurns(() => compactFields(answer))).toBeGreaterThan(0)
})

test('a wide table is turned while others have their turn', async () => {
  const rows = Array.from({ length: 100 }, (_, row) => [`r${row}`, 1, 2])
  const wide = { rows, headerRows: 1, kept: [0], keepEmpty: false, fillDown: false, skip: [] }
  expect(await othersTurns(() => longRows(wide))).toBeGreaterThan(0)
})
