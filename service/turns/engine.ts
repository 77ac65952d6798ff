/**
 * Durable execution of turns on DBOS, on the same database as everything else. The one place that knows
 * DBOS. Uses three of its internals (recovery by executor, claiming from a queue, dispatch), so its
 * version is pinned exactly and the kill tests guard an upgrade.
 */
import { randomUUID } from 'node:crypto'
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk'
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor'
import type { ClientBase } from 'pg'
import { errorFacts, type Log } from '../log.ts'
import { withAdvisoryLock } from '../store/advisory-lock.ts'
import type { Queryable } from '../store/db.ts'
import type { Database } from '../store/open.ts'
import { BEAT_EVERY_MS, beat, deadExecutors, expire, forgetDead } from './executors.ts'
import { isPassing, type StepRunner } from './run-turn.ts'

/** Fixed: its default is a hash of the source, and recovery takes only work of its own version. */
const APPLICATION_VERSION = '1'
const APPLICATION = 'rowhand'
const QUEUE = 'turns'
const POLL_EVERY_MS = 250
const LAUNCH_LOCK = 7_264_003_153
const STOP_CHANNEL = 'rowhand_stop'
const MAX_RECOVERIES = 100
const PRUNE_EVERY_MS = 60_000
const KEEP_FINISHED_MS = 10 * 60_000
const PRUNE_AT_ONCE = 200

export type TurnRunner = (turnId: string, abort: AbortController, step: StepRunner) => Promise<void>

export interface Engine {
  /** Queues the turn in the caller's transaction: it runs if and only if that commits. */
  enqueue(tx: Queryable, turnId: string): Promise<void>
  /** After the commit: looks into the queue now rather than at the next poll. */
  kick(): void
  /** Ends the execution of a turn that is over in the database, wherever it runs. */
  cancel(turnId: string): Promise<void>
  /** Takes no more work, lets steps in flight end, and hands the rest to the next process. */
  close(options?: { drainMs?: number }): Promise<void>
}

let runner: { run: TurnRunner; gate: Gate; running: Map<string, AbortController> } | undefined

// Workflows are registered once a process, before launch; which runner they use is set at start.
const turnWorkflow = DBOS.registerWorkflow(
  async (turnId: string) => {
    if (!runner) throw new Error('the engine has not been started')
    const { run, gate, running } = runner
    const abort = new AbortController()
    running.set(turnId, abort)
    try {
      await run(turnId, abort, stepRunner(gate, abort))
    } finally {
      if (running.get(turnId) === abort) running.delete(turnId)
    }
  },
  { name: 'turn', maxRecoveryAttempts: MAX_RECOVERIES },
)

function stepRunner(gate: Gate, abort: AbortController): StepRunner {
  return (name, work) =>
    DBOS.runStep(
      () =>
        gate.pass(async () => {
          const cancelled = DBOS.stepStatus?.cancelSignal
          const onCancel = () => abort.abort(cancelled?.reason)
          cancelled?.addEventListener('abort', onCancel, { once: true })
          try {
            return await work()
          } finally {
            cancelled?.removeEventListener('abort', onCancel)
          }
        }),
      { name, retriesAllowed: true, maxAttempts: 6, intervalSeconds: 0.5, shouldRetry: isPassing },
    )
}

/** Lets steps through until closed; then none begins any more, and those inside can be waited for. */
class Gate {
  #inside = 0
  #closed = false
  #empty: (() => void) | undefined

