/** A short run of chaos with the same seed each time; `npm run chaos` is the long one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmulator } from '../../emulator/start.ts'
import { Chance } from './chance.ts'
import { faultCases, openFaultRun } from './fault-cases.ts'
import { newTally } from './tally.ts'

test('forty faults of Google lose nothing, double nothing and are never told as success', {
  timeout: 300_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-chaos-'))
  const emulator = await startEmulator({ port: 0, dataDir, page: false })
  const tally = newTally()
  const run = await openFaultRun(emulator, tally)
  for (const [fault, scenario] of faultCases(new Chance(7))) {
    await run.run(fault, scenario)
    if (tally.cases === 40) break
  }
  await run.close()
  await emulator.close()
  rmSync(dataDir, { recursive: true, force: true })
  expect(tally.findings).toEqual([])
  expect(tally).toMatchObject({ cases: 40, lost: 0, doubled: 0, falseSuccess: 0, internalErrors: 0 })
})
