/** Whether a range looks as its writer wants it. */
import { parseRange } from '../../../service/sheets/a1.ts'
import { cellAt, isFilled, type Picture, type SeenCell, tabNamed } from './picture.ts'

type Look = SeenCell['look']

/** Null where every filled cell of the range looks so. */
export function formatHolds(
  { range, ...wanted }: { range: string } & Record<string, unknown>,
  picture: Picture,
): string | null {
  const parsed = parseRange(range)
  const tab = parsed?.tab === undefined ? picture[0] : tabNamed(picture, parsed.tab)
  if (!parsed || !tab) return `${range} is nowhere`
  const {
    startRow = 0,
    endRow = tab.cells.length,
    startColumn = 0,
    endColumn = tab.cells[0]?.length ?? 0,
  } = parsed.box
  for (let row = startRow; row < Math.min(endRow, tab.cells.length); row++) {
    for (let column = startColumn; column < endColumn; column++) {
      const cell = cellAt(tab, row, column)
      if (!isFilled(cell)) continue
      for (const [name, value] of Object.entries(wanted))
        if (!looks(cell, name, value))
          return `${name} of row ${row + 1}, column ${column + 1} is not ${String(value)}`
    }
  }
  return null
}

function looks(cell: SeenCell, name: string, value: unknown): boolean {
  const look = { ...cell.look, ...cell.format }
  const text = { ...cell.look.textFormat, ...cell.format.textFormat }
  switch (name) {
    case 'bold':
    case 'italic':
    case 'underline':
    case 'strikethrough':
      return (text[name] ?? false) === value
    case 'background':
      return isColor(look.backgroundColorStyle?.rgbColor ?? look.backgroundColor, value)
    case 'color':
      return isColor(text.foregroundColorStyle?.rgbColor ?? text.foregroundColor, value)
    case 'numberFormat':
      return isNumberFormat(look, String(value))
    case 'align':
      return look.horizontalAlignment?.toLowerCase() === value
    case 'wrap':
      return (look.wrapStrategy === 'WRAP') === value
    case 'border':
      return Object.values(look.borders ?? {}).some(side => side?.style && side.style !== 'NONE') === value
    case 'pattern':
      return look.numberFormat?.pattern === value
    case 'fontSize':
    case 'size':
      return text.fontSize === value
    default:
      return false
  }
}

function isNumberFormat({ numberFormat }: Look, wanted: string): boolean {
  const pattern = numberFormat?.pattern ?? ''
  const type = numberFormat?.type?.toLowerCase() ?? ''
  if (wanted === 'currency') return type === 'currency' || /[$€£¥]/.test(pattern)
  if (wanted === 'percent') return type === 'percent' || pattern.includes('%')
  if (wanted === 'date') return type.startsWith('date')
  if (wanted === 'text') return type === 'text'
  return type === 'number' || /[0#]/.test(pattern)
}

/** Names of colours are families: light green is green. */
function isColor(
  color: { red?: number | null; green?: number | null; blue?: number | null } | null | undefined,
  wanted: unknown,
): boolean {
  if (!color) return wanted === 'black'
  const [r, g, b] = [color.red ?? 0, color.green ?? 0, color.blue ?? 0]
  const isWhite = r > 0.99 && g > 0.99 && b > 0.99
  if (wanted === 'any') return !isWhite
  const name = String(wanted)
    .toLowerCase()
    .replace(/^(?:light|dark|pale|bright)\s+/, '')
  const spread = Math.max(r, g, b) - Math.min(r, g, b)
  switch (name) {
    case 'red':
    case 'pink':
      return r > g && r > b
    case 'green':
      return g > r && g > b
    case 'blue':
      return b > r && b >= g
    case 'yellow':
    case 'orange':
    case 'amber':
      return r > b && g > b
    case 'gray':
    case 'grey':
      return spread < 0.1 && !isWhite
    case 'white':
      return isWhite
    case 'black':
      return r + g + b < 0.3
    case 'purple':
    case 'violet':
      return r > g && b > g
    default:
      return !isWhite
  }
}
