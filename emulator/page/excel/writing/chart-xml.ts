/** One of Google's charts as Excel draws it: the same cells, titles, axes, colours and ways of stacking. */
import type { sheets_v4 } from '@googleapis/sheets'
import { pickHex } from '../../../sheets/google/colors.ts'
import { nameOf, printBox } from '../formula-text.ts'
import { escapeXml } from '../xml-text.ts'
import { element } from './markup.ts'

type Spec = sheets_v4.Schema$ChartSpec
type Basic = sheets_v4.Schema$BasicChartSpec
type Series = sheets_v4.Schema$BasicChartSeries

/** A tab's title by Google's number for it. */
export type TitleOf = (gid: number) => string

const [LABEL_AXIS, VALUE_AXIS, RIGHT_AXIS, RIGHT_LABELS] = [111, 112, 113, 114]
const LEGENDS: Record<string, string> = {
  BOTTOM_LEGEND: 'b',
  LEFT_LEGEND: 'l',
  RIGHT_LEGEND: 'r',
  TOP_LEGEND: 't',
}

export function chartXml(spec: Spec, titleOf: TitleOf): string {
  const { basicChart, pieChart } = spec
  const plot = pieChart ? pieXml(pieChart, titleOf) : basicXml(basicChart ?? {}, titleOf)
  const title = [spec.title, spec.subtitle].filter(Boolean).join(' – ')
  const legend = LEGENDS[basicChart?.legendPosition ?? pieChart?.legendPosition ?? 'RIGHT_LEGEND']
  return element(
    'c:chartSpace',
    {
      'xmlns:c': 'http://schemas.openxmlformats.org/drawingml/2006/chart',
      'xmlns:a': 'http://schemas.openxmlformats.org/drawingml/2006/main',
      'xmlns:r': 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
    },
    value('c:roundedCorners', 0) +
      element(
        'c:chart',
        {},
        [
          titleXml(title),
          value('c:autoTitleDeleted', title === '' ? 1 : 0),
          element('c:plotArea', {}, element('c:layout') + plot),
          legend === undefined
            ? ''
            : element('c:legend', {}, value('c:legendPos', legend) + value('c:overlay', 0)),
          value('c:plotVisOnly', 1),
          value('c:dispBlanksAs', 'gap'),
        ].join(''),
      ),
  )
}

const value = (name: string, val: string | number) => element(name, { val })

function titleXml(text: string): string {
  if (text === '') return ''
  const lines = text
    .split('\n')
    .map(
      line =>
        `<a:p><a:pPr><a:defRPr/></a:pPr><a:r><a:rPr lang="en-US"/><a:t>${escapeXml(line)}</a:t></a:r></a:p>`,
    )
  const rich = element('c:rich', {}, `<a:bodyPr/><a:lstStyle/>${lines.join('')}`)
  return element('c:title', {}, element('c:tx', {}, rich) + value('c:overlay', 0))
}

// ---- series

interface Drawn {
  series: Series
  order: number
}

function sourceOf(data: sheets_v4.Schema$ChartData | null | undefined) {
  return data?.sourceRange?.sources?.[0] ?? undefined
}

/** The cells without the one that names them. */
function rangesOf(range: sheets_v4.Schema$GridRange, headers: number, titleOf: TitleOf) {
  const [top = 0, left = 0] = [range.startRowIndex ?? 0, range.startColumnIndex ?? 0]
  const [bottom, right] = [(range.endRowIndex ?? 1000) - 1, (range.endColumnIndex ?? left + 1) - 1]
  const isRow = top === bottom && right > left
  const title = `'${titleOf(range.sheetId ?? 0).replaceAll("'", "''")}'!`
  const fixed = (text: string) => title + text.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')
  const box = {
    top: isRow ? top : Math.min(top + headers, bottom),
    left: isRow ? Math.min(left + headers, right) : left,
    bottom,
    right,
  }
  return {
    values: fixed(printBox(box)),
    name: headers > 0 ? fixed(nameOf({ row: top, col: left })) : undefined,
  }
}

