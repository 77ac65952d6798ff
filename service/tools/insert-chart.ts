/** Puts a chart over cells, drawn from a range with headers. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { toGridRange } from '../sheets/grid-range.ts'
import { readTable, type Table } from './sort-filter/table.ts'
import { isFilled } from './support/cells.ts'
import { findColumn } from './support/columns.ts'
import { recordChange } from './support/journal.ts'
import { ownId } from './support/own-id.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields, resolveTarget, type Target, targetFields, withBox } from './support/target.ts'
import type { ToolContext } from './tool.ts'

const args = z.object({
  type: z.enum(['column', 'bar', 'line', 'area', 'pie', 'scatter']),
  data_range: z.string().describe('With the header row; first column = x axis'),
  x_column: z.string().optional().describe('Letter or header, where it is not the first'),
  series: z.array(z.string()).optional().describe('Columns to draw; left out = all others'),
  title: z.string().max(200).optional(),
  stacked: z.boolean().optional(),
  at: z.string().optional().describe('Top left cell of the chart; left out = right of the data'),
})
type Args = z.output<typeof args>

const MOST_SERIES = 20

export const insertChart = spreadsheetTool({
  name: 'insert_chart',
  brief: '{type:column|bar|line|area|pie|scatter, data_range, series?:[headers], title?, at?}',
  description:
    'Draws a chart from a range with headers. Changes no cell. Example: {"type":"column","data_range":"A1:C13","title":"Sales by month","series":["Revenue"]}',
  args,
  fields: ({ data_range }, context) => rangeFields(data_range, context),
  async run(input, context) {
    const table = await readTable(context, input.data_range, undefined)
    if (!table.body || !table.cells.flat().some(isFilled))
      throw new Refusal(`${table.whole.a1} has no data rows to draw. Nothing was changed.`)
    const chartId = ownId(context, 'chart')
    const spec = chartSpec(input, table)
    const anchor = await anchorCell(context, input, table.whole)
    await recordChange(context, 0, {
      kind: 'structure',
      sheetId: anchor.sheetId ?? 0,
      range: null,
      before: null,
      after: { added_chart: chartId },
    })
    if (!(await exists(context, chartId))) {
      const position = { overlayPosition: { anchorCell: anchor, widthPixels: 600, heightPixels: 371 } }
      await context.spreadsheet.batchUpdate([{ addChart: { chart: { chartId, spec, position } } }])
    }
    return {
      state: 'succeeded',
      output: {
        chart_id: chartId,
        type: input.type,
        data_range: table.whole.full,
        series: seriesColumns(input, table).length,
      },
      fields: targetFields(table.whole),
    }
  },
})

/** A run of this call before a crash may have drawn it. */
async function exists(context: ToolContext, chartId: number): Promise<boolean> {
  const answer = await context.spreadsheet.get({ fields: 'sheets(charts(chartId))' })
  return (answer.sheets ?? []).some(sheet => (sheet.charts ?? []).some(chart => chart.chartId === chartId))
}

async function anchorCell(
  context: ToolContext,
  input: Args,
  data: Target,
): Promise<sheets_v4.Schema$GridCoordinate> {
  const target = input.at === undefined ? null : await resolveTarget(context, input.at)
  if (target)
    return { sheetId: target.tab.sheetId, rowIndex: target.box.startRow, columnIndex: target.box.startColumn }
  const columnIndex = Math.min(data.box.endColumn + 1, data.tab.columns - 1)
  return { sheetId: data.tab.sheetId, rowIndex: data.box.startRow, columnIndex }
}

const domainColumn = (input: Args, table: Table): number =>
  input.x_column === undefined
    ? table.whole.box.startColumn
    : findColumn(table.whole, input.x_column, table.header)

function seriesColumns(input: Args, table: Table): number[] {
  const domain = domainColumn(input, table)
  if (input.series)
    return input.series.map(name => findColumn(table.whole, name, table.header)).slice(0, MOST_SERIES)
  const { startColumn, endColumn } = table.whole.box
  const others = Array.from({ length: endColumn - startColumn }, (_, index) => startColumn + index).filter(
    column => column !== domain,
  )
  const sample = table.cells[table.header ? 1 : 0] ?? []
  // Texts cannot be drawn; formulas usually are numbers.
  const drawable = others.filter(column => {
    const value = sample[column - startColumn]
    return typeof value === 'number' || (typeof value === 'string' && value.startsWith('='))
  })
  return (drawable.length > 0 ? drawable : others).slice(0, MOST_SERIES)
}

function chartSpec(input: Args, table: Table): sheets_v4.Schema$ChartSpec {
  const { whole } = table
  const source = (column: number): sheets_v4.Schema$ChartData => {
    const box = withBox(whole, { ...whole.box, startColumn: column, endColumn: column + 1 }).box
    return { sourceRange: { sources: [toGridRange(whole.tab.sheetId, box)] } }
  }
  const domain = source(domainColumn(input, table))
  const columns = seriesColumns(input, table)
  if (columns.length === 0)
    throw new Refusal('There is no column to draw. Nothing was changed. Name one in series.')
  const title = input.title === undefined ? {} : { title: input.title }
  if (input.type === 'pie') {
    return { ...title, pieChart: { domain, series: source(columns[0]!), legendPosition: 'RIGHT_LEGEND' } }
  }
  const axis = input.type === 'bar' ? 'BOTTOM_AXIS' : 'LEFT_AXIS'
  return {
    ...title,
    basicChart: {
      chartType: input.type.toUpperCase(),
      legendPosition: columns.length > 1 ? 'BOTTOM_LEGEND' : 'NO_LEGEND',
      headerCount: table.header ? 1 : 0,
      domains: [{ domain }],
      series: columns.map(column => ({ series: source(column), targetAxis: axis })),
      ...(input.stacked ? { stackedType: 'STACKED' } : {}),
    },
  }
}
