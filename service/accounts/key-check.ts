/**
 * Whose keys these are and how many of their waiting requests may pass: on a shared database in one SQL
 * function, so that replicas have one count; on the embedded database, which one process owns, with the
 * count in this process.
 */
import type { Queryable } from '../store/db.ts'
import { LOOK_SQL, type Look, lookedFor, tellLooks } from '../store/look.ts'
import { MemoryWindows } from './memory-windows.ts'

export const WINDOW_MS = 60_000

export interface CheckedKey {
  keyId: string
  userId: string
  spaceId: string
  disabled: boolean
  expired: boolean
  spreadsheetIds: string[] | null
  readOnly: boolean
  /** Of the wanted requests, how many pass. */
  granted: number
  /** What is left of the budget after them. */
  remaining: number
  /** When the oldest counted requests leave the window, and now, on the same clock. */
  resetMs: number
  nowMs: number
}

/**
 * Answers null for a hash that no living key has. Hashes come sorted and without repeats. On a shared database
 * the looks are answered with them.
 */
export type KeyCheck = (
  hashes: string[],
  wanted: number[],
  looks: readonly Look[],
) => Promise<(CheckedKey | null)[]>

export interface KeyCheckOptions {
  db: Queryable
  requestsPerMinute: number
  /** Tests move it; left out, the clock of the database or of this process counts. */
  clock?: () => number
}

const PASS_KEYS = { name: 'pass_keys', text: 'select * from pass_keys($1, $2, $3, $4, $5)' }

/** Rows without an ordinal are agents that have changed. */
const PASS_AND_LOOK = {
  name: 'pass_keys_and_look',
  text: `select * from pass_keys($1, $2, $3, $4, $5)
    union all
    select null, known.id, null, null, null, null, null, null, null, null, null, null ${LOOK_SQL('$6', '$7')}`,
}

interface PassRow {
  ordinal: number | null
  key_id: string | null
  user_id: string
  space_id: string
  disabled: boolean
  expired: boolean
  spreadsheet_ids: string[] | null
  read_only: boolean
  granted: number
  remaining: number
  reset_ms: string
  now_ms: string
}

export function checkInDatabase({ db, requestsPerMinute, clock }: KeyCheckOptions): KeyCheck {
  return async (hashes, wanted, looks) => {
    const values = [hashes, wanted, requestsPerMinute, WINDOW_MS, clock?.() ?? null]
    if (looks.length === 0) return (await db.query<PassRow>(PASS_KEYS, values)).rows.map(keyOf)
    const asked = lookedFor(looks)
    const { rows } = await db.query<PassRow>(PASS_AND_LOOK, [
      ...values,
      [...asked.keys()],
      [...asked.values()],
    ])
    const changed = rows.filter(({ ordinal }) => ordinal === null)
    tellLooks(looks, asked, new Set(changed.map(row => row.key_id ?? '')))
    return rows.filter(({ ordinal }) => ordinal !== null).map(keyOf)
  }
}

function keyOf(row: PassRow): CheckedKey | null {
  if (row.key_id === null) return null
  return {
    keyId: row.key_id,
    userId: row.user_id,
    spaceId: row.space_id,
    disabled: row.disabled,
    expired: row.expired,
    spreadsheetIds: row.spreadsheet_ids,
    readOnly: row.read_only,
    granted: row.granted,
    remaining: row.remaining,
    resetMs: Number(row.reset_ms),
    nowMs: Number(row.now_ms),
  }
}

const FIND_KEYS = {
  name: 'find_keys',
  text: `select id, user_id, space_id, key_hash, disabled_at is not null as disabled, expires_at,
      spreadsheet_ids, read_only, null::timestamptz as until
    from api_keys where key_hash = any($1::text[]) and deleted_at is null
    union all
    select id, user_id, space_id, previous_hash, disabled_at is not null, expires_at,
      spreadsheet_ids, read_only, previous_until
    from api_keys where previous_hash = any($1::text[]) and deleted_at is null`,
}

interface KeyRow {
  id: string
  user_id: string
  space_id: string
  key_hash: string
  disabled: boolean
  expires_at: Date | null
  spreadsheet_ids: string[] | null
  read_only: boolean
  /** Of a key that was replaced: when it ends. */
  until: Date | null
}

/** Rises whatever is done to the clock on the wall. */
export const steadyClock = () => performance.timeOrigin + performance.now()

export function checkInProcess({
  db,
  requestsPerMinute,
  clock = steadyClock,
  wallClock = Date.now,
}: KeyCheckOptions & { wallClock?: () => number }): KeyCheck {
  const windows = new MemoryWindows(requestsPerMinute, WINDOW_MS)
  const find = findKeys(db)
  return async (hashes, wanted) => {
    const found = await find(hashes)
    const at = new Date(wallClock())
    const nowMs = clock()
    return hashes.map((hash, i) => {
      const row = found.get(hash)
      if (!row || (row.until !== null && row.until <= at)) return null
      const { id: keyId, user_id: userId, space_id: spaceId, disabled } = row
      const expired = row.expires_at !== null && row.expires_at <= at
      return {
        keyId,
        userId,
        spaceId,
        disabled,
        expired,
        spreadsheetIds: row.spreadsheet_ids,
        readOnly: row.read_only,
        nowMs,
        ...windows.take(keyId, disabled || expired ? 0 : wanted[i]!, nowMs),
      }
    })
  }
}

/** Keys by hash, read again as soon as anything was written: what was read before stands until then. */
function findKeys(db: Queryable) {
  let known = new Map<string, KeyRow>()
  let knownAt: number | undefined
  return async (hashes: string[]): Promise<ReadonlyMap<string, KeyRow>> => {
    const before = db.generation?.()
    if (before !== undefined && before === knownAt && hashes.every(hash => known.has(hash))) return known
    const { rows } = await db.query<KeyRow>(FIND_KEYS, [hashes])
    const found = new Map(rows.map(row => [row.key_hash, row]))
    if (before !== undefined && before === db.generation?.()) {
      // Of unknown keys none is kept: there are as many as somebody tries.
      known = before === knownAt ? new Map([...known, ...found]) : found
      knownAt = before
    }
    return found
  }
}
