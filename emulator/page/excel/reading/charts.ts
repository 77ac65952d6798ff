/** The charts of an Excel file as Google's: what each draws, from which cells, with its titles and axes. */
import type { sheets_v4 } from '@googleapis/sheets'
import { fromHex } from '../../../sheets/google/colors.ts'
import { type Box, boxOf } from '../formula-text.ts'
import type { XmlElement } from '../xml.ts'
import { gridRange } from './extras.ts'

type Spec = sheets_v4.Schema$ChartSpec
type Basic = sheets_v4.Schema$BasicChartSpec

const KINDS: Record<string, string> = {
  barChart: 'COLUMN',
  bar3DChart: 'COLUMN',
  lineChart: 'LINE',
  line3DChart: 'LINE',
  stockChart: 'LINE',
  areaChart: 'AREA',
  area3DChart: 'AREA',
  scatterChart: 'SCATTER',
  bubbleChart: 'SCATTER',
  pieChart: 'PIE',
  pie3DChart: 'PIE',
  ofPieChart: 'PIE',
  doughnutChart: 'PIE',
}
const LEGENDS: Record<string, string> = {
  b: 'BOTTOM_LEGEND',
  l: 'LEFT_LEGEND',
  r: 'RIGHT_LEGEND',
  t: 'TOP_LEGEND',
  tr: 'RIGHT_LEGEND',
}

/** A range of one tab. */
interface Cells {
  tab: string
  box: Box
}

interface Series {
  kind: string
  values: Cells
  labels: Cells | undefined
  /** Where its name stands, if in a cell. */
  name: Cells | undefined
  color: string | undefined
  isRight: boolean
}

/** Undefined where Google's interface has no word for it, or it draws nothing of this file. */
export function chartSpec(chart: XmlElement): Spec | undefined {
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
  return { ...(title === undefined ? {} : { title }), ...drawn }
}

function groupsOf(chart: XmlElement): XmlElement[] {
  const plot = chart.querySelector('c:plotArea')?.children ?? []
  return plot.filter(({ tagName }) => tagName.slice(2) in KINDS)
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
      ...(it.color === undefined
        ? {}
        : { color: fromHex(it.color), colorStyle: { rgbColor: fromHex(it.color) } }),
    })),
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

const isOnRight = (axis: XmlElement | undefined) =>
  axis?.querySelector('c:crosses')?.getAttribute('val') === 'max' ||
  axis?.querySelector('c:axPos')?.getAttribute('val') === 'r'

// ---- series

function seriesOf(chart: XmlElement, group: XmlElement): Series[] {
  const kind = KINDS[group.tagName.slice(2)] ?? 'COLUMN'
  const axes = group.children.filter(({ tagName }) => tagName === 'c:axId').map(it => it.getAttribute('val'))
  const plot = chart.querySelector('c:plotArea')?.children ?? []
  const own = plot.find(
    it => it.tagName === 'c:valAx' && axes.includes(it.querySelector('c:axId')?.getAttribute('val') ?? ''),
  )
  const hasSeveral = plot.filter(({ tagName }) => tagName === 'c:valAx').length > 1
  const isRight = kind !== 'SCATTER' && hasSeveral && isOnRight(own)
  return group.children
    .filter(({ tagName }) => tagName === 'c:ser')
    .flatMap(element => {
      const values = cellsOf(element, kind === 'SCATTER' ? 'c:yVal' : 'c:val')
      if (values === undefined) return []
      const rgb = element.children
        .find(({ tagName }) => tagName === 'c:spPr')
        ?.querySelector('a:srgbClr')
        ?.getAttribute('val')
      return [
        {
          kind,
          values,
          labels: cellsOf(element, kind === 'SCATTER' ? 'c:xVal' : 'c:cat'),
          name: cellsOf(element, 'c:tx'),
          color: rgb && /^[\dA-F]{6}$/i.test(rgb) ? `#${rgb}` : undefined,
          isRight,
        },
      ]
    })
}

const RANGE = /^(?:'((?:[^']|'')*)'|([^'!]+))!(\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?)$/i

/** The cells that an element of a series names; several areas are more than Google's series hold. */
function cellsOf(series: XmlElement, tag: string): Cells | undefined {
  const inside = series.children.find(({ tagName }) => tagName === tag)?.querySelector('c:f')
  const [, quoted, plain, range] = RANGE.exec(inside?.textContent.trim().replace(/^\(|\)$/g, '') ?? '') ?? []
  if (range === undefined) return undefined
  return { tab: (quoted ?? plain ?? '').replaceAll("''", "'"), box: boxOf(range) }
}

/** Google takes the name of a series from the cell before its first value. */
function isBeside(name: Cells | undefined, { tab, box }: Cells): boolean {
  if (name === undefined || name.tab !== tab) return false
  const { top, left, bottom, right } = name.box
  if (top !== bottom || left !== right) return false
  return isRow(box) ? top === box.top && left === box.left - 1 : left === box.left && top === box.top - 1
}

const isRow = ({ top, bottom, left, right }: Box) => top === bottom && right > left

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
