/**
 * One request to the service: key, JSON, errors as RowhandError, and tries again as far as the interface
 * allows it. Knows no endpoint.
 */
import { RowhandError } from './errors.ts'

export interface TransportOptions {
  /** For example https://rowhand.example.com */
  baseUrl: string
  apiKey: string
  fetch?: typeof fetch
  /** Waits; a test passes its own. */
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Tries of one request, the first one counted; 4 unless told otherwise. */
  attempts?: number
}

export interface Ask {
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Made twice is made once: it may be sent again after a lost answer. */
  repeatable?: boolean
}

export interface Answer {
  status: number
  headers: Headers
  /** Undefined for 204 and 304. */
  body: unknown
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 20_000

export type Send = (path: string, ask?: Ask) => Promise<Answer>

export function createTransport(options: TransportOptions): Send {
  const { apiKey, attempts = 4, sleep = pause } = options
  const base = options.baseUrl.replace(/\/+$/, '')
  const send = options.fetch ?? fetch

  async function once(path: string, ask: Ask): Promise<Answer> {
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(ask.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, `${value}`)
    }
    const response = await send(url, {
      method: ask.method ?? 'GET',
      headers: {
        'x-api-key': apiKey,
        ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...ask.headers,
      },
      ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
      ...(ask.signal ? { signal: ask.signal } : {}),
      // A key is never carried to another address.
      redirect: 'manual',
    })
    const text = await response.text()
    if (response.status === 304 || (response.ok && text === '')) {
      return { status: response.status, headers: response.headers, body: undefined }
    }
    const body = parse(text)
    if (response.ok && body !== undefined) return { status: response.status, headers: response.headers, body }
    throw toError(response, body)
  }

  return async (path, ask = {}) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(path, ask)
      } catch (error) {
        ask.signal?.throwIfAborted()
        const failure = error instanceof RowhandError ? error : noAnswer(error)
        if (tries >= attempts || !mayTryAgain(failure, ask)) throw failure
        await sleep(pauseAfter(failure, tries), ask.signal)
      }
    }
  }
}

/**
 * Refused by rate: nothing was done, so anything may be sent again. 502 says that nothing was created. After
 * anything else that is not an answer, only what may be made twice.
 */
function mayTryAgain({ status, code }: RowhandError, { method = 'GET', repeatable }: Ask): boolean {
  if (code === 'RATE_LIMIT_EXCEEDED' || status === 502) return true
  const isPassing = status === 0 || status === 500 || status === 503 || status === 504
  return isPassing && (method === 'GET' || repeatable === true)
}

function pauseAfter({ retryAfterSeconds }: RowhandError, tries: number): number {
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1000
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))
  // Spread, so that many clients do not come back together.
  return longest / 2 + Math.random() * (longest / 2)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toError(response: Response, body: unknown): RowhandError {
  const { error, request_id } = (body ?? {}) as {
    error?: { code?: string; message?: string }
    request_id?: string
  }
  const after = Number(response.headers.get('retry-after'))
  return new RowhandError({
    status: response.status,
    code: error?.code ?? 'UNEXPECTED_ANSWER',
    message: error?.message ?? `The address answered ${response.status}, but not as Rowhand does.`,
    requestId: request_id ?? response.headers.get('x-request-id'),
    retryAfterSeconds: response.headers.has('retry-after') && after >= 0 ? after : null,
  })
}

const noAnswer = (cause: unknown) =>
  new RowhandError({
    status: 0,
    code: 'NO_ANSWER',
    message: `The service did not answer (${cause instanceof Error ? cause.message : 'unknown'}).`,
  })

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const onAbort = () => {
      clearTimeout(timer)
      fail(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      done()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
