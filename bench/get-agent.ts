/**
 * What GET agent costs: requests a second of the service (key check, request budget, database read, a
 * 4 KB answer) beside a bare node:http server that sends the same bytes. Each server has one core, the
 * load comes from another; rounds alternate, so that a busy machine is busy for both.
 *
 *   node bench/get-agent.ts [pglite|postgres ...] [--seconds 3] [--rounds 7] [--connections 64]
 *
 * Ends with 1 where the median of the rounds misses the limit, by the clock and by processor time both: on a
 * busy machine the clock tells of others' work.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { startPostgres } from '../test/support/postgres.ts'
import { median, withSpread } from './support/figures.ts'
import { type LoadResult, loadFor, type Target } from './support/load.ts'
import { readNumbers } from './support/options.ts'

const { numbers, positionals } = readNumbers({ seconds: 3, rounds: 7, connections: 64 })
const { seconds, rounds, connections } = numbers
const databases = positionals.length > 0 ? positionals : ['pglite', 'postgres']

interface Server {
  child: ChildProcess
  target: Target
}

function pin(pid: number, core: number): boolean {
  try {
    execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function startServer(args: string[], env: Record<string, string> = {}): Promise<Server> {
  const child = fork(new URL('./support/get-agent-server.ts', import.meta.url), args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const target = await new Promise<Target>((ready, fail) => {
    child.once('message', message => ready(message as Target))
    child.once('exit', code => fail(new Error(`the server ended with ${code} before it answered`)))
  })
  pin(child.pid!, 0)
  return { child, target }
}

/** Processor time of the server in microseconds: what a busy machine does not change. */
async function cpuMicros({ child }: Server): Promise<number> {
  const answered = new Promise<number>(done => child.once('message', micros => done(micros as number)))
  child.send('cpu')
  return answered
}

interface Round extends LoadResult {
  cpuMicrosEach: number
}

async function runRound(server: Server, forSeconds: number): Promise<Round> {
  const before = await cpuMicros(server)
  const result = await loadFor(server.target, forSeconds, connections)
  return { ...result, cpuMicrosEach: ((await cpuMicros(server)) - before) / result.requests }
}

const stop = ({ child }: Server) =>
  new Promise<void>(done => {
    child.once('exit', () => done())
    child.disconnect()
  })

const MIN_RATIO = 0.6

/** Whether the limit is met. */
async function measure(database: string, databaseUrl: string): Promise<boolean> {
  const service = await startServer(['service', database], { BENCH_DATABASE_URL: databaseUrl })
  const bare = await startServer(['bare', JSON.stringify(service.target)])
  const results: Record<'service' | 'bare', Round[]> = { service: [], bare: [] }
  for (const server of [service, bare]) await runRound(server, 1)
  for (let round = 0; round < rounds; round++) {
    results.bare.push(await runRound(bare, seconds))
    results.service.push(await runRound(service, seconds))
  }
  await Promise.all([stop(service), stop(bare)])
  const ratios = results.service.map((round, i) => round.perSecond / results.bare[i]!.perSecond)
  const middle = (list: Round[], field: keyof Round) => median(list.map(round => round[field]))
  const line = (name: string, list: Round[]) =>
    `  ${name.padEnd(9)} ${Math.round(middle(list, 'perSecond'))} requests/s, p99 ${middle(list, 'p99Ms').toFixed(1)} ms, ${middle(list, 'cpuMicrosEach').toFixed(1)} µs of processor time each`
  const cpuRatios = results.service.map((round, i) => results.bare[i]!.cpuMicrosEach / round.cpuMicrosEach)
  console.log(
    `${database}: GET agent, ${service.target.bodyBytes} bytes, ${connections} connections, ${rounds} rounds`,
  )
  console.log(line('node:http', results.bare))
  console.log(line('service', results.service))
  console.log(
    `  ratio in requests/s ${withSpread(ratios, 2)}, in processor time ${withSpread(cpuRatios, 2)}; at least ${MIN_RATIO}`,
  )
  return Math.max(median(ratios), median(cpuRatios)) >= MIN_RATIO
}

// The load generator and Postgres share the other core.
pin(process.pid, 1)
let isMet = true
for (const database of databases) {
  const postgres = database === 'postgres' && !process.env.DATABASE_URL ? await startPostgres() : null
  isMet = (await measure(database, postgres?.url ?? process.env.DATABASE_URL ?? '')) && isMet
  await postgres?.stop()
}
process.exitCode = isMet ? 0 : 1
