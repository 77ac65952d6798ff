/** Formulas of a grid as ranges: "F2:F13 is filled from =C2*D2". Reads text only. */
import { type ClosedBox, formatBox } from '../a1.ts'
import { groupCells } from '../group-cells.ts'
import { toR1C1 } from './r1c1.ts'

export interface FilledFormula {
  range: string
  /** Of the range's first cell. */
  formula: string
  /** Equal where the formula is the same, seen from its own cell. */
  pattern: string
  box: ClosedBox
}

/** `formulas[row][column]`, null where a cell holds none; the first cell is the one at `startRow`, `startColumn`. */
export function filledFormulas(
  formulas: (string | null)[][],
  { startRow, startColumn }: { startRow: number; startColumn: number },
): FilledFormula[] {
  const keys = formulas.map((cells, row) =>
    // A text that can't be read is itself: equal ones still are one.
    cells.map((formula, column) =>
      formula === null ? null : (toR1C1(formula, startRow + row, startColumn + column) ?? formula),
    ),
  )
  return groupCells(keys, { startRow, startColumn }).map(({ box, key }) => ({
    range: formatBox(box),
    formula: formulas[box.startRow - startRow]![box.startColumn - startColumn]!,
    pattern: key,
    box,
  }))
}
