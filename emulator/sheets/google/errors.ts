/**
 * Google's errors: the closed list of what the emulated APIs answer, in Google's envelope and words.
 */

const HTTP_STATUS = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type GoogleStatus = keyof typeof HTTP_STATUS

export class GoogleError extends Error {
  readonly status: GoogleStatus
  readonly code: number
  readonly details: unknown[] | undefined
  constructor(status: GoogleStatus, message: string, details?: unknown[]) {
    super(message)
    this.status = status
    this.code = HTTP_STATUS[status]
    this.details = details
  }

  /** What stands in the body of the response. */
  toJSON(): object {
    const { code, message, status, details } = this
    return { error: { code, message, status, ...(details === undefined ? {} : { details }) } }
  }
}

export function invalid(message: string): GoogleError {
  return new GoogleError('INVALID_ARGUMENT', message)
}

export function notFound(): GoogleError {
  return new GoogleError('NOT_FOUND', 'Requested entity was not found.')
}

export function forbidden(): GoogleError {
  return new GoogleError('PERMISSION_DENIED', 'The caller does not have permission')
}

/** A body that does not have the shape the method takes, with Google's machine-readable detail. */
export function badRequest(field: string, description: string): GoogleError {
  return new GoogleError('INVALID_ARGUMENT', `Invalid JSON payload received. ${description}`, [
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field, description: `Invalid JSON payload received. ${description}` }],
    },
  ])
}
