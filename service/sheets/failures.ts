/** Reads what Google's client threw into a SheetsError, whose words never quote cell contents. */
import type { Attempt } from './backoff.ts'
import { SheetsError } from './errors.ts'

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

export function readAttempt(error: unknown, repeatable: boolean): Attempt {
  const thrown = (error ?? {}) as Thrown
  const retryAfter = Number(thrown.response?.headers?.get?.('retry-after') ?? Number.NaN)
  return {
    status: statusOf(thrown),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    neverSent: NEVER_SENT.has(systemCode(thrown) ?? ''),
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
  reasonOf((error ?? {}) as Thrown).oauth === 'invalid_grant'

const isTimeout = (thrown: Thrown): boolean =>
  thrown.code === 'TimeoutError' || thrown.name === 'TimeoutError' || thrown.cause?.name === 'TimeoutError'

export function toSheetsError(error: unknown, isWrite: boolean): SheetsError {
  if (error instanceof SheetsError) return error
  const thrown = (error ?? {}) as Thrown
  const status = statusOf(thrown)
  const { message, oauth } = reasonOf(thrown)
  const unsure = isWrite
    ? ' The last change may or may not have been made: check the sheet before repeating it.'
    : ''
  if (oauth === 'invalid_grant' || oauth === 'unauthorized_client' || status === 401) {
    return new SheetsError(
      'GOOGLE_NOT_CONNECTED',
      'Google no longer accepts the connection to your account. Connect Google again in the dashboard.',
    )
  }
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
  if (isTimeout(thrown) || status === 408 || status === 504) {
    return new SheetsError('UPSTREAM_TIMEOUT', `Google Sheets did not answer in time.${unsure}`, {
      isUnclear: isWrite,
    })
  }
  if (status === 429) {
    return new SheetsError(
      'UPSTREAM_INVALID_RESPONSE',
      'Google Sheets still refuses calls because its quota for a minute is used up. Nothing was changed by the last one; try again in a minute.',
    )
  }
  const reached = status === undefined ? 'could not be reached' : `answered with an error (${status})`
  return new SheetsError('UPSTREAM_INVALID_RESPONSE', `Google Sheets ${reached}. Try again later.${unsure}`, {
    isUnclear: isWrite,
  })
}
