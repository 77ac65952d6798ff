/** A spending limit as people write it: dollars a month, or nothing for no limit. */
import { shownDollars } from '../../contract/money.ts'
import { NANO_PER_DOLLAR, parseDollars } from '../accounts/money.ts'
import { type Form, problem } from './forms.ts'
import { wrong } from './page-routes.ts'

const MAX_DOLLARS = 1_000_000n

export function readLimit(form: Form, field: string) {
  const text = form.text(field)
  if (text === '') return { state: 'ok', nano: null } as const
  const nano = parseDollars(text)
  if (nano === null) {
    return wrong(problem(form, field, 'Write an amount in dollars, like 20 or 12.50, or leave it empty.'))
  }
  if (nano > MAX_DOLLARS * NANO_PER_DOLLAR) {
    return wrong(problem(form, field, 'Write at most $1,000,000, or leave it empty for no limit.'))
  }
  return { state: 'ok', nano } as const
}

/** What the field shows for a limit that is set. */
export const limitText = (nano: bigint | null): string =>
  nano === null ? '' : shownDollars(nano, 'exact').replace(/\.00$/, '')
