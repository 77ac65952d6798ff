/**
 * Texts in cells of plain-text format. An apostrophe keeps the engine from reading `0123` as a number; in a
 * cell of plain-text format it reads none and took the apostrophe for a part of the text: `=A1="0123"` was
 * FALSE and the page showed `'0123`. Here such a cell's value is its text. What the cell keeps stays as it
 * is, so that it is a text still when the format goes.
 */
import type { CellPosition, Engine, Getters } from './engine.ts'

interface Evaluating {
  getters: Getters
  evaluator: { getters: Getters }
}

export function installPlainTexts(engine: Engine): void {
  const registry = engine.registries.coreViewsPluginRegistry
  const EvaluationPlugin = registry.get('evaluation')
  if ('isPlain' in EvaluationPlugin) return
  registry.replace(
    'evaluation',
    class extends EvaluationPlugin {
      static isPlain = true
      constructor(config: unknown) {
        super(config)
        const { evaluator, getters } = this as unknown as Evaluating
        // Plugins made later add getters of their own to the same object.
        evaluator.getters = Object.assign(Object.create(getters) as Getters, {
          getCell: (position: CellPosition) => unescaped(getters.getCell(position)),
        })
      }
    },
  )
}

function unescaped(cell: ReturnType<Getters['getCell']>): ReturnType<Getters['getCell']> {
  if (cell === undefined || cell.isFormula || !cell.format || !cell.content.startsWith("'")) return cell
  return typeof cell.parsedValue === 'string' ? { ...cell, content: cell.parsedValue } : cell
}
