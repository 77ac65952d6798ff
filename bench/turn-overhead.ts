/**
 * What a turn costs beyond the time of its model and its tools: a model that takes 300 ms a step, 20 tool
 * calls, everything else as in the service. Prints the share and what it comes to a step: the median of the
 * turns with their spread, and the processor time of a turn, which a busy machine changes little.
 *
 *   node bench/turn-overhead.ts [pglite|postgres ...] [--calls 20] [--latency 300] [--turns 7]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Log, silentLog } from '../service/log.ts'
import { openDatabase } from '../service/store/open.ts'
import { startHarness } from '../test/service/turns/harness.ts'
import { says } from '../test/service/turns/scripted.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { median, spread } from './support/figures.ts'
import { readNumbers } from './support/options.ts'

const MAX_SHARE = 0.03

const { numbers, positionals } = readNumbers({ calls: 20, latency: 300, turns: 7 })
const { calls, latency: latencyMs, turns } = numbers
const databases = positionals.length > 0 ? positionals : ['pglite', 'postgres']

const percent = (share: number) => `${(share * 100).toFixed(2)} %`

async function measure(name: string, databaseUrl: string | undefined): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-bench-'))
  // Told by the service itself: whoever looks again and again measures its own looking.
  let onEnded = () => {}
  const log: Log = { ...silentLog, info: words => words === 'turn ended' && onEnded() }
  const harness = await startHarness(await openDatabase({ dataDir, databaseUrl }), {
    log,
    ...(databaseUrl ? { databaseUrl } : {}),
  })
  const overheads: number[] = []
  const processorMs: number[] = []
  let modelMs = 0
  for (let turn = 0; turn <= turns; turn++) {
    modelMs = 0
    const begun = performance.now()
    const usedBefore = process.cpuUsage()
    const ended = new Promise<void>(done => {
      onEnded = done
    })
    await harness.start(async step => {
      const asked = performance.now()
      await new Promise(done => setTimeout(done, latencyMs))
      modelMs += performance.now() - asked
      return step < calls ? says(`Step ${step}`, [{ name: 'write', args: { step } }]) : says('Done.')
    })
    await ended
    // The first one warms up.
    if (turn === 0) continue
    overheads.push(performance.now() - begun - modelMs)
    const used = process.cpuUsage(usedBefore)
    processorMs.push((used.user + used.system) / 1_000)
  }
  await harness.close()
  rmSync(dataDir, { recursive: true, force: true })
  const overhead = median(overheads)
  const share = overhead / modelMs
  const steps = 2 * calls + 1
  console.log(
    `${name.padEnd(9)} ${calls} tool calls, model ${latencyMs} ms: ${overhead.toFixed(0)} ms (${spread(overheads, 0)} in ${turns} turns) beyond the model's ${modelMs.toFixed(0)} ms = ${percent(share)} (at most ${percent(MAX_SHARE)}), ${(overhead / steps).toFixed(2)} ms a step; processor time ${median(processorMs).toFixed(0)} ms = ${percent(median(processorMs) / modelMs)}`,
  )
  return share <= MAX_SHARE
}

let good = true
for (const name of databases) {
  const postgres = name === 'postgres' ? await startPostgres() : undefined
  good = (await measure(name, postgres?.url)) && good
  await postgres?.stop()
}
process.exit(good ? 0 : 1)
