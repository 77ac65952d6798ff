import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Layout } from '../../../service/changes/footprint/layout.ts'
import { writeIntent } from '../../../service/changes/journal.ts'
import type { Db } from '../../../service/store/db.ts'

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
  await writeIntent(db, {
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
          box: { startRow: 0, endRow: 5 * CELLS_A_CHUNK, startColumn: 0, endColumn: 1 },
          rows: Array.from({ length: 5 * CELLS_A_CHUNK }, () => [{}]),
        },
      ],
      sizes: [],
      formulas: [],
    },
    at: new Date(),
  })
  isWriting = false
  await watching
  // The write's own row, what is beside the cells, and five chunks.
  expect(statements()).toBe(7)
  const between = new Set(seen.filter(count => count > 1 && count < 7))
  expect(between.size).toBeGreaterThanOrEqual(4)
})
