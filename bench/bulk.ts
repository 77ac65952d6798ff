/**
 * What a bulk run costs beyond the model's own time: rows against a scripted model of fixed latency, the
 * sheet on the emulator through Google's client, the database embedded.
 *
 *   node bench/bulk.ts [--rows 10000] [--latency 300] [--concurrency 100] [--rounds 7]
 *
 * Between two rounds stands a control: the same waiting with nothing else to do, for what the machine itself
 * adds at the moment. Ends with 1 where a limit is missed: one call to Google for 500 rows, and in the median
 * 1.05 times the ideal time, or the control's where the machine is too busy even for that.
 */
import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ValueRequest, ValueResult } from '../service/models/types.ts'
import { createBulkPrompt } from '../service/tools/bulk-prompt.ts'
import { type Cell, openBench, openWorkbench } from '../test/service/tools/open-bench.ts'
import { median, withSpread } from './support/figures.ts'
import { readNumbers } from './support/options.ts'

const { numbers } = readNumbers({ rows: 10_000, latency: 300, concurrency: 100, rounds: 7 })
const { rows, latency: latencyMilliseconds, concurrency, rounds } = numbers
const MAX_RATIO = 1.05

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
  const heaps: number[] = []
  const watch = setInterval(() => heaps.push(heapMegabytes()), 3_000)
  const figures: Figures[] = []
  for (let round = 0; round < rounds; round += 1) figures.push(await measureRound(workbench))
  clearInterval(watch)
  await workbench.close()
  report(figures, heaps)
}

async function measureRound(workbench: Awaited<ReturnType<typeof openWorkbench>>): Promise<Figures> {
  const data: Cell[][] = Array.from({ length: rows }, (_, index) => [`row ${index}`, index])
  const bench = await openBench(workbench, {
    tabs: [{ title: 'Rows', rows: [['Name', 'Number'], ...data], size: [rows + 1, 5] }],
    models: { value },
  })
  asked = 0
  const before = { ...bench.spreadsheet.calls }
  const started = performance.now()
  const outcome = await bench.run(createBulkPrompt({ concurrency }), { prompt_template: 'hi {{Name}}' })
  const took = performance.now() - started
  const calls = bench.spreadsheet.calls.reads + bench.spreadsheet.calls.writes - before.reads - before.writes
  const paid = bench.charges.reduce((sum, charge) => sum + charge.costNanoDollars, 0n)
  const wrong = await countWrong(bench)
  return {
    ratio: took / (Math.ceil(rows / concurrency) * latencyMilliseconds),
    control: await measureControl(),
    calls,
    isRight: outcome.state === 'succeeded' && wrong === 0 && asked === rows && paid === BigInt(rows) * 1_000n,
  }
}

async function countWrong(bench: Awaited<ReturnType<typeof openBench>>): Promise<number> {
  const shown = await bench.shown('Rows!A2:C')
  return rows - shown.filter(([name, , result]) => result === `HI ${name!.toUpperCase()}`).length
}

interface Figures {
  /** Of the time it took to the ideal one. */
  ratio: number
  control: number
  calls: number
  /** Every row asked once, written, and paid once. */
  isRight: boolean
}

function report(figures: readonly Figures[], heaps: readonly number[]): void {
  const ratios = figures.map(({ ratio }) => ratio)
  const controls = figures.map(({ control }) => control)
  const calls = Math.max(...figures.map(figure => figure.calls))
  const isRight = figures.every(figure => figure.isRight)
  const lines = [
    `${rows} rows, ${latencyMilliseconds} ms latency, concurrency ${concurrency}, ${rounds} rounds: ${isRight ? 'every row once' : 'rows are WRONG'}`,
    `time   ${withSpread(ratios, 3)} times the ideal (limit ${MAX_RATIO}; timers alone ${withSpread(controls, 3)})`,
    `Google ${calls} calls, one for ${Math.floor(rows / calls)} rows (limit: one for 500)`,
    `heap   ${heaps.map(heap => heap.toFixed(0)).join(' ')} MB, every 3 s`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const limit = MAX_RATIO * Math.max(1, median(controls))
  if (!isRight || median(ratios) > limit || calls > rows / 500) process.exitCode = 1
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
