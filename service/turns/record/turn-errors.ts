/** Failures that end a turn, in words for the person: what happened, what stands, what to do next. */
import type { SheetsError } from '../../sheets/errors.ts'
import { failed, type TurnEnd } from './decision.ts'

const KEPT = 'What was changed before stays in the sheet.'

export const internalError: TurnEnd = failed(
  'INTERNAL_ERROR',
  `Something went wrong on our side. ${KEPT} Send the prompt again; if it happens twice, tell the operator of this service the id of this agent.`,
)

/**
 * A step that ends its process each time would end one process after the other. But turns beside it are taken
 * over as often, and so are all of them where a machine restarts again and again. So it takes both a number
 * and a time, or a larger number.
 */
const STUCK_TAKEOVERS = 5
const STUCK_SECONDS = 10 * 60
const STUCK_TAKEOVERS_AT_MOST = 10

/** The end of a turn whose step is not begun again; null where it is. */
export function stuckEnd({ stuck, stuckSeconds }: { stuck: number; stuckSeconds: number }): TurnEnd | null {
  const isStuck =
    stuck >= STUCK_TAKEOVERS_AT_MOST || (stuck >= STUCK_TAKEOVERS && stuckSeconds >= STUCK_SECONDS)
  if (!isStuck) return null
  return failed(
    'INTERNAL_ERROR',
    `One step was begun ${stuck} times, and each time the process that ran it ended before the step did, so it is not begun again. ${KEPT} Ask for less at a time; if it happens again, tell the operator of this service the id of this agent.`,
    { taken_over: stuck },
  )
}

const stands = (error: SheetsError): string =>
  error.isUnclear ? `${KEPT} The last change may or may not have been made: check the sheet first.` : KEPT

/** The person's way out of a failure of the spreadsheet platform. */
export function endOfSheetsError(error: SheetsError): TurnEnd {
  switch (error.failure) {
    case 'SPREADSHEET_NOT_FOUND':
      return failed(
        'SPREADSHEET_NOT_FOUND',
        `Google no longer finds this spreadsheet: it may have been deleted. ${KEPT}`,
      )
    case 'SPREADSHEET_FORBIDDEN':
      return failed(
        'SPREADSHEET_FORBIDDEN',
        `The connected Google account may no longer work on this spreadsheet. ${KEPT} Share the spreadsheet with that account as an editor, then send the prompt again.`,
      )
    case 'GOOGLE_NOT_CONNECTED':
      return failed(
        'SPREADSHEET_FORBIDDEN',
        `The connection to Google is gone or was revoked. ${KEPT} Connect Google again in the dashboard, then send the prompt again.`,
      )
    case 'UPSTREAM_TIMEOUT':
      return failed(
        'SHEETS_ERROR',
        `Google Sheets took too long to answer. ${stands(error)} Send the prompt again.`,
      )
    case 'UPSTREAM_INVALID_RESPONSE':
      return failed(
        'SHEETS_ERROR',
        `Google Sheets could not answer just now. ${stands(error)} Send the prompt again in a minute.`,
      )
    case 'BAD_REQUEST':
      return failed('SHEETS_ERROR', `Google Sheets refused a request: ${error.message} ${KEPT}`)
  }
}
