/** The nearest chart the engine can draw for one of Google's, so that the page shows it. */
import type { sheets_v4 } from '@googleapis/sheets'
import { pickHex } from '../google/colors.ts'
import { invalid } from '../google/errors.ts'
import { type Area, areaOf, printEngineA1 } from '../workbook/a1.ts'
import { sourcesOf } from './chart-sources.ts'
import type { Context } from './context.ts'

type Spec = sheets_v4.Schema$ChartSpec

const COLUMNS: Kind = { type: 'bar', stacked: false }
const TYPES: Record<string, Kind> = {
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

/** The engine refuses words that a kind of chart has no use for. */
const KINDS_WITH_AXES = new Set(['bar', 'line', 'scatter', 'combo'])

/** `names`: of its series, where they stand in no cell. */
export function engineChart(
  context: Context,
  spec: Spec,
  names: readonly (string | undefined)[] = [],
): object {
  const { basicChart, pieChart } = spec
  const { labels, series } = sourceAreas(context, spec)
  const kind = kindOf(context, spec)
  return {
    ...kind,
    title: titleOf(spec),
    legendPosition: LEGENDS[basicChart?.legendPosition ?? pieChart?.legendPosition ?? ''] ?? 'right',
    dataSetStyles: Object.fromEntries(
      series.map((_, i) => [String(i), styleOf(basicChart?.series?.[i] ?? {}, basicChart, names[i])]),
    ),
    ...(basicChart && KINDS_WITH_AXES.has(kind.type) ? { axesDesign: axesOf(basicChart) } : {}),
    dataSource: {
      type: 'range',
      dataSetsHaveTitle: hasHeaders(context, basicChart?.headerCount, series),
      dataSets: series.map((area, i) => ({
        dataSetId: String(i),
        dataRange: printEngineA1(context.workbook, area),
      })),
      ...(labels === undefined ? {} : { labelRange: printEngineA1(context.workbook, labels) }),
    },
  }
}

/** Where the chart does not say, Google guesses from the cells: a series that begins with a number has none. */
function hasHeaders(
  { workbook, tx }: Context,
  headerCount: number | null | undefined,
  series: readonly Area[],
): boolean {
  if (headerCount != null) return headerCount > 0
  tx.evaluate()
  return !series.some(({ sheetId, zone: { top: row, left: col } }) => {
    const { type } = workbook.getters.getEvaluatedCell({ sheetId, row, col })
    return type === 'number' || type === 'error'
  })
}

function titleOf({ title, subtitle, titleTextFormat }: Spec): object {
  const text = [title, subtitle].filter(Boolean).join(' – ')
  const color = pickHex(titleTextFormat?.foregroundColor, titleTextFormat?.foregroundColorStyle)
  return {
    text,
    ...(titleTextFormat?.bold == null ? {} : { bold: titleTextFormat.bold }),
    ...(titleTextFormat?.italic == null ? {} : { italic: titleTextFormat.italic }),
    ...(titleTextFormat?.fontSize == null ? {} : { fontSize: titleTextFormat.fontSize }),
    ...(color === undefined ? {} : { color }),
  }
}

/** What one series looks like beside the others: lines over columns, an axis of its own, a colour. */
function styleOf(
  series: sheets_v4.Schema$BasicChartSeries,
  chart: sheets_v4.Schema$BasicChartSpec | undefined,
  label: string | undefined,
): object {
  const color = pickHex(series.color, series.colorStyle)
  const isCombined = chart?.chartType === 'COMBO'
  return {
    ...(label === undefined ? {} : { label }),
    ...(isCombined ? { type: series.type === 'LINE' || series.type === 'AREA' ? 'line' : 'bar' } : {}),
    ...(series.targetAxis === 'RIGHT_AXIS' ? { yAxisId: 'y1' } : {}),
    ...(color === undefined ? {} : { backgroundColor: color }),
  }
}

const AXES: Record<string, string> = { BOTTOM_AXIS: 'x', LEFT_AXIS: 'y', RIGHT_AXIS: 'y1' }

/** Of bars, Google's bottom axis is the one of their values. */
function axesOf({ axis, chartType }: sheets_v4.Schema$BasicChartSpec): object {
  const turned: Record<string, string> = { x: 'y', y: 'x' }
  return Object.fromEntries(
    (axis ?? []).flatMap(({ position, title, viewWindowOptions: window }) => {
      const name = AXES[position ?? '']
      if (name === undefined) return []
      const design = {
        ...(title ? { title: { text: title } } : {}),
        ...(window?.viewWindowMin == null ? {} : { min: window.viewWindowMin }),
        ...(window?.viewWindowMax == null ? {} : { max: window.viewWindowMax }),
      }
      return [[chartType === 'BAR' ? (turned[name] ?? name) : name, design]]
    }),
  )
}

interface Kind {
  type: string
  [option: string]: unknown
}

/** Kinds the engine has no chart for are drawn as columns. */
function kindOf({ path }: Context, { basicChart, pieChart }: Spec): Kind {
  if (pieChart) return { type: 'pie', isDoughnut: (pieChart.pieHole ?? 0) > 0 }
  if (!basicChart) return COLUMNS
  if (!basicChart.chartType) throw invalid(`Invalid ${path}: chartType is required`)
  if (!basicChart.series?.length) throw invalid(`Invalid ${path}: A chart needs at least one series.`)
  const kind = TYPES[basicChart.chartType] ?? COLUMNS
  const isStacked = basicChart.stackedType && basicChart.stackedType !== 'NOT_STACKED'
  return 'stacked' in kind && isStacked ? { ...kind, stacked: true } : kind
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
