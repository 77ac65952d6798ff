/** Why an array has no room, in Google's words: what it would overwrite, or how much grid is missing. */
import type { CellPosition, Engine, Getters } from '../dialect/engine.ts'
import { columnLetters } from './column-letters.ts'

interface Thrown {
  value?: string
  message?: string
  errorOriginPosition?: CellPosition
}

export interface SpillingEvaluator {
  getters: Getters
  assertSheetHasEnoughSpaceToSpreadFormulaResult(position: CellPosition, matrix: unknown[][]): void
  checkCollision(position: CellPosition): (x: number, y: number) => void
}

export function explainSpilling(evaluator: SpillingEvaluator, engine: Engine): void {
  const failure = (message: string) => new engine.EvaluationError(message, '#SPILL!')
  evaluator.assertSheetHasEnoughSpaceToSpreadFormulaResult = function ({ sheetId, col, row }, matrix) {
    const columns = col + matrix.length - this.getters.getNumberCols(sheetId)
    const rows = row + (matrix[0]?.length ?? 0) - this.getters.getNumberRows(sheetId)
    const room = columns > 0 ? `columns (${columns})` : `rows (${rows})`
    if (columns > 0 || rows > 0)
      throw failure(`Result was not automatically expanded, please insert more ${room}.`)
  }
  const { checkCollision } = evaluator
  evaluator.checkCollision = function (position) {
    const check = checkCollision.call(this, position)
    return (x, y) => {
      try {
        check(x, y)
      } catch (error) {
        const cell = `${columnLetters(position.col + x + 1)}${position.row + y + 1}`
        const thrown = error as Thrown
        thrown.message = `Array result was not expanded because it would overwrite data in ${cell}.`
        throw thrown
      }
    }
  }
}
