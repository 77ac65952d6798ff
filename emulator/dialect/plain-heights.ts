/**
 * The height of a cell's text, without measuring it where only one answer is possible: one line of the usual
 * size needs no more than an empty row has. The engine draws every text of a workbook on a hidden canvas to
 * find that out, and remembers all of them for ever.
 */
import type { CellPosition, Engine, PluginInstance } from './engine.ts'

interface RowHeights extends PluginInstance {
  getCellHeight(position: CellPosition): number
  isInMultiRowMerge(position: CellPosition): boolean
}

const EMPTY_ROW = 23
const INSTALLED = Symbol('plain heights')

export function installPlainHeights(engine: Engine): void {
  const heights = engine.registries.coreViewsPluginRegistry.get('row_size').prototype as RowHeights
  if (INSTALLED in heights) return
  Object.assign(heights, { [INSTALLED]: true })
  const { getCellHeight } = heights
  heights.getCellHeight = function (position) {
    const cell = this.getters.getCell(position)
    if (cell === undefined) return EMPTY_ROW
    const { style } = cell
    const isPlain = style === undefined || !(style.fontSize || style.rotation || style.wrapping === 'wrap')
    // A formula's result is taken for one line by the engine, too.
    if (isPlain && (cell.isFormula || !cell.content.includes('\n'))) return EMPTY_ROW
    return getCellHeight.call(this, position)
  }
}
