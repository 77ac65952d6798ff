/** Paging by a moment and an id, newest first: where a page ends, as text that an address can hold. */
const CURSOR =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export interface Cursor {
  at: string
  id: string
}

/** Null where it is none: then the first page is shown. */
export function readCursor(text: string | undefined): Cursor | null {
  const match = CURSOR.exec(text ?? '')
  if (!match || Number.isNaN(Date.parse(match[1]!))) return null
  return { at: match[1]!, id: match[2]! }
}

/** In SQL, with all the digits that the database keeps. */
export const cursorColumn = (at: string, id: string) =>
  `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || ${id} as cursor`

export interface PageOf<T> {
  rows: T[]
  /** Where the next page begins; null on the last. */
  next: string | null
}

/** From one row more than a page has. */
export function pageOf<R extends { cursor: string }, T>(
  rows: R[],
  limit: number,
  asRow: (row: R) => T,
): PageOf<T> {
  const shown = rows.slice(0, limit)
  return { rows: shown.map(asRow), next: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null }
}
