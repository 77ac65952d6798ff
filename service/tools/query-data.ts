/** SQL over ranges, in a database that lives for one call; results come back or are written as values. */
import { z } from 'zod'
import { cutMiddle } from '../sheets/cut.ts'
import { groupCells } from '../sheets/group-cells.ts'
import { DEFAULT_LIMITS, openDatabase, QueryFailure, type ThrowawayDatabase } from './query/database.ts'
import { Origins } from './query/origins.ts'
import type { Result } from './query/protocol.ts'
import { type LoadedTable, loadRange, loadRows, toSerial } from './query/tables.ts'
import { attachedTable } from './read-attachment.ts'
import type { CellValue } from './support/cells.ts'
import { ISO_DATE, ISO_DATE_TIME, setNumberFormat } from './support/number-formats.ts'
import { placeFor } from './support/place.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { cellsOf, type Target, targetFields, withBox } from './support/target.ts'
import { jsonLength } from './support/text.ts'
import { toChunks, writeBlocks } from './support/writing.ts'
import { describeWritten } from './support/written.ts'
import type { ToolContext, ToolOutcome } from './tool.ts'

const MOST_SHOWN_ROWS = 200
const MOST_SHOWN_CHARACTERS = 20_000
/** Of one cell of it. */
const LONGEST_SHOWN = 2_000
const MOST_WRITTEN_ROWS = 200_000
/** Google's limit on one cell. */
const LONGEST_CELL = 50_000
const MOST_TABLES = 8

const args = z.object({
  tables: z
    .record(z.string(), z.string())
    .describe('{name: range with header, or file:NAME}, for example {"orders":"Orders!A:F"}'),
  sql: z
    .string()
    .max(20_000)
    .optional()
    .describe(
      'Postgres; headers as snake_case columns, sheet_row is the row. Left out = profile of each column',
    ),
  target: z.string().optional().describe('Writes all rows there: top left cell of an empty place'),
  target_tab: z.string().optional().describe('Writes all rows to a new tab'),
})

export const queryData = spreadsheetTool({
  name: 'query_data',
  brief:
    'tables {name: range}, sql, target_tab; Postgres SQL over any size (headers as snake_case, sheet_row): join, compare, group, similarity(); no sql = profile',
  description:
    'Runs Postgres SQL over ranges as typed tables, in a database that lives for this call: joins, differences, group by, window functions, similarity() and levenshtein() for fuzzy matches. The sheet changes only with target or target_tab. At most 200 rows come back. Example: {"tables":{"o":"Orders!A:F","c":"Customers!A:C"},"sql":"select c.country, sum(o.total) from o join c on c.id=o.customer_id group by 1","target_tab":"By country"}',
  args,
  looks: input => !writesResult(input),
  fields: ({ tables }) => ({ range: Object.values(tables).join(', ') }),
  async run(input, context) {
    const names = Object.entries(input.tables)
    if (names.length === 0 || names.length > MOST_TABLES)
      throw new Refusal(`Give 1 to ${MOST_TABLES} tables. Nothing was changed.`)
    const sql = withoutNothing(input.sql)
    if (sql === '' && writesResult(input))
      throw new Refusal(
        `To write a result, say which with sql, for example ${example(input.tables)}. Nothing was changed.`,
      )
    const db = openDatabase(context.signal, DEFAULT_LIMITS)
    const origins = new Origins()
    try {
      const tables: LoadedTable[] = []
      for (const [name, range] of names) {
        const attached = await attachedTable(context, range)
        tables.push(
          attached
            ? await loadRows(db, name, attached, origins)
            : await loadRange(context, db, name, range, origins),
        )
      }
      if (sql === '') return await profile(db, tables)
      const writes = writesResult(input)
      const result = await runSql(db, sql, tables, writes ? MOST_WRITTEN_ROWS : MOST_SHOWN_ROWS)
      return writes ? await write(context, input, { result, tables, origins }) : shown(result, tables)
    } catch (error) {
      if (error instanceof QueryFailure) throw new Refusal(`${error.message} Nothing was changed.`)
      throw error
    } finally {
      db.close()
    }
  },
})

const writesResult = ({ target, target_tab: tab }: Pick<z.output<typeof args>, 'target' | 'target_tab'>) =>
  target !== undefined || tab !== undefined