function seriesXml({ series, order }: Drawn, chart: Basic, kind: string, titleOf: TitleOf): string {
  const headers = chart.headerCount ?? 1
  const range = sourceOf(series.series)
  if (range === undefined) return ''
  const { values, name } = rangesOf(range, headers, titleOf)
  const domain = sourceOf(chart.domains?.[0]?.domain)
  const labels = domain === undefined ? undefined : rangesOf(domain, headers, titleOf).values
  const color = pickHex(series.color, series.colorStyle)?.slice(1)
  const isPoints = kind === 'SCATTER'
  return element(
    'c:ser',
    {},
    [
      value('c:idx', order),
      value('c:order', order),
      name === undefined ? '' : element('c:tx', {}, referenceXml('c:strRef', name)),
      lookXml(color, kind),
      kind === 'COLUMN' || kind === 'BAR' ? value('c:invertIfNegative', 0) : '',
      kind === 'LINE' ? element('c:marker', {}, value('c:symbol', 'none')) : '',
      labels === undefined
        ? ''
        : element(
            isPoints ? 'c:xVal' : 'c:cat',
            {},
            referenceXml(isPoints ? 'c:numRef' : 'c:strRef', labels),
          ),
      element(isPoints ? 'c:yVal' : 'c:val', {}, referenceXml('c:numRef', values)),
      kind === 'LINE' || isPoints ? value('c:smooth', 0) : '',
    ].join(''),
  )
}

const referenceXml = (name: string, cells: string) => element(name, {}, `<c:f>${escapeXml(cells)}</c:f>`)

function lookXml(color: string | undefined, kind: string): string {
  const fill = color === undefined ? '' : element('a:solidFill', {}, value('a:srgbClr', color))
  // Points have no line between them.
  if (kind === 'SCATTER') return element('c:spPr', {}, `<a:ln w="19050"><a:noFill/></a:ln>`) + pointsXml(fill)
  if (fill === '') return ''
  return element('c:spPr', {}, kind === 'LINE' ? element('a:ln', { w: 28575 }, fill) : fill)
}

const pointsXml = (fill: string) =>
  element(
    'c:marker',
    {},
    value('c:symbol', 'circle') + value('c:size', 5) + (fill === '' ? '' : element('c:spPr', {}, fill)),
  )

// ---- pies

function pieXml(pie: sheets_v4.Schema$PieChartSpec, titleOf: TitleOf): string {
  const isRing = (pie.pieHole ?? 0) > 0
  const chart: Basic = {
    domains: [{ ...(pie.domain ? { domain: pie.domain } : {}) }],
    headerCount: headersOf(pie),
  }
  const series = seriesXml(
    { series: pie.series ? { series: pie.series } : {}, order: 0 },
    chart,
    'PIE',
    titleOf,
  )
  return element(
    isRing ? 'c:doughnutChart' : 'c:pieChart',
    {},
    value('c:varyColors', 1) +
      series +
      value('c:firstSliceAng', 0) +
      (isRing ? value('c:holeSize', Math.round((pie.pieHole ?? 0.5) * 100)) : ''),
  )
}

/** Google's pies do not say whether their first row is a name. */
const headersOf = (pie: sheets_v4.Schema$PieChartSpec) =>
  (sourceOf(pie.series)?.startRowIndex ?? 0) === 0 ? 1 : 0

// ---- the others

function basicXml(chart: Basic, titleOf: TitleOf): string {
  const all = (chart.series ?? []).map((series, order) => ({ series, order }))
  const kindOf = ({ series }: Drawn) =>
    chart.chartType === 'COMBO' ? (series.type ?? 'COLUMN') : (chart.chartType ?? 'COLUMN')
  const groups = new Map<string, Drawn[]>()
  for (const drawn of all) {
    const key = `${kindOf(drawn)} ${drawn.series.targetAxis === 'RIGHT_AXIS' ? 'right' : 'left'}`
    groups.set(key, [...(groups.get(key) ?? []), drawn])
  }
  const drawn = [...groups].map(([key, series]) => {
    const [kind = 'COLUMN', side] = key.split(' ')
    return groupXml(kind, series, chart, side === 'right', titleOf)
  })
  const hasRight = [...groups.keys()].some(key => key.endsWith('right'))
  return drawn.join('') + axesXml(chart, hasRight)
}

const GROUPINGS: Record<string, string> = { STACKED: 'stacked', PERCENT_STACKED: 'percentStacked' }

