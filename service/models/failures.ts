/**
 * Why a model call came to nothing, in words for the person and facts for the log. Providers' errors
 * carry the whole prompt and sometimes quote it in their message: nothing of them passes this file
 * but status, short error codes and waiting times.
 */
import { APICallError } from '@ai-sdk/provider'
import type { TurnErrorCode } from '../../contract/errors.ts'

type FailureReason =
  | 'rate_limited'
  | 'overloaded'
  | 'server_error'
  | 'unreachable'
  | 'timeout'
  | 'bad_answer'
  | 'empty_answer'
  | 'truncated'
  | 'unauthorized'
  | 'quota'
  | 'unknown_model'
  | 'context_overflow'
  | 'bad_request'
  | 'refused'

/** Worth another attempt: the same request may well succeed a moment later. */
const PASSING: ReadonlySet<FailureReason> = new Set([
  'rate_limited',
  'overloaded',
  'server_error',
  'unreachable',
  'bad_answer',
  'empty_answer',
])

export class ModelCallError extends Error {
  readonly reason: FailureReason
  readonly status: number | undefined
  /** The provider's own short code, for example "context_length_exceeded". */
  readonly providerCode: string | undefined
  readonly retryAfterMs: number | undefined
  attempts = 1

  constructor(
    reason: FailureReason,
    facts: {
      status?: number | undefined
      providerCode?: string | undefined
      retryAfterMs?: number | undefined
    } = {},
  ) {
    super(`The model call failed: ${reason}`)
    this.name = 'ModelCallError'
    this.reason = reason
    this.status = facts.status
    this.providerCode = facts.providerCode
    this.retryAfterMs = facts.retryAfterMs
  }

  get isPassing(): boolean {
    // A gateway's 408 or 504 passes; our own budget of time, once spent, is spent.
    return PASSING.has(this.reason) || (this.reason === 'timeout' && this.status !== undefined)
  }
}

/** A model that knows what it can't do. The message is for the person as it stands. */
export class CannotAnswer extends Error {}

/** Any error of a provider as a ModelCallError without a word of the prompt. */
export function toModelCallError(error: unknown, now: Date): ModelCallError {
  if (error instanceof ModelCallError) return error
  if (!APICallError.isInstance(error)) return new ModelCallError('bad_answer')
  const providerCode = shortCode(error)
  const facts = { status: error.statusCode, providerCode, retryAfterMs: retryAfterMs(error, now) }
  return new ModelCallError(reasonOf(error, providerCode ?? ''), facts)
}

function reasonOf(error: APICallError, code: string): FailureReason {
  const status = error.statusCode
  const text = `${code} ${error.message} ${error.responseBody ?? ''}`
  if (status === undefined) return 'unreachable'
  if (status < 300) return error.isRetryable ? 'unreachable' : 'bad_answer'
  if (CONTEXT_OVERFLOW.test(text) || status === 413) return 'context_overflow'
  if (REFUSED.test(code)) return 'refused'
  if (NO_CREDIT.test(text) || status === 402) return 'quota'
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404) return 'unknown_model'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status === 504) return 'timeout'
  if (status === 503 || status === 529) return 'overloaded'
  return status >= 500 ? 'server_error' : 'bad_request'
}

const CONTEXT_OVERFLOW =
  /context_length_exceeded|prompt is too long|maximum context length|exceeds? the (maximum|context)|context (window|length|size)|input token count/i
const REFUSED = /content_policy|content_filter|invalid_prompt|safety/i
const NO_CREDIT = /insufficient_quota|credit balance is too low|billing_hard_limit/i

/** Codes are identifiers; anything longer or with spaces could quote the prompt. */
function shortCode(error: APICallError): string | undefined {
  const body = error.data as { error?: { code?: unknown; type?: unknown; status?: unknown } } | undefined
  const { code, type, status } = body?.error ?? {}
  return [code, type, status].find(
    (value): value is string => typeof value === 'string' && /^[\w.-]{1,60}$/.test(value),
  )
}

function retryAfterMs(error: APICallError, now: Date): number | undefined {
  const headers = error.responseHeaders ?? {}
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (ms >= 0) return ms
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const seconds = Number.parseFloat(text)
  const wait = Number.isNaN(seconds) ? Date.parse(text) - now.getTime() : seconds * 1000
  return wait >= 0 ? wait : undefined
}

interface FailureInWords {
  code: Extract<TurnErrorCode, 'MODEL_ERROR' | 'MODEL_TIMEOUT' | 'MODEL_REFUSED'>
  message: string
  params: Record<string, unknown>
}

/** What the person reads. `label` is the model's name as the catalogue shows it. */
export function inWords(error: ModelCallError, label: string, modelId: string): FailureInWords {
  const code =
    error.reason === 'refused'
      ? 'MODEL_REFUSED'
      : error.reason === 'timeout'
        ? 'MODEL_TIMEOUT'
        : 'MODEL_ERROR'
  const params: Record<string, unknown> = { model: modelId, reason: error.reason, attempts: error.attempts }
  if (error.status !== undefined) params.status = error.status
  if (error.providerCode !== undefined) params.provider_code = error.providerCode
  if (error.retryAfterMs !== undefined) params.retry_after_seconds = Math.ceil(error.retryAfterMs / 1000)
  return { code, message: `${sentences[error.reason](label)} ${STAYS}`, params }
}

/** True for every failure of a model call, because a failed call runs no tool. */
const STAYS = 'This step changed nothing; what earlier steps changed in the sheet stays.'

const sentences: Record<FailureReason, (label: string) => string> = {
  rate_limited: label =>
    `${label} is taking no more requests for now. Try again in a minute or choose another model.`,
  overloaded: label => `${label} is overloaded. Try again in a minute or choose another model.`,
  server_error: label => `${label} failed on its provider's side, also when asked again. Try again later.`,
  unreachable: label =>
    `${label} can't be reached. Check that its server is running and its address is right.`,
  timeout: label =>
    `${label} took too long to answer. Try again, ask for less at once, or choose a faster model.`,
  bad_answer: label => `${label} sent an answer that can't be read. Try again or choose another model.`,
  empty_answer: label => `${label} answered nothing, also when asked again. Put the request in other words.`,
  truncated: label => `${label} ran out of room in the middle of its answer. Ask for less at once.`,
  unauthorized: label =>
    `${label} rejected this service's key. Ask whoever runs the service to check the key.`,
  quota: label =>
    `The account behind ${label} has no credit left. Ask whoever runs the service to top it up.`,
  unknown_model: label =>
    `The provider doesn't know ${label}. Choose another model, or ask whoever runs the service to correct its name.`,
  context_overflow: label =>
    `This conversation has become too long for ${label}. Start a new conversation or ask about less at once.`,
  bad_request: label => `The provider rejected the request to ${label}. Try again or choose another model.`,
  refused: label =>
    `${label} refused to go on with this request. Put it in other words or choose another model.`,
}
