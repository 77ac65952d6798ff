/** Failures that end a turn, in words for the person: what happened, what stands, what to do next. */
import type { SheetsError } from '../../sheets/errors.ts'
import { failed, type TurnEnd } from './decision.ts'

const KEPT = 'What was changed before stays in the sheet.'

export const internalError: TurnEnd = failed(
  'INTERNAL_ERROR',
  `Something went wrong on our side. ${KEPT} Send the prompt again; if it happens twice, tell the operator of this service the id of this agent.`,
)

/** So often a step is begun again after the process that ran it died or was taken for dead. */
export const MAX_STUCK = 3

export const stuckError: TurnEnd = failed(
  'INTERNAL_ERROR',
  `One step was begun ${MAX_STUCK} times, and each time the process that ran it ended before the step did, so it is not begun again. ${KEPT} Ask for less at a time; if it happens again, tell the operator of this service the id of this agent.`,
  { taken_over: MAX_STUCK },
)

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
