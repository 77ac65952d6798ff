/**
 * What a failure means to a person: what happened, whether anything changed in the sheet, and the one thing
 * to do next. First by code; then by HTTP status, for a service whose codes we don't know.
 */
import type { RpcError } from '../../contract/rpc.ts'
import { type TextKey, t, textOf } from './texts.ts'
import type { Extent } from './tool-words.ts'

export type NextStep =
  | 'retry'
  /** Send again although it may have started: the person has looked. */
  | 'sendAgain'
  | 'connect'
  | 'dashboard'
  | 'newConversation'
  | 'reopen'
  | 'accountsHelp'
  | 'none'

export interface Explanation {
  title: string
  text: string
  /** Whether anything changed in the sheet. */
  changed: string
  next: NextStep
  retryAfterSeconds: number | null
  /** For support: code, status and request id. */
  reference: string
}

const stepOfCode: Record<string, NextStep> = {
  NO_KEY: 'connect',
  MALFORMED_KEY: 'connect',
  UNAUTHORIZED: 'connect',
  KEY_DISABLED: 'connect',
  KEY_EXPIRED: 'connect',
  KEY_NOT_ALLOWED: 'connect',
  GOOGLE_NOT_CONNECTED: 'dashboard',
  AGENT_NOT_FOUND: 'newConversation',
  AGENT_BUSY: 'reopen',
  SPENDING_LIMIT_REACHED: 'dashboard',
  UPSTREAM_TIMEOUT: 'sendAgain',
  SERVICE_TIMEOUT: 'sendAgain',
  START_UNKNOWN: 'sendAgain',
  MULTIPLE_ACCOUNTS: 'accountsHelp',
  SESSION_EXPIRED: 'none',
  INVALID_REQUEST: 'none',
  PAYLOAD_TOO_LARGE: 'none',
  UNKNOWN_PLATFORM: 'none',
}

const stepOfStatus: Record<number, NextStep> = {
  400: 'none',
  401: 'connect',
  403: 'dashboard',
  404: 'retry',
  409: 'reopen',
  504: 'sendAgain',
}

/** A request that failed, be it a start, a key check or a copy. */
export function explainRequest(error: RpcError): Explanation {
  const known = textOf(`error.${error.code}`)
  const words = known ?? textOf(`error.status.${error.status}`) ?? t('error.unknown')
  const [title = '', advice = ''] = words.split('|')
  const next = stepOfCode[error.code] ?? (known ? 'retry' : (stepOfStatus[error.status] ?? 'retry'))
  // The service's own sentence says more than a general one where it names a field or a tab.
  const detail = next === 'none' || !known ? error.message : ''
  return {
    title,
    text: [detail, advice].filter(part => part !== '').join(' '),
    changed: t(changedKey(error, next)),
    next,
    retryAfterSeconds: error.retryAfterSeconds ?? null,
    reference: reference(error),
  }
}

/** A copy that failed. To another spreadsheet, what is missing or closed is that one, not the one at hand. */
export function explainCopy(error: RpcError, isElsewhere: boolean): Explanation {
  const explanation = explainRequest(error)
  const words = isElsewhere ? textOf(`copy.${error.code}`) : undefined
  if (words === undefined) return explanation
  const [title = '', text = ''] = words.split('|')
  return { ...explanation, title, text }
}

function changedKey(error: RpcError, next: NextStep): TextKey {
  const isOpen =
    error.status === 500 || error.code === 'UNEXPECTED_ANSWER' || error.code.startsWith('BRIDGE_')
  if (next === 'sendAgain') return 'changed.started'
  return isOpen ? 'changed.maybe' : 'changed.nothing'
}

function reference(error: RpcError): string {
  const status = error.status > 0 ? `HTTP ${error.status}` : ''
  return [error.code, status, error.requestId ?? ''].filter(part => part !== '').join(' · ')
}

const stepOfTurnCode: Record<string, NextStep> = {
  SPENDING_LIMIT_REACHED: 'dashboard',
  SPREADSHEET_FORBIDDEN: 'retry',
  STEP_LIMIT_REACHED: 'retry',
  TIME_LIMIT_REACHED: 'retry',
}

/** A turn that ended badly. */
export function explainTurn(code: string | null, message: string, change: Extent): Explanation {
  const [title = '', advice = ''] = (textOf(`turn.${code ?? ''}`) ?? t('turn.unknown')).split('|')
  return {
    title,
    text: [message, advice].filter(part => part !== '').join(' '),
    changed: t(`changed.${change}`),
    next: stepOfTurnCode[code ?? ''] ?? 'retry',
    retryAfterSeconds: null,
    reference: code ?? '',
  }
}
