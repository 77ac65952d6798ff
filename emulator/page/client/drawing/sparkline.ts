/** Draws a SPARKLINE's line, columns, bar or wins into a rectangle, as Google's documentation describes them. */
import type { Datum, Sparkline } from '../../../formulas/sparklines.ts'

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

type Context = CanvasRenderingContext2D

const COLORS = {
  line: '#3c4043',
  column: '#3c78d8',
  negative: '#e06666',
  bars: ['#ff9900', '#a4c2f4'],
  axis: '#5f6368',
}
const SPACE_BETWEEN = 0.2

export function drawSparkline(ctx: Context, cell: Rect, sparkline: Sparkline): void {
  const rect = { x: cell.x + 3, y: cell.y + 3, width: cell.width - 6, height: cell.height - 6 }
  if (rect.width <= 0 || rect.height <= 0) return
  const draw = DRAWN[String(sparkline.options.get('charttype') ?? 'line').toLowerCase()] ?? drawLine
  draw(ctx, rect, sparkline)
}

const DRAWN: Record<string, (ctx: Context, rect: Rect, sparkline: Sparkline) => void> = {
  bar: drawBar,
  column: (ctx, rect, sparkline) => drawColumns(ctx, rect, sparkline, number => number),
  winloss: (ctx, rect, sparkline) => drawColumns(ctx, rect, sparkline, Math.sign),
}

/** What is no number is left out, or 0 where the options say so. */
function numbersOf(series: readonly Datum[], { options }: Sparkline): (number | undefined)[] {
  const textIs = String(options.get('nan') ?? 'ignore').toLowerCase() === 'convert' ? 0 : undefined
  const blankIs = String(options.get('empty') ?? 'ignore').toLowerCase() === 'zero' ? 0 : undefined
  return series.map(value => {
    if (typeof value === 'number') return value
    return value === null || value === '' ? blankIs : textIs
  })
}

const colorOf = ({ options }: Sparkline, name: string, otherwise: string) =>
  String(options.get(name) ?? otherwise)
const numberOf = ({ options }: Sparkline, name: string): number | undefined => {
  const value = options.get(name)
  return typeof value === 'number' ? value : undefined
}

function drawLine(ctx: Context, rect: Rect, sparkline: Sparkline): void {
  const [first = [], second] = sparkline.series
  const ys = numbersOf(second ?? first, sparkline)
  const xs = second === undefined ? ys.map((_, i) => i) : numbersOf(first, sparkline)
  const points = ys.flatMap((y, i) => (y === undefined || xs[i] === undefined ? [] : [{ x: xs[i], y }]))
  if (points.length < 2) return
  if (second !== undefined) points.sort((a, b) => a.x - b.x)
  const across = scale(
    points.map(({ x }) => x),
    numberOf(sparkline, 'xmin'),
    numberOf(sparkline, 'xmax'),
  )
  const up = scale(
    points.map(({ y }) => y),
    numberOf(sparkline, 'ymin'),
    numberOf(sparkline, 'ymax'),
  )
  const isTurned = sparkline.options.get('rtl') === true
  ctx.strokeStyle = colorOf(sparkline, 'color', COLORS.line)
  ctx.lineWidth = numberOf(sparkline, 'linewidth') ?? 1
  ctx.lineJoin = 'round'
  ctx.beginPath()
  for (const { x, y } of points) {
    const along = isTurned ? 1 - across(x) : across(x)
    ctx.lineTo(rect.x + along * rect.width, rect.y + (1 - up(y)) * rect.height)
  }
  ctx.stroke()
}

/** From 0 at the least to 1 at the most; the middle where all are the same. */
function scale(values: number[], least = Math.min(...values), most = Math.max(...values)) {
  return (value: number) => (most === least ? 0.5 : (value - least) / (most - least))
}

function drawColumns(
  ctx: Context,
  rect: Rect,
  sparkline: Sparkline,
  sizeOf: (value: number) => number,
): void {
  const given = numbersOf(sparkline.series[0] ?? [], sparkline).map(value =>
    value === undefined ? undefined : sizeOf(value),
  )
  const values = sparkline.options.get('rtl') === true ? given.reverse() : given
  const known = values.filter(value => value !== undefined)
  if (known.length === 0) return
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const bottom = numberOf(sparkline, 'ymin') ?? Math.min(0, least)
  const top = numberOf(sparkline, 'ymax') ?? Math.max(0, most)
  const up = (value: number) => rect.y + rect.height * (1 - (value - bottom) / (top - bottom || 1))
  const zero = up(Math.min(Math.max(0, bottom), top))
  const step = rect.width / values.length
  for (const [i, value] of values.entries()) {
    if (value === undefined) continue
    ctx.fillStyle = columnColor(sparkline, value, { i, last: values.length - 1, least, most })
    ctx.fillRect(
      rect.x + i * step + (step * SPACE_BETWEEN) / 2,
      zero,
      step * (1 - SPACE_BETWEEN),
      up(value) - zero,
    )
  }
  if (sparkline.options.get('axis') !== true) return
  ctx.fillStyle = colorOf(sparkline, 'axiscolor', COLORS.axis)
  ctx.fillRect(rect.x, zero, rect.width, 1)
}

function columnColor(
  sparkline: Sparkline,
  value: number,
  { i, last, least, most }: Record<'i' | 'last' | 'least' | 'most', number>,
): string {
  const plain = colorOf(sparkline, 'color', COLORS.column)
  const own = [
    [i === 0, 'firstcolor'],
    [i === last, 'lastcolor'],
    [value === least, 'lowcolor'],
    [value === most, 'highcolor'],
    [value < 0, 'negcolor'],
  ] as const
  const name = own.find(([holds, option]) => holds && sparkline.options.has(option))?.[1]
  if (name !== undefined) return colorOf(sparkline, name, plain)
  return value < 0 && String(sparkline.options.get('charttype')).toLowerCase() === 'winloss'
    ? COLORS.negative
    : plain
}

function drawBar(ctx: Context, rect: Rect, sparkline: Sparkline): void {
  const values = numbersOf(sparkline.series[0] ?? [], sparkline).map(value => Math.max(0, value ?? 0))
  const sum = values.reduce((total, value) => total + value, 0)
  const whole = numberOf(sparkline, 'max') ?? sum
  if (whole <= 0) return
  const isTurned = sparkline.options.get('rtl') === true
  let from = 0
  for (const [i, value] of values.entries()) {
    const width = (Math.min(value, Math.max(0, whole - from)) / whole) * rect.width
    const start = (from / whole) * rect.width
    ctx.fillStyle = colorOf(sparkline, i % 2 === 0 ? 'color1' : 'color2', COLORS.bars[i % 2] as string)
    ctx.fillRect(isTurned ? rect.x + rect.width - start - width : rect.x + start, rect.y, width, rect.height)
    from += value
  }
}
