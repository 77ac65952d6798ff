/**
 * The height of a cell's text by its lines and the size of its font, where neither wrapping nor rotation asks
 * for the width. The engine draws every text of a workbook on a hidden canvas to find that out, remembers all
 * of them for ever, and takes a formula's result and everything on a server, which has no canvas, for nothing.
 */
import type { CellPosition, Engine, PluginInstance } from './engine.ts'

interface RowHeights extends PluginInstance {
  getCellHeight(position: CellPosition): number
  isInMultiRowMerge(position: CellPosition): boolean
}

const EMPTY_ROW = 23
const INSTALLED = Symbol('plain heights')

/** In pixels, with a little room above and below; `fontSize` in points. */
export const linesHeight = (lines: number, fontSize = 10): number =>
  Math.ceil(((lines * fontSize * 4) / 3) * 1.2) + 4

export function installPlainHeights(engine: Engine): void {
  const heights = engine.registries.coreViewsPluginRegistry.get('row_size').prototype as RowHeights
  if (INSTALLED in heights) return
  Object.assign(heights, { [INSTALLED]: true })
  const { getCellHeight } = heights
  heights.getCellHeight = function (position) {
    const cell = this.getters.getCell(position)
    if (cell === undefined || (!cell.isFormula && cell.content === '')) return EMPTY_ROW
    const { style } = cell
    if (style?.rotation || style?.wrapping === 'wrap') return getCellHeight.call(this, position)
    // A formula's result is taken for one line by the engine, too.
    const lines = cell.isFormula || !cell.content.includes('\n') ? 1 : cell.content.split('\n').length
    if (lines === 1 && style?.fontSize === undefined) return EMPTY_ROW
    return this.isInMultiRowMerge(position)
      ? EMPTY_ROW
      : Math.max(EMPTY_ROW, linesHeight(lines, style?.fontSize))
  }
}
