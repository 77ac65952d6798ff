/** kill -9 in the middle of an undo: the next process finishes it, and nothing is half or done twice. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Agent, Undo } from '../../../contract/index.ts'
import type { Caller } from '../../../service/turns/ports.ts'
import { prepareDataDir } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { wholeOf } from '../changes/undo-bench.ts'
import { openBench, openWorkbench, type Workbench } from '../tools/open-bench.ts'
import { toolCalls } from './harness.ts'
import type { Halt, UndoCommand } from './undo-child.ts'

const patient = { within: 120_000 }
const running = new Set<ChildProcess>()
let google: Workbench
let dataDir: string
beforeAll(async () => {
  google = await openWorkbench()
})
afterAll(() => google.close())
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rowhand-undo-'))
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

async function begin() {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'undo-child.ts'), dataDir, google.emulatorUrl],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  running.add(child)
  const waiting = new Map<number, (result: unknown) => void>()
  const ready = Promise.withResolvers<void>()
  const halted = Promise.withResolvers<void>()
  child.once('exit', () => ready.reject(new Error('the process ended before it was ready')))
  child.on('message', (message: { ready?: number; halted?: true; id?: number; result?: unknown }) => {
    if (message.ready) ready.resolve()
    if (message.halted) halted.resolve()
    if (message.id !== undefined) waiting.get(message.id)?.(message.result)
  })
  await ready.promise
  let next = 1
  return {
    child,
    halted: halted.promise,
    ask<T>(command: Omit<UndoCommand, 'id'>): Promise<T> {
      const id = next++
      const { promise, resolve } = Promise.withResolvers<unknown>()
      waiting.set(id, resolve)
      child.send({ ...command, id })
      return promise as Promise<T>
    },
  }
}

test.each<Halt>([
  { at: 1, when: 'after' },
  { at: 2, when: 'before' },
])(
  'an undo whose process is killed at write $at, $when Google has it, is finished by the next process',
  { timeout: 300_000 },
  async halt => {
    const rows = Array.from({ length: 8 }, (_, index) => [`id${index}`, index, `=B${index + 1}*2`])
    const tabs = [
      { title: 'T', rows },
      { title: 'Sums', rows: [['=SUM(T!B1:B8)']] },
    ]
    const bench = await openBench(google, { tabs })
    const before = await wholeOf(google, bench.id)
    let service = await begin()
    const caller = await service.ask<Caller>({ do: 'account' })
    const begun = { do: 'start', caller, spreadsheetId: bench.id } as const
    const turn = await service.ask<{ agentId: string; turnId: string }>(begun)
    const agent = () => service.ask<Agent>({ do: 'get', caller, ...turn })
    await until(async () => (await agent()).status === 'idle', patient)
    expect(toolCalls((await agent()).messages).map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => 'succeeded'),
    )
    expect(await wholeOf(google, bench.id)).not.toEqual(before)
    const undo = await service.ask<Undo>({ do: 'undo', caller, ...turn, halt })
    await service.halted
    await kill(service.child)

    service = await begin()
    const now = () => service.ask<Undo>({ do: 'undone', caller, ...turn, undoId: undo.id })
    await until(async () => (await now()).status !== 'running', patient)
    expect(await now()).toMatchObject({ status: 'succeeded', kept: [], not_possible: [] })
    expect(await wholeOf(google, bench.id)).toEqual(before)
  },
)
