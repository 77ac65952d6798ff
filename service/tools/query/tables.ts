/** Ranges as typed tables: names from the header, types from what columns hold, rows in COPY's text. */
import { closeBox } from '../../sheets/a1.ts'
import { endOfData } from '../../sheets/last-row.ts'
import { gridsOf } from '../../sheets/overview/grids.ts'
import type { CellValue } from '../support/cells.ts'
import { hasHeader } from '../support/header.ts'
import { Refusal } from '../support/refusal.ts'
import { columnsOf, onGrid, resolveTarget, type Target, withBox } from '../support/target.ts'
import { counted } from '../support/text.ts'
import type { ToolContext } from '../tool.ts'
import type { ThrowawayDatabase } from './database.ts'
import { Origins } from './origins.ts'

export type ColumnType = 'number' | 'date' | 'timestamp' | 'boolean' | 'text'

export interface TableColumn {
  name: string
  header: string
  type: ColumnType
}

export interface LoadedTable {
  name: string
  range: string
  columns: TableColumn[]
  rows: number
  /** What is not as the types say, in words. */
  notes: string[]
}

const SQL_TYPES: Record<ColumnType, string> = {
  number: 'double precision',
  date: 'date',
  timestamp: 'timestamp',
  boolean: 'boolean',
  text: 'text',
}

const MOST_CELLS = 5_000_000
const MOST_COLUMNS = 500
const CELLS_AT_ONCE = 200_000
/** Rows that decide a column's type; a cell that does not fit becomes null and is counted. */
const ROWS_LOOKED_AT = 500
/** Rows turned into text without a pause for others. */
const ROWS_AT_ONCE = 1_000

export async function loadRange(
  context: ToolContext,
  db: ThrowawayDatabase,
  name: string,
  text: string,
  origins = new Origins(),
): Promise<LoadedTable> {
  if (!/^[a-z_][a-z0-9_]{0,40}$/i.test(name)) {
    throw new Refusal(`"${name}" is no name for a table: letters, digits and _ only. Nothing was changed.`)
  }
  const target = await dataOf(context, text)
  const rows = Math.max(1, Math.floor(CELLS_AT_ONCE / columnsOf(target)))
  let table: LoadedTable | null = null
  let mixed: number[] = []
  const unfit = new Map<number, number>()
  const append = async (cells: CellValue[][], firstRow: number) => {
    table!.rows += await appendRows(db, table!, cells, { firstRow, origins, unfit })
  }
  for (let start = target.box.startRow; start < target.box.endRow; start += rows) {
    context.signal.throwIfAborted()
    const endRow = Math.min(target.box.endRow, start + rows)
    const part = withBox(target, { ...target.box, startRow: start, endRow })
    const [answer] = await context.spreadsheet.values([part.full], 'UNFORMATTED_VALUE')
    const cells = (answer?.values ?? []) as CellValue[][]
    if (table === null) {
      const isHeader = hasHeader(target, cells, undefined)
      table = await createTable(context, db, { name, target, cells, isHeader })
      const body = isHeader ? cells.slice(1) : cells
      mixed = mixedColumns(table, body)
      const dated = await writeDates(context, part, cells, mixed, origins)
      table.notes.push(...mixedNotes(table, dated))
      await append(body, start + (isHeader ? 1 : 0))
    } else {
      if (endRow - target.box.startRow <= ROWS_OF_MIXED)
        await writeDates(context, part, cells, mixed, origins)
      await append(cells, start)
    }
  }
  if (table === null) throw new Refusal(`${text} holds nothing. Nothing was changed.`)
  await db.fill(`"${name}"`)
  table.notes.push(...unfitNotes(table, unfit))
  return table
}

