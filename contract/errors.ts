/** Every code that a client may meet, as closed lists. */
import { z } from 'zod'
import { named } from './schema.ts'

/** HTTP status of each request error. */
export const requestErrorStatus = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  KEY_DISABLED: 403,
  KEY_EXPIRED: 403,
  KEY_NOT_ALLOWED: 403,
  GOOGLE_NOT_CONNECTED: 403,
  SPREADSHEET_FORBIDDEN: 403,
  AGENT_NOT_FOUND: 404,
  SPREADSHEET_NOT_FOUND: 404,
  PERMISSION_NOT_FOUND: 404,
  UNKNOWN_PLATFORM: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TURN_NOT_FOUND: 404,
  UNDO_NOT_FOUND: 404,
  AGENT_BUSY: 409,
  NOTHING_TO_UNDO: 409,
  CHANGES_EXPIRED: 410,
  IDEMPOTENCY_KEY_REUSED: 409,
  REQUEST_IN_PROGRESS: 409,
  PERMISSION_DECIDED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMIT_EXCEEDED: 429,
  CONCURRENT_LIMIT_REACHED: 429,
  SPENDING_LIMIT_REACHED: 429,
  INTERNAL_ERROR: 500,
  UPSTREAM_INVALID_RESPONSE: 502,
  UPSTREAM_TIMEOUT: 504,
} as const
export type RequestErrorCode = keyof typeof requestErrorStatus
export const requestErrorCodes = Object.keys(requestErrorStatus) as RequestErrorCode[]

/** Why a turn ended other than well: `error_code` of the agent and of the webhook. */
export const turnErrorCodes = [
  'MODEL_ERROR',
  'MODEL_TIMEOUT',
  'MODEL_REFUSED',
  'SHEETS_ERROR',
  'SPREADSHEET_FORBIDDEN',
  'SPREADSHEET_NOT_FOUND',
  'STEP_LIMIT_REACHED',
  'TIME_LIMIT_REACHED',
  'SPENDING_LIMIT_REACHED',
  'INTERNAL_ERROR',
] as const
export type TurnErrorCode = (typeof turnErrorCodes)[number]

/** `error_message` of a turn that the user stopped; its error_code is null. */
export const CANCELLED_MESSAGE = 'Agent cancelled by user.'

export const errorBody = named(
  'ErrorResponse',
  z.strictObject({
    error: z.strictObject({
      code: z.enum(requestErrorCodes as [RequestErrorCode, ...RequestErrorCode[]]),
      message: z.string().describe('One or two plain sentences: what happened and what to do next.'),
    }),
    request_id: z.string().describe('Also in the X-Request-Id header. Quote it when you ask for help.'),
  }),
)
export type ErrorBody = z.infer<typeof errorBody>
