import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Layout } from '../../../service/changes/footprint/layout.ts'
import { writeIntent } from '../../../service/changes/journal.ts'
import type { Db } from '../../../service/store/db.ts'
import { isPassing } from '../../../service/store/passing.ts'

const CELLS_A_CHUNK = 8_000

/** Works for so long on each statement, without giving anybody else a turn. */
function embedded(busyMs: number) {
  let statements = 0
  const query = async () => {
    statements += 1
    const until = performance.now() + busyMs
    while (performance.now() < until);
    return { rows: [], rowCount: 1 }
  }
  const db = { query, transaction: (work: (tx: object) => Promise<void>) => work({ query }) }
  return { db: db as unknown as Db, statements: () => statements }
}

/** What a write over so many chunks of cells is about to do. */
const intended = (chunks: number) => ({
  id: randomUUID(),
  owner: { agentId: 'a', turnId: 't', undoId: null, callId: 'c', tool: 'write_range' },
  sequence: 0,
  hash: 'h',
  layout: Layout.of([]),
  before: {
    properties: {},
    titles: {},
    sheets: [],
    namedRanges: [],
    areas: [
      {
        sheetId: 0,
        box: { startRow: 0, endRow: chunks * CELLS_A_CHUNK, startColumn: 0, endColumn: 1 },
        rows: Array.from({ length: chunks * CELLS_A_CHUNK }, () => [{}]),
      },
    ],
    sizes: [],
    formulas: [],
  },
  at: new Date(),
})

test('a write that another attempt has recorded meanwhile is a failure that passes', async () => {
  const taken = Object.assign(new Error('duplicate key'), { code: '23505' })
  const query = () => Promise.reject(taken)
  const db = { query, transaction: (work: (tx: object) => Promise<void>) => work({ query }) }
  const failure = await writeIntent(db as unknown as Db, intended(1)).catch((error: unknown) => error)
  expect(isPassing(failure)).toBe(true)
  expect(isPassing(taken)).toBe(false)
})

test('others get their turn while what a large write found is written down', async () => {
  const { db, statements } = embedded(20)
  const seen: number[] = []
  let isWriting = true
  const others = async () => {
    while (isWriting) {
      seen.push(statements())
      await nextTurn()
    }
  }
  const watching = others()
  await writeIntent(db, intended(5))
  isWriting = false
  await watching
  // The write's own row, what is beside the cells, and five chunks.
  expect(statements()).toBe(7)
  const between = new Set(seen.filter(count => count > 1 && count < 7))
  expect(between.size).toBeGreaterThanOrEqual(4)
})
