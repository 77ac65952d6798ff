/** Charts that are there: listed, changed, moved, resized, deleted. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { formatBox, formatRange } from '../../sheets/a1.ts'
import { fromGridRange } from '../../sheets/grid-range.ts'
import { readTable } from '../sort-filter/table.ts'
import { onTab } from '../support/ranges.ts'
import { Refusal } from '../support/refusal.ts'
import { spreadsheetTool } from '../support/spreadsheet-tool.ts'
import { resolveTarget } from '../support/target.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import { chartsOf, chartWords, liesUpon, type PlacedChart } from './place.ts'
import { chartSpec, chartTypes, type SpecInput, specArgs } from './spec.ts'

const args = z.object({
  action: z.enum(['list', 'change', 'delete']).optional().describe('Default change; list without chart_id'),
  chart_id: z.int().optional(),
  type: z.enum(chartTypes).optional(),
  data_range: z.string().optional(),
  ...specArgs,
  at: z.string().optional().describe('Moves its top left corner there'),
  width: z.int().min(100).max(3000).optional(),
  height: z.int().min(80).max(3000).optional(),
})
type Args = z.output<typeof args>

export const editChart = spreadsheetTool({
  name: 'edit_chart',
  brief: 'lists; chart_id, action delete, or what changes',
  description:
    'Lists, changes, moves, resizes or deletes charts. Only what is given changes. Examples: {"action":"list"}, {"chart_id":123,"title":"Sales","at":"H2","width":800}, {"action":"delete","chart_id":123}',
  args,
  looks: ({ action }) => action === 'list',
  fields: () => ({}),
  async run(input, context) {
    const charts = await chartsOf(context)
    if (input.action === 'list' || (input.chart_id === undefined && charts.length !== 1)) {
      return { state: 'succeeded', output: { charts: charts.length > 0 ? charts.map(chartWords) : 'none' } }
    }
    const chart = charts.find(({ id }) => id === (input.chart_id ?? charts[0]?.id))
    if (!chart) {
      throw new Refusal(`There is no chart ${input.chart_id}. Nothing was changed.`, {
        charts: charts.map(chartWords),
      })
    }
    if (input.action === 'delete') {
      await context.spreadsheet.batchUpdate([{ deleteEmbeddedObject: { objectId: chart.id } }])
      return { state: 'succeeded', output: { deleted: chartWords(chart) }, fields: { sheet_name: chart.tab } }
    }
    return change(context, chart, input)
  },
})

async function change(context: ToolContext, chart: PlacedChart, input: Args): Promise<ToolOutcome> {
  const requests: sheets_v4.Schema$Request[] = []
  const spec = await newSpec(context, chart, input)
  if (spec) requests.push({ updateChartSpec: { chartId: chart.id, spec } })
  const moved = await newPosition(context, chart, input)
  if (moved) requests.push(moved)
  if (requests.length === 0)
    throw new Refusal('Say what to change, for example title or at. Nothing was changed.')
  await context.spreadsheet.batchUpdate(requests)
  const charts = await chartsOf(context)
  const own = charts.find(({ id }) => id === chart.id) ?? chart
  const under = liesUpon(charts, own)
  return {
    state: 'succeeded',
    output: { ...chartWords(own), ...(under.length > 0 ? { lies_upon: under } : {}) },
    fields: { sheet_name: own.tab },
  }
}

const REDRAWS = ['type', 'data_range', 'x_column', 'series', 'stacked', 'has_header'] as const

async function newSpec(
  context: ToolContext,
  chart: PlacedChart,
  input: Args,
): Promise<sheets_v4.Schema$ChartSpec | null> {
  if (REDRAWS.some(key => input[key] !== undefined)) return redrawn(context, chart, input)
  const { title, x_title: xTitle, y_title: yTitle, legend, y_min: yMin, y_max: yMax } = input
  const axes = [xTitle, yTitle, yMin, yMax].some(value => value !== undefined)
  if (title === undefined && legend === undefined && !axes) return null
  const spec = structuredClone(chart.spec)
  if (title !== undefined) spec.title = title
  const legendPosition =
    legend === undefined ? undefined : legend === 'none' ? 'NO_LEGEND' : `${legend.toUpperCase()}_LEGEND`
  if (spec.pieChart && legendPosition) spec.pieChart.legendPosition = legendPosition
  if (spec.basicChart) {
    if (legendPosition) spec.basicChart.legendPosition = legendPosition
    const isBar = spec.basicChart.chartType === 'BAR'
    setAxis(spec.basicChart, isBar ? 'LEFT_AXIS' : 'BOTTOM_AXIS', { title: xTitle })
    setAxis(spec.basicChart, isBar ? 'BOTTOM_AXIS' : 'LEFT_AXIS', { title: yTitle, min: yMin, max: yMax })
  }
  return spec
}

function setAxis(
  chart: sheets_v4.Schema$BasicChartSpec,
  position: string,
  set: { title?: string | undefined; min?: number | undefined; max?: number | undefined },
): void {
  if (set.title === undefined && set.min === undefined && set.max === undefined) return
  chart.axis ??= []
  const known = chart.axis.find(each => each.position === position)
  const axis: sheets_v4.Schema$BasicChartAxis = known ?? { position }
  if (!known) chart.axis.push(axis)
  if (set.title !== undefined) axis.title = set.title
  if (set.min !== undefined || set.max !== undefined) {
    axis.viewWindowOptions = {
      viewWindowMode: 'EXPLICIT',
      ...(set.min === undefined ? {} : { viewWindowMin: set.min }),
      ...(set.max === undefined ? {} : { viewWindowMax: set.max }),
    }
  }
}

/** Drawn anew from the table; what is not given stays as it was. */
async function redrawn(
  context: ToolContext,
  chart: PlacedChart,
  input: Args,
): Promise<sheets_v4.Schema$ChartSpec> {
  const range = input.data_range ?? (await rangeOf(context, chart))
  if (range === null)
    throw new Refusal(
      'Give data_range: where this chart takes its data from cannot be read. Nothing was changed.',
    )
  const table = await readTable(context, range, input.has_header)
  const type = input.type ?? (chartTypes.find(known => known === chart.type) || 'column')
  const { title = chart.title || undefined, ...rest } = input
  const { spec } = chartSpec({ ...rest, title, type } as SpecInput, table)
  return { ...keptOf(chart.spec), ...spec }
}

