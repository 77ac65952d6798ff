/** Formulas as they are moved: relative references shift, absolute ones stay. */
import { engine } from '../engine.ts'
import type { Workbook } from '../workbook.ts'

/** The formula a cell `columns` to the right and `rows` below would have if this one were copied there. */
export function shiftFormula(
  workbook: Workbook,
  sheetId: string,
  formula: string,
  columns: number,
  rows: number,
): string {
  if (columns === 0 && rows === 0) return formula
  const { getters } = workbook
  const compiled = engine.CompiledFormula.Compile(formula, sheetId, getters)
  if (compiled.isBadExpression) return formula
  return getters.getTranslatedCellFormula(sheetId, columns, rows, compiled)
}
