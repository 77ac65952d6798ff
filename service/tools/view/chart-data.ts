/** What a chart shows: its description brought together with the values of its ranges. */
import type { sheets_v4 } from '@googleapis/sheets'
import { formatRange } from '../../sheets/a1.ts'
import { hexOf } from '../../sheets/color.ts'
import { fromGridRange } from '../../sheets/grid-range.ts'
import type { PlacedChart } from '../charts/place.ts'
import type { ToolContext } from '../tool.ts'

export type Kind = 'column' | 'bar' | 'line' | 'area' | 'scatter' | 'combo' | 'pie' | 'unknown'

export interface Series {
  name: string
  type: Exclude<Kind, 'combo' | 'pie' | 'unknown'>
  axis?: 'left' | 'right'
  color?: string | undefined
  values: (number | null)[]
}

export interface ChartData {
  kind: Kind
  title: string
  xTitle: string
  yTitle: string
  hasLegend: boolean
  stacked: boolean
  min?: number | undefined
  max?: number | undefined
  /** Inner radius of a ring, as a share. */
  hole?: number | undefined
  domain: string[]
  series: Series[]
}

const MOST_POINTS = 500
const KINDS: Record<string, Kind> = {
  COLUMN: 'column',
  BAR: 'bar',
  LINE: 'line',
  AREA: 'area',
  STEPPED_AREA: 'area',
  SCATTER: 'scatter',
  COMBO: 'combo',
}

export async function chartData(context: ToolContext, { spec }: PlacedChart): Promise<ChartData> {
  const { basicChart, pieChart } = spec
  const title = spec.title ?? ''
  const empty = { title, xTitle: '', yTitle: '', hasLegend: false, stacked: false, domain: [], series: [] }
  if (pieChart) {
    const [domain = [], values = []] = await columns(context, [pieChart.domain, pieChart.series])
    const header = headerOf(values)
    const hole = pieChart.pieHole ?? undefined
    const series: Series = { name: header.name, type: 'column', values: header.rest.map(numberOf) }
    return {
      ...empty,
      kind: 'pie',
      domain: texts(domain.slice(header.skipped)),
      series: [series],
      ...(hole && { hole }),
    }
  }
  const kind = KINDS[basicChart?.chartType ?? ''] ?? 'unknown'
  if (!basicChart || kind === 'unknown') return { ...empty, kind: 'unknown' }
  return { ...empty, ...(await basicData(context, basicChart, kind)) }
}

async function basicData(context: ToolContext, chart: sheets_v4.Schema$BasicChartSpec, kind: Kind) {
  const all = chart.series ?? []
  const [domain = [], ...values] = await columns(
    context,
    [chart.domains?.[0]?.domain, ...all.map(({ series }) => series)],
    kind === 'scatter',
  )
  const skipped = chart.headerCount ?? headerOf(values[0] ?? []).skipped
  const axis = (position: string) => chart.axis?.find(each => each.position === position)
  const main = kind === 'bar' ? 'BOTTOM_AXIS' : 'LEFT_AXIS'
  const view = axis(main)?.viewWindowOptions
  return {
    kind,
    xTitle: axis(kind === 'bar' ? 'LEFT_AXIS' : 'BOTTOM_AXIS')?.title ?? '',
    yTitle: axis(main)?.title ?? '',
    hasLegend: chart.legendPosition !== 'NO_LEGEND',
    stacked: chart.stackedType === 'STACKED' || chart.stackedType === 'PERCENT_STACKED',
    min: view?.viewWindowMin ?? undefined,
    max: view?.viewWindowMax ?? undefined,
    domain: texts(domain.slice(skipped)),
    series: all.map((each, at): Series => {
      const own = KINDS[each.type ?? ''] ?? kind
      const cells = values[at] ?? []
      return {
        name: skipped > 0 ? String(cells[0] ?? '') : `Series ${at + 1}`,
        type: own === 'combo' || own === 'pie' || own === 'unknown' ? 'column' : own,
        axis: each.targetAxis === 'RIGHT_AXIS' ? 'right' : 'left',
        color: hexOf(each.colorStyle?.rgbColor ?? each.color) ?? undefined,
        values: cells.slice(skipped).map(numberOf),
      }
    }),
  }
}

/** The cells of each range as one list; one read for all of them. */
async function columns(
  context: ToolContext,
  data: (sheets_v4.Schema$ChartData | undefined)[],
  /** A domain is shown as texts, unless its points stand by their numbers. */
  isNumeric = false,
): Promise<unknown[][]> {
  const { tabs } = await context.spreadsheet.meta()
  const ranges = data.map(each =>
    (each?.sourceRange?.sources ?? []).map(source => {
      const tab = tabs.find(({ sheetId }) => sheetId === (source.sheetId ?? 0))
      return tab ? formatRange(tab.title, fromGridRange(source).box) : null
    }),
  )
  // What is shown is asked for where texts are drawn; series are drawn by their values.
  const asTexts = isNumeric ? [] : (ranges[0] ?? []).filter(range => range !== null)
  const asValues = (isNumeric ? ranges : ranges.slice(1)).flat().filter(range => range !== null)
  const [texts, values] = await Promise.all([
    asTexts.length > 0 ? context.spreadsheet.values(asTexts, 'FORMATTED_VALUE') : [],
    asValues.length > 0 ? context.spreadsheet.values(asValues, 'UNFORMATTED_VALUE') : [],
  ])
  const answers = [...texts, ...values]
  let next = 0
  return ranges.map(sources =>
    sources.flatMap(range => {
      if (range === null) return []
      const answer = answers[next]
      next++
      return (answer?.values ?? [])
        .flatMap(row => (row as unknown[]).slice(0, MOST_POINTS))
        .slice(0, MOST_POINTS)
    }),
  )
}

/** A first cell that is a text above numbers names them. */
function headerOf(values: unknown[]): { name: string; skipped: number; rest: unknown[] } {
  const isNamed = typeof values[0] === 'string' && values.slice(1).some(value => typeof value === 'number')
  return isNamed
    ? { name: String(values[0]), skipped: 1, rest: values.slice(1) }
    : { name: '', skipped: 0, rest: values }
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const texts = (values: unknown[]): string[] => values.map(value => String(value ?? ''))
