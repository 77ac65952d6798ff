/**
 * Durable execution of turns on DBOS, on the same database as everything else, and the order in which those that
 * wait are taken. Uses four of its
 * internals (recovery by executor, claiming from a queue, dispatch, and the end of its own polling), so
 * its version is pinned exactly and the kill tests guard an upgrade.
 */
import { randomUUID } from 'node:crypto'
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk'
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor'
import { dbRetryConfig } from '@dbos-inc/dbos-sdk/internal/utils'
import type { ClientBase } from 'pg'
import { errorFacts, type Log } from '../../log.ts'
import { withAdvisoryLock } from '../../store/advisory-lock.ts'
import type { Db, Queryable } from '../../store/db.ts'
import type { Database } from '../../store/open.ts'
import { STOP_CHANNEL } from '../record/end-turn.ts'
import { handOver } from '../record/held-turn.ts'
import { beat, deadExecutors, expire, forgetDead, SILENT_AFTER_MS } from './executors.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { coalesced, type Repeated, repeat } from './repeat.ts'
import {
  RunningTurns,
  runTurnsWith,
  type TurnRunner,
  type turnWorkflow,
  type UndoRunner,
} from './turn-workflow.ts'

/** Fixed: its default is a hash of the source, and recovery takes only work of its own version. */
const APPLICATION_VERSION = '1'
const APPLICATION = 'rowhand'
const QUEUE = 'turns'
/**
 * For turns that other replicas queued or gave back; one's own are claimed at once. An embedded database has
 * no others, and the lookout looks into its queue too: there each look would take time of an idle machine.
 */
const POLL_EVERY_MS = { postgres: 1_000, pglite: 30_000 }
const MAX_RUNNING = 500
const LOOK_EVERY_MS = 300
const KICK_EVERY_LOOKS = 5
const JUDGE_AFTER_OUTAGE_MS = 3_000
const LAUNCH_LOCK = 7_264_003_153
const PRUNE_EVERY_MS = 60_000
const KEEP_FINISHED_MS = 10 * 60_000
const PRUNE_AT_ONCE = 200
const DRAIN_MS = 5_000

export interface Engine {
  /**
   * Queues the turn in the caller's transaction: it runs if and only if that commits. Of turns that wait, those
   * with fewer of their space ahead of them (`behind`) are taken first.
   */
  enqueue(tx: Queryable, turnId: string, behind?: number): Promise<void>
  /** The same for an undo. */
  enqueueUndo(tx: Queryable, undoId: string): Promise<void>
  /** After the commit: looks into the queue now rather than at the next poll. */
  kick(): void
  /** Ends the execution of a turn that is over in the database, wherever it runs. */
  cancel(turnId: string): Promise<void>
  /** Takes no more work, lets steps in flight end, and hands the rest to the next process. */
  close(options?: { drainMs?: number }): Promise<void>
}

export interface EngineOptions {
  database: Database
  databaseUrl?: string | undefined
  run: TurnRunner
  undo: UndoRunner
  /** Ends turns that nothing will ever run again. */
  endOrphans: () => Promise<void>
  /** Turns at once in this process; the others wait. */
  maxRunning?: number
  log: Log
}

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { database, log } = options
  const { db } = database
  const executorId = database.kind === 'pglite' ? 'local' : randomUUID()
  const turns = new RunningTurns(
    options.run,
    options.undo,
    database.kind === 'pglite' ? null : { id: executorId, silentAfterMs: SILENT_AFTER_MS },
  )
  runTurnsWith(turns)
  // Before launch: no other replica may take this one for dead while it recovers work.
  await beat(db, executorId)
  const heartbeat = beats(options, executorId)
  const { client, claim } = await launch(options, executorId)
  let closing = false
  const kick = coalesced(async () => {
    if (!closing) await claim()
  })
  const stopListening = await listenForStops(database, turns)
  const housekeeping = repeat(PRUNE_EVERY_MS, log, async () => {
    await options.endOrphans()
    await pruneFinished()
    await forgetDead(db)
  })
  const lookout = watchOthers(options, { kick, turns, isClosing: () => closing })
  // What an earlier process of this one's name left behind is in the queue again.
  kick()

  return {
    enqueue: (tx, turnId, behind = 0) => enqueue(client, tx, 'turn', turnId, behind),
    enqueueUndo: (tx, undoId) => enqueue(client, tx, 'undo', undoId),
    kick,
    async cancel(turnId) {
      turns.abort(turnId)
      if (database.kind === 'postgres') await db.query('select pg_notify($1, $2)', [STOP_CHANNEL, turnId])
      await DBOS.cancelWorkflow(turnId)
    },
    async close({ drainMs = DRAIN_MS } = {}) {
      closing = true
      await executor().deactivateEventReceivers()
      await turns.gate.close(drainMs)
      // Until here the heart beats: nobody takes over steps that are about to end.
      await Promise.all([lookout.stop(), housekeeping.stop(), stopListening()])
      await heartbeat?.stop()
      await handOver(db, turns.ids())
      await expire(db, executorId)
      await client.destroy()
      await DBOS.shutdown()
      runTurnsWith(undefined)
    },
  }
}

