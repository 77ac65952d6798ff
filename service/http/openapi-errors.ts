/** How the OpenAPI document tells errors and headers: a title for each status, an example for each code. */
import type { ErrorBody, RequestErrorCode } from '../../contract/index.ts'
import type { HeaderDoc } from './route.ts'

export const statusTitle: Record<number, string> = {
  400: 'The request is not valid',
  401: 'No valid API key',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Not possible now',
  410: 'Not kept any more',
  413: 'Too large',
  415: 'Not JSON',
  429: 'A limit is reached; branch on the code',
  500: 'Our mistake',
  502: 'Google gave no usable answer',
  504: 'Google did not answer in time',
}

const exampleMessage: Record<RequestErrorCode, string> = {
  INVALID_REQUEST: 'prompt is missing: give it a string.',
  UNAUTHORIZED: 'The API key is missing or not known. Send it in the header X-API-Key.',
  KEY_DISABLED: 'This API key is disabled. Enable it in the dashboard, or use another key.',
  KEY_EXPIRED: 'The time of this API key is over. Set a later day in the dashboard, or use another key.',
  KEY_NOT_ALLOWED: 'This API key may only read. Nothing was changed. Use a key that may change spreadsheets.',
  GOOGLE_NOT_CONNECTED: 'No Google account is connected. Connect one in the dashboard.',
  SPREADSHEET_FORBIDDEN: 'Your Google account has no access to this spreadsheet. Ask its owner to share it.',
  AGENT_NOT_FOUND: 'There is no agent with this id. Check the id, or start a new agent.',
  SPREADSHEET_NOT_FOUND: 'This spreadsheet does not exist. Check its id or address.',
  PERMISSION_NOT_FOUND: 'This agent has no permission request with this id. List them, and check the id.',
  UNKNOWN_PLATFORM: 'The only platform is "sheets": write /v1/sheets/… in the path.',
  NOT_FOUND: 'There is nothing at this path. See /docs for what there is.',
  METHOD_NOT_ALLOWED: 'This path does not take DELETE. It takes GET.',
  AGENT_BUSY: 'The agent is still working on its last prompt. Wait until it is idle, or stop it.',
  TURN_NOT_FOUND: 'This agent has no turn with this id. Take a turn_id of its messages.',
  UNDO_NOT_FOUND: 'This agent has no undo with this id. Take the id of the answer to undo.',
  NOTHING_TO_UNDO:
    'There is nothing to take back: the turn changed nothing, or it has been taken back already.',
  CHANGES_EXPIRED: 'What the turn changed is not kept any more, so it cannot be taken back.',
  IDEMPOTENCY_KEY_REUSED:
    'This Idempotency-Key was used for another request within the last 24 hours. Use a new one.',
  REQUEST_IN_PROGRESS:
    'The first request with this Idempotency-Key is still under way. Send it again in a few seconds.',
  PERMISSION_DECIDED:
    'This was decided before, or the conversation has gone on without it. Nothing was changed.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 1,048,576 bytes. Send less.',
  UNSUPPORTED_MEDIA_TYPE: 'The body must be JSON: send the header "Content-Type: application/json".',
  RATE_LIMIT_EXCEEDED: 'More than 500 requests a minute with this key. Wait 12 s, then go on slower.',
  CONCURRENT_LIMIT_REACHED: '100 agents are active with this key. Start again when one has finished.',
  SPENDING_LIMIT_REACHED: 'This space has no credits left. Ask an owner of the space to add some.',
  INTERNAL_ERROR: 'Something went wrong on our side. Try again; if it stays, tell us the request id.',
  UPSTREAM_INVALID_RESPONSE: 'Google Sheets gave no usable answer. Nothing was created: try again.',
  UPSTREAM_TIMEOUT: 'Google Sheets did not answer in time. Look whether it was started, then try again.',
}

export const errorExample = (code: RequestErrorCode): ErrorBody => ({
  error: { code, message: exampleMessage[code] },
  request_id: '9f0c7a7e-6f0e-4a57-9a7c-0d9f1c2b3a4d',
})

const whole = { type: 'integer', minimum: 0 }

export const headerDocs: Record<string, HeaderDoc> = {
  'X-Request-Id': {
    description: 'Id of the request. Quote it when you ask for help.',
    schema: { type: 'string' },
    example: errorExample('NOT_FOUND').request_id,
  },
  'X-RateLimit-Limit': { description: 'Requests a minute of this key.', schema: whole, example: 500 },
  'X-RateLimit-Remaining': { description: 'What is left of them now.', schema: whole, example: 499 },
  'X-RateLimit-Reset': {
    description: 'Unix time in seconds at which the oldest counted requests leave the window of a minute.',
    schema: whole,
    example: 1_777_887_060,
  },
  'X-RateLimit-Reset-After': {
    description: 'Only with RATE_LIMIT_EXCEEDED: seconds until requests pass again.',
    schema: whole,
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string' },
    example: 'ApiKey header="X-API-Key"',
  },
  'Retry-After': {
    description: 'Only with RATE_LIMIT_EXCEEDED: the same.',
    schema: whole,
    example: 12,
  },
}
