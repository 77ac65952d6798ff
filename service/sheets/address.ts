/** A spreadsheet as people name it: its id, or the address from the browser, whose gid names a tab. */

export interface SpreadsheetAddress {
  spreadsheetId: string
  /** The tab that the address points at. */
  sheetId?: number
}

export type ReadAddress =
  | ({ state: 'ok' } & SpreadsheetAddress)
  /** `why` says what is wrong with it and what to do. */
  | { state: 'wrong'; why: string }

const ID = /^[A-Za-z0-9_-]{1,200}$/
const MAX_GID = 2_147_483_647
/** Longer than any address of Google's. The pattern below tries every /d/, so its text must be short. */
const MAX_CHARACTERS = 2_000

const NO_ADDRESS =
  'this is neither the id of a spreadsheet nor its address. The id stands between /d/ and /edit of the address.'
const PUBLISHED =
  'this is the address of a page published to the web, which has no id of the spreadsheet in it. Open the spreadsheet itself and copy the address from there.'

export function readSpreadsheetAddress(text: string): ReadAddress {
  const trimmed = text.trim()
  if (trimmed.length > MAX_CHARACTERS) return { state: 'wrong', why: NO_ADDRESS }
  if (ID.test(trimmed)) return { state: 'ok', spreadsheetId: trimmed }
  if (/\/d\/e\/2PACX-/.test(trimmed)) return { state: 'wrong', why: PUBLISHED }
  // Several accounts in one browser put /u/1 into the path; exports and previews end differently.
  const match = /^(?:https?:\/\/)?[^/?#\s]+\/(?:[^?#\s]*\/)?d\/([A-Za-z0-9_-]{1,200})(?:[/?#]\S*)?$/i.exec(
    trimmed,
  )
  if (!match) return { state: 'wrong', why: NO_ADDRESS }
  const spreadsheetId = match[1]!
  const gid = /[?#&]gid=([^&#]*)/.exec(trimmed)?.[1]
  if (gid === undefined || gid === '') return { state: 'ok', spreadsheetId }
  if (!/^\d{1,10}$/.test(gid) || Number(gid) > MAX_GID) {
    return {
      state: 'wrong',
      why: `its gid is not a tab's: a gid is a whole number from 0 to ${MAX_GID}. Copy the address of the tab again, or leave #gid out for the first tab.`,
    }
  }
  return { state: 'ok', spreadsheetId, sheetId: Number(gid) }
}

/** Null where the text is neither an id nor an address with one in it. */
export function parseSpreadsheetAddress(text: string): SpreadsheetAddress | null {
  const read = readSpreadsheetAddress(text)
  if (read.state === 'wrong') return null
  const { state: _, ...address } = read
  return address
}
