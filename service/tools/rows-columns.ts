/** Rows and columns as a whole: moved, grouped, hidden, and rows deleted by what they hold. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { columnIndex, formatBox } from '../sheets/a1.ts'
import { meets, operators } from '../sheets/conditions.ts'
import { readTable } from './sort-filter/table.ts'
import { type CellValue, pad } from './support/cells.ts'
import { findColumn } from './support/columns.ts'
import { conditionValue } from './support/conditions.ts'
import { guardProtected } from './support/guards.ts'
import { hidden } from './support/hidden.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields, resolveTarget, type Target, targetFields, withBox } from './support/target.ts'
import { counted } from './support/text.ts'
import type { ToolContext, ToolOutcome } from './tool.ts'

const args = z.object({
  action: z.enum(['move', 'group', 'ungroup', 'collapse', 'hide', 'show', 'delete_where']),
  range: z.string().describe('5:8 or C:E; delete_where: the table with its header, for example A1:F'),
  before: z
    .union([z.int().min(1), z.string()])
    .optional()
    .describe('move: row number or column letters'),
  conditions: z
    .array(z.object({ column: z.string(), op: z.enum(operators), value: conditionValue.optional() }))
    .optional()
    .describe('delete_where: rows that meet all of them go'),
  column: hidden(z.string().optional()),
  op: hidden(z.enum(operators).optional()),
  value: hidden(conditionValue.optional()),
})
type Args = z.output<typeof args>

export const rowsColumns = spreadsheetTool({
  name: 'rows_columns',
  brief:
    'range 5:8 or C:E, action move (before) | group | hide | show | delete_where (range, conditions [{column, op, value}])',
  description:
    'Moves rows or columns with references kept, groups, hides or shows them, or deletes the rows of a table that meet conditions. Examples: {"action":"move","range":"F:F","before":"B"}, {"action":"delete_where","range":"A1:F","conditions":[{"column":"Status","op":"=","value":"void"}]}',
  args,
  fields: ({ range }, context) => rangeFields(range, context),
  run: (input, context) =>
    input.action === 'delete_where' ? deleteWhere(context, input) : changeLines(context, input),
})

interface Lines {
  target: Target
  dimension: 'ROWS' | 'COLUMNS'
  start: number
  end: number
}

async function changeLines(context: ToolContext, input: Args): Promise<ToolOutcome> {
  const lines = await readLines(context, input.range)
  guardProtected(context, lines.target)
  await context.spreadsheet.batchUpdate(requestsOf(lines, input))
  return {
    state: 'succeeded',
    output: { [input.action]: formatBox(lines.target.open), tab: lines.target.tab.title },
    fields: targetFields(lines.target),
  }
}

async function readLines(context: ToolContext, range: string): Promise<Lines> {
  const target = await resolveTarget(context, range)
  const { startRow, endRow, startColumn, endColumn } = target.open
  const isRows = startColumn === undefined && startRow !== undefined && endRow !== undefined
  const isColumns = startRow === undefined && startColumn !== undefined && endColumn !== undefined
  if (isRows) return { target, dimension: 'ROWS', start: startRow, end: Math.min(endRow, target.tab.rows) }
  if (isColumns)
    return { target, dimension: 'COLUMNS', start: startColumn, end: Math.min(endColumn, target.tab.columns) }
  throw new Refusal(`Write whole rows as 5:8 or whole columns as C:E, not ${range}. Nothing was changed.`)
}

function requestsOf(lines: Lines, input: Args): sheets_v4.Schema$Request[] {
  const range = {
    sheetId: lines.target.tab.sheetId,
    dimension: lines.dimension,
    startIndex: lines.start,
    endIndex: lines.end,
  }
  const visibility = (hiddenByUser: boolean) => [
    { updateDimensionProperties: { range, properties: { hiddenByUser }, fields: 'hiddenByUser' } },
  ]
  switch (input.action) {
    case 'move':
      return [{ moveDimension: { source: range, destinationIndex: destinationOf(lines, input) } }]
    case 'group':
      return [{ addDimensionGroup: { range } }]
    case 'ungroup':
      return [{ deleteDimensionGroup: { range } }]
    case 'collapse':
      return [
        {
          updateDimensionGroup: { dimensionGroup: { range, depth: 1, collapsed: true }, fields: 'collapsed' },
        },
      ]
    default:
      return visibility(input.action === 'hide')
  }
}

function destinationOf({ dimension, start, end }: Lines, { before }: Args): number {
  const index =
    typeof before === 'number'
      ? before - 1
      : typeof before === 'string'
        ? dimension === 'ROWS'
          ? Number(before) - 1
          : columnIndex(before)
        : Number.NaN
  if (!Number.isInteger(index) || index < 0)
    throw new Refusal('move needs before: a row number or column letters. Nothing was changed.')
  if (index >= start && index <= end)
    throw new Refusal('These rows or columns stand there already. Nothing was changed.')
  return index
}

/** More runs would be too many requests at once. */
const MOST_RUNS = 20_000