/** A table that does not come from the sheet. */
export async function loadRows(
  db: ThrowawayDatabase,
  name: string,
  rows: CellValue[][],
  origins = new Origins(),
): Promise<LoadedTable> {
  if (!/^[a-z_][a-z0-9_]{0,40}$/i.test(name)) {
    throw new Refusal(`"${name}" is no name for a table: letters, digits and _ only. Nothing was changed.`)
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const [first = [], ...body] = rows
  const header = Array.from({ length: width }, (_, column) => first[column] ?? '')
  const columns = columnsFrom(header.map(String), body, [])
  await create(db, name, columns)
  const table: LoadedTable = { name, range: name, columns, rows: 0, notes: [] }
  const unfit = new Map<number, number>()
  table.rows = await appendRows(db, table, body, { firstRow: 1, origins, unfit })
  await db.fill(`"${name}"`)
  table.notes.push(...unfitNotes(table, unfit))
  return table
}

async function dataOf(context: ToolContext, text: string): Promise<Target> {
  const asked = onGrid(await resolveTarget(context, text))
  if (!asked) throw new Refusal(`${text} is outside of the grid. Nothing was changed.`)
  const end = await endOfData(context.spreadsheet, asked.tab)
  const box = closeBox(
    { ...asked.box, endRow: Math.min(asked.box.endRow, end) },
    asked.tab.rows,
    asked.tab.columns,
  )
  if (box.endRow <= box.startRow) throw new Refusal(`${text} holds nothing. Nothing was changed.`)
  const target = withBox(asked, box)
  const cells = (box.endRow - box.startRow) * columnsOf(target)
  if (cells > MOST_CELLS || columnsOf(target) > MOST_COLUMNS) {
    throw new Refusal(
      `${target.a1} has ${cells} cells; at most ${MOST_CELLS} and ${MOST_COLUMNS} columns. Give a smaller range.`,
    )
  }
  return target
}

interface Found {
  name: string
  target: Target
  cells: CellValue[][]
  isHeader: boolean
}

async function createTable(context: ToolContext, db: ThrowawayDatabase, found: Found): Promise<LoadedTable> {
  const { target, cells, isHeader, name } = found
  const width = columnsOf(target)
  const headers = Array.from({ length: width }, (_, column) =>
    isHeader ? String(cells[0]?.[column] ?? '') : '',
  )
  const body = cells.slice(isHeader ? 1 : 0, ROWS_LOOKED_AT)
  const columns = columnsFrom(headers, body, await dateColumns(context, target))
  await create(db, name, columns)
  return { name, range: target.full, columns, rows: 0, notes: [] }
}

const create = (db: ThrowawayDatabase, name: string, columns: TableColumn[]): Promise<void> =>
  db.create(
    `create unlogged table "${name}" (sheet_row int, ${columns.map(column => `"${column.name}" ${SQL_TYPES[column.type]}`).join(', ')})`,
  )

/** Which columns hold dates or times, by their number format near the top. */
async function dateColumns(context: ToolContext, target: Target): Promise<(ColumnType | null)[]> {
  const { startRow, endRow } = target.box
  const top = withBox(target, { ...target.box, endRow: Math.min(endRow, startRow + 20) })
  const answer = await context.spreadsheet.get({
    fields: 'sheets(data(rowData(values(effectiveValue(numberValue),effectiveFormat(numberFormat(type))))))',
    ranges: [top.full],
  })
  const rows = answer.sheets?.[0]?.data?.[0]?.rowData ?? []
  return Array.from({ length: columnsOf(target) }, (_, column) => {
    const types = rows.flatMap(row => {
      const cell = row.values?.[column]
      return cell?.effectiveValue?.numberValue === undefined ? [] : [cell.effectiveFormat?.numberFormat?.type]
    })
    if (types.length === 0 || !types.every(type => type === 'DATE' || type === 'DATE_TIME')) return null
    return types.includes('DATE_TIME') ? 'timestamp' : 'date'
  })
}

/** Rows whose single formats are looked at. */
const ROWS_OF_MIXED = 50_000

/** Texts with numbers among them: some may be dates. */
const mixedColumns = (table: LoadedTable, body: CellValue[][]): number[] =>
  table.columns.flatMap(({ type }, column) =>
    type === 'text' && body.some(row => typeof row[column] === 'number') ? [column] : [],
  )

/** A date among texts is its day, not the number that stands for it. Changes `cells`; answers the columns with dates. */
async function writeDates(
  context: ToolContext,
  part: Target,
  cells: CellValue[][],
  mixed: readonly number[],
  origins: Origins,
): Promise<number[]> {
  if (mixed.length === 0) return []
  const dated = new Set<number>()
  const answer = await context.spreadsheet.get({
    fields: 'sheets(properties(sheetId),data(rowData(values(effectiveFormat(numberFormat(type))))))',
    ranges: mixed.map(column => {
      const startColumn = part.box.startColumn + column
      return withBox(part, { ...part.box, startColumn, endColumn: startColumn + 1 }).full
    }),
  })
  const grids = gridsOf(
    answer,
    mixed.map(() => part.tab),
  )
  for (const [index, column] of mixed.entries()) {
    for (const [row, values] of cells.entries()) {
      const value = values[column]
      const type = grids[index]?.rowData?.[row]?.values?.[0]?.effectiveFormat?.numberFormat?.type
      if (typeof value !== 'number' || (type !== 'DATE' && type !== 'DATE_TIME')) continue
      const iso = isoOf(value, type === 'DATE' ? 'date' : 'timestamp')
      if (iso === NULL) continue
      values[column] = iso
      origins.seenDay(iso, value)
      dated.add(column)
    }
  }
  return [...dated]
}

const mixedNotes = ({ columns }: LoadedTable, dated: readonly number[]): string[] =>
  dated.map(
    column =>
      `${columns[column]!.name} holds dates and texts: it is text, its dates as 2024-01-31 (${columns[column]!.name}::date where it is one)`,
  )

/** Types are those of the first rows: what does not fit further down must not go without a word. */
const unfitNotes = ({ columns }: LoadedTable, unfit: ReadonlyMap<number, number>): string[] =>
  [...unfit].map(
    ([column, count]) =>
      `${counted(count, 'cell')} of ${columns[column]!.name} ${count === 1 ? 'is' : 'are'} no ${columns[column]!.type} and null here`,
  )

function columnsFrom(headers: string[], body: CellValue[][], dates: (ColumnType | null)[]): TableColumn[] {
  const taken = new Set<string>(['sheet_row'])
  return headers.map((header, column) => {
    const name = freeName(header, column, taken)
    const filled = body.flatMap(row =>
      row[column] === '' || row[column] === null || row[column] === undefined ? [] : [row[column]],
    )
    return { name, header, type: typeOf(filled, dates[column] ?? null) }
  })
}

function typeOf(filled: CellValue[], date: ColumnType | null): ColumnType {
  if (filled.length === 0) return 'text'
  // Texts among numbers are data too: such a column is text, and casts say what is meant.
  if (filled.every(value => typeof value === 'number')) return date ?? 'number'
  return filled.every(value => typeof value === 'boolean') ? 'boolean' : 'text'
}

/** "Order ID" is order_id. */
function freeName(header: string, column: number, taken: Set<string>): string {
  const plain = header
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 50)
  const base = plain === '' ? `column_${column + 1}` : /^\d/.test(plain) ? `c_${plain}` : plain
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`
  taken.add(name)
  return name
}

async function appendRows(
  db: ThrowawayDatabase,
  table: LoadedTable,
  rows: CellValue[][],
  { firstRow, origins, unfit }: { firstRow: number; origins: Origins; unfit: Map<number, number> },
): Promise<number> {
  let count = 0
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const lines: string[] = []
    for (const [index, row] of rows.slice(start, start + ROWS_AT_ONCE).entries()) {
      if (!row.some(value => value !== '' && value !== null)) continue
      const cells = table.columns.map(({ type }, column) => {
        const value = row[column] ?? null
        const text = copyText(value, type)
        if (type === 'text') origins.seen(value)
        else if (text === NULL && value !== null && value !== '')
          unfit.set(column, (unfit.get(column) ?? 0) + 1)
        return text
      })
      lines.push(`${firstRow + start + index + 1}\t${cells.join('\t')}\n`)
    }
    count += lines.length
    if (lines.length > 0) await db.append(`"${table.name}"`, lines.join(''))
  }
  return count
}

const DAY_MILLISECONDS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
const NULL = '\\N'

function copyText(value: CellValue, type: ColumnType): string {
  if (value === null || value === '') return NULL
  switch (type) {
    case 'number':
      return typeof value === 'number' ? String(value) : NULL
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : NULL
    case 'date':
    case 'timestamp':
      return typeof value === 'number' ? isoOf(value, type) : NULL
    default:
      return escaped(String(value))
  }
}

function isoOf(serial: number, type: 'date' | 'timestamp'): string {
  const date = new Date(EPOCH + Math.round(serial * DAY_MILLISECONDS))
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 1) return NULL
  const text = date.toISOString()
  return type === 'date' ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

const escaped = (text: string): string =>
  /[\\\t\n\r\0]/.test(text)
    ? text
        .replaceAll('\\', '\\\\')
        .replaceAll('\t', '\\t')
        .replaceAll('\n', '\\n')
        .replaceAll('\r', '\\r')
        .replaceAll('\0', '')
    : text

/** Back from a date's text to the number that a sheet keeps. */
export const toSerial = (iso: string): number | null => {
  const milliseconds = Date.parse(iso.includes(' ') ? `${iso.replace(' ', 'T').slice(0, 19)}Z` : iso)
  return Number.isNaN(milliseconds) ? null : (milliseconds - EPOCH) / DAY_MILLISECONDS
}
