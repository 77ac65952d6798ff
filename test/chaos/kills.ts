/**
 * Processes that are killed and frozen while turns run in them, and a database that goes away for a while.
 * Afterwards every turn has ended well, each of its calls was made once, and the money agrees.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Emulator } from '../../emulator/start.ts'
import type { Db } from '../../service/store/db.ts'
import { makeAccount } from '../service/turns/harness.ts'
import type { Chance } from './chance.ts'
import { columnA, makeSheet } from './fault-cases.ts'
import { startFaultyGoogle } from './faulty-google.ts'
import type { Tally } from './tally.ts'
import { COST_NANO_DOLLARS, ENTRIES, ROWS_INSERTED } from './walk.ts'

export interface Replica {
  executorId: string
  child: ChildProcess
  start(caller: object, spreadsheetId: string): Promise<string | null>
  kill(): Promise<void>
}

export async function startReplica(
  dataDir: string,
  databaseUrl: string,
  googleUrl: string,
): Promise<Replica> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'replica.ts'),
      dataDir,
      databaseUrl,
      googleUrl,
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  const waiting = new Map<number, (result: unknown) => void>()
  const ready = Promise.withResolvers<string>()
  void ended.then(() => {
    ready.reject(new Error('a replica ended before it was ready'))
    for (const answer of waiting.values()) answer(null)
  })
  child.on('message', (message: { ready?: string; id?: number; result?: unknown }) => {
    if (message.ready !== undefined) ready.resolve(message.ready)
    if (message.id !== undefined) waiting.get(message.id)?.(message.result)
  })
  const executorId = await ready.promise
  let next = 1
  return {
    executorId,
    child,
    start(caller, spreadsheetId) {
      const id = next++
      const { promise, resolve } = Promise.withResolvers<unknown>()
      waiting.set(id, resolve)
      child.send({ id, do: 'start', caller, spreadsheetId }, error => error && resolve(null))
      return promise as Promise<string | null>
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Stands before a database, so that it can be taken away and given back. */
export async function startCuttable(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  const server: Server = createServer(socket => {
    if (isCut) return void socket.destroy()
    const upstream = dial(Number(target.port), target.hostname)
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    socket.pipe(upstream).pipe(socket)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = new URL(databaseUrl)
  url.port = `${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    restore() {
      isCut = false
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export interface KillRun {
  kind: 'postgres' | 'pglite'
  emulator: Emulator
  tally: Tally
  chance: Chance
  kills: number
  /** No further kill after this, on performance.now(). */
  until: number
  outageSeconds: number
  dataDir: string
  databaseUrl: string
  /** Looks into the database; on an embedded one only while no replica runs. */
  look<T>(work: (db: Db) => Promise<T>): Promise<T>
}

interface Walk {
  agentId: string | null
  spreadsheetId: string
}

const SLOW_WRITES_MS = 40

export async function runKills(run: KillRun): Promise<void> {
  const google = await startFaultyGoogle(run.emulator.url, SLOW_WRITES_MS)
  const cuttable = run.kind === 'postgres' ? await startCuttable(run.databaseUrl) : null
  const open = () => startReplica(run.dataDir, cuttable?.url ?? '', google.url)
  const caller = await run.look(db => makeCaller(db))
  const replicas = await Promise.all(Array.from({ length: run.kind === 'postgres' ? 2 : 1 }, open))
  const walks: Walk[] = []

  const begin = async () => {
    const spreadsheetId = await makeSheet(run.emulator)
    const agentId = await replicas[run.chance.below(replicas.length)]!.start(caller, spreadsheetId)
    // Where the answer was lost with its process, the turn is found by its spreadsheet.
    walks.push({ agentId, spreadsheetId })
  }

  let kills = 0
  while (kills < run.kills && performance.now() < run.until) {
    const starts = [begin(), begin()]
    await sleep(50 + run.chance.below(700))
    const victim = run.chance.below(replicas.length)
    const dice = run.chance.next()
    kills += 1
    if (run.kind === 'postgres' && dice < 0.05) await freeze(run, replicas[victim]!)
    else if (dice < 0.5) {
      // All of them at once: nobody is left to take over until one is back.
      kills += replicas.length - 1
      replicas.splice(
        0,
        replicas.length,
        ...(await Promise.all(replicas.map(one => killAndReplace(run, one, open)))),
      )
    } else replicas[victim] = await killAndReplace(run, replicas[victim]!, open)
    await Promise.all(starts)
  }
  if (cuttable && run.outageSeconds > 0) {
    await Promise.all([begin(), begin(), begin()])
    cuttable.cut()
    await sleep(run.outageSeconds * 1_000)
    cuttable.restore()
  }
  await settle(run, replicas, open)
  await run.look(db => judge(run, db, walks))
  cuttable?.close()
  google.close()
}

const makeCaller = (db: Db) => makeAccount({ db } as never)

async function freeze(run: KillRun, replica: Replica): Promise<void> {
  run.tally.freezes += 1
  replica.child.kill('SIGSTOP')
  await sleep(5_500 + run.chance.below(1_500))
  replica.child.kill('SIGCONT')
}

const PENDING = `select count(*)::int as n from dbos.workflow_status where executor_id = $1 and status = 'PENDING'`

async function killAndReplace(
  run: KillRun,
  replica: Replica,
  open: () => Promise<Replica>,
): Promise<Replica> {
  run.tally.kills += 1
  await replica.kill()
  const killedAt = performance.now()
  const replacement = open()
  if (run.kind === 'postgres') {
    await run.look(async db => {
      const left = async () => (await db.query<{ n: number }>(PENDING, [replica.executorId])).rows[0]!.n
      if ((await left()) === 0) return
      while ((await left()) > 0) await sleep(20)
      run.tally.recoveriesMs.push(performance.now() - killedAt)
    })
  }
  return replacement
}

const ALL_ENDED_WITHIN_MS = 180_000

/** Lets every turn come to its end. */
async function settle(run: KillRun, replicas: Replica[], open: () => Promise<Replica>): Promise<void> {
  const ACTIVE = `select count(*)::int as n from turns where status = 'active'`
  const deadline = performance.now() + ALL_ENDED_WITHIN_MS
  const active = (db: Db) => db.query<{ n: number }>(ACTIVE).then(({ rows }) => rows[0]!.n)
  for (;;) {
    if (run.kind === 'pglite') {
      // Looked at between two runs of the process: it alone may have the folder.
      await sleep(8_000)
      await replicas[0]!.kill()
    }
    const left = await run.look(active)
    if (left === 0 || performance.now() > deadline) break
    if (run.kind === 'pglite') replicas[0] = await open()
    else await sleep(200)
  }
  await Promise.all(replicas.map(replica => replica.kill()))
}

interface WalkRow {
  id: string
  status: string
  error_code: string | null
  error_params: string | null
  entries: number
  calls_succeeded: number
  spent: string | null
  usage: string
}

async function judge(run: KillRun, db: Db, walks: readonly Walk[]): Promise<void> {
  for (const { agentId, spreadsheetId } of walks) {
    const { rows } = await db.query<WalkRow>(
      `select a.id, t.status, t.error_code, t.error_params::text as error_params,
         (select count(*) from entries e where e.agent_id = a.id)::int as entries,
         (select count(*) from entries e where e.agent_id = a.id and e.status = 'succeeded')::int as calls_succeeded,
         (select sum(amount_nano) from ledger l where l.agent_id = a.id) as spent,
         (t.agent_usage_nano + t.tool_usage_nano)::text as usage
       from agents a join turns t on t.agent_id = a.id where a.spreadsheet_id = $1`,
      [spreadsheetId],
    )
    await judgeWalk(run, agentId, rows, await columnA(run.emulator, spreadsheetId))
  }
}

async function judgeWalk({ tally, kind }: KillRun, agentId: string | null, rows: WalkRow[], cells: string[]) {
  const row = rows[0]
  const inserted = cells.filter(cell => cell === '').length
  const found = (
    what: 'lost' | 'doubled' | 'falseSuccess' | 'internalErrors' | 'ledgerDiffers',
    why: string,
  ) => {
    tally[what] += 1
    tally.findings.push(`${kind}, agent ${row?.id ?? agentId}: ${why}`)
  }
  if (!row) {
    // A start that was cut before it was admitted is no turn; one that was answered is.
    if (agentId !== null) found('lost', 'it was answered and is gone')
    return
  }
  tally.turns += 1
  if (rows.length > 1) found('doubled', `${rows.length} turns`)
  if (row.error_code === 'INTERNAL_ERROR') found('internalErrors', `ended ${row.status} ${row.error_params}`)
  else if (row.status !== 'succeeded') found('lost', `ended ${row.status} ${row.error_code}`)
  if (inserted > ROWS_INSERTED) found('doubled', `${inserted} rows inserted`)
  if (row.status !== 'succeeded') return
  if (row.entries < ENTRIES) found('lost', `${row.entries} entries`)
  if (row.entries > ENTRIES) found('doubled', `${row.entries} entries`)
  if (inserted < ROWS_INSERTED) found('falseSuccess', `${inserted} rows inserted`)
  if (Number(row.spent) !== COST_NANO_DOLLARS || row.spent !== row.usage) {
    found('ledgerDiffers', `spent ${row.spent}, usage ${row.usage}`)
  }
}
