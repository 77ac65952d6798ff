/** Failures of the spreadsheet platform as answers to a request. */
import type { RequestErrorCode } from '../../contract/index.ts'
import type { SheetsError, SheetsFailure } from '../sheets/errors.ts'
import type { Refusal } from './agents.ts'

const REFUSALS: Record<SheetsFailure, { code: RequestErrorCode; message: string }> = {
  SPREADSHEET_NOT_FOUND: {
    code: 'SPREADSHEET_NOT_FOUND',
    message: 'Google finds no spreadsheet with this id. Copy the id from its address again.',
  },
  SPREADSHEET_FORBIDDEN: {
    code: 'SPREADSHEET_FORBIDDEN',
    message:
      'The connected Google account has no access to this spreadsheet. Share it with that account as an editor.',
  },
  GOOGLE_NOT_CONNECTED: {
    code: 'GOOGLE_NOT_CONNECTED',
    message: 'No Google account is connected to this key. Connect one in the dashboard.',
  },
  UPSTREAM_INVALID_RESPONSE: {
    code: 'UPSTREAM_INVALID_RESPONSE',
    message: 'Google Sheets gave no valid answer, and no agent was created. Try again in a few seconds.',
  },
  UPSTREAM_TIMEOUT: {
    code: 'UPSTREAM_TIMEOUT',
    message: 'Google Sheets took too long to answer, and no agent was created. Try again in a few seconds.',
  },
  BAD_REQUEST: { code: 'INVALID_REQUEST', message: 'spreadsheet_id: Google refuses it.' },
}

export function refusalOfSheets(error: SheetsError): Refusal {
  const { code, message } = REFUSALS[error.failure]
  // Google's reason, for example that the file is not a Google spreadsheet.
  return {
    state: 'refused',
    code,
    message: code === 'INVALID_REQUEST' ? `${message} ${error.message}` : message,
  }
}