const keptOf = ({ basicChart, pieChart, ...rest }: sheets_v4.Schema$ChartSpec) => rest

/** The smallest range that holds all of a chart's sources. */
async function rangeOf(context: ToolContext, { spec }: PlacedChart): Promise<string | null> {
  const data = [
    ...(spec.basicChart?.domains ?? []).map(({ domain }) => domain),
    ...(spec.basicChart?.series ?? []).map(({ series }) => series),
    spec.pieChart?.domain,
    spec.pieChart?.series,
  ]
  const ranges = data.flatMap(each => each?.sourceRange?.sources ?? []).map(fromGridRange)
  const first = ranges[0]
  if (!first || ranges.some(({ sheetId }) => sheetId !== first.sheetId)) return null
  const { tabs } = await context.spreadsheet.meta()
  const tab = tabs.find(({ sheetId }) => sheetId === first.sheetId)
  if (!tab) return null
  const side = (
    pick: 'startRow' | 'startColumn' | 'endRow' | 'endColumn',
    of: typeof Math.min,
    none: number,
  ) => of(...ranges.map(({ box }) => box[pick] ?? none))
  return formatRange(tab.title, {
    startRow: side('startRow', Math.min, 0),
    endRow: side('endRow', Math.max, tab.rows),
    startColumn: side('startColumn', Math.min, 0),
    endColumn: side('endColumn', Math.max, tab.columns),
  })
}

async function newPosition(
  context: ToolContext,
  chart: PlacedChart,
  { at, width, height }: Args,
): Promise<sheets_v4.Schema$Request | null> {
  if (at === undefined && width === undefined && height === undefined) return null
  const target =
    at === undefined ? null : await resolveTarget(onTab(context, { sheetId: chart.sheetId, title: '' }), at)
  const anchorCell = target
    ? { sheetId: target.tab.sheetId, rowIndex: target.box.startRow, columnIndex: target.box.startColumn }
    : chart.position?.anchorCell
  if (target && target.tab.sheetId !== chart.sheetId)
    throw new Refusal(
      `A chart stays on its tab; ${formatBox(target.box)} is on another. Nothing was changed.`,
    )
  return {
    updateEmbeddedObjectPosition: {
      objectId: chart.id,
      newPosition: {
        overlayPosition: {
          ...(anchorCell ? { anchorCell } : {}),
          widthPixels: width ?? chart.position?.widthPixels ?? 600,
          heightPixels: height ?? chart.position?.heightPixels ?? 371,
        },
      },
      fields: target ? 'anchorCell,widthPixels,heightPixels' : 'widthPixels,heightPixels',
    },
  }
}
