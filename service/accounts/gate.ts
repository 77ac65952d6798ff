/**
 * The gate that every keyed request passes: whose key it is, whether it may be used, and whether a
 * request is left in its budget. One look serves all requests that wait at that moment.
 */
import { apiKeyPattern } from '../../contract/index.ts'
import { inBatches } from '../store/batch.ts'
import type { Look } from '../store/look.ts'
import type { Caller } from '../turns/ports.ts'
import { type CheckedKey, checkInDatabase, checkInProcess, type KeyCheckOptions } from './key-check.ts'
import { hashApiKey } from './keys.ts'
import { type Shared, takeInDatabase, takeInProcess, type Whose } from './shared-limits.ts'

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
  /** Whose requests were too many: the key's, or all keys' of its person or space. */
  | { state: 'limited'; by: Whose; budget: Budget }
  | { state: 'disabled'; budget: Budget }
  | { state: 'expired'; budget: Budget }
  | { state: 'unknown' }

export interface Gate {
  /**
   * Counts one request of the key. Null, a malformed, an unknown and a deleted key are all 'unknown'. `look` is
   * answered on the way, where that spares a statement.
   */
  pass(apiKey: string | null, look?: Look): Promise<Passage>
}

function callerOf({ keyId, userId, spaceId, spreadsheetIds, readOnly }: CheckedKey): Caller {
  const caller = { keyId, userId, spaceId }
  return spreadsheetIds === null && !readOnly ? caller : { ...caller, limits: { spreadsheetIds, readOnly } }
}

function passagesOf(
  key: CheckedKey | null,
  wanted: number,
  { limit, wallMs, shared }: { limit: number; wallMs: number; shared: Shared },
): Passage[] {
  if (key === null) return new Array<Passage>(wanted).fill({ state: 'unknown' })
  const budget = (remaining: number): Budget => ({
    limit,
    remaining,
    // The windows may go by a clock of their own.
    resetAtSeconds: Math.ceil((wallMs + key.resetMs - key.nowMs) / 1000),
    resetAfterSeconds: Math.max(1, Math.ceil((key.resetMs - key.nowMs) / 1000)),
  })
  const caller = callerOf(key)
  return Array.from({ length: wanted }, (_, i): Passage => {
    if (key.disabled) return { state: 'disabled', budget: budget(key.remaining) }
    if (key.expired) return { state: 'expired', budget: budget(key.remaining) }
    if (i >= key.granted) return { state: 'limited', by: 'key', budget: budget(0) }
    if (i >= shared.granted)
      return { state: 'limited', by: shared.by, budget: { ...budget(0), limit: shared.limit } }
    return { state: 'passed', caller, budget: budget(key.remaining + key.granted - 1 - i) }
  })
}

interface Asked {
  hash: string
  look: Look | undefined
}

export interface GateOptions extends KeyCheckOptions {
  /** Of all keys of one person, and of all keys of one space; 0 for no such limit. */
  requestsPerPerson?: number
  requestsPerSpace?: number
  /** Other processes work on the same database. */
  replicas: boolean
  now: () => Date
}

export function createGate(options: GateOptions): Gate {
  const { db, requestsPerMinute, now } = options
  const check = options.replicas
    ? checkInDatabase(options)
    : checkInProcess({ ...options, wallClock: () => now().getTime() })
  const { requestsPerPerson = 0, requestsPerSpace = 0 } = options
  const limits = { ...options, requestsPerPerson, requestsPerSpace }
  const takeShared = options.replicas ? takeInDatabase(limits) : takeInProcess(limits)
  const lastUsed = new Map<string, number>()

  /** At most one write a minute for each key, beside the request, not before it. */
  function noteUse(keyIds: string[]): void {
    const nowMs = now().getTime()
    const due = keyIds.filter(id => Math.abs(nowMs - (lastUsed.get(id) ?? 0)) >= LAST_USED_EVERY_MS)
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

  async function passAll(asked: Asked[]): Promise<Passage[]> {
    const waiting = new Map<string, number>()
    for (const { hash } of asked) waiting.set(hash, (waiting.get(hash) ?? 0) + 1)
    const sorted = [...waiting.keys()].sort()
    const counts = sorted.map(hash => waiting.get(hash)!)
    const keys = await check(
      sorted,
      counts,
      asked.flatMap(({ look }) => look ?? []),
    )
    const shares = await takeShared(keys)
    const wallMs = options.clock?.() ?? now().getTime()
    const passages = new Map<string, Passage[]>()
    const used: string[] = []
    for (const [i, hash] of sorted.entries()) {
      const key = keys[i]!
      passages.set(
        hash,
        passagesOf(key, counts[i]!, { limit: requestsPerMinute, wallMs, shared: shares[i]! }).reverse(),
      )
      if (key && key.granted > 0) used.push(key.keyId)
    }
    noteUse(used)
    return asked.map(({ hash }) => passages.get(hash)!.pop()!)
  }

  const passOne = inBatches(passAll)
  return {
    async pass(apiKey, look) {
      if (apiKey === null || !apiKeyPattern.test(apiKey)) return { state: 'unknown' }
      return passOne({ hash: hashApiKey(apiKey), look })
    },
  }
}
