/**
 * What a deployment goes through while turns run in it: processes that are killed, frozen and replaced, a
 * database that dies or goes away, a disk that is full, a clock that jumps. Afterwards every turn has ended
 * well, each of its calls was made once, and the money agrees.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Emulator } from '../../emulator/start.ts'
import type { Db } from '../../service/store/db.ts'
import { makeAccount } from '../service/turns/harness.ts'
import type { Chance } from './chance.ts'
import type { Cuttable } from './cuttable.ts'
import { startFaultyGoogle } from './faulty-google.ts'
import { judgeWalks, type Walk } from './judge-walks.ts'
import { type Replica, startReplica } from './replica-process.ts'
import { makeSheet } from './sheet.ts'
import type { SmallDisk } from './small-disk.ts'
import { did, type Tally } from './tally.ts'

export interface KillRun {
  kind: 'postgres' | 'pglite'
  emulator: Emulator
  tally: Tally
  chance: Chance
  kills: number
  /** No further deed after this, on performance.now(). */
  until: number
  /** The length of the one long outage in the end; 0 for none. */
  outageSeconds: number
  dataDir: string
  /** Stands before the Postgres; null on an embedded database. */
  cuttable: Cuttable | null
  /** Kills the Postgres and starts it again; null where it is somebody else's. */
  crashDatabase: (() => Promise<void>) | null
  /** The data folder's own disk, where one can be had; else a full disk is made at the database's edge. */
  disk: Pick<SmallDisk, 'fill' | 'free'> | null
  /** Looks into the database; on an embedded one only while no replica runs. */
  look<T>(work: (db: Db) => Promise<T>): Promise<T>
}

const SLOW_WRITES_MS = 40
const MAX_STARTS = 10
const TAKEN_UP_WITHIN_MS = 60_000
const HOUR_MS = 3_600_000
/** Of the steps of a turn: cut anywhere in them. */
const STEPS_BEFORE_A_DEED = 16
const WAITS_FOR_STEPS_MS = 8_000
/** More than these would hardly get anywhere between two deeds. */
const WALKS_AT_ONCE = 6

class Deployment {
  readonly run: KillRun
  readonly walks: Walk[] = []
  replicas: Replica[] = []
  readonly #googleUrl: string
  #caller: object = {}
  #over = 0

  constructor(run: KillRun, googleUrl: string) {
    this.run = run
    this.#googleUrl = googleUrl
  }

  /** Whoever runs services starts one again that ended, for example since its database did not answer. */
  async open(): Promise<Replica> {
    const { dataDir, cuttable } = this.run
    for (let tries = 1; ; tries++) {
      try {
        const replica = await startReplica({
          dataDir,
          databaseUrl: cuttable?.url ?? '',
          googleUrl: this.#googleUrl,
          onTurnOver: () => {
            this.#over += 1
          },
        })
        return replica
      } catch (error) {
        if (tries === MAX_STARTS) throw error
      }
    }
  }

  async start(): Promise<void> {
    this.#caller = await this.run.look(db => makeAccount({ db } as never))
    const count = this.run.kind === 'postgres' ? 2 : 1
    this.replicas = await Promise.all(Array.from({ length: count }, () => this.open()))
  }

