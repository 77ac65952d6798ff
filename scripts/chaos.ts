/**
 * npm run chaos: faults of Google at every phase, processes killed and frozen, the database away for a
 * minute, on both databases. Seeded: the same seed makes the same choices.
 *
 *   npm run chaos -- [--seed 1] [--cases 400] [--kills 300] [--minutes 18] [--outage 60]
 *
 * Ends with 1 where something was lost, doubled, told as success that was none, or ended as our own mistake.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmulator } from '../emulator/start.ts'
import { openDatabase } from '../service/store/open.ts'
import { Chance } from '../test/chaos/chance.ts'
import { faultCases, openFaultRun } from '../test/chaos/fault-cases.ts'
import { runKills } from '../test/chaos/kills.ts'
import { isClean, newTally, type Tally, told } from '../test/chaos/tally.ts'
import { freshPostgres, prepareDataDir } from '../test/support/database.ts'
import { startPostgres } from '../test/support/postgres.ts'

const number = (fallback: string) => ({ type: 'string', default: fallback }) as const
const { values } = parseArgs({
  options: {
    seed: number('1'),
    cases: number('400'),
    kills: number('300'),
    minutes: number('18'),
    outage: number('60'),
  },
})
const [seed, cases, kills, minutes, outageSeconds] = [
  values.seed,
  values.cases,
  values.kills,
  values.minutes,
  values.outage,
].map(Number) as [number, number, number, number, number]

const until = performance.now() + minutes * 60_000
const folder = mkdtempSync(join(tmpdir(), 'rowhand-chaos-'))
const emulator = await startEmulator({ port: 0, dataDir: join(folder, 'google'), page: false })

async function faults(): Promise<Tally> {
  const tally = newTally()
  const run = await openFaultRun(emulator, tally)
  for (const [fault, scenario] of faultCases(new Chance(seed))) {
    if (tally.cases >= cases) break
    await run.run(fault, scenario)
  }
  await run.close()
  return tally
}

async function killsOnPostgres(): Promise<Tally> {
  const tally = newTally()
  const server = await startPostgres()
  const database = await freshPostgres(server.url)
  await runKills({
    kind: 'postgres',
    emulator,
    tally,
    chance: new Chance(seed + 1),
    kills: Math.ceil(kills * 0.75),
    until,
    outageSeconds,
    dataDir: '',
    databaseUrl: database.url,
    look: work => work(database.db),
  })
  await database.close()
  await server.stop()
  return tally
}

async function killsOnPglite(): Promise<Tally> {
  const tally = newTally()
  const dataDir = join(folder, 'service')
  await prepareDataDir(dataDir)
  await runKills({
    kind: 'pglite',
    emulator,
    tally,
    chance: new Chance(seed + 2),
    kills: Math.floor(kills * 0.25),
    until,
    outageSeconds: 0,
    dataDir,
    databaseUrl: '',
    async look(work) {
      const database = await openDatabase({ dataDir })
      try {
        return await work(database.db)
      } finally {
        await database.close()
      }
    },
  })
  return tally
}

console.log(`chaos with seed ${seed}`)
const parts: [string, () => Promise<Tally>][] = [
  ['faults of Google', faults],
  ['kills on Postgres, two replicas', killsOnPostgres],
  ['kills on PGlite', killsOnPglite],
]
const tallies = await Promise.all(
  parts.slice(0, kills === 0 ? 1 : parts.length).map(async ([name, part]) => {
    const tally = await part()
    console.log(told(name, tally))
    return tally
  }),
)
await emulator.close()
rmSync(folder, { recursive: true, force: true })
const clean = tallies.every(isClean)
console.log(clean ? 'clean' : 'NOT clean')
process.exit(clean ? 0 : 1)
