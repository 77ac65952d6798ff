/**
 * What GET agent costs: requests a second of the service (key check, request budget, database read, a
 * 4 KB answer) beside a bare node:http server that sends the same bytes. Each server has one core, the
 * load comes from another; rounds alternate, so that a busy machine is busy for both.
 *
 *   node bench/get-agent.ts [pglite|postgres ...] [--seconds 3] [--rounds 5] [--connections 64]
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import { type LoadResult, loadFor, type Target } from './support/load.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const connections = Number(values.connections)
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

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

async function measure(database: string, databaseUrl: string): Promise<void> {
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
  const cpuRatio = middle(results.bare, 'cpuMicrosEach') / middle(results.service, 'cpuMicrosEach')
  console.log(`${database}: GET agent, ${service.target.bodyBytes} bytes, ${connections} connections`)
  console.log(line('node:http', results.bare))
  console.log(line('service', results.service))
  console.log(
    `  ratio ${median(ratios).toFixed(2)} in requests/s (${ratios.map(ratio => ratio.toFixed(2)).join(', ')}), ${cpuRatio.toFixed(2)} in processor time`,
  )
}

// The load generator and Postgres share the other core.
pin(process.pid, 1)
for (const database of databases) {
  const postgres = database === 'postgres' && !process.env.DATABASE_URL ? await startPostgres() : null
  await measure(database, postgres?.url ?? process.env.DATABASE_URL ?? '')
  await postgres?.stop()
}
