/** The series of a chart for Excel: which cells, under what name, and how each is drawn. */
import type { sheets_v4 } from '@googleapis/sheets'
import { pickHex } from '../../../sheets/google/colors.ts'
import { nameOf, printBox } from '../formula-text.ts'
import { escapeXml } from '../xml-text.ts'
import { element, textElement } from './markup.ts'

type Basic = sheets_v4.Schema$BasicChartSpec
type Series = sheets_v4.Schema$BasicChartSeries

/** What a chart's spec does not say of itself. */
export interface ChartWorld {
  /** A tab's title by Google's number for it. */
  titleOf(gid: number): string
  /** Names of series that stand in no cell, by their place. */
  names: readonly (string | undefined)[]
  /** Of a pie, which does not say so itself: whether its first cell is a name. */
  hasTitles: boolean
}

export interface Drawn {
  series: Series
  order: number
}

const PIXEL = 9_525

export const value = (name: string, val: string | number): string => element(name, { val })

function sourceOf(data: sheets_v4.Schema$ChartData | null | undefined) {
  return data?.sourceRange?.sources?.[0] ?? undefined
}

/** The cells without the one that names them. */
function rangesOf(range: sheets_v4.Schema$GridRange, headers: number, { titleOf }: ChartWorld) {
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

export function seriesXml({ series, order }: Drawn, chart: Basic, kind: string, world: ChartWorld): string {
  const headers = chart.headerCount ?? 1
  const range = sourceOf(series.series)
  if (range === undefined) return ''
  const { values, name } = rangesOf(range, headers, world)
  const domain = sourceOf(chart.domains?.[0]?.domain)
  const labels = domain === undefined ? undefined : rangesOf(domain, headers, world).values
  const isPoints = kind === 'SCATTER'
  return element(
    'c:ser',
    {},
    [
      value('c:idx', order),
      value('c:order', order),
      nameXml(world.names[order], name),
      lookXml(series, kind),
      kind === 'COLUMN' || kind === 'BAR' ? value('c:invertIfNegative', 0) : '',
      kind === 'LINE' || isPoints ? markerXml(series, isPoints) : '',
      dataLabelsXml(series.dataLabel ?? undefined),
      labels === undefined
        ? ''
        : element(
            isPoints ? 'c:xVal' : 'c:cat',
            {},
            referenceXml(isPoints ? 'c:numRef' : 'c:strRef', labels),
          ),
      element(isPoints ? 'c:yVal' : 'c:val', {}, referenceXml('c:numRef', values)),
      kind === 'LINE' || isPoints ? value('c:smooth', chart.lineSmoothing && !isPoints ? 1 : 0) : '',
    ].join(''),
  )
}

function nameXml(text: string | undefined, cell: string | undefined): string {
  if (text !== undefined) return element('c:tx', {}, textElement('c:v', text))
  return cell === undefined ? '' : element('c:tx', {}, referenceXml('c:strRef', cell))
}

const referenceXml = (name: string, cells: string) => element(name, {}, `<c:f>${escapeXml(cells)}</c:f>`)

// ---- looks

const DASHES: Record<string, string> = {
  DOTTED: 'sysDot',
  MEDIUM_DASHED: 'dash',
  MEDIUM_DASHED_DOTTED: 'dashDot',
  LONG_DASHED: 'lgDash',
  LONG_DASHED_DOTTED: 'lgDashDot',
}
const SHAPES: Record<string, string> = {
  CIRCLE: 'circle',
  DIAMOND: 'diamond',
  SQUARE: 'square',
  STAR: 'star',
  TRIANGLE: 'triangle',
  X_MARK: 'x',
}

function fillOf({ color, colorStyle }: Series): string {
  const hex = pickHex(color, colorStyle)?.slice(1)
  return hex === undefined ? '' : element('a:solidFill', {}, value('a:srgbClr', hex))
}

function lookXml(series: Series, kind: string): string {
  // Points have no line between them.
  if (kind === 'SCATTER') return element('c:spPr', {}, `<a:ln w="19050"><a:noFill/></a:ln>`)
  const fill = fillOf(series)
  if (kind !== 'LINE') return fill === '' ? '' : element('c:spPr', {}, fill)
  const { width, type } = series.lineStyle ?? {}
  const dash = DASHES[type ?? '']
  const inside = fill + (dash === undefined ? '' : value('a:prstDash', dash))
  if (inside === '' && !width) return ''
  return element('c:spPr', {}, element('a:ln', { w: width ? Math.round(width * PIXEL) : undefined }, inside))
}

function markerXml(series: Series, isPoints: boolean): string {
  const { shape, size } = series.pointStyle ?? {}
  const symbol = SHAPES[shape ?? ''] ?? (isPoints || size ? 'circle' : 'none')
  const fill = symbol === 'none' ? '' : fillOf(series)
  return element(
    'c:marker',
    {},
    value('c:symbol', symbol) +
      (size ? value('c:size', Math.min(72, Math.max(2, Math.round(size)))) : '') +
      (fill === '' ? '' : element('c:spPr', {}, fill)),
  )
}

const PLACES: Record<string, string> = {
  ABOVE: 't',
  BELOW: 'b',
  LEFT: 'l',
  RIGHT: 'r',
  CENTER: 'ctr',
  INSIDE_BASE: 'inBase',
  INSIDE_END: 'inEnd',
  OUTSIDE_END: 'outEnd',
}

function dataLabelsXml(label: sheets_v4.Schema$DataLabel | undefined): string {
  if (label?.type !== 'DATA') return ''
  const place = PLACES[label.placement ?? '']
  const shown = ['c:showLegendKey', 'c:showVal', 'c:showCatName', 'c:showSerName', 'c:showPercent']
  return element(
    'c:dLbls',
    {},
    [
      place === undefined ? '' : value('c:dLblPos', place),
      ...shown.map(name => value(name, name === 'c:showVal' ? 1 : 0)),
      value('c:showBubbleSize', 0),
    ].join(''),
  )
}
