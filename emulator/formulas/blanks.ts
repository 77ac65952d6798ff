/**
 * A blank is a blank: `=A1` of an empty cell, `IFERROR(1/0)` and `IF(A1,1,)` show nothing, where the engine
 * would show 0. The engine turns what a formula gave into a cell; this looks at what was given before that.
 */
import type { CellPosition, Engine, EvaluatedCell, PluginClass } from '../dialect/engine.ts'
import { type CircularEvaluator, tellCycles } from './circular.ts'
import { explainSpilling, type SpillingEvaluator } from './spilling.ts'

interface Given {
  value: unknown
  format?: string
}

/** What the formula evaluated last gave. A formula's own comes after those of the cells it reads. */
export const lastResult: { given: Given | Given[][] | undefined } = { given: undefined }

interface Evaluator extends SpillingEvaluator, CircularEvaluator {
  evaluatedCells: { set(position: CellPosition, cell: EvaluatedCell): void }
  spreadValues(position: CellPosition, matrix: Given[][]): (x: number, y: number) => void
}

const EMPTY = {
  type: 'empty',
  value: null,
  formattedValue: '',
  isAutoSummable: true,
  defaultAlign: 'left',
} as const

const PATCHED = Symbol('keeps blanks')

export function keepBlanks(engine: Engine): void {
  const registry = engine.registries.coreViewsPluginRegistry
  const Evaluation = registry.get('evaluation')
  class BlankKeepingEvaluation extends Evaluation {
    constructor(config: unknown) {
      super(config)
      const { evaluator } = this as unknown as { evaluator: Evaluator }
      patch(Object.getPrototypeOf(evaluator) as Evaluator & { [PATCHED]?: true }, engine)
    }
  }
  registry.replace('evaluation', BlankKeepingEvaluation as unknown as PluginClass)
}

function patch(evaluator: Evaluator & { [PATCHED]?: true }, engine: Engine): void {
  if (evaluator[PATCHED]) return
  evaluator[PATCHED] = true
  explainSpilling(evaluator, engine)
  tellCycles(evaluator)
  const { computeFormulaCell, spreadValues } = evaluator
  evaluator.computeFormulaCell = function (position, cell) {
    lastResult.given = undefined
    const evaluated = computeFormulaCell.call(this, position, cell)
    const given = lastResult.given as Given | Given[][] | undefined
    const first = Array.isArray(given) ? given[0]?.[0] : given
    return first !== undefined && first.value === null && evaluated.type !== 'error'
      ? blank(evaluated, position)
      : evaluated
  }
  evaluator.spreadValues = function (position, matrix) {
    const spread = spreadValues.call(this, position, matrix)
    return (x, y) => {
      spread(x, y)
      const at = { sheetId: position.sheetId, col: position.col + x, row: position.row + y }
      if (matrix[x]?.[y]?.value === null) this.evaluatedCells.set(at, blank(undefined, at))
    }
  }
}

function blank(evaluated: EvaluatedCell | undefined, position: CellPosition): EvaluatedCell {
  const format = evaluated?.format
  return { ...EMPTY, ...(format === undefined ? {} : { format }), position } as EvaluatedCell
}
