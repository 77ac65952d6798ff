/** The nearest chart the engine can draw for one of Google's, so that the page shows it. */
import type { sheets_v4 } from '@googleapis/sheets'
import { invalid } from '../google/errors.ts'
import { type Area, areaOf, printEngineA1 } from '../workbook/a1.ts'
import { sourcesOf } from './chart-sources.ts'
import type { Context } from './context.ts'

type Spec = sheets_v4.Schema$ChartSpec

const COLUMNS = { type: 'bar', stacked: false }
const TYPES: Record<string, object> = {
  BAR: { type: 'bar', horizontal: true, stacked: false },
  COLUMN: COLUMNS,
  LINE: { type: 'line', stacked: false, cumulative: false, labelsAsText: false },
  AREA: { type: 'line', fillArea: true, stacked: false, cumulative: false, labelsAsText: false },
  STEPPED_AREA: { type: 'line', fillArea: true, stacked: true, cumulative: false, labelsAsText: false },
  SCATTER: { type: 'scatter', labelsAsText: false },
  COMBO: { type: 'combo' },
}
const LEGENDS: Record<string, string> = {
  BOTTOM_LEGEND: 'bottom',
  LEFT_LEGEND: 'left',
  RIGHT_LEGEND: 'right',
  TOP_LEGEND: 'top',
  NO_LEGEND: 'none',
}

export function engineChart(context: Context, spec: Spec): object {
  const { basicChart, pieChart } = spec
  const { labels, series } = sourceAreas(context, spec)
  return {
    ...kindOf(context, spec),
    title: { text: spec.title ?? '' },
    legendPosition: LEGENDS[basicChart?.legendPosition ?? pieChart?.legendPosition ?? ''] ?? 'right',
    dataSetStyles: {},
    dataSource: {
      type: 'range',
      dataSetsHaveTitle: basicChart ? (basicChart.headerCount ?? 1) > 0 : false,
      dataSets: series.map((area, i) => ({
        dataSetId: String(i),
        dataRange: printEngineA1(context.workbook, area),
      })),
      ...(labels === undefined ? {} : { labelRange: printEngineA1(context.workbook, labels) }),
    },
  }
}

/** Kinds the engine has no chart for are drawn as columns. */
function kindOf({ path }: Context, { basicChart, pieChart }: Spec): object {
  if (pieChart) return { type: 'pie', isDoughnut: (pieChart.pieHole ?? 0) > 0 }
  if (!basicChart) return COLUMNS
  if (!basicChart.chartType) throw invalid(`Invalid ${path}: chartType is required`)
  if (!basicChart.series?.length) throw invalid(`Invalid ${path}: A chart needs at least one series.`)
  const isStacked = basicChart.stackedType && basicChart.stackedType !== 'NOT_STACKED'
  return { ...(TYPES[basicChart.chartType] ?? COLUMNS), ...(isStacked ? { stacked: true } : {}) }
}

function sourceAreas(context: Context, spec: Spec): { labels: Area | undefined; series: Area[] } {
  const { basicChart, pieChart } = spec
  if (basicChart)
    return {
      labels: areaOfSource(context, basicChart.domains?.[0]?.domain),
      series: (basicChart.series ?? []).flatMap(it => areaOfSource(context, it.series) ?? []),
    }
  if (pieChart)
    return {
      labels: areaOfSource(context, pieChart.domain),
      series: [areaOfSource(context, pieChart.series)].filter(area => area !== undefined),
    }
  return {
    labels: undefined,
    series: sourcesOf(spec).map(range => areaOf(context.workbook, range, context.path)),
  }
}

function areaOfSource(
  context: Context,
  data: sheets_v4.Schema$ChartData | null | undefined,
): Area | undefined {
  const range = data?.sourceRange?.sources?.[0]
  return range ? areaOf(context.workbook, range, context.path) : undefined
}
