/**
 * The gate that every keyed request passes: whose key it is, whether it may be used, and whether a
 * request is left in its budget. One SQL statement serves all requests that wait at that moment, and the
 * count is in the database, so replicas share it.
 */
import { apiKeyPattern } from '../../contract/index.ts'
import { inBatches } from '../store/batch.ts'
import type { Queryable } from '../store/db.ts'
import type { Caller } from '../turns/ports.ts'
import { hashApiKey } from './keys.ts'

const PASS_KEYS = { name: 'pass_keys', text: 'select * from pass_keys($1, $2, $3, $4, $5)' }
const WINDOW_MS = 60_000
const LAST_USED_EVERY_MS = 60_000

export interface Budget {
  limit: number
  remaining: number
  /** Unix time in seconds at which the oldest counted requests leave the window. */
  resetAtSeconds: number
  /** The same from now, at least 1. */
  resetAfterSeconds: number
}

export type Passage =
  | { state: 'passed'; caller: Caller; budget: Budget }
  | { state: 'limited'; budget: Budget }
  | { state: 'disabled'; budget: Budget }
  | { state: 'unknown' }

export interface Gate {
  /** Counts one request of the key. Null, a malformed, an unknown and a deleted key are all 'unknown'. */
  pass(apiKey: string | null): Promise<Passage>
}

interface PassRow {
  ordinal: number
  key_id: string | null
  user_id: string
  space_id: string
  disabled: boolean
  granted: number
  remaining: number
  reset_ms: string
  now_ms: string
}

function passagesOf(row: PassRow, wanted: number, limit: number): Passage[] {
  if (row.key_id === null) return new Array<Passage>(wanted).fill({ state: 'unknown' })
  const nowMs = Number(row.now_ms)
  const resetMs = Number(row.reset_ms)
  const budget = (remaining: number): Budget => ({
    limit,
    remaining,
    resetAtSeconds: Math.ceil(resetMs / 1000),
    resetAfterSeconds: Math.max(1, Math.ceil((resetMs - nowMs) / 1000)),
  })
  const caller = { keyId: row.key_id, userId: row.user_id, spaceId: row.space_id }
  return Array.from({ length: wanted }, (_, i): Passage => {
    if (row.disabled) return { state: 'disabled', budget: budget(row.remaining) }
    if (i >= row.granted) return { state: 'limited', budget: budget(0) }
    return { state: 'passed', caller, budget: budget(row.remaining + row.granted - 1 - i) }
  })
}

export function createGate(options: {
  db: Queryable
  requestsPerMinute: number
  now: () => Date
  /** Tests move the window's clock; the service leaves it to the database. */
  windowClock?: () => number
}): Gate {
  const { db, requestsPerMinute, now, windowClock } = options
  const lastUsed = new Map<string, number>()

  /** At most one write a minute for each key, beside the request, not before it. */
  function noteUse(keyIds: Iterable<string>): void {
    const nowMs = now().getTime()
    const due = [...keyIds].filter(id => nowMs - (lastUsed.get(id) ?? 0) >= LAST_USED_EVERY_MS)
    if (due.length === 0) return
    for (const id of due) lastUsed.set(id, nowMs)
    const written = db.query('update api_keys set last_used_at = $2 where id = any($1::uuid[])', [
      due,
      new Date(nowMs),
    ])
    written.catch(() => {
      for (const id of due) lastUsed.delete(id)
    })
  }

  async function passAll(hashes: string[]): Promise<Passage[]> {
    const waiting = new Map<string, number>()
    for (const hash of hashes) waiting.set(hash, (waiting.get(hash) ?? 0) + 1)
    const sorted = [...waiting.keys()].sort()
    const { rows } = await db.query<PassRow>(PASS_KEYS, [
      sorted,
      sorted.map(hash => waiting.get(hash)),
      requestsPerMinute,
      WINDOW_MS,
      windowClock?.() ?? null,
    ])
    const passages = new Map<string, Passage[]>()
    const used = new Set<string>()
    for (const row of rows) {
      const hash = sorted[row.ordinal - 1]!
      passages.set(hash, passagesOf(row, waiting.get(hash)!, requestsPerMinute).reverse())
      if (row.key_id !== null && row.granted > 0) used.add(row.key_id)
    }
    noteUse(used)
    return hashes.map(hash => passages.get(hash)!.pop()!)
  }

  const passOne = inBatches(passAll)
  return {
    async pass(apiKey) {
      if (apiKey === null || !apiKeyPattern.test(apiKey)) return { state: 'unknown' }
      return passOne(hashApiKey(apiKey))
    },
  }
}
