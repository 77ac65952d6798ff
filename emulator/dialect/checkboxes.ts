/**
 * Checkboxes put on filled cells. The engine made FALSE of whatever stood there; Google leaves a text as it is
 * and marks it as wrong. Empty cells become FALSE: the engine draws a box for a boolean alone.
 */
import type { CellPosition, Engine, PluginInstance } from './engine.ts'

export function installCheckboxes(engine: Engine): void {
  const plugin = engine.registries.featurePluginRegistry.get('datavalidation_insert')
    .prototype as PluginInstance
  if ('keepsTexts' in plugin) return
  const { handle } = plugin
  Object.assign(plugin, { keepsTexts: true })
  plugin.handle = function (command) {
    const { dispatch, getters } = this
    this.dispatch = ((type: string, payload: CellPosition) => {
      const cell = getters.getCell(payload)
      const isFilled = cell !== undefined && (cell.isFormula || cell.content !== '')
      return isFilled ? undefined : dispatch(type, { ...payload })
    }) as unknown as typeof dispatch
    try {
      handle.call(this, command)
    } finally {
      this.dispatch = dispatch
    }
  }
}
