/** SUBTOTAL, which leaves out hidden rows and other subtotals. */
import type { Define } from '../signature.ts'
import { type Env, Reference, type Value, wrongValue } from '../values.ts'
import { countWhere, least, most, orZero, product } from './aggregates.ts'
import { mean, numbersOf, squares, sum, variance } from './numbers.ts'

export function defineSubtotal(define: Define): void {
  define(
    'SUBTOTAL',
    'n(x)*',
    function (this: Env, code: number, ...ranges: Value[]) {
      return subtotal(this, code, ranges)
    },
    { format: 'first' },
  )
}

const SUBTOTALS: Record<number, (args: Value[]) => number> = {
  1: args => mean(numbersOf('SUBTOTAL', args), 'SUBTOTAL'),
  2: args => numbersOf('SUBTOTAL', args).length,
  3: args =>
    countWhere(
      args,
      cell => cell.value !== null,
      cell => cell.value !== null,
    ),
  4: args => most(orZero(numbersOf('SUBTOTAL', args))),
  5: args => least(orZero(numbersOf('SUBTOTAL', args))),
  6: args => product(numbersOf('SUBTOTAL', args)),
  7: args => Math.sqrt(variance(numbersOf('SUBTOTAL', args), 'SUBTOTAL', true)),
  8: args => Math.sqrt(variance(numbersOf('SUBTOTAL', args), 'SUBTOTAL', false)),
  9: args => sum(numbersOf('SUBTOTAL', args)),
  10: args => variance(numbersOf('SUBTOTAL', args), 'SUBTOTAL', true),
  11: args => squares(numbersOf('SUBTOTAL', args)) / numbersOf('SUBTOTAL', args).length,
}

interface RowGetters {
  isRowHidden(sheetId: string, row: number): boolean
  isRowFiltered(sheetId: string, row: number): boolean
  isRowHiddenByUser(sheetId: string, row: number): boolean
  getCell(
    position: object,
  ): { isFormula?: boolean; compiledFormula?: { usesSymbol(name: string): boolean } } | undefined
}

/** Filtered rows never count; rows hidden by hand only below 100. Other subtotals in the range never do. */
function subtotal(env: Env, given: number, ranges: Value[]): number {
  const code = Math.trunc(given)
  const compute = SUBTOTALS[code > 100 ? code - 100 : code]
  if (compute === undefined || (code > 11 && code < 101))
    throw wrongValue(
      `Function SUBTOTAL parameter 1 value is ${code}. Valid values are between 1 and 11, or 101 and 111.`,
    )
  const getters = env.context.getters as RowGetters
  const args = ranges.map((range): Value => {
    if (!(range instanceof Reference)) throw wrongValue('Function SUBTOTAL expects ranges.')
    const { sheetId, zone } = range.area
    const isLeftOut = (x: number, y: number) => {
      const [col, row] = [zone.left + x, zone.top + y]
      if (getters.isRowFiltered(sheetId, row)) return true
      if (code > 100 && getters.isRowHiddenByUser(sheetId, row)) return true
      const cell = getters.getCell({ sheetId, col, row })
      return cell?.isFormula === true && cell.compiledFormula?.usesSymbol('SUBTOTAL') === true
    }
    return range.matrix.map((column, x) => column.filter((_, y) => !isLeftOut(x, y)))
  })
  return compute(args)
}
