/**
 * What only a drawing needs is put together when somebody asks: where each row begins, and the colours in
 * use. The engine does so after every command, over all rows and all cells, on the server too.
 */
import type { Engine, EngineCommand, PluginInstance } from './engine.ts'

interface HeaderPositions extends PluginInstance {
  headerPositions: Record<string, object | undefined>
  isDirty: boolean
  computeHeaderPositionsOfSheet(sheetId: string): object | undefined
  getColDimensions(sheetId: string, col: number): object
  getRowDimensions(sheetId: string, row: number): object
  getColRowOffset(dimension: string, from: number, to: number, sheetId: string): number
}

interface CustomColors extends PluginInstance {
  shouldUpdateColors: boolean
  customColors: Record<string, true>
  computeCustomColors(): string[]
  tryToAddColors(colors: string[]): void
  getCustomColors(): string[]
}

const INSTALLED = Symbol('lazy views')

export function installLazyViews(engine: Engine): void {
  const { statefulUIPluginRegistry, coreViewsPluginRegistry } = engine.registries
  const positions = statefulUIPluginRegistry.get('header_positions').prototype as HeaderPositions
  if (INSTALLED in positions) return
  Object.assign(positions, { [INSTALLED]: true })
  placeOnDemand(positions)
  collectOnDemand(coreViewsPluginRegistry.get('custom_colors').prototype as CustomColors)
}

/** Commands change what is kept of a tab by assigning it anew; here that forgets it. */
function placeOnDemand(positions: HeaderPositions): void {
  const { handle, computeHeaderPositionsOfSheet, getColDimensions, getRowDimensions, getColRowOffset } =
    positions
  const placed = (plugin: HeaderPositions, sheetId: string) => {
    plugin.headerPositions[sheetId] ??= computeHeaderPositionsOfSheet.call(plugin, sheetId)
    return plugin
  }
  positions.computeHeaderPositionsOfSheet = () => undefined
  positions.handle = function (command) {
    if (command.type !== 'DUPLICATE_SHEET') handle.call(this, command)
  }
  positions.finalize = function () {
    if (this.isDirty) this.headerPositions = {}
    this.isDirty = false
  }
  positions.getColDimensions = function (sheetId, col) {
    return getColDimensions.call(placed(this, sheetId), sheetId, col)
  }
  positions.getRowDimensions = function (sheetId, row) {
    return getRowDimensions.call(placed(this, sheetId), sheetId, row)
  }
  positions.getColRowOffset = function (dimension, from, to, sheetId) {
    return getColRowOffset.call(placed(this, sheetId), dimension, from, to, sheetId)
  }
}

/** Asked for by the colour picker alone. A colour that was in use stays on offer. */
function collectOnDemand(colors: CustomColors): void {
  const { handle, getCustomColors } = colors
  colors.handle = function (command: EngineCommand) {
    if (command.type === 'UPDATE_CELL') this.shouldUpdateColors = true
    else handle.call(this, command)
  }
  colors.finalize = () => undefined
  colors.getCustomColors = function () {
    if (this.shouldUpdateColors) {
      this.shouldUpdateColors = false
      // Looking at a workbook is no change of it: nothing goes into the history.
      const looking = Object.create(this) as CustomColors
      looking.history = { update: (_member, color) => (this.customColors[String(color)] = true) }
      looking.tryToAddColors(this.computeCustomColors())
    }
    return getCustomColors.call(this)
  }
}
