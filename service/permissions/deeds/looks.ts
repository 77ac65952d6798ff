/** Deeds of what makes text hard to see: its colour, what is behind it, its size, a number format. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Box } from '../../sheets/a1.ts'
import { fromGridRange } from '../../sheets/grid-range.ts'
import type { Deed, Rgb } from './deed.ts'
import { unseenBy } from './number-pattern.ts'

interface Place {
  sheetId: number
  box: Box
}

export const touches = (fields: string | null | undefined, part: string): boolean =>
  fields == null || fields.trim() === '*' || new RegExp(`(?:^|[,.( ])${part}(?:$|[,.() ])`).test(fields)

/** Smaller letters are no letters any more. */
const LEGIBLE = 5
const WHITE: Rgb = { red: 1, green: 1, blue: 1 }

export const rgbOf = (
  style: sheets_v4.Schema$ColorStyle | null | undefined,
  color: sheets_v4.Schema$Color | null | undefined,
): Rgb | null => {
  if (style?.themeColor) {
    if (style.themeColor === 'BACKGROUND') return WHITE
    return style.themeColor === 'TEXT' ? { red: 0, green: 0, blue: 0 } : null
  }
  const rgb = style?.rgbColor ?? color
  return rgb ? { red: rgb.red ?? 0, green: rgb.green ?? 0, blue: rgb.blue ?? 0 } : null
}

/** What a format may hide. */
export function looksOf(
  format: sheets_v4.Schema$CellFormat | undefined,
  at: Place,
  fields?: string | null,
): Deed[] {
  if (!format) return []
  const given = touches(fields, 'numberFormat') ? (format.numberFormat?.pattern ?? '') : ''
  const unseen = unseenBy(given)
  const text = format.textFormat
  const isText = touches(fields, 'textFormat') || /textFormat|foreground/.test(fields ?? '')
  const color = isText ? rgbOf(text?.foregroundColorStyle, text?.foregroundColor) : null
  const isBehind = fields == null || /\*|background|userEnteredFormat(?:$|,)/.test(fields)
  const background = isBehind ? rgbOf(format.backgroundColorStyle, format.backgroundColor) : null
  const isSized = isText || /fontSize/.test(fields ?? '')
  const size = isSized && typeof text?.fontSize === 'number' && text.fontSize < LEGIBLE ? text.fontSize : null
  if (!unseen && color === null && background === null && size === null) return []
  const pattern = unseen ? given : null
  return [{ deed: 'hide_text', ...at, pattern, color, background, size }]
}

/** Stripes and the colours of a table: what is behind the cells. */
export function stripes(
  range: sheets_v4.Schema$GridRange | undefined,
  ...properties: (Record<string, unknown> | null | undefined)[]
): Deed[] {
  const at = fromGridRange(range ?? {})
  const colors = properties.flatMap(property =>
    Object.entries(property ?? {}).flatMap(([name, value]): (Rgb | null)[] => {
      if (value === null || typeof value !== 'object') return []
      if (name.endsWith('ColorStyle')) return [rgbOf(value as sheets_v4.Schema$ColorStyle, null)]
      return name.endsWith('Color') ? [rgbOf(null, value as sheets_v4.Schema$Color)] : []
    }),
  )
  return colors.flatMap((background): Deed[] =>
    background === null
      ? []
      : [{ deed: 'hide_text', ...at, pattern: null, color: null, background, size: null }],
  )
}
