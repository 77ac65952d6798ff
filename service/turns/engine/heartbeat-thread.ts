/**
 * The thread that beats for a process: a call that holds the main thread for seconds must not make others
 * believe that the process is dead. It stops when the main thread has not moved for long: then it is as
 * good as dead. Its connection holds a lock, which the database lets go of when the process is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { BEAT_EVERY_MS, beat, holdPresence } from './executors.ts'

export interface HeartbeatData {
  databaseUrl: string
  executorId: string
  /** One number that the main thread raises now and then. */
  pulse: SharedArrayBuffer
}

const MAIN_SILENT_MS = 60_000
const ANSWERS_WITHIN_MS = 3_000

const { databaseUrl, executorId, pulse } = workerData as HeartbeatData
const counter = new Int32Array(pulse)
let lastPulse = -1
let movedAt = performance.now()
let isEnding = false
let client: pg.Client | undefined

function mainMoves(): boolean {
  const now = Atomics.load(counter, 0)
  if (now !== lastPulse) movedAt = performance.now()
  lastPulse = now
  return performance.now() - movedAt < MAIN_SILENT_MS
}

async function connect(): Promise<pg.Client> {
  const fresh = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'rowhand heartbeat',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
    keepAlive: true,
  })
  fresh.on('error', () => {})
  await fresh.connect()
  await holdPresence(fresh, executorId)
  return fresh
}

async function beatOnce(): Promise<void> {
  try {
    client ??= await connect()
    await beat(client, executorId)
  } catch {
    // The next beat opens another connection.
    void client?.end().catch(() => {})
    client = undefined
  }
}

parentPort!.on('message', () => {
  isEnding = true
})
while (!isEnding) {
  if (mainMoves()) await beatOnce()
  await sleep(BEAT_EVERY_MS)
}
await client?.end().catch(() => {})
parentPort!.close()
