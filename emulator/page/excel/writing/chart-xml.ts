/** One of Google's charts as Excel draws it: the same cells, titles, axes, colours and ways of stacking. */
import type { sheets_v4 } from '@googleapis/sheets'
import { axesXml, axisIds, titleXml } from './chart-axes.ts'
import { type ChartWorld, type Drawn, seriesXml, value } from './chart-series.ts'
import { element } from './markup.ts'

type Spec = sheets_v4.Schema$ChartSpec
type Basic = sheets_v4.Schema$BasicChartSpec

const LEGENDS: Record<string, string> = {
  BOTTOM_LEGEND: 'b',
  LEFT_LEGEND: 'l',
  RIGHT_LEGEND: 'r',
  TOP_LEGEND: 't',
}

export function chartXml(spec: Spec, world: ChartWorld): string {
  const { basicChart, pieChart } = spec
  const plot = pieChart ? pieXml(pieChart, world) : basicXml(basicChart ?? {}, world)
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

// ---- pies

function pieXml(pie: sheets_v4.Schema$PieChartSpec, world: ChartWorld): string {
  const isRing = (pie.pieHole ?? 0) > 0
  const chart: Basic = {
    domains: [{ ...(pie.domain ? { domain: pie.domain } : {}) }],
    headerCount: world.hasTitles ? 1 : 0,
  }
  const series = seriesXml(
    { series: pie.series ? { series: pie.series } : {}, order: 0 },
    chart,
    'PIE',
    world,
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

// ---- the others

function basicXml(chart: Basic, world: ChartWorld): string {
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
    return groupXml(kind, series, chart, side === 'right', world)
  })
  const hasRight = [...groups.keys()].some(key => key.endsWith('right'))
  return drawn.join('') + axesXml(chart, hasRight)
}

const GROUPINGS: Record<string, string> = { STACKED: 'stacked', PERCENT_STACKED: 'percentStacked' }

function groupXml(kind: string, series: Drawn[], chart: Basic, isRight: boolean, world: ChartWorld): string {
  const inside = series.map(drawn => seriesXml(drawn, chart, kind, world)).join('')
  const stacked = GROUPINGS[chart.stackedType ?? '']
  const axes = axisIds(isRight)
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