async function deleteWhere(context: ToolContext, input: Args): Promise<ToolOutcome> {
  const { range } = input
  const conditions = conditionsOf(input)
  const table = await readTable(context, range, undefined)
  if (!table.body) throw new Refusal(`${table.whole.full} has no data rows. Nothing was changed.`)
  const { body } = table
  guardProtected(context, withBox(body, { ...body.box, startColumn: 0, endColumn: body.tab.columns }))
  const hit = await rowsThatMeet(context, body, table.header, conditions)
  if (hit.length === 0) {
    return { state: 'succeeded', output: { deleted_rows: 0, note: 'No row meets the conditions.' } }
  }
  if (hit.length === body.box.endRow - body.box.startRow && !table.header && body.tab.rows === hit.length)
    throw new Refusal('That would delete every row of the tab. Nothing was changed.')
  const runs = toRuns(hit)
  if (runs.length > MOST_RUNS)
    throw new Refusal(`The rows lie in ${runs.length} places; sort the table first. Nothing was changed.`)
  // From the bottom, so that the numbers of the rows above stay right.
  await context.spreadsheet.batchUpdate(
    runs.reverse().map(([startIndex, endIndex]) => ({
      deleteDimension: {
        range: { sheetId: body.tab.sheetId, dimension: 'ROWS', startIndex, endIndex },
      },
    })),
  )
  const shown = hit.slice(0, 10).map(row => row + 1)
  return {
    state: 'succeeded',
    output: {
      deleted_rows: hit.length,
      of: body.box.endRow - body.box.startRow,
      first_of_them: shown,
      note: `Whole rows of "${body.tab.title}" went, ${counted(runs.length, 'run')} of them; rows below moved up.`,
    },
    fields: targetFields(table.whole),
  }
}

function conditionsOf({ conditions = [], column, op, value }: Args): NonNullable<Args['conditions']> {
  const flat = column === undefined || op === undefined ? [] : [{ column, op, value }]
  const all = [...conditions, ...flat]
  if (all.length > 0) return all
  throw new Refusal(
    'delete_where needs conditions, for example [{"column":"Status","op":"=","value":"void"}]. Nothing was changed.',
  )
}

async function rowsThatMeet(
  context: ToolContext,
  body: Target,
  header: CellValue[] | undefined,
  conditions: NonNullable<Args['conditions']>,
): Promise<number[]> {
  const columns = conditions.map(({ column }) => findColumn(body, column, header) - body.box.startColumn)
  const [raw, formatted] = await Promise.all([
    context.spreadsheet.values([body.full], 'UNFORMATTED_VALUE'),
    context.spreadsheet.values([body.full], 'FORMATTED_VALUE'),
  ])
  const values = pad((raw[0]?.values ?? []) as CellValue[][], body)
  const shown = pad((formatted[0]?.values ?? []) as CellValue[][], body)
  return values.flatMap((row, index) => {
    const isHit = conditions.every((condition, at) => {
      const column = columns[at]!
      return meets({ value: row[column]!, shown: String(shown[index]![column] ?? '') }, condition)
    })
    return isHit ? [body.box.startRow + index] : []
  })
}

function toRuns(rows: number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last && last[1] === row) last[1] = row + 1
    else runs.push([row, row + 1])
  }
  return runs
}
