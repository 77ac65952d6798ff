/** kill -9 between the question, the yes and the call: nothing is lost, nothing is made without the yes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Agent, Permission } from '../../../contract/index.ts'
import { openDatabase } from '../../../service/store/open.ts'
import type { Caller } from '../../../service/turns/ports.ts'
import { killAsked, startAsked } from '../../support/asked-process.ts'
import { prepareDataDir } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { toolCalls } from '../turns/harness.ts'
import type { AskingCommand } from './asking-child.ts'

const patient = { within: 40_000 }
let dataDir: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rowhand-asked-'))
  await prepareDataDir(dataDir)
})
afterEach(async () => {
  await killAsked()
  rmSync(dataDir, { recursive: true, force: true })
})

const begin = (hangs = false) =>
  startAsked<AskingCommand>(join(import.meta.dirname, 'asking-child.ts'), [dataDir], {
    HANG: hangs ? 'yes' : 'no',
  })

it('a permission survives being killed, and its call is made by the one that was allowed', {
  timeout: 120_000,
}, async () => {
  let service = await begin()
  const caller = await service.ask<Caller>({ do: 'account' })
  const agentId = (await service.ask<Agent>({ do: 'start', caller })).id
  const isIdle = async () => (await service.ask<Agent>({ do: 'get', caller, agentId })).status === 'idle'
  const listed = async () =>
    (await service.ask<{ permissions: Permission[] }>({ do: 'permissions', caller, agentId })).permissions
  await until(isIdle, patient)
  const [asked] = await listed()
  expect(asked).toMatchObject({ state: 'open', tool: 'edit_structure' })
  await service.kill()

  // The question is still there after the crash; the next process dies while it makes the call.
  service = await begin(true)
  expect(await listed()).toMatchObject([{ id: asked!.id, state: 'open' }])
  await service.ask({ do: 'allow', caller, agentId, permissionId: asked!.id })
  await until(async () => (await listed())[0]?.state === 'used', patient)
  await service.kill()

  service = await begin()
  await until(isIdle, patient)
  const agent = await service.ask<Agent>({ do: 'get', caller, agentId })
  expect(toolCalls(agent.messages).map(call => call.status)).toEqual(['succeeded'])
  expect(agent.messages.at(-1)).toMatchObject({ content: 'Deleted as you allowed.' })
  expect(await listed()).toMatchObject([{ id: asked!.id, state: 'used' }])
  await service.kill()
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const { rows } = await database.db.query('select 1 from deletions')
  expect(rows.length).toBeGreaterThanOrEqual(1)
  await database.close()
})
