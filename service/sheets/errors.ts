/** Failures of the spreadsheet platform, in the words of the contract. */

/** Errors that a request or a turn ends with; everything else is a tool's own failure. */
export type SheetsFailure =
  | 'SPREADSHEET_NOT_FOUND'
  | 'SPREADSHEET_FORBIDDEN'
  /** The grant is gone or was revoked. */
  | 'GOOGLE_NOT_CONNECTED'
  /** The platform answered something that is not an answer (5xx after retries, no JSON). */
  | 'UPSTREAM_INVALID_RESPONSE'
  | 'UPSTREAM_TIMEOUT'
  /** The platform refused the request as wrong (400): `message` carries its reason. */
  | 'BAD_REQUEST'

export class SheetsError extends Error {
  readonly failure: SheetsFailure
  /** The change that was asked for may have been made all the same. */
  readonly isUnclear: boolean
  constructor(failure: SheetsFailure, message: string, { isUnclear = false } = {}) {
    super(message)
    this.name = 'SheetsError'
    this.failure = failure
    this.isUnclear = isUnclear
  }
}
