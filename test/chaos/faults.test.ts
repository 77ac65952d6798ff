/** A short run of chaos with the same seed each time; `npm run chaos` is the long one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/start.ts'
import { freshDatabase, freshPostgres } from '../support/database.ts'
import { Chance } from './chance.ts'
import { startCuttable } from './cuttable.ts'
import { faultCases, openFaultRun } from './fault-cases.ts'
import { runKills } from './kills.ts'
import { modelCases, openModelRun } from './model-cases.ts'
import { faultCasesOf, newTally, type Tally } from './tally.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-chaos-'))
let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ port: 0, dataDir, page: false })
})
afterAll(async () => {
  await emulator.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function expectClean(tally: Tally): void {
  expect(tally.findings).toEqual([])
  expect(tally).toMatchObject({ lost: 0, doubled: 0, falseSuccess: 0, internalErrors: 0, ledgerDiffers: 0 })
}

test('forty faults of Google lose nothing, double nothing and are never told as success', {
  timeout: 300_000,
}, async () => {
  const tally = newTally()
  const run = await openFaultRun(emulator, await freshDatabase(), tally)
  for (const [fault, scenario] of faultCases(new Chance(7))) {
    await run.run(fault, scenario)
    if (faultCasesOf(tally) === 40) break
  }
  await run.close()
  expectClean(tally)
  expect(tally.deeds.tokenFaults).toBeGreaterThan(0)
})

test('twenty faults of a language model at any step leave what was done before, once', {
  timeout: 300_000,
}, async () => {
  const tally = newTally()
  const run = await openModelRun(emulator, await freshDatabase(), tally)
  for (const one of modelCases(new Chance(7))) {
    await run.run(one)
    if (faultCasesOf(tally) === 20) break
  }
  await run.close()
  expectClean(tally)
})

test('two replicas that are killed and lose their database end every turn with exactly its entries', {
  timeout: 300_000,
}, async () => {
  const tally = newTally()
  const database = await freshPostgres(inject('postgresUrl'))
  const cuttable = await startCuttable(database.url)
  await runKills({
    kind: 'postgres',
    emulator,
    tally,
    chance: new Chance(11),
    kills: 3,
    until: Number.POSITIVE_INFINITY,
    outageSeconds: 2,
    dataDir: '',
    cuttable,
    crashDatabase: null,
    disk: null,
    look: work => work(database.db),
  })
  cuttable.close()
  await database.close()
  expectClean(tally)
})
