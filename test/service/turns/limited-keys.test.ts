/** Turns of limited keys, limits of persons and spaces, and who goes first where the service is full. */
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { setKeyLimits } from '../../../service/accounts/key-limits.ts'
import { refusedByLimits } from '../../../service/http/key-limits.ts'
import { READ_ONLY } from '../../../service/permissions/permit.ts'
import { createTools } from '../../../service/tools/index.ts'
import type { Caller } from '../../../service/turns/ports.ts'
import { paper, paperSheets } from '../permissions/paper.ts'
import { shop } from '../permissions/shop.ts'
import { openFresh } from './databases.ts'
import { type Harness, type HarnessOptions, makeAccount, startHarness, toolCalls } from './harness.ts'
import { says } from './scripted.ts'

let open: Harness | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})
const begin = async (options: HarnessOptions = {}): Promise<Harness> => {
  open = await startHarness(await openFresh('pglite'), options)
  return open
}

const startAs = (harness: Harness, caller: Caller, name: string, spreadsheet = 'sheet-123') =>
  harness.agents.start(caller, { prompt: `${name} please`, spreadsheet_id: spreadsheet })

describe('a key for reading', () => {
  const noLimit = { spreadsheetIds: null, expiresAt: null, spendingLimitNano: null }

  it('starts turns that look, and whose writes and skills are not made', async () => {
    const sheet = paper(shop())
    const harness = await begin({ sheets: paperSheets(() => sheet), tools: createTools() })
    const { caller, database } = harness
    await setKeyLimits(database.db, caller, caller.keyId, { ...noLimit, readOnly: true })
    const { agent } = await harness.start(step =>
      step === 0
        ? says('', [
            { name: 'write_range', args: { range: 'J1', values: [['x']] } },
            { name: 'read_range', args: { range: 'A1:B2' } },
          ])
        : says('Looked.'),
    )
    const idle = await harness.idle(agent.id)
    const [write, read] = toolCalls(idle.messages)
    expect(write).toMatchObject({ status: 'failed', message: expect.stringContaining('may only read') })
    expect(read?.message ?? '').not.toContain('may only read')
    expect(sheet.sent).toEqual({ requests: [], values: [] })
  })

  it('pays no model for rows that could not be written', async () => {
    const sheet = paper(shop())
    const harness = await begin({ sheets: paperSheets(() => sheet), tools: createTools() })
    const { caller, database } = harness
    await setKeyLimits(database.db, caller, caller.keyId, { ...noLimit, readOnly: true })
    const bulk = { prompt_template: 'Is {{A}} good?', output_column: 'J', output_header: 'Good' }
    const { agent } = await harness.start(step =>
      step === 0 ? says('', [{ name: 'bulk_prompt', args: bulk }]) : says('Looked.'),
    )
    const [call] = toolCalls((await harness.idle(agent.id)).messages)
    expect(call).toMatchObject({ status: 'failed', message: READ_ONLY })
  })

  it('may start, stop and look, and nothing that changes a sheet or erases', async () => {
    const { database, caller } = await begin()
    const reading: Caller = { ...caller, limits: { spreadsheetIds: null, readOnly: true } }
    const asked = async (method: string, operationId: string) =>
      (await refusedByLimits(database.db, reading, { method, operationId, agentId: undefined }))?.code ?? 'ok'
    for (const operation of ['startAgent', 'stopAgent', 'createAttachment'])
      expect(await asked('post', operation)).toBe('ok')
    expect(await asked('get', 'getAgent')).toBe('ok')
    for (const operation of ['undoTurn', 'redoUndo', 'copyTab', 'decidePermission', 'anything'])
      expect(await asked('post', operation)).toBe('KEY_NOT_ALLOWED')
    expect(await asked('delete', 'deleteAgent')).toBe('KEY_NOT_ALLOWED')
  })
})

describe('a key for named spreadsheets', () => {
  it('starts nothing on another, also not as a follow-up', async () => {
    const harness = await begin()
    const { agent } = await harness.start(() => says('Done.'))
    await harness.idle(agent.id)
    const limited: Caller = { ...harness.caller, limits: { spreadsheetIds: ['sheet-9'], readOnly: false } }
    for (const request of [{ spreadsheet_id: 'sheet-123' }, { agent_id: agent.id }]) {
      const answer = await harness.agents.start(limited, { prompt: 'please', ...request })
      expect(answer).toMatchObject({ state: 'refused', code: 'KEY_NOT_ALLOWED' })
    }
  })

  it('finds conversations about those, and no others', async () => {
    const harness = await begin()
    const { agent } = await harness.start(() => says('Done.'))
    await harness.idle(agent.id)
    const look = async (spreadsheetId: string, agentId = agent.id) => {
      const limited: Caller = {
        ...harness.caller,
        limits: { spreadsheetIds: [spreadsheetId], readOnly: false },
      }
      const asked = { method: 'get', operationId: 'getAgent', agentId }
      return (await refusedByLimits(harness.database.db, limited, asked))?.code ?? 'ok'
    }
    expect(await look('sheet-123')).toBe('ok')
    expect(await look('sheet-9')).toBe('AGENT_NOT_FOUND')
    expect(await look('sheet-123', randomUUID())).toBe('AGENT_NOT_FOUND')
    expect(await look('sheet-123', 'nonsense')).toBe('AGENT_NOT_FOUND')
  })
})

describe('where many turns are active', () => {
  it.each(['maxActiveOfPerson', 'maxActiveOfSpace'] as const)('%s holds over several keys', async which => {
    const harness = await begin({ [which]: 2 })
    const { caller, database } = harness
    const gate = Promise.withResolvers<void>()
    const waits = async () => {
      await gate.promise
      return says('Done.')
    }
    const first = await harness.start(waits)
    const second = await harness.start(waits)
    const other = { ...(await makeAccount(database)), userId: caller.userId, spaceId: caller.spaceId }
    const refused = await startAs(harness, other, 'third')
    expect(refused).toMatchObject({ code: 'CONCURRENT_LIMIT_REACHED' })
    expect((refused as { message: string }).message).toContain('together have 2 active agents')
    gate.resolve()
    for (const { agent } of [first, second]) await harness.idle(agent.id)
  })

  it('a space with one prompt goes before the many of another that came earlier', async () => {
    const harness = await begin({ maxRunning: 1 })
    const { world, caller, database } = harness
    const other = await makeAccount(database)
    const gate = Promise.withResolvers<void>()
    const order: string[] = []
    for (const name of ['many1', 'many2', 'many3', 'one'])
      world.scripts.set(name, async () => {
        order.push(name)
        if (name === 'many1') await gate.promise
        return says('Done.')
      })
    const started = []
    for (const [name, who] of [
      ['many1', caller],
      ['many2', caller],
      ['many3', caller],
      ['one', other],
    ] as const) {
      const view = await startAs(harness, who, name)
      if (view.state === 'refused') throw new Error(view.code)
      started.push(view.id)
    }
    gate.resolve()
    await harness.idle(started[2]!)
    expect(order).toEqual(['many1', 'one', 'many2', 'many3'])
  })
})
