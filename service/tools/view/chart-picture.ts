/** A chart drawn simply from its description and its numbers: what it shows, not how Google draws it. */
import type { ChartData, Series } from './chart-data.ts'
import { colorOf, type Frame } from './palette.ts'
import { piePicture } from './pie-picture.ts'
import { escapeXml, fitting } from './svg.ts'

/** At about as many places the axis says its values. */
const TICKS = 5

export function chartPicture(chart: ChartData, frame: Frame): string {
  const { x, y, width, height } = frame
  const title = chart.title
    ? `<text x="${x + 12}" y="${y + 24}" font-size="16" fill="#444746">${escapeXml(fitting(chart.title, width - 24, 16))}</text>`
    : ''
  const plot: Frame = { x: x + 60, y: y + 40, width: width - 80, height: height - 100 }
  const drawn =
    chart.kind === 'unknown'
      ? words(frame, 'This kind of chart is not drawn here.')
      : chart.series.every(({ values }) => values.every(value => value === null))
        ? words(frame, 'No data')
        : chart.kind === 'pie'
          ? piePicture(chart, { ...plot, x: x + 20, width: width - 40 })
          : axes(chart, plot)
  return `<g><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#ffffff" stroke="#c4c7c5"/>${title}${drawn}${legend(chart, frame)}</g>`
}

const words = ({ x, y, width, height }: Frame, text: string) =>
  `<text x="${x + width / 2}" y="${y + height / 2}" font-size="14" fill="#80868b" text-anchor="middle">${text}</text>`

function legend(chart: ChartData, { x, y, height }: Frame): string {
  if (chart.kind === 'pie' || !chart.hasLegend) return ''
  let left = x + 60
  return chart.series
    .map((series, at) => {
      const name = fitting(series.name, 140, 11)
      const mark = `<rect x="${left}" y="${y + height - 20}" width="10" height="10" fill="${colorOf(series.color, at)}"/><text x="${left + 14}" y="${y + height - 11}" font-size="11" fill="#444746">${escapeXml(name)}</text>`
      left += 30 + name.length * 6.5
      return mark
    })
    .join('')
}

interface Scale {
  low: number
  high: number
  step: number
  at(value: number): number
}

function axes(chart: ChartData, plot: Frame): string {
  const isBar = chart.kind === 'bar'
  const length = isBar ? plot.width : plot.height
  const sides = (['left', 'right'] as const).map(side => scaleOf(chart, side, length))
  const [main] = sides
  const count = Math.min(20, Math.floor((main!.high - main!.low) / main!.step + 1e-9))
  const lines = Array.from({ length: count + 1 }, (_, tick) => {
    const value = main!.low + main!.step * tick
    const at = main!.at(value)
    const label = escapeXml(short(value))
    return isBar
      ? `<line x1="${plot.x + at}" y1="${plot.y}" x2="${plot.x + at}" y2="${plot.y + plot.height}" stroke="#e0e0e0"/><text x="${plot.x + at}" y="${plot.y + plot.height + 14}" font-size="11" fill="#444746" text-anchor="middle">${label}</text>`
      : `<line x1="${plot.x}" y1="${plot.y + plot.height - at}" x2="${plot.x + plot.width}" y2="${plot.y + plot.height - at}" stroke="#e0e0e0"/><text x="${plot.x - 6}" y="${plot.y + plot.height - at + 4}" font-size="11" fill="#444746" text-anchor="end">${label}</text>`
  })
  const series = chart.series.map((each, at) =>
    seriesPicture(chart, each, at, plot, sides[each.axis === 'right' ? 1 : 0]!),
  )
  return [...lines, ...series, ...domainLabels(chart, plot), ...axisTitles(chart, plot)].join('')
}

function scaleOf(chart: ChartData, side: 'left' | 'right', length: number): Scale {
  const own = chart.series.filter(({ axis }) => (axis ?? 'left') === side)
  const numbers = chart.stacked
    ? chart.domain.map((_, at) => own.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
    : own.flatMap(({ values }) => values.filter(value => value !== null))
  const isFromZero = own.some(({ type }) => type !== 'line' && type !== 'scatter')
  const least = Math.min(...numbers, isFromZero ? 0 : Infinity)
  const most = Math.max(...numbers, isFromZero ? 0 : -Infinity)
  const room = (most - least || Math.abs(most) || 1) * 0.05
  const step = roundStep((most - least + 2 * room) / TICKS)
  const low = chart.min ?? Math.floor(least / step) * step
  const high = chart.max ?? Math.ceil((most + room / 5) / step) * step
  return { low, high, step, at: value => ((value - low) / (high - low || 1)) * length }
}

/** 1, 2 or 5 with zeros, as people mark an axis. */
function roundStep(rough: number): number {
  const size = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find(factor => factor * size >= rough) ?? 10) * size
}

