/**
 * A model that waits and asks again. Passing failures (429, 5xx, a lost connection, an unreadable
 * answer) are retried with jittered back-off or after the time the server names, within one budget of
 * time; everything that comes out is a result, a ModelCallError, or the abort of the caller's signal.
 */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider'
import { ModelCallError, toModelCallError } from './failures.ts'

export interface Patience {
  attempts: number
  firstDelayMs: number
  maxDelayMs: number
  /** For one call with all its attempts and waits. */
  budgetMs: number
  now(): Date
  random(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** `model` with patience. Its doStream is left as it is: nothing here streams. */
export function patient(model: LanguageModelV4, patience: Patience): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls
    },
    doGenerate: options => generateWithRetries(model, options, patience),
    doStream: options => model.doStream(options),
  }
}

async function generateWithRetries(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  patience: Patience,
): Promise<LanguageModelV4GenerateResult> {
  const deadlineMs = patience.now().getTime() + patience.budgetMs
  const budget = AbortSignal.timeout(patience.budgetMs)
  const callerSignal = options.abortSignal
  const signal = callerSignal ? AbortSignal.any([callerSignal, budget]) : budget
  for (let attempt = 1; ; attempt++) {
    try {
      return await model.doGenerate({ ...options, abortSignal: signal })
    } catch (cause) {
      callerSignal?.throwIfAborted()
      const error = budget.aborted ? new ModelCallError('timeout') : toModelCallError(cause, patience.now())
      error.attempts = attempt
      const waitMs = delayMs(error, attempt, patience)
      const isLast = attempt >= patience.attempts || patience.now().getTime() + waitMs >= deadlineMs
      if (!error.isPassing || isLast) throw error
      await sleepUnlessAborted(waitMs, signal, patience, error)
      callerSignal?.throwIfAborted()
    }
  }
}

/** The server's own time where it names one; some jitter always, so that many callers don't return as one. */
function delayMs(error: ModelCallError, attempt: number, patience: Patience): number {
  const jitter = patience.random()
  if (error.retryAfterMs !== undefined) return error.retryAfterMs + jitter * patience.firstDelayMs
  const ceiling = Math.min(patience.maxDelayMs, patience.firstDelayMs * 2 ** (attempt - 1))
  return ceiling * (0.5 + jitter / 2)
}

async function sleepUnlessAborted(
  ms: number,
  signal: AbortSignal,
  patience: Patience,
  error: ModelCallError,
): Promise<void> {
  try {
    await patience.sleep(ms, signal)
  } catch {
    // The budget ran out while waiting: the failure that we waited for is the one to tell.
    if (signal.aborted) throw signal.reason instanceof DOMException ? error : signal.reason
  }
}
