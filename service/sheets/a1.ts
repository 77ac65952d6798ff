/**
 * A1 notation: cells, ranges, open ranges (`A2:A`), whole rows and columns, tab names in any spelling.
 * Pure text and numbers; it does not know which tabs exist or how large they are.
 */

/** Zero-based, half-open; a missing side is open. The shape of Google's GridRange without its tab. */
export interface Box {
  startRow?: number
  endRow?: number
  startColumn?: number
  endColumn?: number
}

/** A box with all four sides. */
export type ClosedBox = Required<Box>

export interface A1Range {
  /** Title as written, unquoted; absent where the text names no tab. */
  tab?: string
  box: Box
}

/** Google's own limit: 18,278 columns, which is ZZZ. */
export const MAX_COLUMNS = 18_278
/** No tab has more rows: ten million cells in one column. */
export const MAX_ROWS = 10_000_000

/** 0 → "A", 25 → "Z", 26 → "AA". */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    letters = String.fromCharCode(65 + (rest % 26)) + letters
  }
  return letters
}

/** "A" → 0, "AA" → 26; -1 where the text is no column. */
export function columnIndex(letters: string): number {
  if (!/^[A-Za-z]{1,3}$/.test(letters)) return -1
  let index = 0
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}

const CORNER = /^\$?([A-Za-z]{1,3})?\$?([1-9][0-9]{0,7})?$/

interface Corner {
  row?: number
  column?: number
}

function parseCorner(text: string): Corner | null {
  const match = CORNER.exec(text)
  if (!match || (match[1] === undefined && match[2] === undefined)) return null
  const corner: Corner = {}
  if (match[1] !== undefined) corner.column = columnIndex(match[1])
  if (match[2] !== undefined) corner.row = Number(match[2]) - 1
  if ((corner.row ?? 0) >= MAX_ROWS || (corner.column ?? 0) >= MAX_COLUMNS) return null
  return corner
}

/** One side of a box from two corners: swapped where reversed, open where only one corner has it. */
function side(start: number | undefined, end: number | undefined): [number?, number?] {
  if (start === undefined && end === undefined) return []
  if (start === undefined) return [0, end! + 1]
  if (end === undefined) return [start]
  return start <= end ? [start, end + 1] : [end, start + 1]
}

/** The part after the tab: "A1", "A1:B2", "A2:A", "C:C", "3:5". Null where it is no range. */
export function parseBox(text: string): Box | null {
  const parts = text.trim().split(':')
  if (parts.length > 2) return null
  const start = parseCorner(parts[0]!.trim())
  if (!start) return null
  // A single "A" or "3" is no cell; only as "A:A" and "3:3" do they name something.
  if (parts.length === 1 && (start.row === undefined || start.column === undefined)) return null
  const end = parts.length === 2 ? parseCorner(parts[1]!.trim()) : start
  if (!end) return null
  const [startRow, endRow] = side(start.row, end.row)
  const [startColumn, endColumn] = side(start.column, end.column)
  return compact({ startRow, endRow, startColumn, endColumn })
}

function compact(box: { [Side in keyof Box]: number | undefined }): Box {
  const result: Box = {}
  if (box.startRow !== undefined) result.startRow = box.startRow
  if (box.endRow !== undefined) result.endRow = box.endRow
  if (box.startColumn !== undefined) result.startColumn = box.startColumn
  if (box.endColumn !== undefined) result.endColumn = box.endColumn
  return result
}

/** Splits at the `!` that ends the tab's name; quoted names may hold `!` and doubled apostrophes. */
function splitTab(text: string): { tab?: string; rest: string } | null {
  if (text.startsWith("'")) {
    const match = /^'((?:[^']|'')*)'(?:!(.*))?$/s.exec(text)
    if (!match) return null
    return { tab: match[1]!.replaceAll("''", "'"), rest: match[2] ?? '' }
  }
  const mark = text.lastIndexOf('!')
  if (mark === -1) return { rest: text }
  return { tab: text.slice(0, mark).trim(), rest: text.slice(mark + 1) }
}

/**
 * Reads a range with an optional tab. `'Tab'` alone, quoted, is the whole tab. An unquoted word that is
 * no range (`Leads`) is not decided here: it may be a tab or a named range, and answers null.
 */
export function parseRange(text: string): A1Range | null {
  const split = splitTab(text.trim())
  if (!split) return null
  if (split.tab !== undefined && split.rest.trim() === '') {
    return text.trim().startsWith("'") ? { tab: split.tab, box: {} } : null
  }
  const box = parseBox(split.rest)
  if (!box) return null
  return split.tab === undefined ? { box } : { tab: split.tab, box }
}

