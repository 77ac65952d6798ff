/** Reads what Google's client threw into a SheetsError, whose words never quote cell contents. */

import { SheetsError } from '../errors.ts'
import { TokenFailure } from './access-tokens.ts'
import { UnusableAnswer } from './answers.ts'
import type { Attempt } from './backoff.ts'

/** The parts of a GaxiosError that matter here; anything may be thrown, so all of them are optional. */
interface Thrown {
  status?: unknown
  code?: unknown
  message?: unknown
  name?: unknown
  cause?: Thrown
  response?: { status?: unknown; data?: unknown; headers?: { get?: (name: string) => string | null } }
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** fetch wraps the system's error once or twice. */
function systemCode(thrown: Thrown): string | undefined {
  for (
    let error: Thrown | undefined = thrown, depth = 0;
    error && depth < 4;
    error = error.cause, depth += 1
  ) {
    if (typeof error.code === 'string' && /^[A-Z_]{4,}$/.test(error.code)) return error.code
  }
  return undefined
}

function statusOf(thrown: Thrown): number | undefined {
  const status = thrown.response?.status ?? thrown.status
  return typeof status === 'number' ? status : undefined
}

/** The client wraps what fetch throws, and fetch what the system throws. */
export function causeOf<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof kind) return cause
  }
  return undefined
}

export function readAttempt(error: unknown, repeatable: boolean): Attempt {
  const token = causeOf(error, TokenFailure)
  const thrown = (token ?? error ?? {}) as Thrown
  const retryAfter = Number(thrown.response?.headers?.get?.('retry-after') ?? Number.NaN)
  return {
    status: statusOf(thrown),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    neverSent: token ? token.passes : NEVER_SENT.has(systemCode(thrown) ?? ''),
    unusable: error instanceof UnusableAnswer,
    repeatable,
  }
}

/** Google's own reason, or the token endpoint's. */
function reasonOf(thrown: Thrown): { message: string; oauth: string | undefined } {
  const data = thrown.response?.data as { error?: unknown } | undefined
  if (typeof data?.error === 'string') return { message: data.error, oauth: data.error }
  const message = (data?.error as { message?: unknown } | undefined)?.message
  if (typeof message === 'string') return { message, oauth: undefined }
  return { message: '', oauth: undefined }
}

/** Google said that the grant itself is gone; other refusals may be the operator's or pass. */
export const isGrantGone = (error: unknown): boolean =>
  reasonOf((causeOf(error, TokenFailure) ?? {}) as Thrown).oauth === 'invalid_grant'

const isTimeout = (thrown: Thrown): boolean =>
  thrown.code === 'TimeoutError' || thrown.name === 'TimeoutError' || thrown.cause?.name === 'TimeoutError'

const NOTHING_CHANGED = ' Nothing was changed by the last call.'
const UNCLEAR = ' The last change may or may not have been made: check the sheet before repeating it.'

export interface Unsure {
  /** The call was to change something. */
  isWrite: boolean
  /** It is known that it changed nothing: it was never sent, or looked up since. */
  notApplied?: boolean
}

export function toSheetsError(error: unknown, { isWrite, notApplied = false }: Unsure): SheetsError {
  if (error instanceof SheetsError) return error
  const token = causeOf(error, TokenFailure)
  const thrown = (token ?? error ?? {}) as Thrown
  const refusal = token ? undefined : refusalOf(statusOf(thrown), thrown)
  if (refusal) return refusal
  const isUnclear = isWrite && !notApplied && !token && !readAttempt(error, false).neverSent
  const stands = isUnclear ? UNCLEAR : isWrite ? NOTHING_CHANGED : ''
  return token
    ? ofToken(token, stands)
    : new SheetsError(...ofNoAnswer(statusOf(thrown), thrown, stands), { isUnclear })
}

const notConnected = () =>
  new SheetsError(
    'GOOGLE_NOT_CONNECTED',
    'Google no longer accepts the connection to your account. Connect Google again in the dashboard.',
  )

/** What Google decided: nothing was changed, and nothing would be by asking again. */
function refusalOf(status: number | undefined, thrown: Thrown): SheetsError | undefined {
  const { message } = reasonOf(thrown)
  if (status === 401) return notConnected()
  if (status === 403) {
    return new SheetsError(
      'SPREADSHEET_FORBIDDEN',
      /protected/i.test(message)
        ? 'Google refused the change: the cells are protected. Nothing was changed.'
        : 'Your Google account has no access to this spreadsheet, or may only view it. Ask its owner to share it with you.',
    )
  }
  if (status === 404) {
    return new SheetsError(
      'SPREADSHEET_NOT_FOUND',
      'This spreadsheet does not exist. Check its id or address.',
    )
  }
  if (status === 400) return new SheetsError('BAD_REQUEST', message || 'Google refused the request as wrong.')
  return undefined
}

function ofToken(token: TokenFailure, stands: string): SheetsError {
  if (!token.passes) return notConnected()
  if (token.name === 'TimeoutError') {
    return new SheetsError('UPSTREAM_TIMEOUT', `Google's sign-in did not answer in time.${stands}`)
  }
  return new SheetsError(
    'UPSTREAM_INVALID_RESPONSE',
    `Google's sign-in gave no valid answer. Try again later.${stands}`,
  )
}

function ofNoAnswer(
  status: number | undefined,
  thrown: Thrown,
  stands: string,
): ['UPSTREAM_TIMEOUT' | 'UPSTREAM_INVALID_RESPONSE', string] {
  if (isTimeout(thrown) || status === 408 || status === 504) {
    return ['UPSTREAM_TIMEOUT', `Google Sheets did not answer in time.${stands}`]
  }
  if (status === 429) {
    const quota = 'Google Sheets still refuses calls because its quota for a minute is used up.'
    return ['UPSTREAM_INVALID_RESPONSE', `${quota}${stands} Try again in a minute.`]
  }
  const what =
    thrown instanceof UnusableAnswer
      ? 'gave an answer that is none'
      : status === undefined
        ? 'could not be reached'
        : `answered with an error (${status})`
  return ['UPSTREAM_INVALID_RESPONSE', `Google Sheets ${what}. Try again later.${stands}`]
}