  async begin(): Promise<void> {
    const spreadsheetId = await makeSheet(this.run.emulator)
    const agentId = await this.any().start(this.#caller, spreadsheetId)
    // Where the answer was lost with its process, the turn is found by its spreadsheet.
    this.walks.push({ agentId, spreadsheetId })
  }

  /** So many more turns may be begun; roughly, since an end may be told and then lost with its process. */
  room(): number {
    const begun = this.walks.filter(walk => walk.agentId !== null).length
    return WALKS_AT_ONCE - (begun - this.#over)
  }

  any(): Replica {
    return this.run.chance.pick(this.replicas)
  }

  /** Not by the clock: on a busy machine nothing would have been begun in any time that is chosen before. */
  async someSteps(): Promise<void> {
    const before = this.#steps()
    const wanted = this.run.chance.below(STEPS_BEFORE_A_DEED)
    const until = performance.now() + WAITS_FOR_STEPS_MS
    while (this.#steps() - before < wanted && performance.now() < until) await sleep(5)
    await sleep(this.run.chance.below(100))
  }

  #steps(): number {
    return this.replicas.reduce((sum, replica) => sum + replica.begunSteps(), 0)
  }

  async kill(victims: readonly Replica[]): Promise<void> {
    const { tally } = this.run
    did(tally, 'kills', victims.length)
    await Promise.all(victims.map(victim => victim.kill()))
    const killedAt = performance.now()
    const survives = victims.length < this.replicas.length
    const takenOver = this.run.kind === 'postgres' ? this.#takenOver(victims, killedAt, survives) : null
    const fresh = await Promise.all(victims.map(() => this.open()))
    if (this.run.kind === 'pglite' && fresh[0]!.underWay > 0) {
      // Waited for: what is done to it next is not a part of taking up.
      await Promise.race([fresh[0]!.firstDeed, sleep(TAKEN_UP_WITHIN_MS)])
      tally.restartsMs.push(performance.now() - killedAt)
    }
    await takenOver
    this.replicas = [...this.replicas.filter(replica => !victims.includes(replica)), ...fresh]
  }

  async #takenOver(victims: readonly Replica[], killedAt: number, survives: boolean): Promise<void> {
    const ids = victims.map(victim => victim.executorId)
    const { tally } = this.run
    await this.run.look(async db => {
      const left = async () => (await db.query<{ n: number }>(PENDING, [ids])).rows[0]!.n
      if ((await left()) === 0) return
      while ((await left()) > 0) await sleep(20)
      const list = survives ? tally.takeoversMs : tally.restartsMs
      list.push(performance.now() - killedAt)
    })
  }

  /** One after the other, the new one first where two may run beside each other. */
  async replaceAll(): Promise<void> {
    did(this.run.tally, 'rollingRestarts')
    for (const old of [...this.replicas]) {
      if (this.run.kind === 'pglite') await old.end()
      const fresh = await this.open()
      this.replicas = [...this.replicas.filter(replica => replica !== old), fresh]
      if (this.run.kind === 'postgres') await old.end()
    }
  }

  async outage(ms: number): Promise<void> {
    did(this.run.tally, 'outages')
    const { cuttable } = this.run
    const replicas = [...this.replicas]
    if (cuttable) cuttable.cut()
    else for (const replica of replicas) replica.edge('away')
    await sleep(ms)
    if (cuttable) cuttable.restore()
    else for (const replica of replicas) replica.edge('well')
  }

  async fullDisk(ms: number): Promise<void> {
    did(this.run.tally, 'fullDisks')
    const { disk } = this.run
    const replicas = [...this.replicas]
    if (disk) disk.fill()
    else for (const replica of replicas) replica.edge('full')
    await sleep(ms)
    if (disk) disk.free()
    else for (const replica of replicas) replica.edge('well')
  }
}

const PENDING = `select count(*)::int as n from dbos.workflow_status
  where executor_id = any($1::text[]) and status = 'PENDING'`

/** One thing that happens to a deployment, by chance. */
async function deed(deployment: Deployment): Promise<void> {
  const { run } = deployment
  const dice = run.chance.next()
  const onPostgres = run.kind === 'postgres'
  if (dice < 0.05) return deployment.replaceAll()
  if (dice < 0.1) {
    did(run.tally, 'clockJumps')
    return deployment.any().clock(run.chance.pick([-HOUR_MS, -60_000, 0, 60_000, HOUR_MS]))
  }
  if (dice < 0.14) return deployment.fullDisk(500 + run.chance.below(3_000))
  if (dice < 0.17) return deployment.outage(500 + run.chance.below(4_000))
  if (run.crashDatabase && dice < 0.2) {
    did(run.tally, 'databaseKills')
    return run.crashDatabase()
  }
  if (onPostgres && dice < 0.24) {
    did(run.tally, 'freezes')
    return deployment.any().freezeFor(5_500 + run.chance.below(1_500))
  }
  // All of them at once: nobody is left to take over until one is back.
  return deployment.kill(dice < 0.5 ? deployment.replicas : [deployment.any()])
}

export async function runKills(run: KillRun): Promise<void> {
  const google = await startFaultyGoogle(run.emulator.url, SLOW_WRITES_MS)
  const deployment = new Deployment(run, google.url)
  await deployment.start()
  while ((run.tally.deeds.kills ?? 0) < run.kills && performance.now() < run.until) {
    const starts = deployment.room() > 0 ? [deployment.begin(), deployment.begin()] : []
    await deployment.someSteps()
    await deed(deployment)
    await Promise.all(starts)
  }
  if (run.outageSeconds > 0) {
    await Promise.all([deployment.begin(), deployment.begin(), deployment.begin()])
    await deployment.outage(run.outageSeconds * 1_000)
  }
  await settle(deployment)
  await run.look(db => judgeWalks(run, db, deployment.walks))
  google.close()
}

const ALL_ENDED_WITHIN_MS = 240_000
const PGLITE_WORKS_MS = 8_000

/** Lets every turn come to its end. */
async function settle(deployment: Deployment): Promise<void> {
  const { run } = deployment
  const deadline = performance.now() + ALL_ENDED_WITHIN_MS
  const active = (db: Db) =>
    db
      .query<{ n: number }>(`select count(*)::int as n from turns where status = 'active'`)
      .then(({ rows }) => rows[0]!.n)
  for (;;) {
    if (run.kind === 'pglite') {
      // Looked at between two runs of the process: it alone may have the folder.
      await sleep(PGLITE_WORKS_MS)
      await deployment.replicas[0]!.end()
    }
    const left = await run.look(active)
    if (left === 0 || performance.now() > deadline) break
    if (run.kind === 'pglite') deployment.replicas = [await deployment.open()]
    else await sleep(200)
  }
  await Promise.all(deployment.replicas.map(replica => replica.kill()))
}
