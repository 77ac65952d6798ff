/** The same request under the same Idempotency-Key: done once, answered the same, also across a crash. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { beginRequest, type Claimed, keepAnswer } from '../../../service/agents/idempotent.ts'
import { idempotently, type Operation } from '../../../service/http/idempotency.ts'
import { type Reply, refuse } from '../../../service/http/reply.ts'
import { onBothDatabases } from '../turns/databases.ts'
import type { Harness } from '../turns/harness.ts'
import { says } from '../turns/scripted.ts'

const ok = (body: object): Reply => ({ state: 'ok', json: JSON.stringify(body) })

onBothDatabases('a request with a key', harness => {
  const deps = (waitMs = 30_000) => ({ db: harness().database.db, newId: randomUUID, waitMs })
  const operation = (changes: Partial<Operation>): Operation => ({
    caller: harness().caller,
    key: randomUUID(),
    input: ['test'],
    claimSeconds: 60,
    work: async () => ok({ done: true }),
    ...changes,
  })

  /** A request whose work has begun and goes on until it is ended. */
  async function underWay() {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<Reply>()
    const one = operation({
      work: () => {
        begun.resolve()
        return ended.promise
      },
    })
    const first = idempotently(deps(), one)
    await begun.promise
    return { one, first, end: ended.resolve }
  }

  test('is done once and answered the same again', async () => {
    let times = 0
    const once = operation({ work: async () => ok({ time: ++times }) })
    const first = await idempotently(deps(), once)
    expect(await idempotently(deps(), once)).toEqual(first)
    expect(times).toBe(1)
  })

  test('is refused where the key was used for another request', async () => {
    const first = operation({})
    await idempotently(deps(), first)
    expect(await idempotently(deps(), { ...first, input: ['other'] })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  test('waits for the first one and answers as it did', async () => {
    const { one, end, first } = await underWay()
    const second = idempotently(deps(), one)
    end(ok({ by: 'first' }))
    expect(await second).toEqual(await first)
  })

  test('is told that the first one is under way when that takes too long', async () => {
    const { one, end, first } = await underWay()
    expect(await idempotently(deps(0), one)).toMatchObject({ code: 'REQUEST_IN_PROGRESS' })
    end(ok({}))
    await first
  })

  test('is done again after a refusal that did nothing, and not after one that may have', async () => {
    let times = 0
    const refused = operation({
      work: async () => {
        times += 1
        return refuse('UPSTREAM_TIMEOUT', 'late')
      },
    })
    await idempotently(deps(), refused)
    await idempotently(deps(), refused)
    expect(times).toBe(2)
    const unclear = { ...refused, key: randomUUID(), keeps: () => true }
    await idempotently(deps(), unclear)
    await idempotently(deps(), unclear)
    expect(times).toBe(3)
  })

  test('whose first attempt died says what cannot be known', async () => {
    const died = operation({ whenDied: refuse('UPSTREAM_TIMEOUT', 'maybe') })
    const { userId } = died.caller
    await beginRequest(deps(), { userId, key: died.key!, input: died.input, claimSeconds: -1 })
    // A claim lasts a minute before it counts as dead; here both requests may come in one millisecond.
    await deps().db.query(
      "update idempotent_requests set created_at = created_at - interval '1 minute' where key = $1",
      [died.key],
    )
    expect(await idempotently(deps(), died)).toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
  })

  test.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('with the key "%s" is refused', async key => {
    expect(await idempotently(deps(), operation({ key }))).toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test('belongs to its user', async () => {
    const mine = operation({ work: async () => ok({ by: 'mine' }) })
    await idempotently(deps(), mine)
    const { rows } = await harness().database.db.query<{ id: string }>(
      `insert into users (id, email) values (gen_random_uuid(), gen_random_uuid()::text) returning id`,
    )
    const theirs = { ...mine, caller: { ...mine.caller, userId: rows[0]!.id } }
    expect(await idempotently(deps(), { ...theirs, work: async () => ok({ by: 'theirs' }) })).toEqual(
      ok({ by: 'theirs' }),
    )
  })

  test('starts one agent where the process dies between its start and its answer', async () => {
    const h = harness()
    const key = randomUUID()
    const request = { prompt: 'nothing', spreadsheet_id: 'sheet-123' }
    h.world.scripts.set('nothing', () => says('Done.'))
    const starting = (answered: boolean): Operation =>
      operation({
        key,
        input: request,
        work: (claimed: Claimed | null) => startAs(h, request, claimed, answered),
        resume: async agentId => ok({ id: agentId }),
      })
    // The first one starts its agent and is killed before it answers.
    await expect(idempotently(deps(), starting(false))).rejects.toThrow('killed')
    const again = await idempotently(deps(), starting(true))
    expect(await idempotently(deps(), starting(true))).toEqual(again)
    const { rows } = await h.database.db.query<{ id: string }>(
      `select a.id from agents a join idempotent_requests r on r.agent_id = a.id where r.key = $1`,
      [key],
    )
    expect(again).toEqual(ok({ id: rows[0]!.id }))
    expect(rows).toHaveLength(1)
    const count = await h.database.db.query<{ n: number }>(
      `select count(*)::int as n from turns where prompt = 'nothing'`,
    )
    expect(count.rows[0]!.n).toBe(1)
    await h.idle(rows[0]!.id)
  })

  test('that lost its claim starts nothing', async () => {
    const h = harness()
    const input = { userId: h.caller.userId, key: randomUUID(), input: 'x', claimSeconds: -1 }
    const late = await beginRequest(deps(), input)
    const next = await beginRequest(deps(), input)
    if (late.state !== 'claimed' || next.state !== 'claimed') throw new Error('both were to claim it')
    const request = { prompt: 'late', spreadsheet_id: 'sheet-123' }
    expect(await h.agents.start(h.caller, request, late.claimed)).toMatchObject({
      code: 'REQUEST_IN_PROGRESS',
    })
    await keepAnswer(h.database.db, late.claimed, '"late"')
    expect(await beginRequest(deps(0), { ...input, claimSeconds: 60 })).toMatchObject({ state: 'claimed' })
  })
})

async function startAs(
  h: Harness,
  request: { prompt: string; spreadsheet_id: string },
  claimed: Claimed | null,
  answered: boolean,
): Promise<Reply> {
  const view = await h.agents.start(h.caller, request, claimed)
  if (!answered) throw new Error('killed')
  return view.state === 'ok' ? ok({ id: view.id }) : refuse(view.code, view.message)
}