/** Comments and semicolons alone ask for nothing. */
function withoutNothing(sql = ''): string {
  const left = sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').replaceAll(';', '')
  return left.trim() === '' ? '' : sql
}

const example = (tables: Record<string, string>): string => `select * from ${Object.keys(tables)[0]} limit 20`

/** What was asked is no question about the tables: the error alone would not say so. */
function namesNoTable(sql: string, tables: readonly LoadedTable[]): boolean {
  const said = sql.toLowerCase()
  return !tables.some(({ name }) => new RegExp(`\\b${name.toLowerCase()}\\b`).test(said))
}

async function runSql(
  db: ThrowawayDatabase,
  sql: string,
  tables: LoadedTable[],
  mostRows: number,
): Promise<Result> {
  try {
    const result = await db.run(sql, mostRows)
    if (result.columns.length > 0) return result
  } catch (error) {
    if (!(error instanceof QueryFailure)) throw error
    const missing = namesNoTable(sql, tables)
      ? ` It names none of your tables: from ${tables.map(({ name }) => name).join(', ')}.`
      : ''
    throw new Refusal(`The query failed: ${error.message}.${missing} Nothing was changed.`, {
      tables: tables.map(tableWords),
    })
  }
  throw new Refusal(
    'The query answers no rows by its nature: end it with a select. Changes are made to a copy and go with it; use target or target_tab to write. Nothing was changed.',
    { tables: tables.map(tableWords) },
  )
}

const tableWords = ({ name, range, columns, rows, notes }: LoadedTable) => ({
  table: name,
  range,
  rows,
  columns: columns.map(column => `${column.name} ${column.type}`).join(', '),
  ...(notes.length > 0 ? { notes } : {}),
})

/** What of the tables is not as it may be taken to be. */
function notesOf(tables: readonly LoadedTable[]): { notes?: string[] } {
  const notes = tables.flatMap(({ name, notes: own }) => own.map(note => `${name}: ${note}`))
  return notes.length > 0 ? { notes } : {}
}

function shown(result: Result, tables: LoadedTable[]): ToolOutcome {
  const rows: Result['rows'] = []
  let characters = 0
  for (const whole of result.rows) {
    const row = whole.map(value => (typeof value === 'string' ? cutMiddle(value, LONGEST_SHOWN) : value))
    characters += jsonLength(row)
    if (characters > MOST_SHOWN_CHARACTERS && rows.length > 0) break
    rows.push(row)
  }
  return {
    state: 'succeeded',
    output: {
      columns: result.columns.map(({ name }) => name),
      rows,
      total_rows: result.total,
      ...(rows.length < result.total
        ? { note: `The first ${rows.length} rows; write all with target or target_tab.` }
        : {}),
      read: tables.map(({ name, rows: count }) => `${name}: ${count} rows`).join(', '),
      ...notesOf(tables),
    },
  }
}

/** For each column: filled, distinct, lowest, highest, most frequent. */
async function profile(db: ThrowawayDatabase, tables: LoadedTable[]): Promise<ToolOutcome> {
  const told = []
  for (const table of tables) {
    const parts = table.columns.map(
      ({ name }, index) =>
        `select ${index} as at, count("${name}"), count(distinct "${name}"), left(min("${name}")::text, 40), left(max("${name}")::text, 40),
         (select string_agg(v || ' ×' || n, ', ') from (select left("${name}"::text, 30) as v, count(*) as n from "${table.name}" where "${name}" is not null group by 1 order by 2 desc, 1 limit 5) top) from "${table.name}"`,
    )
    // Booleans have no least.
    const sql = parts.map((part, index) =>
      table.columns[index]!.type === 'boolean' ? part.replace(/(min|max)\((".*?")\)/g, '$1($2::text)') : part,
    )
    const { rows } = await db.run(sql.join(' union all ').concat(' order by at'), table.columns.length)
    told.push({
      ...tableWords(table),
      columns: rows.map(([at, filled, distinct, least, most, top]) => {
        const { name, type, header } = table.columns[Number(at)]!
        return { column: name, header, type, filled, distinct, from: least, to: most, frequent: top }
      }),
    })
  }
  return { state: 'succeeded', output: { tables: told } }
}

