import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Queryable, Statement } from '../../../../service/store/db.ts'
import { batchKey, Committer } from '../../../../service/tools/bulk/committer.ts'
import { RowStore } from '../../../../service/tools/bulk/row-store.ts'
import { useWorkbench } from '../workbench.ts'

const { openTab } = useWorkbench()

const PLAN = {
  sheetId: 0,
  template: '{{A}}',
  headerRow: 0,
  references: [{ column: 0, header: 'Name' }],
  output: { column: 1, header: 'Note', isNew: true },
  overwrite: false,
}
const result = (ordinal: number) => ({
  ordinal,
  state: 'ok' as const,
  value: 'x',
  message: null,
  costNanoDollars: 10n,
})

/** The second save is made, but its answer is lost with the connection. */
function losingOneAnswer(db: Queryable): Queryable {
  let saves = 0
  return {
    async query<Row>(text: string | Statement, params?: readonly unknown[]) {
      const answer = await db.query<Row>(text, params)
      if (String(text).startsWith('update bulk_rows') && ++saves === 2) {
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      }
      return answer
    },
  }
}

test('bulk rows that were saved without an answer are charged like all others', async () => {
  const bench = await openTab('T', [['Name']])
  const { db, turn } = bench.context
  const toolCallId = randomUUID()
  const store = new RowStore(losingOneAnswer(db), toolCallId)
  const rows = [0, 1, 2].map(ordinal => ({ ordinal, key: `${ordinal}`, firstRow: ordinal + 1 }))
  await store.begin(turn.id, PLAN, rows, new Date())
  // By this clock a save takes a second, and so is charged at once.
  let seconds = 0
  const context = { ...bench.context, now: () => new Date(1_000 * seconds++) }
  const committer = new Committer({ context, store, model: 'm', firstBatch: 0, onSaved: () => {} })
  const add = async (ordinal: number) => {
    committer.add(result(ordinal))
    await committer.drain()
  }
  await add(0)
  await expect(add(1)).rejects.toThrow('ECONNRESET')
  // An answer that was on its way meanwhile.
  expect(() => committer.add(result(2))).toThrow('ECONNRESET')
  await expect(committer.drain()).rejects.toThrow('ECONNRESET')

  // What the call does first when it is made again.
  for (const { batch, costNanoDollars } of await store.batchCosts()) {
    await context.charge({ key: batchKey(batch), model: 'm', costNanoDollars })
  }
  expect(bench.charges.reduce((sum, charge) => sum + charge.costNanoDollars, 0n)).toBe(30n)
})
