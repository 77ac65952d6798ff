/**
 * What a bulk run costs beyond the model's own time: rows against a scripted model of fixed latency, the
 * sheet on the emulator through Google's client, the database embedded.
 *
 *   node bench/bulk.ts [--rows 10000] [--latency 300] [--concurrency 100]
 *
 * Beside it stands a control: the same waiting with nothing else to do, for what the machine itself adds
 * at the moment. Ends with 1 where a limit is missed: one call to Google for 500 rows, and 1.10 times the
 * ideal time, or the control's where the machine is too busy even for that.
 */
import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ValueRequest, ValueResult } from '../service/models/types.ts'
import { createBulkPrompt } from '../service/tools/bulk-prompt.ts'
import { type Cell, openBench, openWorkbench } from '../test/service/tools/open-bench.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    latency: { type: 'string', default: '300' },
    concurrency: { type: 'string', default: '100' },
  },
})
const rows = Number(values.rows)
const latencyMilliseconds = Number(values.latency)
const concurrency = Number(values.concurrency)

let asked = 0
async function value({ prompt, signal }: ValueRequest): Promise<ValueResult> {
  asked += 1
  await sleep(latencyMilliseconds, undefined, { signal })
  const usage = { inputTokens: 20, cachedInputTokens: 0, outputTokens: 5 }
  return { state: 'ok', value: prompt.toUpperCase(), usage, costNanoDollars: 1_000n }
}

const CONTROL_ROUNDS = 20

/** How much longer than ideal bare timers take here and now. */
async function measureControl(): Promise<number> {
  const waitRounds = async () => {
    for (let round = 0; round < CONTROL_ROUNDS; round += 1) await sleep(latencyMilliseconds)
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: concurrency }, waitRounds))
  return (performance.now() - started) / (CONTROL_ROUNDS * latencyMilliseconds)
}

/** Memory after a collection, where node was started with --expose-gc. */
function heapMegabytes(): number {
  ;(globalThis as { gc?: () => void }).gc?.()
  return process.memoryUsage().heapUsed / 1_048_576
}

async function main(): Promise<void> {
  const workbench = await openWorkbench({ emulator: 'process' })
  const data: Cell[][] = Array.from({ length: rows }, (_, index) => [`row ${index}`, index])
  const bench = await openBench(workbench, {
    tabs: [{ title: 'Rows', rows: [['Name', 'Number'], ...data], size: [rows + 1, 5] }],
    models: { value },
  })
  const heaps: number[] = []
  const watch = setInterval(() => heaps.push(heapMegabytes()), 3_000)
  const before = { ...bench.spreadsheet.calls }
  const started = performance.now()
  const outcome = await bench.run(createBulkPrompt({ concurrency }), { prompt_template: 'hi {{Name}}' })
  const took = performance.now() - started
  clearInterval(watch)
  const calls = bench.spreadsheet.calls.reads + bench.spreadsheet.calls.writes - before.reads - before.writes
  const wrong = await countWrong(bench)
  await workbench.close()
  const control = await measureControl()
  report({ control, took, calls, heaps, wrong, state: outcome.state, charges: bench.charges })
}

async function countWrong(bench: Awaited<ReturnType<typeof openBench>>): Promise<number> {
  const shown = await bench.shown('Rows!A2:C')
  return rows - shown.filter(([name, , result]) => result === `HI ${name!.toUpperCase()}`).length
}

interface Figures {
  control: number
  took: number
  calls: number
  heaps: number[]
  wrong: number
  state: string
  charges: { costNanoDollars: bigint }[]
}

function report({ control, took, calls, heaps, wrong, state, charges }: Figures): void {
  const ideal = Math.ceil(rows / concurrency) * latencyMilliseconds
  const ratio = took / ideal
  const paid = charges.reduce((sum, charge) => sum + charge.costNanoDollars, 0n)
  const lines = [
    `${rows} rows, ${latencyMilliseconds} ms latency, concurrency ${concurrency}: ${state}`,
    `time   ${(took / 1000).toFixed(2)} s, ideal ${(ideal / 1000).toFixed(2)} s, ratio ${ratio.toFixed(3)} (limit 1.10; timers alone ${control.toFixed(3)})`,
    `Google ${calls} calls, one for ${Math.floor(rows / calls)} rows (limit: one for 500)`,
    `model  ${asked} calls; charged ${paid} nano-dollars in ${charges.length} bookings; ${wrong} rows wrong`,
    `heap   ${heaps.map(heap => heap.toFixed(0)).join(' ')} MB, every 3 s`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const isRight = wrong === 0 && asked === rows && paid === BigInt(rows) * 1_000n
  if (!isRight || ratio > 1.1 * Math.max(1, control) || calls > rows / 500) process.exitCode = 1
}

if (!globalThis.gc && !process.env.ROWHAND_BENCH_CHILD) {
  // Once more with the collector at hand, so that the heap shows what is held and not what is garbage.
  const child = fork(import.meta.filename, process.argv.slice(2), {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ROWHAND_BENCH_CHILD: '1' },
  })
  child.once('exit', code => {
    process.exitCode = code ?? 1
  })
} else {
  await main()
}
