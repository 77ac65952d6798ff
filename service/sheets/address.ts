/** A spreadsheet as people name it: its id, or the address from the browser, whose gid names a tab. */

export interface SpreadsheetAddress {
  spreadsheetId: string
  /** The tab that the address points at. */
  sheetId?: number
}

const ID = /^[A-Za-z0-9_-]{1,200}$/
const MAX_GID = 2_147_483_647
/** Longer than any address of Google's. The pattern below tries every /d/, so its text must be short. */
const MAX_CHARACTERS = 2_000

/** Null where the text is neither an id nor an address with one in it. */
export function parseSpreadsheetAddress(text: string): SpreadsheetAddress | null {
  const trimmed = text.trim()
  if (trimmed.length > MAX_CHARACTERS) return null
  if (ID.test(trimmed)) return { spreadsheetId: trimmed }
  // Several accounts in one browser put /u/1 into the path; exports and previews end differently.
  const match = /^(?:https?:\/\/)?[^/?#\s]+\/(?:[^?#\s]*\/)?d\/([A-Za-z0-9_-]{1,200})(?:[/?#]\S*)?$/i.exec(
    trimmed,
  )
  if (!match) return null
  const gid = /[?#&]gid=(\d{1,10})(?![\d.])/.exec(trimmed)?.[1]
  const sheetId = gid === undefined ? undefined : Number(gid)
  if (sheetId === undefined || sheetId > MAX_GID) return { spreadsheetId: match[1]! }
  return { spreadsheetId: match[1]!, sheetId }
}
