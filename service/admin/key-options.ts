/** Options that say what a key may do less, and how long one that is replaced stays good. */
import { readLastDay, readSpreadsheets } from '../accounts/key-limits.ts'
import type { KeyLimits } from '../accounts/keys.ts'
import { type Input, type Option, Refusal, textOption } from './command.ts'
import { dollars } from './lookup.ts'

export const LIMITS: Option[] = [
  { name: 'spreadsheets', value: 'ids or all', help: 'Only these, separated by commas; "all" for all.' },
  { name: 'may', value: 'read or change', help: 'What it may do with them.' },
  { name: 'last-day', value: 'YYYY-MM-DD or none', help: 'The last day (UTC) on which it is good.' },
  { name: 'cap', value: 'dollars or none', help: 'What it may spend in a calendar month (UTC).' },
]

export const KEEP_HOURS: Option = {
  name: 'keep-hours',
  value: 'number',
  help: 'How long the one before stays good. Default: not at all.',
}

const MAX_HOURS = 24 * 90

/** `known` with what the command line names. */
export function limitsOf(input: Input, known: KeyLimits, now: Date): KeyLimits {
  const spreadsheets = textOption(input, 'spreadsheets')
  const may = textOption(input, 'may')
  const lastDay = textOption(input, 'last-day')
  const cap = textOption(input, 'cap')
  if (may !== undefined && may !== 'read' && may !== 'change')
    throw new Refusal(`--may is read or change, not "${may}"`)
  return {
    spreadsheetIds:
      spreadsheets === undefined
        ? known.spreadsheetIds
        : spreadsheets === 'all'
          ? null
          : taken(readSpreadsheets(spreadsheets)),
    readOnly: may === undefined ? known.readOnly : may === 'read',
    expiresAt:
      lastDay === undefined ? known.expiresAt : lastDay === 'none' ? null : taken(readLastDay(lastDay, now)),
    spendingLimitNano: cap === undefined ? known.spendingLimitNano : cap === 'none' ? null : dollars(cap),
  }
}

function taken<T>(read: { state: 'ok'; value: T } | { state: 'wrong'; message: string }): T {
  if (read.state === 'wrong') throw new Refusal(read.message)
  return read.value
}

export function keptUntil(input: Input, now: Date): Date | null {
  const text = textOption(input, 'keep-hours')
  if (text === undefined) return null
  const hours = Number(text)
  if (!Number.isInteger(hours) || hours < 0 || hours > MAX_HOURS)
    throw new Refusal(`--keep-hours is a whole number from 0 to ${MAX_HOURS}`)
  return hours === 0 ? null : new Date(now.getTime() + hours * 3_600_000)
}
