/** Rows whose height nobody chose grow with what stands in them: the engine's reader gives each the usual one. */
import type { XmlElement } from '../xml.ts'
import type { RawCell } from './contents.ts'
import type { Grid } from './drawings.ts'

/** In points: what fits into a row as it usually is. */
const USUAL_SIZE = 12

/** By the number of a cell's style. */
export function tallStyles(styles: XmlElement): (style: number) => boolean {
  const sizes = styles
    .querySelectorAll('fonts > font')
    .map(font => Number(font.querySelector('sz')?.getAttribute('val') ?? 0))
  const isTall = styles
    .querySelectorAll('cellXfs > xf')
    .map(xf => (sizes[Number(xf.getAttribute('fontId') ?? 0)] ?? 0) > USUAL_SIZE)
  return style => isTall[style] ?? false
}

export function leaveHeights(
  { rows }: Grid,
  cells: readonly RawCell[],
  isTall: (style: number) => boolean,
  sheet: string,
): void {
  const tall = new Set(cells.filter(({ style }) => isTall(style)).map(({ row }) => row))
  if (tall.size === 0) return
  for (const [, attributes = ''] of sheet.matchAll(/<row\b([^>]*)>/g)) {
    const row = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? 0) - 1
    if (/\bht="/.test(attributes)) tall.delete(row)
  }
  for (const row of tall) delete rows[row]?.size
}
