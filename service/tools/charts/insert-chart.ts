/** Puts a chart over cells, drawn from a range with headers. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { formatBox } from '../../sheets/a1.ts'
import { readTable } from '../sort-filter/table.ts'
import { isFilled } from '../support/cells.ts'
import { recordChange } from '../support/journal.ts'
import { ownId } from '../support/own-id.ts'
import { Refusal } from '../support/refusal.ts'
import { spreadsheetTool } from '../support/spreadsheet-tool.ts'
import { rangeFields, resolveTarget, type Target, targetFields } from '../support/target.ts'
import type { ToolContext } from '../tool.ts'
import { chartsOf, DEFAULT_SIZE, liesUpon } from './place.ts'
import { chartSpec, chartTypes, specArgs } from './spec.ts'

const args = z.object({
  type: z.enum(chartTypes),
  data_range: z.string().describe('With the header row; first column = x axis'),
  ...specArgs,
  at: z.string().optional().describe('Top left cell of the chart; left out = right of the data'),
  width: z.int().min(100).max(3000).optional().describe('Pixels, default 600'),
  height: z.int().min(80).max(3000).optional().describe('Default 371'),
})
type Args = z.output<typeof args>

export const insertChart = spreadsheetTool({
  name: 'insert_chart',
  brief: 'type, data_range, series, title, at; combined charts too',
  description:
    'Draws a chart from a range with headers. Changes no cell. Series take their names from the header. Example: {"type":"combo","data_range":"A1:C13","title":"Sales by month","series":[{"column":"Revenue"},{"column":"Target","type":"line","color":"red"}]}',
  args,
  fields: ({ data_range }, context) => rangeFields(data_range, context),
  async run(input, context) {
    const table = await readTable(context, input.data_range, input.has_header)
    if (!table.body || !table.cells.flat().some(isFilled))
      throw new Refusal(`${table.whole.a1} has no data rows to draw. Nothing was changed.`)
    const chartId = ownId(context, 'chart')
    const built = chartSpec(input, table)
    const anchor = await anchorCell(context, input, table.whole)
    await recordChange(context, 0, {
      kind: 'structure',
      sheetId: anchor.sheetId ?? 0,
      range: null,
      before: null,
      after: { added_chart: chartId },
    })
    // A run of this call before a crash may have drawn it.
    const present = await chartsOf(context)
    if (!present.some(({ id }) => id === chartId)) {
      const { width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height } = input
      const position = { overlayPosition: { anchorCell: anchor, widthPixels: width, heightPixels: height } }
      await context.spreadsheet.batchUpdate([
        { addChart: { chart: { chartId, spec: built.spec, position } } },
      ])
    }
    const charts = await chartsOf(context)
    const own = charts.find(({ id }) => id === chartId)
    const under = own ? liesUpon(charts, own) : []
    return {
      state: 'succeeded',
      output: {
        chart_id: chartId,
        type: input.type,
        data_range: table.whole.full,
        x_column: built.xColumn,
        series: built.series.length,
        series_names: built.series,
        ...(own?.covers ? { covers: formatBox(own.covers), tab: own.tab } : {}),
        ...(under.length > 0 ? { lies_upon: under } : {}),
      },
      fields: targetFields(table.whole),
    }
  },
})

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