const DATE = 1082
const TIMESTAMPS = new Set([1114, 1184])
const TEXTS = new Set([25, 705, 1043])

interface Answered {
  result: Result
  tables: readonly LoadedTable[]
  origins: Origins
}

async function write(
  context: ToolContext,
  input: { target?: string | undefined; target_tab?: string | undefined },
  { result, tables, origins }: Answered,
): Promise<ToolOutcome> {
  if (result.columns.length === 0) throw new Refusal('The query answered no columns. Nothing was changed.')
  if (result.total > MOST_WRITTEN_ROWS)
    throw new Refusal(
      `The query answers ${result.total} rows; at most ${MOST_WRITTEN_ROWS} can be written. Nothing was changed.`,
    )
  guardLength(result)
  const { rows, days, restored } = cellsOfResult(result, origins)
  const values: CellValue[][] = [result.columns.map(({ name }) => name), ...rows]
  const target = await placeFor(context, input, values)
  await writeBlocks(context, toChunks(target, values), 'RAW')
  await formatDates(context, target, result, days)
  return {
    state: 'succeeded',
    output: {
      written_range: target.full,
      rows: result.rows.length,
      ...(restored.length > 0
        ? { written_as_numbers_or_dates: `${restored.join(', ')}: what is one in the sheet` }
        : {}),
      ...(await describeWritten(context, target)),
      ...notesOf(tables),
    },
    fields: { ...targetFields(target), cells: cellsOf(target) },
  }
}

/** Google would refuse it after a part had been written. */
function guardLength({ columns, rows }: Result): void {
  for (const [at, row] of rows.entries()) {
    const column = row.findIndex(value => typeof value === 'string' && value.length > LONGEST_CELL)
    if (column === -1) continue
    throw new Refusal(
      `${columns[column]!.name} in row ${at + 1} of the result has ${String(row[column]).length} characters; a cell holds ${LONGEST_CELL} at most. Nothing was changed.`,
    )
  }
}

interface Cells {
  rows: CellValue[][]
  /** Cells below the header that are days among texts: keys for grouping. */
  days: (string | null)[][]
  /** Names of columns of texts in which something became a number or a day again. */
  restored: string[]
}

function cellsOfResult({ columns, rows }: Result, origins: Origins): Cells {
  const cells: Cells = {
    rows: rows.map(() => []),
    days: rows.map(() => new Array<null>(columns.length).fill(null)),
    restored: [],
  }
  for (const [column, { name, typeId }] of columns.entries()) {
    const given = rows.map(row => row[column] ?? null)
    const isDate = typeId === DATE || TIMESTAMPS.has(typeId)
    const written = TEXTS.has(typeId)
      ? origins.restored(given)
      : given.map(value => ({
          value: isDate && typeof value === 'string' ? toSerial(value) : value,
          isDay: false,
        }))
    for (const [row, { value, isDay }] of written.entries()) {
      cells.rows[row]!.push(value ?? '')
      if (isDay) cells.days[row]![column] = 'day'
    }
    if (TEXTS.has(typeId) && written.some(({ value }) => typeof value === 'number')) cells.restored.push(name)
  }
  return cells
}

/** More single ranges of days are left as numbers of no format: nobody mixes them so. */
const MOST_DAY_RANGES = 2_000

async function formatDates(
  context: ToolContext,
  target: Target,
  result: Result,
  days: Cells['days'],
): Promise<void> {
  const among = groupCells(days, { ...target.box, startRow: target.box.startRow + 1 })
    .slice(0, MOST_DAY_RANGES)
    .map(({ box }) => setNumberFormat(target.tab.sheetId, box, ISO_DATE))
  const whole = result.columns.flatMap(({ typeId }, index) => {
    if (typeId !== DATE && !TIMESTAMPS.has(typeId)) return []
    const column = target.box.startColumn + index
    const body = withBox(target, {
      ...target.box,
      startRow: target.box.startRow + 1,
      startColumn: column,
      endColumn: column + 1,
    })
    return [setNumberFormat(target.tab.sheetId, body.box, typeId === DATE ? ISO_DATE : ISO_DATE_TIME)]
  })
  const requests = [...whole, ...among]
  if (requests.length > 0 && result.rows.length > 0) await context.spreadsheet.batchUpdate(requests)
}
