/**
 * `=New!A1` where no tab is called New: it heals when one is made, as Google's does, and until then stays as
 * it was typed. The engine looks for the tab once, when the formula is entered.
 */
import type { Engine, EngineCommand, PluginClass, Range } from './engine.ts'

const MAKING = new Set(['CREATE_SHEET', 'DUPLICATE_SHEET', 'RENAME_SHEET'])

export function installMissingTabs(engine: Engine): void {
  const { corePluginRegistry } = engine.registries
  if (corePluginRegistry.contains('google_missing_tabs')) return
  class MissingTabsPlugin extends engine.CorePlugin {
    override handle(command: EngineCommand): void {
      if (MAKING.has(command.type)) this.heal()
    }

    heal(): void {
      const { getters } = this
      const isThere = ({ invalidSheetName: name }: Range) =>
        name !== undefined && getters.getSheetIdByName(name) !== undefined
      for (const sheetId of getters.getSheetIds())
        for (const cell of getters.getCells(sheetId)) {
          if (!cell.isFormula) continue
          const { rangeDependencies } = cell.compiledFormula
          if (!rangeDependencies.some(isThere)) continue
          const content = cell.compiledFormula.toFormulaString(getters)
          this.dispatch('UPDATE_CELL', { ...getters.getCellPosition(cell.id), content })
        }
    }
  }
  corePluginRegistry.add('google_missing_tabs', MissingTabsPlugin as unknown as PluginClass)
}
