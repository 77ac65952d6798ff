/** kill -9 between the question, the yes and the call: nothing is lost, nothing is made without the yes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Agent, Permission } from '../../../contract/index.ts'
import { openDatabase } from '../../../service/store/open.ts'
import type { Caller } from '../../../service/turns/ports.ts'
import { prepareDataDir } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { toolCalls } from '../turns/harness.ts'
import type { AskingCommand } from './asking-child.ts'

const patient = { within: 40_000 }
const running = new Set<ChildProcess>()
let dataDir: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rowhand-asked-'))
  await prepareDataDir(dataDir)
})
afterEach(async () => {
  await Promise.all([...running].map(kill))
  rmSync(dataDir, { recursive: true, force: true })
})

async function kill(child: ChildProcess): Promise<void> {
  if (!running.delete(child)) return
  const ended = new Promise(done => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
}

async function begin(hangs = false) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'asking-child.ts'), dataDir], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, HANG: hangs ? 'yes' : 'no' },
  })
  running.add(child)
  const waiting = new Map<number, (result: unknown) => void>()
  const ready = Promise.withResolvers<void>()
  child.once('exit', () => ready.reject(new Error('the process ended before it was ready')))
  child.on('message', (message: { ready?: number; id?: number; result?: unknown }) => {
    if (message.ready) ready.resolve()
    if (message.id !== undefined) waiting.get(message.id)?.(message.result)
  })
  await ready.promise
  let next = 1
  return {
    child,
    ask<T>(command: Omit<AskingCommand, 'id'>): Promise<T> {
      const id = next++
      const { promise, resolve } = Promise.withResolvers<unknown>()
      waiting.set(id, resolve)
      child.send({ ...command, id })
      return promise as Promise<T>
    },
  }
}

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
  await kill(service.child)

  // The question is still there after the crash; the next process dies while it makes the call.
  service = await begin(true)
  expect(await listed()).toMatchObject([{ id: asked!.id, state: 'open' }])
  await service.ask({ do: 'allow', caller, agentId, permissionId: asked!.id })
  await until(async () => (await listed())[0]?.state === 'used', patient)
  await kill(service.child)

  service = await begin()
  await until(isIdle, patient)
  const agent = await service.ask<Agent>({ do: 'get', caller, agentId })
  expect(toolCalls(agent.messages).map(call => call.status)).toEqual(['succeeded'])
  expect(agent.messages.at(-1)).toMatchObject({ content: 'Deleted as you allowed.' })
  expect(await listed()).toMatchObject([{ id: asked!.id, state: 'used' }])
  await kill(service.child)
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const { rows } = await database.db.query('select 1 from deletions')
  expect(rows.length).toBeGreaterThanOrEqual(1)
  await database.close()
})
