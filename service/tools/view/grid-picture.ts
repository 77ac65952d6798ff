/** A range as a person sees it, drawn: cells with their looks, merges, column letters and row numbers. */
import type { sheets_v4 } from '@googleapis/sheets'
import { type ClosedBox, columnLetters, holds } from '../../sheets/a1.ts'
import { hexOf } from '../../sheets/color.ts'
import { COLUMN_PIXELS, ROW_PIXELS } from '../charts/place.ts'
import { lineSizes } from './sizes.ts'
import { escapeXml, fitting } from './svg.ts'

const HEAD_WIDTH = 40
const HEAD_HEIGHT = 22
const PADDING = 3
/** Of Google's points. */
const PIXELS_A_POINT = 4 / 3
const GRID_LINE = '#e2e3e3'

export interface Layout {
  /** Left edge of each column, and one more for the right edge of the last. */
  lefts: number[]
  tops: number[]
  width: number
  height: number
}

export function layoutOf(box: ClosedBox, data: sheets_v4.Schema$GridData | undefined): Layout {
  const columns = lineSizes(data?.columnMetadata, box.endColumn - box.startColumn, COLUMN_PIXELS)
  const rows = lineSizes(data?.rowMetadata, box.endRow - box.startRow, ROW_PIXELS)
  const edges = (sizes: number[], first: number) => {
    let edge = first
    return [first, ...sizes.map(size => (edge += size))]
  }
  const lefts = edges(columns, HEAD_WIDTH)
  const tops = edges(rows, HEAD_HEIGHT)
  return { lefts, tops, width: lefts.at(-1)! + 1, height: tops.at(-1)! + 1 }
}

interface Place {
  x: number
  y: number
  width: number
  height: number
}

export function gridPicture(
  box: ClosedBox,
  layout: Layout,
  rows: sheets_v4.Schema$RowData[],
  merges: ClosedBox[],
): string {
  const cell = (row: number, column: number) => rows[row - box.startRow]?.values?.[column - box.startColumn]
  const parts: string[] = [heads(box, layout)]
  const texts: string[] = []
  for (let row = box.startRow; row < box.endRow; row++) {
    for (let column = box.startColumn; column < box.endColumn; column++) {
      const merge = merges.find(each => holds(each, row, column))
      if (merge && (merge.startRow !== row || merge.startColumn !== column)) continue
      const place = placeOf(
        box,
        layout,
        merge ?? { startRow: row, endRow: row + 1, startColumn: column, endColumn: column + 1 },
      )
      if (place.width < 1 || place.height < 1) continue
      const held = cell(row, column)
      parts.push(background(place, held))
      parts.push(...borders(place, held))
      if (!held?.formattedValue) continue
      const room = merge
        ? place.width
        : roomBeside(box, layout, column, next => !cell(row, next)?.formattedValue)
      texts.push(text(place, held, room))
    }
  }
  return [...parts, ...texts].join('')
}

function placeOf(box: ClosedBox, { lefts, tops }: Layout, of: ClosedBox): Place {
  const at = (edges: number[], index: number) => edges[Math.min(Math.max(index, 0), edges.length - 1)]!
  const [x, right] = [at(lefts, of.startColumn - box.startColumn), at(lefts, of.endColumn - box.startColumn)]
  const [y, bottom] = [at(tops, of.startRow - box.startRow), at(tops, of.endRow - box.startRow)]
  return { x, y, width: right - x, height: bottom - y }
}

/** A text runs on over empty neighbours to its right. */
function roomBeside(box: ClosedBox, { lefts }: Layout, column: number, isEmpty: (column: number) => boolean) {
  let end = column + 1
  while (end < box.endColumn && isEmpty(end)) end++
  return lefts[end - box.startColumn]! - lefts[column - box.startColumn]!
}

