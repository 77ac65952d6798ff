/**
 * What a replica needs for many turns at once: processor time and database growth a turn, memory with none
 * and with all of them. The model takes its time and does nothing else; processor time counts, not the clock.
 *
 *   node bench/sizing.ts [pglite|postgres ...] [--turns 200] [--calls 10] [--latency 1000]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { watch } from '../service/seeing/observed.ts'
import { openDatabase } from '../service/store/open.ts'
import { type Harness, makeAccount, startHarness } from '../test/service/turns/harness.ts'
import { says } from '../test/service/turns/scripted.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { until } from '../test/support/until.ts'
import { readNumbers } from './support/options.ts'

const { numbers, positionals } = readNumbers({ turns: 200, calls: 10, latency: 1_000 })
const { turns, calls, latency: latencyMs } = numbers
const databases = positionals.length > 0 ? positionals : ['postgres', 'pglite']

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MB`

async function databaseBytes({ database }: Harness): Promise<number> {
  const { rows } = await database.db.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(rows[0]!.bytes)
}

async function runAll(harness: Harness): Promise<number> {
  let peak = 0
  const looking = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 100)
  const cells = Array.from({ length: 50 }, (_, i) => [`Region ${i}`, i])
  harness.world.scripts.set('size', async step => {
    await sleep(latencyMs)
    return step < calls ? says(`Step ${step}`, [{ name: 'write', args: { values: cells } }]) : says('Done.')
  })
  const account = await makeAccount(harness.database)
  for (let i = 0; i < turns; i++) {
    const view = await harness.agents.start(account, { prompt: 'size it', spreadsheet_id: `sheet-${i}` })
    if (view.state === 'refused') throw new Error(view.code)
  }
  await until(() => harness.world.ended.length === turns, { within: 600_000 })
  clearInterval(looking)
  return peak
}

async function measure(name: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-bench-'))
  const harness = await startHarness(await openDatabase({ dataDir, databaseUrl }), {
    maxActiveAgents: turns,
    ...(databaseUrl ? { databaseUrl } : {}),
  })
  const idle = process.memoryUsage().rss
  const before = await databaseBytes(harness)
  let statements = 0
  const stopWatching = watch({
    begin(kind) {
      if (kind === 'query') statements += 1
      return undefined
    },
  })
  const used = process.cpuUsage()
  const peak = await runAll(harness)
  const { user, system } = process.cpuUsage(used)
  stopWatching()
  const grown = (await databaseBytes(harness)) - before
  await harness.close()
  rmSync(dataDir, { recursive: true, force: true })
  const processorMs = (user + system) / 1_000 / turns
  console.log(
    `${name.padEnd(9)} ${turns} turns at once, ${calls} tool calls each: ${processorMs.toFixed(0)} ms processor a turn (${Math.floor(60_000 / processorMs)} turns a minute and core), ${(statements / turns).toFixed(0)} statements and transactions a turn, memory ${megabytes(idle)} idle, ${megabytes(peak)} at most, database ${(grown / turns / 1024).toFixed(0)} KB a turn (load ${loadavg()[0]!.toFixed(0)})`,
  )
}

for (const name of databases) {
  const postgres = name === 'postgres' ? await startPostgres() : undefined
  await measure(name, postgres?.url)
  await postgres?.stop()
}
process.exit(0)
