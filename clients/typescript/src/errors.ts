/** What went wrong, in the service's words and with its code to branch on. */
export class RowhandError extends Error {
  /** HTTP status; 0 where no answer came. */
  readonly status: number
  /** A code of the interface, or NO_ANSWER. */
  readonly code: string
  /** Quote it when you ask for help. */
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(facts: {
    status: number
    code: string
    message: string
    requestId?: string | null
    retryAfterSeconds?: number | null
  }) {
    super(facts.message)
    this.name = 'RowhandError'
    this.status = facts.status
    this.code = facts.code
    this.requestId = facts.requestId ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
  }
}
