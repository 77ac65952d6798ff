import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admitTurn } from '../../../service/agents/admission.ts'
import type { Database } from '../../../service/store/open.ts'
import { succeeded } from '../../../service/turns/record/decision.ts'
import { cancelled, endTurn } from '../../../service/turns/record/end-turn.ts'
import { type ToolCallState, toolCall } from '../../../service/turns/record/entries.ts'
import { finishCall, updateEntry } from '../../../service/turns/record/entry-store.ts'
import { changeTurn, claimTurn, type HeldTurn, TurnOver } from '../../../service/turns/record/held-turn.ts'
import { writeStep } from '../../../service/turns/record/step-store.ts'
import { kinds, openFresh } from './databases.ts'
import { makeAccount } from './harness.ts'

const at = new Date('2026-01-01T00:00:00Z')

describe.each(kinds)('the rows of a turn on %s', kind => {
  let database: Database
  beforeAll(async () => {
    database = await openFresh(kind)
  })
  afterAll(() => database.close())

  /** An active turn with one running call, held by its first execution. */
  async function activeTurn() {
    const { db } = database
    const caller = await makeAccount(database)
    const admitted = await admitTurn(
      {
        db,
        billing: {
          admit: async () => ({ state: 'ok' }),
          charge: async () => ({ state: 'ok', booked: [] }),
        },
        maxActiveAgents: 10,
        enqueue: async () => {},
        now: () => at,
        newId: randomUUID,
      },
      caller,
      {
        agentId: null,
        spreadsheetId: 'sheet-123',
        prompt: 'go',
        tab: { sheetId: 0, title: 'Leads' },
        models: { agent_model: 'a', bulk_model: 'b', bulk_search_model: 'c' },
        webhookUrl: null,
        mode: 'act',
      },
    )
    if (admitted.state === 'refused') throw new Error(admitted.code)
    const turn = (await claimTurn(db, admitted.turnId))!
    const call = callOf(turn, { status: 'running', fields: { range: 'A1' } })
    const step = { step: 0, messages: [], decision: { next: 'tools' as const, calls: [] } }
    await db.transaction(tx => writeStep(tx, turn, step, [call], at))
    return { turn, call }
  }

  const callOf = (
    turn: HeldTurn,
    change: Pick<ToolCallState, 'status' | 'fields'>,
    id: string = randomUUID(),
  ) => toolCall({ id, turnId: turn.turnId, tool: 'write', createdAt: at, ...change })

  const stop = (turn: HeldTurn) =>
    database.db.transaction(tx => endTurn(tx, { ...turn, claim: 0 }, cancelled, at, async () => {}))

  async function everything({ agentId, turnId }: HeldTurn) {
    const { db } = database
    const [agents, turns, entries, steps, results] = await Promise.all([
      db.query('select * from agents where id = $1', [agentId]),
      db.query('select * from turns where id = $1', [turnId]),
      db.query('select * from entries where agent_id = $1 order by position', [agentId]),
      db.query('select * from turn_steps where turn_id = $1', [turnId]),
      db.query('select * from tool_results where turn_id = $1', [turnId]),
    ])
    return [agents.rows, turns.rows, entries.rows, steps.rows, results.rows]
  }

  /** Every way in which an execution writes. */
  const writes: [string, (turn: HeldTurn, callId: string) => Promise<unknown>][] = [
    [
      'progress',
      (turn, id) =>
        updateEntry(database.db, turn, callOf(turn, { status: 'running', fields: { cells: 5 } }, id), at),
    ],
    [
      'the end of a call',
      (turn, id) =>
        finishCall(
          database.db,
          turn,
          callOf(turn, { status: 'succeeded', fields: {} }, id),
          {
            step: 0,
            index: 0,
            part: {
              type: 'tool-result',
              toolCallId: 'x',
              toolName: 'write',
              output: { type: 'text', value: '' },
            },
          },
          at,
        ),
    ],
    [
      'a step',
      turn =>
        database.db.transaction(tx =>
          writeStep(tx, turn, { step: 1, messages: [], decision: { next: 'end', end: succeeded } }, [], at),
        ),
    ],
    [
      'a charge',
      turn =>
        changeTurn(database.db, turn, at, tx =>
          tx.query('update turns set charged = true where id = $1', [turn.turnId]),
        ),
    ],
    ['an end', turn => database.db.transaction(tx => endTurn(tx, turn, succeeded, at, async () => {}))],
  ]

  it.each(writes)('take %s of the execution that holds the turn', async (_, write) => {
    const { turn, call } = await activeTurn()
    const before = await everything(turn)
    await write(turn, call.id)
    expect(await everything(turn)).not.toEqual(before)
  })

  it.each(writes)('drop %s that comes after a Stop', async (_, write) => {
    const { turn, call } = await activeTurn()
    await stop(turn)
    const before = await everything(turn)
    await expect(write(turn, call.id)).rejects.toThrow(TurnOver)
    expect(await everything(turn)).toEqual(before)
  })

  it.each(writes)('drop %s of an execution that another one took over from', async (_, write) => {
    const { turn, call } = await activeTurn()
    await claimTurn(database.db, turn.turnId)
    const before = await everything(turn)
    await expect(write(turn, call.id)).rejects.toThrow(TurnOver)
    expect(await everything(turn)).toEqual(before)
  })

  it('keep a call as it ended, whatever comes late from the execution itself', async () => {
    const { turn, call } = await activeTurn()
    const end = callOf(turn, { status: 'succeeded', fields: { cells: 9 } }, call.id)
    await updateEntry(database.db, turn, end, at)
    await updateEntry(database.db, turn, callOf(turn, { status: 'running', fields: {} }, call.id), at)
    const { rows } = await database.db.query('select status, body from entries where id = $1', [call.id])
    expect(rows).toEqual([{ status: 'succeeded', body: end.body }])
  })

  it('give no claim on a turn that is over', async () => {
    const { turn } = await activeTurn()
    await stop(turn)
    expect(await claimTurn(database.db, turn.turnId)).toBeNull()
  })

  it('refuse a second active turn of an agent, whatever the code does', async () => {
    const { turn } = await activeTurn()
    await expect(
      database.db.query(
        `insert into turns (id, agent_id, key_id, user_id, space_id, number, status, prompt, sheet_id, sheet_name,
           agent_model, bulk_model, bulk_search_model)
         select $2, agent_id, key_id, user_id, space_id, 2, 'active', prompt, 0, '', '', '', '' from turns where id = $1`,
        [turn.turnId, randomUUID()],
      ),
    ).rejects.toMatchObject({ code: '23505', constraint: 'turns_one_active' })
  })
})
