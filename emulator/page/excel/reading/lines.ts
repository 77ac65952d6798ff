/**
 * The lines around cells: those of Excel that Google has none of as the nearest it has, and double ones, which
 * the engine's reader takes for single.
 */
import type { Model } from '../../../dialect/engine.ts'
import type { XmlElement } from '../xml.ts'
import type { RawCell } from './contents.ts'

const NEAREST: Record<string, string> = {
  hair: 'dotted',
  mediumDashed: 'dashed',
  dashDot: 'dashed',
  mediumDashDot: 'dashed',
  dashDotDot: 'dashed',
  mediumDashDotDot: 'dashed',
  slantDashDot: 'dashed',
}

/** A file's styles, in words the engine's reader knows. */
export const plainLines = (styles: string): string =>
  styles.replace(/<borders\b[\s\S]*?<\/borders>/, borders =>
    borders.replace(/\bstyle="(\w+)"/g, (all, style: string) => {
      const nearest = NEAREST[style]
      return nearest === undefined ? all : `style="${nearest}"`
    }),
  )

const SIDES = ['left', 'right', 'top', 'bottom'] as const
type Side = (typeof SIDES)[number]

/** By the number of a cell's style: its sides with a double line. */
export function doubleSides(styles: XmlElement): Side[][] {
  const borders = styles
    .querySelectorAll('borders > border')
    .map(border => SIDES.filter(side => border.querySelector(side)?.getAttribute('style') === 'double'))
  return styles
    .querySelectorAll('cellXfs > xf')
    .map(xf => borders[Number(xf.getAttribute('borderId') ?? 0)] ?? [])
}

/** In a workbook that the engine has read, where the line is a single one. */
export function doubleLines(
  model: Model,
  sheetId: string,
  cells: readonly RawCell[],
  sides: readonly Side[][],
): void {
  for (const { row, col, style } of cells) {
    const own = sides[style] ?? []
    if (own.length === 0) continue
    const border = { ...model.getters.getCellBorder({ sheetId, row, col }) }
    // Where two cells each have a line between them, the engine shows that of the later one.
    for (const side of own) if (border[side]) border[side] = { ...border[side], style: 'double' }
    model.dispatch('SET_BORDER', { sheetId, row, col, border })
  }
}
