/** The series of an Excel file's charts: from which cells, under what name, and how each is drawn. */
import type { sheets_v4 } from '@googleapis/sheets'
import { fromHex } from '../../../sheets/google/colors.ts'
import { type Box, boxOf } from '../formula-text.ts'
import type { XmlElement } from '../xml.ts'

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

export const isDrawn = (group: string): boolean => group in KINDS

/** A range of one tab. */
export interface Cells {
  tab: string
  box: Box
}

/** In Google's words. */
type Look = Pick<
  sheets_v4.Schema$BasicChartSeries,
  'color' | 'colorStyle' | 'lineStyle' | 'pointStyle' | 'dataLabel'
>

export interface Series {
  kind: string
  values: Cells
  labels: Cells | undefined
  /** Where its name stands, if in a cell. */
  name: Cells | undefined
  /** The name as the file shows it. */
  label: string | undefined
  look: Look
  isRight: boolean
  isSmooth: boolean
}

export const isOnRight = (axis: XmlElement | undefined) =>
  axis?.querySelector('c:crosses')?.getAttribute('val') === 'max' ||
  axis?.querySelector('c:axPos')?.getAttribute('val') === 'r'

export function seriesOf(chart: XmlElement, group: XmlElement): Series[] {
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
      return [
        {
          kind,
          values,
          labels: cellsOf(element, kind === 'SCATTER' ? 'c:xVal' : 'c:cat'),
          name: cellsOf(element, 'c:tx'),
          label: labelOf(element),
          look: lookOf(element, group, kind),
          isRight,
          isSmooth: kind === 'LINE' && childOf(element, 'c:smooth')?.getAttribute('val') === '1',
        },
      ]
    })
}

/** Of a name that stands in a cell, what stood there when the file was written. */
const labelOf = (series: XmlElement): string | undefined =>
  series.children.find(({ tagName }) => tagName === 'c:tx')?.querySelector('c:v')?.textContent || undefined

const RANGE = /^(?:'((?:[^']|'')*)'|([^'!]+))!(\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?)$/i

/** The cells that an element of a series names; several areas are more than Google's series hold. */
function cellsOf(series: XmlElement, tag: string): Cells | undefined {
  const inside = series.children.find(({ tagName }) => tagName === tag)?.querySelector('c:f')
  const [, quoted, plain, range] = RANGE.exec(inside?.textContent.trim().replace(/^\(|\)$/g, '') ?? '') ?? []
  if (range === undefined) return undefined
  return { tab: (quoted ?? plain ?? '').replaceAll("''", "'"), box: boxOf(range) }
}

/** Google takes the name of a series from the cell before its first value. */
export function isBeside(name: Cells | undefined, { tab, box }: Cells): boolean {
  if (name === undefined || name.tab !== tab) return false
  const { top, left, bottom, right } = name.box
  if (top !== bottom || left !== right) return false
  return isRow(box) ? top === box.top && left === box.left - 1 : left === box.left && top === box.top - 1
}

export const isRow = ({ top, bottom, left, right }: Box) => top === bottom && right > left

// ---- looks

const DASHES: Record<string, string> = {
  dot: 'DOTTED',
  sysDot: 'DOTTED',
  dash: 'MEDIUM_DASHED',
  sysDash: 'MEDIUM_DASHED',
  dashDot: 'MEDIUM_DASHED_DOTTED',
  sysDashDot: 'MEDIUM_DASHED_DOTTED',
  sysDashDotDot: 'MEDIUM_DASHED_DOTTED',
  lgDash: 'LONG_DASHED',
  lgDashDot: 'LONG_DASHED_DOTTED',
  lgDashDotDot: 'LONG_DASHED_DOTTED',
}
const SHAPES: Record<string, string> = {
  circle: 'CIRCLE',
  diamond: 'DIAMOND',
  square: 'SQUARE',
  star: 'STAR',
  triangle: 'TRIANGLE',
  x: 'X_MARK',
}
const PLACES: Record<string, string> = {
  t: 'ABOVE',
  b: 'BELOW',
  l: 'LEFT',
  r: 'RIGHT',
  ctr: 'CENTER',
  inBase: 'INSIDE_BASE',
  inEnd: 'INSIDE_END',
  outEnd: 'OUTSIDE_END',
}
const PIXEL = 9_525

const childOf = (element: XmlElement | undefined, tag: string): XmlElement | undefined =>
  element?.children.find(({ tagName }) => tagName === tag)

const valOf = (element: XmlElement | undefined, tag: string): string | undefined =>
  element?.querySelector(tag)?.getAttribute('val') ?? undefined

function lookOf(series: XmlElement, group: XmlElement, kind: string): Look {
  const shape = childOf(series, 'c:spPr')
  const rgb = valOf(shape, 'a:srgbClr')
  const rgbColor = rgb && /^[\dA-F]{6}$/i.test(rgb) ? fromHex(`#${rgb}`) : undefined
  return {
    ...(rgbColor === undefined ? {} : { color: rgbColor, colorStyle: { rgbColor } }),
    ...(kind === 'LINE' ? lineOf(childOf(shape, 'a:ln')) : {}),
    ...(kind === 'LINE' || kind === 'SCATTER' ? pointOf(childOf(series, 'c:marker')) : {}),
    ...labelsOf(childOf(series, 'c:dLbls') ?? childOf(group, 'c:dLbls')),
  }
}

function lineOf(line: XmlElement | undefined): Look {
  const width = Math.round(Number(line?.getAttribute('w') ?? 0) / PIXEL)
  const type = DASHES[valOf(line, 'a:prstDash') ?? '']
  if (!width && type === undefined) return {}
  return { lineStyle: { ...(width ? { width } : {}), ...(type === undefined ? {} : { type }) } }
}

function pointOf(marker: XmlElement | undefined): Look {
  const shape = SHAPES[valOf(marker, 'c:symbol') ?? '']
  const size = Number(valOf(marker, 'c:size') ?? 0)
  return shape === undefined || !size ? {} : { pointStyle: { shape, size } }
}

function labelsOf(labels: XmlElement | undefined): Look {
  if (childOf(labels, 'c:showVal')?.getAttribute('val') !== '1') return {}
  const placement = PLACES[childOf(labels, 'c:dLblPos')?.getAttribute('val') ?? '']
  return { dataLabel: { type: 'DATA', ...(placement === undefined ? {} : { placement }) } }
}