/** The box as text without a tab. An entirely open box has no A1 of its own and answers ''. */
export function formatBox(box: Box): string {
  const { startRow, endRow, startColumn, endColumn } = box
  const column = (index: number | undefined) => (index === undefined ? '' : columnLetters(index))
  const row = (index: number | undefined) => (index === undefined ? '' : String(index + 1))
  const start = column(startColumn) + row(startRow)
  const end =
    column(endColumn === undefined ? undefined : endColumn - 1) +
    row(endRow === undefined ? undefined : endRow - 1)
  if (start === '' && end === '') return ''
  if (end === '') return openEnded(box)
  if (start === end && startRow !== undefined && startColumn !== undefined) return start
  return `${start}:${end}`
}

/** Boxes open both downwards and to the right: spelled with the furthest corner there can be. */
function openEnded(box: Box): string {
  const start = columnLetters(box.startColumn ?? 0) + String((box.startRow ?? 0) + 1)
  return `${start}:${columnLetters(MAX_COLUMNS - 1)}`
}

/** Always quoted: right for every title, also for those that look like cells ("A1", "R1C1", "2024"). */
export const quoteTab = (title: string): string => `'${title.replaceAll("'", "''")}'`

export function formatRange(tab: string, box: Box): string {
  const cells = formatBox(box)
  return cells === '' ? quoteTab(tab) : `${quoteTab(tab)}!${cells}`
}

/** Closes the open sides at the grid's edge. */
export function closeBox(box: Box, rows: number, columns: number): ClosedBox {
  const startRow = box.startRow ?? 0
  const startColumn = box.startColumn ?? 0
  return {
    startRow,
    endRow: box.endRow ?? Math.max(rows, startRow),
    startColumn,
    endColumn: box.endColumn ?? Math.max(columns, startColumn),
  }
}

export const boxRows = (box: ClosedBox): number => Math.max(0, box.endRow - box.startRow)
export const boxColumns = (box: ClosedBox): number => Math.max(0, box.endColumn - box.startColumn)
export const boxCells = (box: ClosedBox): number => boxRows(box) * boxColumns(box)

/** Whether two boxes share a cell; open sides reach to the end. */
export function overlaps(a: Box, b: Box): boolean {
  const end = (value: number | undefined) => value ?? Number.POSITIVE_INFINITY
  return (
    (a.startRow ?? 0) < end(b.endRow) &&
    (b.startRow ?? 0) < end(a.endRow) &&
    (a.startColumn ?? 0) < end(b.endColumn) &&
    (b.startColumn ?? 0) < end(a.endColumn)
  )
}

/** Whether a cell is one of a box; open sides reach to the end. */
export const holds = (box: Box, row: number, column: number): boolean =>
  row >= (box.startRow ?? 0) &&
  row < (box.endRow ?? Number.POSITIVE_INFINITY) &&
  column >= (box.startColumn ?? 0) &&
  column < (box.endColumn ?? Number.POSITIVE_INFINITY)

/** Whether all cells of a box are cells of another; open sides reach to the end. */
export const holdsBox = (outer: Box, inner: Box): boolean =>
  (outer.startRow ?? 0) <= (inner.startRow ?? 0) &&
  (outer.endRow ?? Number.POSITIVE_INFINITY) >= (inner.endRow ?? Number.POSITIVE_INFINITY) &&
  (outer.startColumn ?? 0) <= (inner.startColumn ?? 0) &&
  (outer.endColumn ?? Number.POSITIVE_INFINITY) >= (inner.endColumn ?? Number.POSITIVE_INFINITY)

export const sameBox = (a: Box, b: Box): boolean =>
  a.startRow === b.startRow &&
  a.endRow === b.endRow &&
  a.startColumn === b.startColumn &&
  a.endColumn === b.endColumn

export const isOneCell = ({ startRow, endRow, startColumn, endColumn }: Box): boolean =>
  startRow !== undefined &&
  startColumn !== undefined &&
  endRow === startRow + 1 &&
  endColumn === startColumn + 1

/** One cell as "C7". */
export const cellName = (row: number, column: number): string => `${columnLetters(column)}${row + 1}`

/** "A1:B2, 'My, tab'!C3": commas within quotes part nothing. */
export const splitRanges = (text: string): string[] =>
  (text.match(/(?:'(?:[^']|'')*'|[^,'])+/g) ?? [text]).map(part => part.trim()).filter(part => part !== '')
