/**
 * npm run chaos: each fault of Google, of its token endpoint and of a language model at each phase of a turn;
 * processes killed, frozen and replaced, databases killed, away for a minute and on full disks, clocks that
 * jump; on both databases. Seeded: the same seed makes the same choices.
 *
 *   npm run chaos -- [--seed 1] [--cases 400] [--kills 300] [--minutes 40] [--outage 60] [--pairs 1] [--sum FILE]
 *
 * With --pairs, so many deployments on each database share the kills.
 *
 * With --sum, what is counted is added to FILE, and the sum of all runs is told too: a long run may be cut
 * into several, each with a seed of its own. Ends with 1 where something was lost, doubled, told as success
 * that was none, or ended as our own mistake.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmulator } from '../emulator/start.ts'
import { type Database, openDatabase } from '../service/store/open.ts'
import { retryPassing } from '../service/store/passing.ts'
import { Chance } from '../test/chaos/chance.ts'
import { startCuttable } from '../test/chaos/cuttable.ts'
import { faultCases, openFaultRun } from '../test/chaos/fault-cases.ts'
import { runKills } from '../test/chaos/kills.ts'
import { modelCases, openModelRun } from '../test/chaos/model-cases.ts'
import { mountSmallDisk } from '../test/chaos/small-disk.ts'
import { faultCasesOf, isClean, newTally, sumOf, type Tally, told } from '../test/chaos/tally.ts'
import { freshDatabase, freshPostgres, prepareDataDir } from '../test/support/database.ts'
import { startPostgres } from '../test/support/postgres.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '400' },
    kills: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '40' },
    outage: { type: 'string', default: '60' },
    pairs: { type: 'string', default: '1' },
    sum: { type: 'string' },
  },
})
const seed = Number(values.seed)
const cases = Number(values.cases)
const kills = Number(values.kills)
const pairs = Number(values.pairs)
const outageSeconds = Number(values.outage)
const until = performance.now() + Number(values.minutes) * 60_000
const ON_POSTGRES = 0.75
const LOOKS_WITHIN_MS = 30_000
/** Of the cases of faults. */
const MODELS = 0.4

const folder = mkdtempSync(join(tmpdir(), 'rowhand-chaos-'))
const emulator = await startEmulator({ port: 0, dataDir: join(folder, 'google'), page: false })
const postgres = await startPostgres()

/** Half of the cases on each database: Google's, its token endpoint's, and the model's. */
async function faults(open: () => Promise<Database & { url?: string }>, chance: Chance): Promise<Tally> {
  const tally = newTally()
  const wanted = Math.ceil(cases / 2)
  const ofGoogle = await openFaultRun(emulator, await open(), tally)
  for (const [fault, scenario] of faultCases(chance)) {
    if (faultCasesOf(tally) >= wanted * (1 - MODELS) || performance.now() > until) break
    await ofGoogle.run(fault, scenario)
  }
  await ofGoogle.close()
  const ofModels = await openModelRun(emulator, await open(), tally)
  for (const one of modelCases(chance)) {
    if (faultCasesOf(tally) >= wanted || performance.now() > until) break
    await ofModels.run(one)
  }
  await ofModels.close()
  return tally
}

async function killsOnPostgres(pair: number): Promise<Tally> {
  const tally = newTally()
  const server = await startPostgres({ keepsCommits: true })
  const database = await freshPostgres(server.url)
  const cuttable = await startCuttable(database.url)
  await runKills({
    kind: 'postgres',
    emulator,
    tally,
    chance: new Chance(seed + 1 + 10 * pair),
    kills: Math.ceil((kills * ON_POSTGRES) / pairs),
    until,
    outageSeconds,
    dataDir: '',
    cuttable,
    crashDatabase: () => server.crash(),
    disk: null,
    // Its connections are gone where the server was killed.
    look: work => retryPassing(() => work(database.db), { leftMs: () => LOOKS_WITHIN_MS }),
  })
  cuttable.close()
  await database.close()
  await server.stop()
  return tally
}

async function killsOnPglite(pair: number): Promise<Tally> {
  const tally = newTally()
  const place = join(folder, `service${pair}`)
  const disk = mountSmallDisk(place)
  if (!disk)
    console.log('no disk of its own can be mounted here: full ones are made at the edge of the database')
  const dataDir = join(place, 'data')
  await prepareDataDir(dataDir)
  await runKills({
    kind: 'pglite',
    emulator,
    tally,
    chance: new Chance(seed + 2 + 10 * pair),
    kills: Math.floor((kills * (1 - ON_POSTGRES)) / pairs),
    until,
    outageSeconds,
    dataDir,
    cuttable: null,
    crashDatabase: null,
    disk,
    async look(work) {
      const database = await openDatabase({ dataDir })
      try {
        return await work(database.db)
      } finally {
        await database.close()
      }
    },
  })
  disk?.unmount()
  return tally
}

function addTo(file: string, tally: Tally): Tally {
  const before = existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as Tally] : []
  const sum = sumOf([...before, tally])
  writeFileSync(file, JSON.stringify(sum))
  return sum
}

console.log(`chaos with seed ${seed}, load of the machine ${loadavg()[0]!.toFixed(1)}`)
const tallies: Tally[] = []
async function part(name: string, work: () => Promise<Tally>): Promise<void> {
  const tally = await work()
  tallies.push(tally)
  console.log(told(name, tally))
}

/** One after the other: a process has one engine. */
async function allFaults(): Promise<void> {
  await part('faults, on PGlite', () => faults(freshDatabase, new Chance(seed)))
  await part('faults, on Postgres', () => faults(() => freshPostgres(postgres.url), new Chance(seed + 3)))
}

if (cases > 0) await allFaults()
if (kills > 0) {
  await Promise.all(
    Array.from({ length: pairs }, (_, pair) => [
      part('deployment, two replicas on Postgres', () => killsOnPostgres(pair)),
      part('deployment, PGlite', () => killsOnPglite(pair)),
    ]).flat(),
  )
}
await emulator.close()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })
const all = sumOf(tallies)
console.log(told('in all', { ...all, findings: [] }))
if (values.sum) console.log(told('all runs so far', { ...addTo(values.sum, all), findings: [] }))
console.log(`${isClean(all) ? 'clean' : 'NOT clean'}, load of the machine ${loadavg()[0]!.toFixed(1)}`)
process.exit(isClean(all) ? 0 : 1)
