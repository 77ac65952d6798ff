/** The charts of an Excel file as Google's: what each draws, from which cells, with its titles and axes. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { XmlElement } from '../xml.ts'
import { type Cells, isBeside, isDrawn, isOnRight, isRow, type Series, seriesOf } from './chart-series.ts'
import { gridRange } from './extras.ts'

type Spec = sheets_v4.Schema$ChartSpec
type Basic = sheets_v4.Schema$BasicChartSpec

const LEGENDS: Record<string, string> = {
  b: 'BOTTOM_LEGEND',
  l: 'LEFT_LEGEND',
  r: 'RIGHT_LEGEND',
  t: 'TOP_LEGEND',
  tr: 'RIGHT_LEGEND',
}

export interface ReadChart {
  spec: Spec
  /** By the place of the series: what is called otherwise than the cell before its first value says. */
  seriesNames: (string | undefined)[]
}

/** Undefined where Google's interface has no word for it, or it draws nothing of this file. */
export function readChart(chart: XmlElement): ReadChart | undefined {
  const groups = groupsOf(chart)
  const series = groups.flatMap(group => seriesOf(chart, group))
  const [first] = series
  if (first === undefined) return undefined
  const hasNames = series.every(it => isBeside(it.name, it.values))
  const title = titleOf(chart.querySelector('c:chart')?.children.find(it => it.tagName === 'c:title'))
  const legendPosition =
    chart.querySelector('c:legend') === null
      ? 'NO_LEGEND'
      : (LEGENDS[chart.querySelector('c:legendPos')?.getAttribute('val') ?? 'r'] ?? 'RIGHT_LEGEND')
  const drawn =
    first.kind === 'PIE'
      ? { pieChart: pieOf(chart, first, hasNames, legendPosition) }
      : { basicChart: basicOf(chart, groups, series, hasNames, legendPosition) }
  return {
    spec: { ...(title === undefined ? {} : { title }), ...drawn },
    seriesNames: hasNames ? [] : series.map(({ label }) => label),
  }
}

function groupsOf(chart: XmlElement): XmlElement[] {
  const plot = chart.querySelector('c:plotArea')?.children ?? []
  return plot.filter(({ tagName }) => isDrawn(tagName.slice(2)))
}

function pieOf(chart: XmlElement, series: Series, hasNames: boolean, legendPosition: string) {
  const hole = Number(
    chart.querySelector('c:doughnutChart')?.querySelector('c:holeSize')?.getAttribute('val'),
  )
  const isRing = chart.querySelector('c:doughnutChart') !== null
  return {
    legendPosition,
    ...(series.labels === undefined ? {} : { domain: sourceOf(series.labels, hasNames) }),
    series: sourceOf(series.values, hasNames),
    ...(isRing ? { pieHole: hole > 0 ? hole / 100 : 0.5 } : {}),
  }
}

function basicOf(
  chart: XmlElement,
  groups: XmlElement[],
  series: Series[],
  hasNames: boolean,
  legendPosition: string,
): Basic {
  const kinds = new Set(series.map(({ kind }) => kind))
  const [first] = series
  const isBars = chart.querySelector('c:barDir')?.getAttribute('val') === 'bar'
  const chartType = kinds.size > 1 ? 'COMBO' : first?.kind === 'COLUMN' && isBars ? 'BAR' : first?.kind
  const grouping = groups[0]?.querySelector('c:grouping')?.getAttribute('val')
  const stackedType =
    grouping === 'stacked' ? 'STACKED' : grouping === 'percentStacked' ? 'PERCENT_STACKED' : undefined
  const labels = series.find(it => it.labels !== undefined)?.labels
  const valueAxis = chartType === 'BAR' ? 'BOTTOM_AXIS' : 'LEFT_AXIS'
  return {
    ...(chartType === undefined ? {} : { chartType }),
    legendPosition,
    ...(stackedType === undefined ? {} : { stackedType }),
    headerCount: hasNames ? 1 : 0,
    ...(labels === undefined ? {} : { domains: [{ domain: sourceOf(labels, hasNames) }] }),
    series: series.map(it => ({
      series: sourceOf(it.values, hasNames),
      targetAxis: it.isRight ? 'RIGHT_AXIS' : valueAxis,
      ...(chartType === 'COMBO' ? { type: it.kind } : {}),
      ...it.look,
    })),
    ...(series.some(it => it.isSmooth) ? { lineSmoothing: true } : {}),
    axis: axesOf(chart, chartType),
  }
}

function axesOf(chart: XmlElement, chartType: string | undefined): sheets_v4.Schema$BasicChartAxis[] {
  const plot = chart.querySelector('c:plotArea')?.children ?? []
  const all = plot.filter(({ tagName }) => /^c:(?:cat|val|date|ser)Ax$/.test(tagName))
  const values = all.filter(({ tagName }) => tagName === 'c:valAx')
  const labels = all.find(({ tagName }) => tagName !== 'c:valAx')
  // Of points, both axes are of values.
  const [left, right] = labels === undefined ? values.slice(1) : values
  const sides = [
    ['BOTTOM_AXIS', chartType === 'BAR' ? left : (labels ?? values[0])],
    ['LEFT_AXIS', chartType === 'BAR' ? labels : left],
    ['RIGHT_AXIS', isOnRight(right) ? right : undefined],
  ] as const
  return sides.flatMap(([position, axis]) => {
    if (axis === undefined) return []
    const title = titleOf(axis.children.find(({ tagName }) => tagName === 'c:title'))
    const [min, max] = ['c:min', 'c:max'].map(tag => axis.querySelector(tag)?.getAttribute('val'))
    const window = {
      ...(min == null ? {} : { viewWindowMin: Number(min) }),
      ...(max == null ? {} : { viewWindowMax: Number(max) }),
    }
    return [
      {
        position,
        ...(title === undefined ? {} : { title }),
        ...(Object.keys(window).length === 0 ? {} : { viewWindowOptions: window }),
      },
    ]
  })
}

function sourceOf({ tab, box }: Cells, hasNames: boolean): sheets_v4.Schema$ChartData {
  const whole = !hasNames
    ? box
    : isRow(box)
      ? { ...box, left: Math.max(0, box.left - 1) }
      : { ...box, top: Math.max(0, box.top - 1) }
  return { sourceRange: { sources: [gridRange(tab, whole)] } }
}

function titleOf(title: XmlElement | undefined): string | undefined {
  const text = title
    ?.querySelectorAll('a:p')
    .map(line =>
      line
        .querySelectorAll('a:t')
        .map(({ textContent }) => textContent)
        .join(''),
    )
    .join('\n')
  return text === undefined || text === '' ? undefined : text
}
