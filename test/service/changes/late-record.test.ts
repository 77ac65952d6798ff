/** A process that wakes late notes nothing of its writes: whoever has the turn now would stumble over it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Layout } from '../../../service/changes/footprint/layout.ts'
import { writeIntent, writeNotDone, writeSettled } from '../../../service/changes/journal.ts'
import type { Database } from '../../../service/store/open.ts'
import { claimTurn, type HeldTurn, holdRecord, TurnOver } from '../../../service/turns/record/held-turn.ts'
import { makeAgentTurn } from '../../support/agent-turn.ts'
import { kinds, openFresh } from '../turns/databases.ts'

const NOTHING = {
  properties: {},
  titles: {},
  sheets: [],
  namedRanges: [],
  areas: [],
  sizes: [],
  formulas: [],
}

describe.each(kinds)('the record of a write on %s', kind => {
  let database: Database
  beforeAll(async () => {
    database = await openFresh(kind)
  })
  afterAll(() => database.close())

  async function claimed(): Promise<HeldTurn> {
    const { db } = database
    const { id, agentId } = await makeAgentTurn(db, 'S')
    await db.query('update agents set active_turn_id = $2 where id = $1', [agentId, id])
    return (await claimTurn(db, id))!
  }

  const callId = randomUUID
  const write = (turn: HeldTurn, id: string, call: string) => ({
    id,
    hold: (tx: Parameters<typeof holdRecord>[0]) => holdRecord(tx, turn),
    owner: { agentId: turn.agentId, turnId: turn.turnId, undoId: null, callId: call, tool: 'write_range' },
    layout: Layout.of([]),
    at: new Date(),
  })
  const intend = (turn: HeldTurn, id: string, call: string) =>
    writeIntent(database.db, { ...write(turn, id, call), sequence: 0, hash: 'h', before: NOTHING })
  const settle = (turn: HeldTurn, id: string, call: string) =>
    writeSettled(database.db, {
      ...write(turn, id, call),
      reply: '{}',
      reorders: [],
      after: NOTHING,
      changes: [],
    })
  const states = async (turn: HeldTurn) => {
    const { rows } = await database.db.query<{ id: string; state: string }>(
      'select id, state from writes where turn_id = $1',
      [turn.turnId],
    )
    return rows
  }

  it('is begun and settled by the execution that has the turn, whatever an earlier one does', async () => {
    const late = await claimed()
    const now = (await claimTurn(database.db, late.turnId))!
    const [id, call] = [randomUUID(), callId()]
    await expect(intend(late, randomUUID(), call)).rejects.toThrow(TurnOver)
    await intend(now, id, call)
    await expect(settle(late, id, call)).rejects.toThrow(TurnOver)
    await settle(now, id, call)
    expect(await states(now)).toEqual([{ id, state: 'done' }])
  })

  it('is settled after a Stop too: the change is there, and can be taken back', async () => {
    const turn = await claimed()
    const [id, call] = [randomUUID(), callId()]
    await intend(turn, id, call)
    await database.db.query('update agents set active_turn_id = null where id = $1', [turn.agentId])
    await settle(turn, id, call)
    expect(await states(turn)).toEqual([{ id, state: 'done' }])
  })

  it('stays done, though somebody who does not know it calls it not done', async () => {
    const turn = await claimed()
    const [id, call] = [randomUUID(), callId()]
    await intend(turn, id, call)
    await settle(turn, id, call)
    await writeNotDone(database.db, id, new Date())
    expect(await states(turn)).toEqual([{ id, state: 'done' }])
    const { rows } = await database.db.query('select side from write_images where write_id = $1', [id])
    expect(rows.length).toBeGreaterThan(0)
  })
})
