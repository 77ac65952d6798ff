/** kill -9 in the middle of an undo: the next process finishes it, and nothing is half or done twice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Agent, Undo } from '../../../contract/index.ts'
import type { Caller } from '../../../service/turns/ports.ts'
import { type AskedProcess, killAsked, startAsked } from '../../support/asked-process.ts'
import { prepareDataDir } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { wholeOf } from '../changes/undo-bench.ts'
import { openBench, openWorkbench, type Workbench } from '../tools/open-bench.ts'
import { toolCalls } from './harness.ts'
import type { Halt, UndoCommand } from './undo-child.ts'

const patient = { within: 120_000 }
let google: Workbench
let dataDir: string
/** Whoever a test left running begins the next one. */
let running: AskedProcess<UndoCommand> | undefined
beforeAll(async () => {
  google = await openWorkbench()
  dataDir = mkdtempSync(join(tmpdir(), 'rowhand-undo-'))
  await prepareDataDir(dataDir)
})
afterAll(async () => {
  await killAsked()
  rmSync(dataDir, { recursive: true, force: true })
  await google.close()
})

const begin = () =>
  startAsked<UndoCommand>(join(import.meta.dirname, 'undo-child.ts'), [dataDir, google.emulatorUrl])

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
    let service = running ?? (await begin())
    running = undefined
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
    await service.kill()

    service = await begin()
    const now = () => service.ask<Undo>({ do: 'undone', caller, ...turn, undoId: undo.id })
    await until(async () => (await now()).status !== 'running', patient)
    expect(await now()).toMatchObject({ status: 'succeeded', kept: [], not_possible: [] })
    expect(await wholeOf(google, bench.id)).toEqual(before)
    running = service
  },
)