function heads(box: ClosedBox, { lefts, tops, width, height }: Layout): string {
  const rect = (x: number, y: number, w: number, h: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#f8f9fa" stroke="#c4c7c5" stroke-width="1"/>`
  const label = (x: number, y: number, words: string) =>
    `<text x="${x}" y="${y}" font-size="11" fill="#575a5a" text-anchor="middle">${words}</text>`
  const columns = lefts.slice(0, -1).map((left, at) => {
    const size = lefts[at + 1]! - left
    return size < 1
      ? ''
      : rect(left, 0, size, HEAD_HEIGHT) + label(left + size / 2, 15, columnLetters(box.startColumn + at))
  })
  const rows = tops.slice(0, -1).map((top, at) => {
    const size = tops[at + 1]! - top
    return size < 1
      ? ''
      : rect(0, top, HEAD_WIDTH, size) +
          label(HEAD_WIDTH / 2, top + size / 2 + 4, String(box.startRow + at + 1))
  })
  return `<rect width="${width}" height="${height}" fill="#ffffff"/>${columns.join('')}${rows.join('')}`
}

function background({ x, y, width, height }: Place, cell: sheets_v4.Schema$CellData | undefined): string {
  const format = cell?.effectiveFormat
  const fill = hexOf(format?.backgroundColorStyle?.rgbColor ?? format?.backgroundColor) ?? '#ffffff'
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" stroke="${GRID_LINE}" stroke-width="1"/>`
}

const THICKNESS: Record<string, number> = { SOLID_MEDIUM: 2, SOLID_THICK: 3, DOUBLE: 3 }

function borders({ x, y, width, height }: Place, cell: sheets_v4.Schema$CellData | undefined): string[] {
  const { top, bottom, left, right } = cell?.effectiveFormat?.borders ?? {}
  const line = (
    border: sheets_v4.Schema$Border | undefined,
    x1: number,
    y1: number,
    x2: number,
    y2: number,
  ) => {
    if (!border?.style || border.style === 'NONE') return []
    const color = hexOf(border.colorStyle?.rgbColor ?? border.color) ?? '#000000'
    const dash = /DOTTED|DASHED/.test(border.style) ? ' stroke-dasharray="2 2"' : ''
    return [
      `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${color}" stroke-width="${THICKNESS[border.style] ?? 1}"${dash}/>`,
    ]
  }
  return [
    ...line(top, x, y, x + width, y),
    ...line(bottom, x, y + height, x + width, y + height),
    ...line(left, x, y, x, y + height),
    ...line(right, x + width, y, x + width, y + height),
  ]
}

function text(place: Place, cell: sheets_v4.Schema$CellData, room: number): string {
  const format = cell.effectiveFormat ?? {}
  const { fontSize, bold, italic, underline, strikethrough, foregroundColorStyle, foregroundColor } =
    format.textFormat ?? {}
  const pixels = (fontSize ?? 10) * PIXELS_A_POINT
  const isNumber = cell.effectiveValue?.numberValue !== undefined && cell.effectiveValue.numberValue !== null
  const align = format.horizontalAlignment ?? (isNumber ? 'RIGHT' : 'LEFT')
  const runsOn = align === 'LEFT' && format.wrapStrategy !== 'CLIP' && !isNumber
  const isWrapped = format.wrapStrategy === 'WRAP'
  const width = (runsOn && !isWrapped ? room : place.width) - 2 * PADDING
  const shown = cell.formattedValue ?? ''
  const lines = isWrapped ? wrapped(shown, width, pixels, bold === true) : shown.split('\n')
  const fill = hexOf(foregroundColorStyle?.rgbColor ?? foregroundColor) ?? '#000000'
  const decoration = [underline && 'underline', strikethrough && 'line-through'].filter(Boolean).join(' ')
  const style = [
    `font-size="${pixels.toFixed(1)}"`,
    `fill="${fill}"`,
    bold ? 'font-weight="700"' : '',
    italic ? 'font-style="italic"' : '',
    decoration ? `text-decoration="${decoration}"` : '',
    align === 'CENTER' ? 'text-anchor="middle"' : align === 'RIGHT' ? 'text-anchor="end"' : '',
  ].join(' ')
  const x =
    align === 'CENTER'
      ? place.x + place.width / 2
      : align === 'RIGHT'
        ? place.x + place.width - PADDING
        : place.x + PADDING
  const height = lines.length * pixels * 1.2
  const top =
    format.verticalAlignment === 'TOP'
      ? place.y + PADDING
      : format.verticalAlignment === 'MIDDLE'
        ? place.y + (place.height - height) / 2
        : place.y + place.height - height - 1
  return lines
    .map((line, at) => {
      // Google shows a number that does not fit as ###.
      const fits = fitting(line, width, pixels, bold === true)
      const words = isNumber && fits !== line ? '###' : fits
      return `<text x="${x.toFixed(1)}" y="${(top + pixels * (1 + at * 1.2)).toFixed(1)}" ${style}>${escapeXml(words)}</text>`
    })
    .join('')
}

function wrapped(shown: string, width: number, pixels: number, bold: boolean): string[] {
  const lines: string[] = []
  for (const paragraph of shown.split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && fitting(longer, width, pixels, bold) !== longer) {
        lines.push(line)
        line = word
      } else line = longer
    }
    lines.push(line)
  }
  return lines
}