function short(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e6) return `${(value / 1e6).toFixed(1)}M`
  if (size >= 1e4) return `${(value / 1e3).toFixed(0)}k`
  return size >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(2)
}

function seriesPicture(chart: ChartData, series: Series, index: number, plot: Frame, scale: Scale): string {
  const color = colorOf(series.color, index)
  if (series.type === 'bar' || series.type === 'column') return bars(chart, series, index, plot, scale, color)
  const points = series.values.flatMap((value, at) =>
    value === null ? [] : [[xOf(chart, plot, at), plot.y + plot.height - scale.at(value)] as const],
  )
  const marks = points.map(
    ([x, y]) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3" fill="${color}"/>`,
  )
  if (series.type === 'scatter') return marks.join('')
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const line = `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>`
  if (series.type === 'line') return line
  const base = plot.y + plot.height
  const [first, last] = [points[0], points.at(-1)]
  return first && last
    ? `<polygon points="${first[0]},${base} ${path} ${last[0]},${base}" fill="${color}" fill-opacity="0.3"/>${line}`
    : ''
}

/** Middle of a place on the domain; numbers of a scatter chart stand by their value. */
function xOf(chart: ChartData, plot: Frame, at: number): number {
  const numbers = chart.domain.map(Number)
  if (chart.kind !== 'scatter' || numbers.some(Number.isNaN))
    return plot.x + (plot.width * (at + 0.5)) / Math.max(1, chart.domain.length)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  return plot.x + (plot.width * ((numbers[at] ?? least) - least)) / (most - least || 1)
}

function bars(
  chart: ChartData,
  series: Series,
  index: number,
  plot: Frame,
  scale: Scale,
  color: string,
): string {
  const beside = chart.series.filter(({ type }) => type === series.type)
  const slot = (chart.kind === 'bar' ? plot.height : plot.width) / Math.max(1, chart.domain.length)
  const lanes = chart.stacked ? 1 : beside.length
  const thick = (slot * 0.7) / lanes
  const lane = chart.stacked ? 0 : beside.indexOf(series)
  return series.values
    .map((value, at) => {
      if (value === null) return ''
      const below = chart.stacked
        ? chart.series.slice(0, index).reduce((sum, { values }) => sum + (values[at] ?? 0), 0)
        : Math.max(0, scale.low)
      const [a, b] = [scale.at(below), scale.at(chart.stacked ? below + value : value)]
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const along = slot * (at + 0.15) + thick * lane
      return chart.kind === 'bar'
        ? `<rect x="${(plot.x + from).toFixed(1)}" y="${(plot.y + along).toFixed(1)}" width="${(to - from).toFixed(1)}" height="${thick.toFixed(1)}" fill="${color}"/>`
        : `<rect x="${(plot.x + along).toFixed(1)}" y="${(plot.y + plot.height - to).toFixed(1)}" width="${thick.toFixed(1)}" height="${(to - from).toFixed(1)}" fill="${color}"/>`
    })
    .join('')
}

function domainLabels(chart: ChartData, plot: Frame): string[] {
  const isBar = chart.kind === 'bar'
  const slot = (isBar ? plot.height : plot.width) / Math.max(1, chart.domain.length)
  const every = Math.max(1, Math.ceil((isBar ? 16 : 50) / slot))
  return chart.domain.map((label, at) => {
    if (at % every !== 0) return ''
    const shown = escapeXml(fitting(label, isBar ? 54 : slot * every - 4, 11))
    return isBar
      ? `<text x="${plot.x - 6}" y="${plot.y + slot * (at + 0.5) + 4}" font-size="11" fill="#444746" text-anchor="end">${shown}</text>`
      : `<text x="${xOf(chart, plot, at)}" y="${plot.y + plot.height + 16}" font-size="11" fill="#444746" text-anchor="middle">${shown}</text>`
  })
}

function axisTitles(chart: ChartData, plot: Frame): string[] {
  const across = chart.xTitle
    ? [
        `<text x="${plot.x + plot.width / 2}" y="${plot.y + plot.height + 34}" font-size="12" fill="#444746" text-anchor="middle">${escapeXml(chart.xTitle)}</text>`,
      ]
    : []
  const [x, y] = [plot.x - 44, plot.y + plot.height / 2]
  const up = chart.yTitle
    ? [
        `<text x="${x}" y="${y}" font-size="12" fill="#444746" text-anchor="middle" transform="rotate(-90 ${x} ${y})">${escapeXml(chart.yTitle)}</text>`,
      ]
    : []
  return [...across, ...up]
}
