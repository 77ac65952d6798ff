/**
 * Formulas are shown as they are. The engine lays them out anew, for which it must know every function in
 * them: a misspelled one would take the whole grid down.
 */
import type { FormulaCell, Getters } from '../../dialect/engine.ts'
import { engine } from './globals.ts'

interface Composer {
  getters: Getters
  getPrettifiedFormula(cell: FormulaCell): string
}

export function installFormulaBar(): void {
  let at = (engine().stores.CellComposerStore as { prototype: object }).prototype
  while (!Object.hasOwn(at, 'getPrettifiedFormula')) at = Object.getPrototypeOf(at) as object
  Object.assign(at, {
    getPrettifiedFormula(this: Composer, { compiledFormula }: FormulaCell) {
      return compiledFormula.toFormulaString(this.getters)
    },
  })
}
