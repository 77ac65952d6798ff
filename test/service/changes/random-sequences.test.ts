/** Undo among what people do: a short run of what `npm run fuzz:undo` runs for long. */
import { expect, test } from 'vitest'
import { often } from '../../support/long.ts'
import { useWorkbench } from '../tools/workbench.ts'
import { runSequence } from './sequences.ts'

const { workbench } = useWorkbench()

const FIRST_SEED = Number(process.env.UNDO_FIRST_SEED ?? 1)
const SEEDS = Array.from(
  { length: Number(process.env.UNDO_SEQUENCES ?? often(15, 25)) },
  (_, index) => FIRST_SEED + index,
)

test('a deleted row takes nothing of one that it half resembles', async () => {
  expect(await runSequence(workbench(), 70_678)).toBeNull()
}, 60_000)

test.each(SEEDS)(
  'sequence %i: what people did stays, and all else is as it was',
  async seed => {
    expect(await runSequence(workbench(), seed)).toBeNull()
  },
  60_000,
)
