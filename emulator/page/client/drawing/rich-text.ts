/** Draws a text whose parts look different, in one line, over the cell that the grid has drawn in one look. */
import type { Style } from '../../../dialect/engine.ts'
import type { Rect } from './sparkline.ts'

interface Color {
  red?: number
  green?: number
  blue?: number
}

/** Google's TextFormatRun. */
export interface Run {
  startIndex?: number
  format?: {
    bold?: boolean
    italic?: boolean
    underline?: boolean
    strikethrough?: boolean
    fontSize?: number
    fontFamily?: string
    foregroundColor?: Color
    foregroundColorStyle?: { rgbColor?: Color }
    link?: { uri?: string }
  }
}

const FONT = "'Roboto', arial"
const POINT = 96 / 72
const SIDE = 4

export function drawRuns(
  ctx: CanvasRenderingContext2D,
  rect: Rect,
  text: string,
  style: Style,
  runs: Run[],
): void {
  ctx.beginPath()
  ctx.rect(rect.x + 1, rect.y + 1, rect.width - 1, rect.height - 1)
  ctx.clip()
  ctx.fillStyle = style.fillColor ?? '#ffffff'
  ctx.fillRect(rect.x + 1, rect.y + 1, rect.width - 1, rect.height - 1)
  ctx.textBaseline = 'alphabetic'
  ctx.textAlign = 'left'
  const parts = partsOf(text, style, runs).map(part => {
    ctx.font = part.font
    return { ...part, width: ctx.measureText(part.text).width }
  })
  const whole = parts.reduce((sum, { width }) => sum + width, 0)
  const size = Math.max(...parts.map(part => part.size))
  let x = rect.x + startOf(style, rect.width, whole)
  const y = rect.y + baselineOf(style, rect.height, size)
  for (const part of parts) {
    ctx.font = part.font
    ctx.fillStyle = part.color
    ctx.fillText(part.text, x, y)
    const thick = Math.max(1, Math.round(part.size / 14))
    if (part.underline) ctx.fillRect(x, y + 2, part.width, thick)
    if (part.strikethrough) ctx.fillRect(x, y - part.size * 0.3, part.width, thick)
    x += part.width
  }
}

function partsOf(text: string, style: Style, runs: Run[]) {
  const starts = runs.map(run => run.startIndex ?? 0)
  const all: Run[] = starts[0] === 0 ? runs : [{}, ...runs]
  return all.map((run, i) => {
    const format = run.format ?? {}
    const size = (format.fontSize ?? style.fontSize ?? 10) * POINT
    const bold = (format.bold ?? style.bold) ? 'bold' : 'normal'
    const italic = (format.italic ?? style.italic) ? 'italic' : 'normal'
    const color = format.foregroundColorStyle?.rgbColor ?? format.foregroundColor
    const isLink = format.link !== undefined
    return {
      text: text.slice(run.startIndex ?? 0, all[i + 1]?.startIndex ?? text.length),
      size,
      font: `${italic} ${bold} ${size}px ${format.fontFamily ? `'${format.fontFamily}', ` : ''}${FONT}`,
      color: color === undefined ? (isLink ? '#1155cc' : (style.textColor ?? '#000000')) : cssColor(color),
      underline: format.underline ?? (isLink || style.underline === true),
      strikethrough: format.strikethrough ?? style.strikethrough === true,
    }
  })
}

const cssColor = ({ red = 0, green = 0, blue = 0 }: Color) =>
  `rgb(${[red, green, blue].map(part => Math.round(part * 255)).join(', ')})`

function startOf({ align }: Style, room: number, width: number): number {
  if (align === 'right') return room - width - SIDE
  return align === 'center' ? (room - width) / 2 : SIDE
}

function baselineOf({ verticalAlign }: Style, room: number, size: number): number {
  if (verticalAlign === 'top') return size + 2
  return verticalAlign === 'middle' ? (room + size * 0.7) / 2 : room - 5
}