async function launch(
  { database, databaseUrl, maxRunning = MAX_RUNNING, log }: EngineOptions,
  executorId: string,
) {
  // Its parser wants an address even where the pool is given.
  const systemDatabaseUrl = databaseUrl ?? 'postgres://embedded:embedded@127.0.0.1:5432/embedded'
  const logger = engineLog(log)
  // After an outage its own writes go on at once, not within a minute.
  dbRetryConfig.maxBackoffSec = 1
  DBOS.setConfig({
    name: APPLICATION,
    systemDatabaseUrl,
    systemDatabasePool: database.pool,
    useListenNotify: false,
    applicationVersion: APPLICATION_VERSION,
    executorID: executorId,
    logger,
  })
  // Its migrations build indexes concurrently: replicas that start together would block one another.
  if (database.kind === 'pglite') await DBOS.launch()
  else await withAdvisoryLock(database.pool, LAUNCH_LOCK, () => DBOS.launch())
  const queue = await DBOS.registerQueue(QUEUE, {
    minPollingIntervalMs: POLL_EVERY_MS[database.kind],
    workerConcurrency: maxRunning,
    onConflict: 'always_update',
  })
  const client = await DBOSClient.create({
    systemDatabaseUrl,
    systemDatabasePool: database.pool,
    applicationName: APPLICATION,
    logger,
  })
  // A failed claim is made up for by the poll.
  return { client, claim: () => claimNow(queue).catch(() => {}) }
}

async function enqueue(
  client: DBOSClient,
  tx: Queryable,
  workflowName: 'turn' | 'undo',
  id: string,
  behind = 0,
): Promise<void> {
  const options = {
    priority: behind,
    workflowName,
    queueName: QUEUE,
    workflowID: id,
    appVersion: APPLICATION_VERSION,
  }
  // All that is used of a client is `query`.
  await client.enqueueInTransaction<typeof turnWorkflow>(tx as unknown as ClientBase, options, id)
}

function executor(): DBOSExecutor {
  const instance = DBOSExecutor.globalInstance
  if (!instance) throw new Error('the engine is not running')
  return instance
}

/** What the engine's poll does, now. */
async function claimNow(queue: Awaited<ReturnType<typeof DBOS.registerQueue>>): Promise<void> {
  const { systemDatabase, executorID } = executor()
  const owner = randomUUID()
  const running = systemDatabase.countRunningWorkflowsForQueue(QUEUE)
  const claimed = await systemDatabase.findAndMarkStartableWorkflows(
    queue,
    executorID,
    APPLICATION_VERSION,
    undefined,
    running,
    0,
    owner,
  )
  await executor().dispatchDequeuedWorkflows(claimed, owner)
}

/** An embedded database has one process, which took up its own work at launch. */
function beats({ database, databaseUrl, log }: EngineOptions, executorId: string): Heartbeat | null {
  if (database.kind === 'pglite') return null
  if (databaseUrl === undefined) throw new Error('the heartbeat needs the address of the database')
  return startHeartbeat({ databaseUrl, executorId, log })
}

interface Watched {
  kick: () => void
  turns: RunningTurns
  isClosing: () => boolean
}

/**
 * Takes over from the dead, looks into the queue, since the engine's own poll goes by a clock that can be set
 * back, and for stops whose notice was lost. After an outage of the database nobody has beaten for a while:
 * then nobody is judged at first.
 */
function watchOthers({ database, log }: EngineOptions, { kick, turns, isClosing }: Watched): Repeated {
  let looks = 0
  let judgeFrom = 0
  return repeat(LOOK_EVERY_MS, log, async () => {
    if (isClosing()) return
    looks += 1
    if (looks % KICK_EVERY_LOOKS === 0) kick()
    if (database.kind === 'pglite' || performance.now() < judgeFrom) return
    try {
      if (await takeOver(database.db, log)) kick()
      if (looks % KICK_EVERY_LOOKS === 0) await abortStopped(database.db, turns)
    } catch (error) {
      judgeFrom = performance.now() + JUDGE_AFTER_OUTAGE_MS
      throw error
    }
  })
}

/** Another replica's Stop is told by a notice, which is lost where the connection breaks just then. */
async function abortStopped(db: Db, turns: RunningTurns): Promise<void> {
  const running = turns.ids()
  if (running.length === 0) return
  const { rows } = await db.query<{ id: string }>(
    `select id from turns where id = any($1::uuid[]) and status = 'cancelled'`,
    [running],
  )
  for (const { id } of rows) turns.abort(id)
}

/** Puts the work of dead executors back into the queue; whether there was any. */
async function takeOver(db: Db, log: Log): Promise<boolean> {
  const dead = await deadExecutors(db)
  if (dead.length === 0) return false
  const turns = await executor().recoverPendingWorkflows(dead)
  log.warn('took over work of dead executors', { executors: dead.length, turns: turns.length })
  return turns.length > 0
}

/** A Stop reaches the replica that runs the turn at once, whoever wrote it. */
async function listenForStops(database: Database, turns: RunningTurns): Promise<() => Promise<void>> {
  return database.listen(STOP_CHANNEL, turnId => turns.abort(turnId))
}

async function pruneFinished(): Promise<void> {
  for (;;) {
    const finished = await DBOS.listWorkflows({
      status: ['SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'],
      endTime: new Date(Date.now() - KEEP_FINISHED_MS).toISOString(),
      limit: PRUNE_AT_ONCE,
      loadInput: false,
      loadOutput: false,
    })
    if (finished.length > 0) await DBOS.deleteWorkflows(finished.map(workflow => workflow.workflowID))
    if (finished.length < PRUNE_AT_ONCE) return
  }
}

/** The engine's own words can quote arguments: only that something was said is kept. */
function engineLog(log: Log) {
  return {
    info() {},
    debug() {},
    warn: () => log.warn('engine warning'),
    error: (entry: unknown) => log.error('engine error', errorFacts(entry)),
  }
}
