/** Turns that end with what let them run: the key, the membership; and those that never get further. */
import { expect, test } from 'vitest'
import { deleteKey, disableKey } from '../../../service/accounts/keys.ts'
import { removeMember, setMember } from '../../../service/accounts/spaces.ts'
import { runTurn } from '../../../service/turns/steps/run-turn.ts'
import { onBothDatabases } from './databases.ts'
import { type Harness, makeAccount, viewOf } from './harness.ts'
import { type Script, says, untilAborted } from './scripted.ts'

const hold: Script = (_step, { signal }) => untilAborted(signal)

const deps = ({ database, world }: Harness) => ({
  db: database.db,
  now: () => new Date(),
  onTurnEnded: async (_tx: unknown, turn: (typeof world.ended)[number]) => {
    world.ended.push(turn)
  },
})

/** Its model call is under way; answers when that call was aborted. */
async function holding(harness: Harness) {
  const aborted = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const started = await harness.start((step, request) => {
    request.signal.addEventListener('abort', () => aborted.resolve())
    begun.resolve()
    return hold(step, request)
  })
  await begun.promise
  return { ...started, aborted: aborted.promise }
}

onBothDatabases('what is taken away', harness => {
  test.each([
    ['disabled', disableKey, 'disabled'],
    ['deleted', deleteKey, 'deleted'],
  ] as const)('a turn ends when its key is %s, in the database and where it runs', async (_, take, word) => {
    const h = harness()
    const caller = await makeAccount(h.database)
    const before = { ...h.caller }
    Object.assign(h.caller, caller)
    const { agent, turnId, aborted } = await holding(h)
    await take(deps(h), { spaceId: caller.spaceId }, caller.keyId)
    const after = await h.get(agent.id)
    expect(after).toMatchObject({ status: 'idle', error_code: null })
    expect(after.error_message).toContain(word)
    expect(h.world.ended.find(turn => turn.turnId === turnId)?.status).toBe('cancelled')
    await aborted
    const again = await h.agents.start(caller, { prompt: 'again', spreadsheet_id: 'sheet-123' })
    expect(again).toMatchObject({ state: 'refused', code: 'KEY_DISABLED' })
    Object.assign(h.caller, before)
  })

  test('a member who is removed loses turns and conversations of the space, and finds them on coming back', async () => {
    const h = harness()
    const owner = await makeAccount(h.database)
    const before = { ...h.caller }
    Object.assign(h.caller, await makeAccount(h.database))
    const { userId } = h.caller
    await setMember(h.database.db, owner.spaceId, owner.userId, 'owner')
    await setMember(h.database.db, h.caller.spaceId, owner.userId, 'owner')
    await setMember(h.database.db, h.caller.spaceId, userId, 'member')
    const { agent, aborted } = await holding(h)
    const { spaceId } = h.caller
    expect(await h.database.db.transaction(tx => removeMember(tx, deps(h), spaceId, userId))).toBe('done')
    await aborted
    const read = () => h.agents.get(userId, agent.id)
    expect(await read()).toMatchObject({ code: 'AGENT_NOT_FOUND' })
    expect(await h.agents.messages(userId, agent.id, { limit: 5, after: null })).toMatchObject({
      code: 'AGENT_NOT_FOUND',
    })
    expect(await h.agents.stop(userId, agent.id)).toMatchObject({ code: 'AGENT_NOT_FOUND' })
    await setMember(h.database.db, spaceId, userId, 'member')
    expect(viewOf(await read()).status).toBe('idle')
    Object.assign(h.caller, before)
  })

  /** Executions that never end, like those of processes that are killed, until the turn has had `claims`. */
  async function takeOverUntil(h: Harness, started: { agent: { id: string }; turnId: string }, last: number) {
    const agentId = started.agent.id
    const taken = () =>
      runTurn(
        { ...h.deps, models: { ...h.deps.models, step: () => new Promise<never>(() => {}) } },
        started.turnId,
        new AbortController(),
        work => work(),
      )
    const claims = async () =>
      (await h.database.db.query<{ claim: number }>('select claim from agents where id = $1', [agentId]))
        .rows[0]!.claim
    for (let claim = (await claims()) + 1; claim <= last; claim++) {
      void taken()
      await expect.poll(claims).toBe(claim)
    }
    return taken
  }

  test('a step that was taken over five times in ten minutes or more fails in words', async () => {
    const h = harness()
    const started = await holding(h)
    const taken = await takeOverUntil(h, started, 5)
    await h.database.db.query("update agents set stuck_since = now() - interval '11 minutes' where id = $1", [
      started.agent.id,
    ])
    await taken()
    const after = await h.get(started.agent.id)
    expect(after).toMatchObject({
      status: 'idle',
      error_code: 'INTERNAL_ERROR',
      error_params: { taken_over: 5 },
    })
    expect(after.error_message).toContain('begun 5 times')
  })

  test('a step that was taken over six times within seconds goes on, ten times not', async () => {
    const h = harness()
    const started = await holding(h)
    await takeOverUntil(h, started, 6)
    expect((await h.get(started.agent.id)).status).toBe('active')
    const taken = await takeOverUntil(h, started, 10)
    await taken()
    expect(await h.get(started.agent.id)).toMatchObject({
      error_code: 'INTERNAL_ERROR',
      error_params: { taken_over: 10 },
    })
  })

  test('a turn that a process with a clock an hour ahead takes over is not out of time', async () => {
    const h = harness()
    const { agent, turnId } = await holding(h)
    const ahead = {
      ...h.deps,
      now: () => new Date(Date.now() + 3_600_000),
      models: { ...h.deps.models, step: () => Promise.resolve(says('Done.')) },
    }
    await runTurn(ahead, turnId, new AbortController(), work => work())
    expect(await h.get(agent.id)).toMatchObject({ status: 'idle', error_code: null })
  })

  test('a turn that gets further between takeovers is taken over any number of times', async () => {
    const h = harness()
    const { agent, turnId } = await holding(h)
    for (let crash = 0; crash < 6; crash++) {
      let at = 0
      const reached = Promise.withResolvers<void>()
      void runTurn(
        {
          ...h.deps,
          models: {
            ...h.deps.models,
            step: () => Promise.resolve(says('On', [{ name: 'write', args: { crash } }])),
          },
        },
        turnId,
        new AbortController(),
        async work => {
          if (at++ <= crash) return work()
          reached.resolve()
          return new Promise<never>(() => {})
        },
      )
      await reached.promise
    }
    expect((await h.get(agent.id)).error_message).toBeNull()
    await h.agents.stop(h.caller.userId, agent.id)
  })
})