function groupXml(kind: string, series: Drawn[], chart: Basic, isRight: boolean, titleOf: TitleOf): string {
  const inside = series.map(drawn => seriesXml(drawn, chart, kind, titleOf)).join('')
  const stacked = GROUPINGS[chart.stackedType ?? '']
  const axes = isRight
    ? value('c:axId', RIGHT_LABELS) + value('c:axId', RIGHT_AXIS)
    : value('c:axId', LABEL_AXIS) + value('c:axId', VALUE_AXIS)
  switch (kind) {
    case 'LINE':
      return element(
        'c:lineChart',
        {},
        `${value('c:grouping', stacked ?? 'standard')}${value('c:varyColors', 0)}${inside}${value('c:marker', 1)}${axes}`,
      )
    case 'AREA':
    case 'STEPPED_AREA':
      return element(
        'c:areaChart',
        {},
        `${value('c:grouping', stacked ?? 'standard')}${value('c:varyColors', 0)}${inside}${axes}`,
      )
    case 'RADAR':
      return element(
        'c:radarChart',
        {},
        `${value('c:radarStyle', 'marker')}${value('c:varyColors', 0)}${inside}${axes}`,
      )
    case 'SCATTER':
      return element(
        'c:scatterChart',
        {},
        `${value('c:scatterStyle', 'lineMarker')}${value('c:varyColors', 0)}${inside}${axes}`,
      )
    default:
      return element(
        'c:barChart',
        {},
        [
          value('c:barDir', kind === 'BAR' ? 'bar' : 'col'),
          value('c:grouping', stacked ?? 'clustered'),
          value('c:varyColors', 0),
          inside,
          stacked === undefined ? '' : value('c:overlap', 100),
          axes,
        ].join(''),
      )
  }
}

// ---- axes

function axesXml(chart: Basic, hasRight: boolean): string {
  const titled = (position: string) => chart.axis?.find(it => it.position === position)
  const isBar = chart.chartType === 'BAR'
  const isPoints = chart.chartType === 'SCATTER'
  const labels = titled(isBar ? 'LEFT_AXIS' : 'BOTTOM_AXIS')
  const values = titled(isBar ? 'BOTTOM_AXIS' : 'LEFT_AXIS')
  const first = axisXml(isPoints ? 'c:valAx' : 'c:catAx', {
    id: LABEL_AXIS,
    crosses: VALUE_AXIS,
    side: isBar ? 'l' : 'b',
    given: labels,
  })
  const second = axisXml('c:valAx', {
    id: VALUE_AXIS,
    crosses: LABEL_AXIS,
    side: isBar ? 'b' : 'l',
    given: values,
    hasLines: true,
  })
  if (!hasRight) return first + second
  const right = {
    id: RIGHT_AXIS,
    crosses: RIGHT_LABELS,
    side: 'r',
    given: titled('RIGHT_AXIS'),
    isRight: true,
  }
  return (
    first +
    second +
    axisXml('c:catAx', {
      id: RIGHT_LABELS,
      crosses: RIGHT_AXIS,
      side: 'b',
      given: undefined,
      isHidden: true,
    }) +
    axisXml('c:valAx', right)
  )
}

interface Axis {
  id: number
  crosses: number
  side: string
  given: sheets_v4.Schema$BasicChartAxis | undefined
  hasLines?: boolean
  isRight?: boolean
  isHidden?: boolean
}

function axisXml(name: string, { id, crosses, side, given, hasLines, isRight, isHidden }: Axis): string {
  const { viewWindowMin: min, viewWindowMax: max } = given?.viewWindowOptions ?? {}
  const scaling =
    value('c:orientation', 'minMax') +
    (max == null ? '' : value('c:max', max)) +
    (min == null ? '' : value('c:min', min))
  return element(
    name,
    {},
    [
      value('c:axId', id),
      element('c:scaling', {}, scaling),
      value('c:delete', isHidden ? 1 : 0),
      value('c:axPos', side),
      hasLines ? element('c:majorGridlines') : '',
      titleXml(given?.title ?? ''),
      value('c:majorTickMark', 'out'),
      value('c:minorTickMark', 'none'),
      value('c:tickLblPos', 'nextTo'),
      value('c:crossAx', crosses),
      value('c:crosses', isRight ? 'max' : 'autoZero'),
    ].join(''),
  )
}
