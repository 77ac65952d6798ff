/** Edits of more cells than the engine can hand on at once. */
import { expect, it } from 'vitest'
import { sendLargeEdits } from '../../../emulator/page/client/large-edits.ts'
import { loadEngine } from '../formulas/grid.ts'

it('an edit of very many cells is sent as it is, a small one compressed', () => {
  const model = new (loadEngine().Model)({
    sheets: [{ id: '0', name: 'A', rowNumber: 10, colNumber: 5 }],
  } as never)
  sendLargeEdits(model as never)
  const { commandSquisher } = model.session
  const cells = (count: number) =>
    Array.from({ length: count }, (_, row) => ({
      type: 'UPDATE_CELL',
      sheetId: '0',
      col: 0,
      row,
      content: `${row * row * 7}.5`,
    }))
  const many = cells(300_000)
  expect(commandSquisher.squish(many)).toHaveLength(300_000)
  const same = cells(100).map(cell => ({ ...cell, content: 'x' }))
  expect(commandSquisher.squish(same).length).toBeLessThan(100)
})
