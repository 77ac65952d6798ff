/** From arguments and a table to Google's description of a chart. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { columnLetters } from '../../sheets/a1.ts'
import { toGridRange } from '../../sheets/grid-range.ts'
import type { Table } from '../sort-filter/table.ts'
import { toColorStyle } from '../support/colors.ts'
import { findColumn } from '../support/columns.ts'
import { Refusal } from '../support/refusal.ts'
import { withBox } from '../support/target.ts'

export const chartTypes = ['column', 'bar', 'line', 'area', 'pie', 'scatter', 'combo'] as const

const seriesItem = z.union([
  z.string(),
  z.object({
    column: z.string(),
    type: z.enum(['column', 'line', 'area']).optional().describe('combo'),
    color: z.string().optional(),
    axis: z.enum(['left', 'right']).optional(),
  }),
])

/** Shared by drawing and redrawing. */
export const specArgs = {
  x_column: z.string().optional().describe('Letter or header, where it is not the first'),
  series: z
    .array(seriesItem)
    .optional()
    .describe('Columns to draw, or {column, type, color, axis}; left out = all others'),
  title: z.string().max(200).optional(),
  x_title: z.string().max(200).optional(),
  y_title: z.string().max(200).optional(),
  y_min: z.number().optional(),
  y_max: z.number().optional(),
  legend: z.enum(['bottom', 'top', 'left', 'right', 'none']).optional(),
  stacked: z.boolean().optional(),
  has_header: z.boolean().optional().describe('Left out = detected'),
}

export interface SpecInput {
  type: (typeof chartTypes)[number]
  x_column?: string | undefined
  series?: z.output<typeof seriesItem>[] | undefined
  title?: string | undefined
  x_title?: string | undefined
  y_title?: string | undefined
  y_min?: number | undefined
  y_max?: number | undefined
  legend?: 'bottom' | 'top' | 'left' | 'right' | 'none' | undefined
  stacked?: boolean | undefined
}

interface Series {
  column: number
  type?: string | undefined
  color?: string | undefined
  axis?: string | undefined
}

const MOST_SERIES = 20

const domainColumn = (input: SpecInput, table: Table): number =>
  input.x_column === undefined
    ? table.whole.box.startColumn
    : findColumn(table.whole, input.x_column, table.header)

function seriesOf(input: SpecInput, table: Table): Series[] {
  if (input.series) {
    return input.series.slice(0, MOST_SERIES).map(item => {
      const { column, ...look } = typeof item === 'string' ? { column: item } : item
      return { ...look, column: findColumn(table.whole, column, table.header) }
    })
  }
  const domain = domainColumn(input, table)
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
  return (drawable.length > 0 ? drawable : others).slice(0, MOST_SERIES).map(column => ({ column }))
}

export interface BuiltChart {
  spec: sheets_v4.Schema$ChartSpec
  /** As the chart will name them. */
  series: string[]
  xColumn: string
}

export function chartSpec(input: SpecInput, table: Table): BuiltChart {
  const { whole } = table
  const source = (column: number): sheets_v4.Schema$ChartData => {
    const box = withBox(whole, { ...whole.box, startColumn: column, endColumn: column + 1 }).box
    return { sourceRange: { sources: [toGridRange(whole.tab.sheetId, box)] } }
  }
  const x = domainColumn(input, table)
  const series = seriesOf(input, table)
  if (series.length === 0)
    throw new Refusal('There is no column to draw. Nothing was changed. Name one in series.')
  const title = input.title === undefined ? {} : { title: input.title }
  const nameOf = (column: number) =>
    String(table.header?.[column - whole.box.startColumn] ?? '') || `column ${columnLetters(column)}`
  const built = { series: series.map(({ column }) => nameOf(column)), xColumn: nameOf(x) }
  if (input.type === 'pie') {
    const pieChart = {
      domain: { ...source(x) },
      series: source(series[0]!.column),
      legendPosition: legendOf(input, 'RIGHT_LEGEND'),
    }
    return { ...built, series: built.series.slice(0, 1), spec: { ...title, pieChart } }
  }
  return { ...built, spec: { ...title, basicChart: basicChart(input, table, series, source, x) } }
}

const legendOf = ({ legend }: SpecInput, otherwise: string): string =>
  legend === undefined ? otherwise : legend === 'none' ? 'NO_LEGEND' : `${legend.toUpperCase()}_LEGEND`

function basicChart(
  input: SpecInput,
  table: Table,
  series: Series[],
  source: (column: number) => sheets_v4.Schema$ChartData,
  x: number,
): sheets_v4.Schema$BasicChartSpec {
  const main = input.type === 'bar' ? 'BOTTOM_AXIS' : 'LEFT_AXIS'
  const view = (axis: string): sheets_v4.Schema$BasicChartAxis =>
    axis === main && (input.y_min !== undefined || input.y_max !== undefined)
      ? {
          viewWindowOptions: {
            viewWindowMode: 'EXPLICIT',
            ...(input.y_min === undefined ? {} : { viewWindowMin: input.y_min }),
            ...(input.y_max === undefined ? {} : { viewWindowMax: input.y_max }),
          },
        }
      : {}
  const titles =
    input.type === 'bar'
      ? { BOTTOM_AXIS: input.y_title, LEFT_AXIS: input.x_title }
      : { BOTTOM_AXIS: input.x_title, LEFT_AXIS: input.y_title }
  const axis = (['BOTTOM_AXIS', 'LEFT_AXIS'] as const)
    .map(position => ({
      position,
      ...(titles[position] === undefined ? {} : { title: titles[position] }),
      ...view(position),
    }))
    .filter(each => Object.keys(each).length > 1)
  return {
    chartType: input.type.toUpperCase(),
    legendPosition: legendOf(input, series.length > 1 ? 'BOTTOM_LEGEND' : 'NO_LEGEND'),
    headerCount: table.header ? 1 : 0,
    domains: [{ domain: source(x) }],
    series: series.map((each, index) => ({
      series: source(each.column),
      targetAxis: each.axis === 'right' && input.type !== 'bar' ? 'RIGHT_AXIS' : main,
      ...(input.type === 'combo'
        ? { type: (each.type ?? (index === 0 ? 'column' : 'line')).toUpperCase() }
        : {}),
      ...(each.color === undefined ? {} : { colorStyle: toColorStyle(each.color) }),
    })),
    ...(axis.length > 0 ? { axis } : {}),
    ...(input.stacked ? { stackedType: 'STACKED' } : {}),
  }
}
