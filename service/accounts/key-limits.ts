/**
 * What a key may do less than its person: some spreadsheets only, reading only, until a date, up to an
 * amount a month. Reading them as people write them, and keeping them. Who may change them is asked elsewhere.
 */
import { readSpreadsheetAddress } from '../sheets/address.ts'
import type { Queryable } from '../store/db.ts'
import { changeKey, type KeyLimits, type KeyScope } from './keys.ts'

export const NO_LIMITS: KeyLimits = {
  spreadsheetIds: null,
  readOnly: false,
  expiresAt: null,
  spendingLimitNano: null,
}

const MAX_SPREADSHEETS = 100
const DATE = /^\d{4}-\d{2}-\d{2}$/

export type Read<T> = { state: 'ok'; value: T } | { state: 'wrong'; message: string }

/** Ids or addresses, separated by spaces, commas or lines. Nothing means all. */
export function readSpreadsheets(text: string): Read<string[] | null> {
  const words = text.split(/[\s,]+/).filter(word => word !== '')
  if (words.length === 0) return { state: 'ok', value: null }
  if (words.length > MAX_SPREADSHEETS) {
    return { state: 'wrong', message: `Name at most ${MAX_SPREADSHEETS} spreadsheets.` }
  }
  const ids: string[] = []
  for (const word of words) {
    const address = readSpreadsheetAddress(word)
    if (address.state === 'wrong') {
      return { state: 'wrong', message: `“${word.slice(0, 60)}” is no spreadsheet’s id or address.` }
    }
    ids.push(address.spreadsheetId)
  }
  return { state: 'ok', value: [...new Set(ids)] }
}

/** A day, to whose end in UTC the key is good. Nothing means for ever. */
export function readLastDay(text: string, now: Date): Read<Date | null> {
  if (text === '') return { state: 'ok', value: null }
  const start = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // A 31st of February is moved by the parser.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(text)) {
    return { state: 'wrong', message: 'Write the last day as year, month and day: 2027-01-31.' }
  }
  const end = new Date(start + 86_400_000)
  if (end <= now) return { state: 'wrong', message: 'That day has passed: write a later one.' }
  return { state: 'ok', value: end }
}

/** The day as it was written. */
export const lastDayOf = (expiresAt: Date | null): string =>
  expiresAt === null ? '' : new Date(expiresAt.getTime() - 1).toISOString().slice(0, 10)

/** Answers whether there was such a key. */
export const setKeyLimits = (
  db: Queryable,
  scope: KeyScope,
  keyId: string,
  limits: KeyLimits,
): Promise<boolean> =>
  changeKey(
    db,
    scope,
    keyId,
    'spreadsheet_ids = $4, read_only = $5, expires_at = $6, spending_limit_nano = $7',
    limits.spreadsheetIds,
    limits.readOnly,
    limits.expiresAt,
    limits.spendingLimitNano?.toString() ?? null,
  )
