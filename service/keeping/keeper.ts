/** Keeps the database from growing without an end: sweeps by the retention rules, scrubs after erasures. */
import type { Log } from '../log.ts'
import type { Database } from '../store/open.ts'
import { coalesced, repeat } from '../turns/engine/repeat.ts'
import { type Retention, sweep } from './retention.ts'
import { scrub } from './scrub.ts'

const SWEEP_EVERY_MS = 3_600_000
/** After an erasure: one rewrite serves all that are made meanwhile. */
const SCRUB_AFTER_MS = 10_000

export interface Keeper {
  stop(): Promise<void>
  /** Something was erased that the files may still hold. */
  scrubSoon(): void
}

export interface KeeperDeps {
  database: Database
  retention: Retention
  now(): Date
  log: Log
}

export function startKeeper({ database, retention, now, log }: KeeperDeps): Keeper {
  let timer: NodeJS.Timeout | undefined
  const scrubNow = coalesced(async () => {
    // Rewriting a table holds everybody up: turns under way come first.
    if (await isBusy(database)) return scrubSoon()
    await scrub(database).catch(() => log.warn('erased rows were not scrubbed from the files yet'))
  })
  const scrubSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      scrubNow()
    }, SCRUB_AFTER_MS)
    timer.unref()
  }
  const sweeping = repeat(SWEEP_EVERY_MS, log, async () => {
    const swept = await sweep({ db: database.db, retention, now })
    log.info('swept', swept)
    if (swept.conversations > 0) scrubSoon()
  })
  return {
    scrubSoon,
    async stop() {
      clearTimeout(timer)
      await sweeping.stop()
    },
  }
}

async function isBusy({ db }: Database): Promise<boolean> {
  const { rows } = await db.query("select 1 from turns where status = 'active' limit 1")
  return rows.length > 0
}
