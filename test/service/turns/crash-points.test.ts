import { expect, it } from 'vitest'
import { admitTurn } from '../../../service/agents/admission.ts'
import { SheetsError } from '../../../service/sheets/errors.ts'
import type { OnTurnEnded } from '../../../service/turns/ports.ts'
import { runTurn, type StepRunner } from '../../../service/turns/steps/run-turn.ts'
import { onBothDatabases } from './databases.ts'
import { type Harness, toolCalls } from './harness.ts'
import { says } from './scripted.ts'

const TOOL_CALLS = 3

class Crash extends Error {}

/** Crashes when the `crashAfter`th step has done its work. */
class Crashing {
  ran = 0

  runner(crashAfter: number): StepRunner {
    return async work => {
      const result = await work()
      this.ran += 1
      if (this.ran === crashAfter) throw new Crash()
      return result
    }
  }
}

onBothDatabases('a crash right after a step has written', harness => {
  async function admit({ deps, caller, world }: Harness, name: string) {
    world.scripts.set(name, step =>
      // Another answer at each asking, as models give: the first one written is the one that counts.
      step < TOOL_CALLS
        ? says(`Step ${step}, ${Math.random()}`, [{ name: 'write', args: { step, chance: Math.random() } }])
        : says('Done.'),
    )
    const admitted = await admitTurn({ ...deps, maxActiveAgents: 100, enqueue: async () => {} }, caller, {
      agentId: null,
      spreadsheetId: 'sheet-123',
      prompt: `${name} please`,
      tab: { sheetId: 0, title: 'Leads' },
      models: deps.models.defaults(),
      webhookUrl: null,
      mode: 'act',
    })
    if (admitted.state === 'refused') throw new Error(admitted.code)
    return admitted
  }

  it.each([1, 2, 3, 4, 5, 6, 7])('loses and doubles nothing after step %i', async crashAfter => {
    const { deps, world } = harness()
    const { agentId, turnId } = await admit(harness(), `crash${crashAfter}`)
    const crashing = new Crashing()
    const execute = () => runTurn(deps, turnId, new AbortController(), crashing.runner(crashAfter))
    await expect(execute()).rejects.toThrow(Crash)
    const before = await harness().get(agentId)
    await execute()
    const after = await harness().get(agentId)
    expect(after.error_message).toBeNull()
    expect(after.messages.map(entry => entry.type)).toEqual([
      'user_message',
      ...Array.from({ length: TOOL_CALLS }, () => ['assistant_message', 'tool_call']).flat(),
      'assistant_message',
    ])
    expect(new Set(toolCalls(after.messages).map(call => call.status))).toEqual(new Set(['succeeded']))
    // What was shown before the crash is still there, word for word.
    const shown = before.messages.filter(entry => entry.type === 'assistant_message')
    expect(after.messages).toEqual(expect.arrayContaining(shown))
    expect(after.usage?.total_usage).toBe((TOOL_CALLS + 1) * 1_000)
    const { rows } = await harness().database.db.query<{ sum: string }>(
      'select sum(amount_nano) from ledger where turn_id = $1',
      [turnId],
    )
    expect(Number(rows[0]?.sum)).toBe((TOOL_CALLS + 1) * 1_000)
    expect(world.ended.filter(turn => turn.turnId === turnId)).toHaveLength(1)
  })

  it('does not let a turn go on that a lost spreadsheet has ended', async () => {
    const { deps, world } = harness()
    world.tools.set('lost', async () => Promise.reject(new SheetsError('SPREADSHEET_NOT_FOUND', 'gone')))
    const { agentId, turnId } = await admit(harness(), 'lost')
    let ends = 0
    const onTurnEnded: OnTurnEnded = async (tx, turn) => {
      if (++ends === 1) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      await deps.onTurnEnded(tx, turn)
    }
    await runTurn({ ...deps, onTurnEnded }, turnId, new AbortController(), new Crashing().runner(0))
    const after = await harness().get(agentId)
    expect(after.error_code).toBe('SPREADSHEET_NOT_FOUND')
    expect(toolCalls(after.messages).map(call => call.status)).toEqual(['failed'])
    expect(world.ended.filter(turn => turn.turnId === turnId)).toHaveLength(1)
  })

  it('leaves out what was planned behind a call that failed before it, each time', async () => {
    const { deps, world } = harness()
    const made: unknown[] = []
    const { agentId, turnId } = await admit(harness(), 'behind')
    world.scripts.set('behind', step =>
      step === 0
        ? says('', [
            { name: 'write', args: { range: 'A1' } },
            { name: 'write', args: { range: 'A2' } },
            { name: 'read', args: { range: 'A3' } },
          ])
        : says('Done.'),
    )
    world.tools.set('behind', async args => {
      made.push(args.range)
      return args.range === 'A1'
        ? { state: 'failed', message: 'A1 is not empty.' }
        : { state: 'succeeded', output: null }
    })
    const runner = new Crashing().runner(2)
    await expect(runTurn(deps, turnId, new AbortController(), runner)).rejects.toThrow(Crash)
    expect(made).toEqual(['A1'])
    await runTurn(deps, turnId, new AbortController(), runner)
    expect(made).toEqual(['A1', 'A3'])
    const calls = toolCalls((await harness().get(agentId)).messages)
    expect(calls.map(({ status }) => status)).toEqual(['failed', 'failed', 'succeeded'])
    expect(calls[1]!.message).toContain(
      'Not made: write failed before it in the same step, and this call may rely on it. Nothing was changed',
    )
  })
})
