import { expect, test } from 'vitest'
import type { Db } from '../../../service/store/db.ts'
import type { HeldTurn } from '../../../service/turns/record/held-turn.ts'
import { StepLog } from '../../../service/turns/record/step-log.ts'

const turn = { agentId: 'a', number: 1 } as HeldTurn
const decision = JSON.stringify({ next: 'tools', calls: [] })
const part = {
  type: 'tool-result' as const,
  toolCallId: 'c',
  toolName: 'read',
  output: { type: 'text' as const, value: 'seen' },
}

test('a result that is written while the steps are read stands among them', async () => {
  const results: string[] = []
  let log: StepLog
  let reads = 0
  const query = async () => {
    reads += 1
    const row = { number: 1, step: 0, messages: '[]', decision, results: JSON.stringify(results) }
    if (reads === 1) {
      // Another call of the same step, after the database had looked.
      results.push(JSON.stringify(part))
      log.addResult(0, part)
    }
    return { rows: [row], rowCount: 1 }
  }
  log = new StepLog({ query } as unknown as Db, turn)
  expect(await log.all()).toMatchObject([{ step: 0, results: [part] }])
  expect(await log.stored(0)).toBeDefined()
  expect(reads).toBe(2)
})
