/**
 * A formula that needs its own value says so, whatever its functions would make of the error: COUNTA(A1:A9)
 * in A5 counts no error, IFERROR(A1) in A1 catches none. The engine lets the error of the one cell through.
 */
import type { CellPosition, EvaluatedCell, Getters } from '../dialect/engine.ts'
import { Failure } from './values.ts'

export interface CircularEvaluator {
  getters: Getters
  computeCell(position: CellPosition): EvaluatedCell
  computeFormulaCell(position: CellPosition, cell: { id: number }): EvaluatedCell
}

/** The formulas that are being computed, each because of the one before it. */
const running: { cellId: number; isCircular: boolean }[] = []

const CYCLE = '#CYCLE'

/** In place of what the formula that is being computed gave. */
export function circularity(): Failure | undefined {
  return running.at(-1)?.isCircular ? new Failure(CYCLE, '') : undefined
}

export function tellCycles(evaluator: CircularEvaluator): void {
  const { computeCell, computeFormulaCell } = evaluator
  evaluator.computeCell = function (position) {
    const evaluated = computeCell.call(this, position)
    if (evaluated.type === 'error' && evaluated.value === CYCLE) mark(this, position)
    return evaluated
  }
  evaluator.computeFormulaCell = function (position, cell) {
    running.push({ cellId: cell.id, isCircular: false })
    try {
      return computeFormulaCell.call(this, position, cell)
    } finally {
      running.pop()
    }
  }
}

/** All from the cell that was asked for while it was being computed. One that has ended is no part of it. */
function mark({ getters }: CircularEvaluator, position: CellPosition): void {
  const cellId = getters.getCell(position)?.id
  const first = running.findIndex(formula => formula.cellId === cellId)
  if (first === -1) return
  for (const formula of running.slice(first)) formula.isCircular = true
}