  async pass<T>(work: () => Promise<T>): Promise<T> {
    // Parked for good: the process ends, and the next one begins this step.
    if (this.#closed) return new Promise(() => {})
    this.#inside++
    try {
      return await work()
    } finally {
      this.#inside--
      if (this.#inside === 0) this.#empty?.()
    }
  }

  async close(withinMs: number): Promise<void> {
    this.#closed = true
    if (this.#inside === 0 || withinMs <= 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#empty = resolve
    const timer = setTimeout(resolve, withinMs)
    await promise
    clearTimeout(timer)
  }
}

export async function startEngine(options: {
  database: Database
  databaseUrl?: string | undefined
  run: TurnRunner
  /** Ends turns that nothing will ever run again. */
  endOrphans: () => Promise<void>
  log: Log
}): Promise<Engine> {
  const { database, log } = options
  const { db } = database
  const executorId = database.kind === 'pglite' ? 'local' : randomUUID()
  // Its parser wants an address even where the pool is given.
  const systemDatabaseUrl = options.databaseUrl ?? 'postgres://embedded:embedded@127.0.0.1:5432/embedded'
  const gate = new Gate()
  const running = new Map<string, AbortController>()
  runner = { run: options.run, gate, running }

  // Before launch: no other replica may take this one for dead while it recovers work.
  await beat(db, executorId)
  DBOS.setConfig({
    name: APPLICATION,
    systemDatabaseUrl,
    systemDatabasePool: database.pool,
    useListenNotify: false,
    applicationVersion: APPLICATION_VERSION,
    executorID: executorId,
    logger: engineLog(log),
  })
  // Its migrations build indexes concurrently: replicas that start together would block one another.
  await withAdvisoryLock(database.pool, LAUNCH_LOCK, () => DBOS.launch())
  const queue = await DBOS.registerQueue(QUEUE, { minPollingIntervalMs: POLL_EVERY_MS })
  const client = await DBOSClient.create({
    systemDatabaseUrl,
    systemDatabasePool: database.pool,
    applicationName: APPLICATION,
    logger: engineLog(log),
  })
  const stopListening =
    database.kind === 'postgres'
      ? await database.listen(STOP_CHANNEL, turnId => running.get(turnId)?.abort(new Error('stopped')))
      : async () => {}

  const looks = repeat(BEAT_EVERY_MS, log, async () => {
    await beat(db, executorId)
    const dead = await deadExecutors(db)
    if (dead.length === 0) return
    const handles = await executor().recoverPendingWorkflows(dead)
    log.warn('took over work of dead executors', { executors: dead.length, turns: handles.length })
    kick()
  })
  const housekeeping = repeat(PRUNE_EVERY_MS, log, async () => {
    await options.endOrphans()
    await pruneFinished()
    await forgetDead(db)
  })

  let claiming = false
  let claimAgain = false
  async function claim(): Promise<void> {
    const { systemDatabase, executorID } = executor()
    const owner = randomUUID()
    const ids = await systemDatabase.findAndMarkStartableWorkflows(
      queue,
      executorID,
      APPLICATION_VERSION,
      undefined,
      systemDatabase.countRunningWorkflowsForQueue(QUEUE),
      0,
      owner,
    )
    await executor().dispatchDequeuedWorkflows(ids, owner)
  }
  /** Kicks that arrive while one is under way make one more. */
  function kick(): void {
    claimAgain = true
    if (claiming) return
    claiming = true
    void (async () => {
      while (claimAgain && DBOS.isInitialized()) {
        claimAgain = false
        // The poll comes anyway.
        await claim().catch(() => {})
      }
      claiming = false
    })()
  }

  // What an earlier process of this one's name left behind is in the queue again.
  kick()

  return {
    async enqueue(tx, turnId) {
      const enqueueOptions = {
        workflowName: 'turn',
        queueName: QUEUE,
        workflowID: turnId,
        appVersion: APPLICATION_VERSION,
      }
      // All that is used of a client is `query`.
      const connection = tx as unknown as ClientBase
      await client.enqueueInTransaction<typeof turnWorkflow>(connection, enqueueOptions, turnId)
    },
    kick,
    async cancel(turnId) {
      running.get(turnId)?.abort(new Error('stopped'))
      if (database.kind === 'postgres') await db.query('select pg_notify($1, $2)', [STOP_CHANNEL, turnId])
      await DBOS.cancelWorkflow(turnId)
    },
    async close({ drainMs = 5_000 } = {}) {
      await Promise.all([looks.stop(), housekeeping.stop(), stopListening()])
      await gate.close(drainMs)
      await expire(db, executorId)
      await client.destroy()
      await DBOS.shutdown()
      runner = undefined
    },
  }
}

function executor(): DBOSExecutor {
  const instance = DBOSExecutor.globalInstance
  if (!instance) throw new Error('the engine is not running')
  return instance
}

async function pruneFinished(): Promise<void> {
  const finished = await DBOS.listWorkflows({
    status: ['SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'],
    endTime: new Date(Date.now() - KEEP_FINISHED_MS).toISOString(),
    limit: PRUNE_AT_ONCE,
    loadInput: false,
    loadOutput: false,
  })
  if (finished.length > 0) await DBOS.deleteWorkflows(finished.map(workflow => workflow.workflowID))
}

/** Runs `work` again and again, never twice at once; a failure is logged and the next run comes anyway. */
function repeat(everyMs: number, log: Log, work: () => Promise<void>): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current = Promise.resolve()
  const schedule = () => {
    if (stopped) return
    timer = setTimeout(() => {
      current = work()
        .catch((error: unknown) => log.warn('background work failed', errorFacts(error)))
        .then(schedule)
    }, everyMs)
    timer.unref()
  }
  schedule()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}

/** The engine's own words can quote arguments: only that something was said is kept. */
function engineLog(log: Log) {
  return {
    info() {},
    debug() {},
    warn() {
      log.warn('engine warning')
    },
    error(entry: unknown) {
      log.error('engine error', errorFacts(entry))
    },
  }
}
