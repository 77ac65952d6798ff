/**
 * What tests and benchmarks ask of the emulated API beyond Google's: faults on demand, a quota like
 * Google's per user and minute, and a count of the calls. All off or harmless by default.
 */
import { GoogleError, type GoogleStatus } from '../google/errors.ts'

export interface Fault {
  /** A part of "GET /v4/spreadsheets/ID…" (path and query, decoded). '' matches every call. */
  match: string
  /** The status to answer; none: only the delay. 'drop' ends the connection without an answer. */
  status?: number | 'drop'
  message?: string
  /** How many calls it hits; unlimited when not given. */
  times?: number
  /** Milliseconds to wait before answering, with or without a fault. */
  delayMs?: number
  /** The call is carried out before the fault is answered: the write that Google did but never confirmed. */
  afterwards?: boolean
}

export interface CallRecord {
  method: string
  /** Path and query, decoded. */
  path: string
  user: string | undefined
  kind: 'read' | 'write'
  status: number
  /** Number of requests in a batchUpdate. */
  requests?: number
}

const STATUS_NAMES: Record<number, GoogleStatus> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

const MESSAGES: Partial<Record<GoogleStatus, string>> = {
  UNAUTHENTICATED:
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
  PERMISSION_DENIED: 'The caller does not have permission',
  NOT_FOUND: 'Requested entity was not found.',
  INTERNAL: 'Internal error encountered.',
  UNAVAILABLE: 'The service is currently unavailable.',
  RESOURCE_EXHAUSTED:
    "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' of service 'sheets.googleapis.com' for consumer 'project_number:1'.",
}

const MAX_RECORDS = 10_000

export class Traffic {
  readonly #now: () => number
  #faults: Fault[] = []
  #calls: CallRecord[] = []
  #perMinute: number | undefined
  #windows = new Map<string, { startedAt: number; count: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  get calls(): readonly CallRecord[] {
    return this.#calls
  }

  /** Calls so far by kind. Google counts a batch as one call; so does this. */
  get counts(): { reads: number; writes: number } {
    const reads = this.#calls.filter(call => call.kind === 'read').length
    return { reads, writes: this.#calls.length - reads }
  }

  forgetCalls(): void {
    this.#calls = []
  }

  record(call: CallRecord): void {
    this.#calls.push(call)
    if (this.#calls.length > MAX_RECORDS) this.#calls.shift()
  }

  addFault(fault: Fault): void {
    this.#faults.push({ ...fault })
  }

  clearFaults(): void {
    this.#faults = []
  }

  /** Reads and writes allowed a user a minute, counted apart as Google does; undefined: no quota. */
  setQuota(perMinute: number | undefined): void {
    this.#perMinute = perMinute
    this.#windows.clear()
  }

  /** The fault this call runs into, used up by one. */
  takeFault(method: string, path: string): Fault | undefined {
    const called = `${method} ${path}`
    const fault = this.#faults.find(it => called.includes(it.match))
    if (fault?.times !== undefined && --fault.times <= 0)
      this.#faults = this.#faults.filter(it => it !== fault)
    return fault
  }

  checkQuota(user: string, kind: 'read' | 'write'): void {
    if (this.#perMinute === undefined) return
    const key = `${kind} ${user}`
    const now = this.#now()
    let window = this.#windows.get(key)
    if (window === undefined || now - window.startedAt >= 60_000) {
      window = { startedAt: now, count: 0 }
      this.#windows.set(key, window)
    }
    if (++window.count > this.#perMinute) throw quotaExceeded(kind)
  }
}

function quotaExceeded(kind: 'read' | 'write'): GoogleError {
  const [metric, limit] =
    kind === 'read'
      ? ['Read requests', 'ReadRequestsPerMinutePerUser']
      : ['Write requests', 'WriteRequestsPerMinutePerUser']
  return new GoogleError(
    'RESOURCE_EXHAUSTED',
    `Quota exceeded for quota metric '${metric}' and limit '${metric} per minute per user' of service 'sheets.googleapis.com' for consumer 'project_number:1'.`,
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'RATE_LIMIT_EXCEEDED',
        domain: 'googleapis.com',
        metadata: { service: 'sheets.googleapis.com', quota_limit: limit },
      },
    ],
  )
}

/** The error of a fault, or of any status a fault may ask for. */
export function errorOfFault(fault: Fault): { code: number; body: object } {
  const code = typeof fault.status === 'number' ? fault.status : 500
  const status = STATUS_NAMES[code] ?? 'INTERNAL'
  const message = fault.message ?? MESSAGES[status] ?? 'Request contains an invalid argument.'
  return { code, body: { error: { code, message, status } } }
}

export function unauthenticated(): GoogleError {
  return new GoogleError('UNAUTHENTICATED', MESSAGES.UNAUTHENTICATED ?? '', [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'ACCESS_TOKEN_TYPE_UNSUPPORTED',
      domain: 'googleapis.com',
    },
  ])
}
