/** The form of a key's limits, read into what they mean or into what is wrong with it. */
import { readLastDay, readSpreadsheets } from '../accounts/key-limits.ts'
import type { KeyLimits } from '../accounts/keys.ts'
import { type Form, type Problem, problem } from './forms.ts'
import { readLimit } from './limit-field.ts'

export type ReadKeyLimits = { state: 'ok'; limits: KeyLimits } | { state: 'problem'; problem: Problem }

export function readKeyLimits(form: Form, now: Date): ReadKeyLimits {
  const wrong = (field: string, message: string): ReadKeyLimits => ({
    state: 'problem',
    problem: problem(form, field, message),
  })
  const spreadsheets = readSpreadsheets(form.text('spreadsheets'))
  if (spreadsheets.state === 'wrong') return wrong('spreadsheets', spreadsheets.message)
  const lastDay = readLastDay(form.text('last-day'), now)
  if (lastDay.state === 'wrong') return wrong('last-day', lastDay.message)
  const amount = readLimit(form, 'amount')
  if (amount.state === 'problem') return amount
  return {
    state: 'ok',
    limits: {
      spreadsheetIds: spreadsheets.value,
      readOnly: form.text('may') === 'read',
      expiresAt: lastDay.value,
      spendingLimitNano: amount.nano,
    },
  }
}

const HOURS = { now: 0, day: 24, week: 7 * 24 } as const

/** Until when what is exchanged stays good; null for not at all. */
export function overlapUntil(form: Form, now: Date): Date | null {
  const wanted = form.text('old')
  const hours = Object.hasOwn(HOURS, wanted) ? HOURS[wanted as keyof typeof HOURS] : 0
  return hours === 0 ? null : new Date(now.getTime() + hours * 3_600_000)
}
