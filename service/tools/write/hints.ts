/** What the writer may not have meant: a number among formulas, a total that could follow its data. */
import { cellName, columnLetters } from '../../sheets/a1.ts'
import { toR1C1 } from '../../sheets/formula/r1c1.ts'
import { type CellValue, isFormula, pad } from '../support/cells.ts'
import { cellsOf, onGrid, withBox } from '../support/target.ts'
import type { ToolContext } from '../tool.ts'
import type { Block } from './blocks.ts'

const MOST_CELLS = 2_000
const ROWS_ABOVE = 200
const MOST_HINTS = 3

export async function hintsFor(context: ToolContext, blocks: Block[]): Promise<string[]> {
  const hints: string[] = []
  for (const block of blocks) {
    if (hints.length >= MOST_HINTS) break
    if (block.content.kind === 'values' && cellsOf(block.target) <= MOST_CELLS) {
      hints.push(...(await hintsOf(context, block, block.content.values)))
    }
  }
  return hints.slice(0, MOST_HINTS)
}

async function hintsOf(context: ToolContext, { target }: Block, values: CellValue[][]): Promise<string[]> {
  if (!values.flat().some(value => typeof value === 'number')) return []
  const { box } = target
  const around = onGrid(
    withBox(target, { ...box, startRow: Math.max(0, box.startRow - ROWS_ABOVE), endRow: box.endRow + 1 }),
  )
  if (!around) return []
  const [entered, raw] = await Promise.all([
    context.spreadsheet.values([around.full], 'FORMULA'),
    context.spreadsheet.values([around.full], 'UNFORMATTED_VALUE'),
  ])
  const formulas = pad((entered[0]?.values ?? []) as CellValue[][], around)
  const results = pad((raw[0]?.values ?? []) as CellValue[][], around)
  const top = around.box.startRow
  const hints: string[] = []
  for (const [row, cells] of values.entries()) {
    for (const [column, value] of cells.entries()) {
      if (typeof value !== 'number') continue
      const at = box.startRow + row - top
      const name = cellName(box.startRow + row, box.startColumn + column)
      const neighbour = formulaAround(formulas, at, column)
      if (neighbour !== null) {
        const near = cellName(top + neighbour, box.startColumn + column)
        hints.push(`${name} is now a number among formulas: ${near} holds ${formulas[neighbour]![column]}`)
        continue
      }
      const from = startOfSum(results, at, column, value)
      if (from !== null) {
        const letters = columnLetters(box.startColumn + column)
        hints.push(
          `${name} equals the sum of the cells above: =SUM(${letters}${top + from + 1}:${letters}${top + at}) would follow them`,
        )
      }
    }
  }
  return hints
}

/**
 * The row of a formula that the number may have broken: one between two alike, or right below two. A header
 * above formulas, or a number above its total, breaks nothing.
 */
function formulaAround(formulas: CellValue[][], at: number, column: number): number | null {
  const pattern = (row: number): string | null => {
    const formula = formulas[row]?.[column]
    return isFormula(formula) ? (toR1C1(formula, row, column) ?? formula) : null
  }
  const above = pattern(at - 1)
  return above !== null && (above === pattern(at + 1) || above === pattern(at - 2)) ? at - 1 : null
}

/** The first of the numbers right above that add up to `value`; two at least. */
function startOfSum(results: CellValue[][], at: number, column: number, value: number): number | null {
  let sum = 0
  let found: number | null = null
  for (let row = at - 1; row >= 0; row -= 1) {
    const above = results[row]?.[column]
    if (typeof above !== 'number') break
    sum += above
    if (at - row >= 2 && Math.abs(sum - value) <= Math.abs(value) * 1e-9 + 1e-9) found = row
  }
  return found !== null && typeof results[found - 1]?.[column] !== 'number' ? found : null
}
