/** Tables turned: wide into long (unpivot), and series continued (fill). */
import { z } from 'zod'
import { toGridRange } from '../sheets/grid-range.ts'
import { longRows } from './reshape/long-rows.ts'
import { readTable } from './sort-filter/table.ts'
import { type CellValue, isFilled, readGrid } from './support/cells.ts'
import { findColumn } from './support/columns.ts'
import { guardOverwrite, guardProtected, SOMETHING_ELSE } from './support/guards.ts'
import { placeFor } from './support/place.ts'
import { onTab } from './support/ranges.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { cellsOf, rangeFields, resolveTarget, targetFields, withBox } from './support/target.ts'
import { growRequests, toChunks, writeBlocks } from './support/writing.ts'
import { describeWritten } from './support/written.ts'

const unpivotArgs = z.object({
  range: z.string().describe('The wide table with its header'),
  keep: z.array(z.string()).min(1).describe('Columns that stay, letter or header'),
  header_rows: z.int().min(1).max(4).optional().describe('Default 1; each becomes a column of names'),
  fill_down: z.boolean().optional().describe('Kept cells that are empty take the label above'),
  skip: z.array(z.string().min(1)).optional().describe('Leaves out rows and columns labelled so: ["Total"]'),
  name_header: z.string().optional().describe('Default Name'),
  name_headers: z.array(z.string()).optional().describe('One for each of several header rows'),
  value_header: z.string().optional().describe('Default Value'),
  keep_empty: z.boolean().optional(),
  target_tab: z.string().optional().describe('New tab; or target'),
  target: z.string().optional().describe('Empty top left cell'),
})

const MOST_RESULT_CELLS = 500_000

export const unpivot = spreadsheetTool({
  name: 'unpivot',
  brief: 'range, keep [columns], header_rows, fill_down, skip [Total], target_tab',
  description:
    'Turns a wide table into long rows: for each row one line for each column that is not kept. Writes values to a new tab or an empty place. Example: {"range":"A1:N40","keep":["Product"],"name_header":"Month","value_header":"Units","target_tab":"Long"}, {"range":"A3:P60","keep":["Region","Account"],"header_rows":2,"name_headers":["Year","Month"],"fill_down":true,"skip":["Total"],"target_tab":"Long"}',
  args: unpivotArgs,
  fields: ({ range }, context) => rangeFields(range, context),
  async run(input, context) {
    const headerRows = input.header_rows ?? 1
    const table = await readTable(context, input.range, true, 'UNFORMATTED_VALUE')
    const rows = table.cells
    if (rows.length <= headerRows)
      throw new Refusal(`${table.whole.full} has no data rows. Nothing was changed.`)
    const names = lowestNames(rows.slice(0, headerRows))
    const kept = input.keep.map(name => findColumn(table.whole, name, names) - table.whole.box.startColumn)
    const long = await longRows({
      rows,
      headerRows,
      kept,
      keepEmpty: input.keep_empty === true,
      fillDown: input.fill_down === true,
      skip: (input.skip ?? []).map(word => word.toLowerCase()),
    })
    const header = [...kept.map(at => names[at]!), ...nameHeaders(input), input.value_header ?? 'Value']
    if ((long.rows.length + 1) * header.length > MOST_RESULT_CELLS)
      throw new Refusal(`That would be ${long.rows.length} rows; unpivot a part. Nothing was changed.`)
    const all = [header, ...long.rows]
    const target = await placeFor(context, input, all)
    await writeBlocks(context, toChunks(target, all), 'RAW')
    return {
      state: 'succeeded',
      output: {
        written_range: target.full,
        rows: long.rows.length,
        ...(long.skippedRows > 0 ? { skipped_rows: long.skippedRows } : {}),
        ...(long.skippedColumns > 0 ? { skipped_columns: long.skippedColumns } : {}),
        ...(await describeWritten(context, target)),
      },
      fields: { ...targetFields(target), cells: cellsOf(target) },
    }
  },
})

/** What a column is called: the lowest of its headers that says something. */
const lowestNames = (headers: CellValue[][]): CellValue[] =>
  (headers.at(-1) ?? []).map((_, at) => headers.findLast(row => isFilled(row[at]))?.[at] ?? '')

function nameHeaders(input: z.output<typeof unpivotArgs>): string[] {
  const given = input.name_headers ?? (input.name_header === undefined ? [] : [input.name_header])
  return Array.from(
    { length: input.header_rows ?? 1 },
    (_, at) => given[at] ?? (at === 0 ? 'Name' : `Name ${at + 1}`),
  )
}

const seriesArgs = z.object({
  source: z.string().describe('The first cells of the series, for example A2:A3'),
  target: z.string().describe('The whole range, source included, for example A2:A30'),
  overwrite: z.boolean().optional(),
})

export const fillSeries = spreadsheetTool({
  name: 'fill_series',
  brief: 'source A2:A3, target A2:A30',
  description:
    'Continues a series as dragging the fill handle does. Example: {"source":"A2:A3","target":"A2:A30"}',
  args: seriesArgs,
  fields: ({ target }, context) => rangeFields(target, context),
  async run(input, context) {
    const source = await resolveTarget(context, input.source)
    const target = await resolveTarget(onTab(context, source.tab), input.target)
    const { box } = source
    const isDown = box.startColumn === target.box.startColumn && box.endColumn === target.box.endColumn
    const fillLength = isDown ? target.box.endRow - box.endRow : target.box.endColumn - box.endColumn
    if (
      fillLength < 1 ||
      source.tab.sheetId !== target.tab.sheetId ||
      box.startRow !== target.box.startRow ||
      box.startColumn !== target.box.startColumn
    ) {
      throw new Refusal(
        'target must begin with source, on the same tab, and go on to the right or below. Nothing was changed.',
      )
    }
    const rest = withBox(
      target,
      isDown ? { ...target.box, startRow: box.endRow } : { ...target.box, startColumn: box.endColumn },
    )
    guardProtected(context, rest)
    const before = await readGrid(context, rest, 'FORMULA')
    if (!input.overwrite) guardOverwrite(rest, before, () => SOMETHING_ELSE, 'fill')
    await context.spreadsheet.batchUpdate([
      ...growRequests(target),
      {
        autoFill: {
          useAlternateSeries: false,
          sourceAndDestination: {
            source: toGridRange(source.tab.sheetId, source.box),
            dimension: isDown ? 'ROWS' : 'COLUMNS',
            fillLength,
          },
        },
      },
    ])
    return {
      state: 'succeeded',
      output: { filled_range: rest.full, ...(await describeWritten(context, rest, before)) },
      fields: { ...targetFields(rest), cells: cellsOf(rest) },
    }
  },
})
