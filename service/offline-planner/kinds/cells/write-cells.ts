/** Values and formulas written into cells that are named. */
import { call, calls, errorsIn, notDone, type Plan } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Tree } from '../../reading/tree.ts'
import type { Filled, Reading } from '../kind.ts'
import { type Kind, problem } from '../kind.ts'
import { cellOf, localised } from '../support/formulas.ts'
import { type Area, rangeOfArea } from '../support/places.ts'
import { shown } from '../support/table.ts'
import { columnsOf, formatFor, formulaFor } from '../support/tree.ts'

export const writeCell: Kind = {
  name: 'Write into cells',
  does: 'Writes a value or a formula into a cell; clears cells.',
  examples: ['Put "Hello" in L1', 'Set L2 to 42', 'Write =SUM(H2:H120) in L3', 'Clear L1:L3'],
  effect: 'add',
}

/** Into a cell: a value, or a formula as it is given. */
export function cellWritten(scope: Scope, area: Area, value: string | number): Filled {
  const range = rangeOfArea(area)
  const over = scope.overwrite ? { overwrite: true } : {}
  const isFormula = typeof value === 'string' && /^=./.test(value)
  const content = isFormula ? { formula: value } : { values: [[value]] }
  const what = isFormula ? `\`${value}\`` : told(value)
  return {
    plan: () => say('write_range', { range, ...content, ...over }, `Wrote ${what} into ${shown(range)}.`),
    says: `Write ${what} into ${shown(range)}`,
  }
}

export function cleared(area: Area): Filled {
  const range = rangeOfArea(area)
  return {
    plan: () => say('format_range', { range, action: 'clear', what: 'values' }, `Cleared ${shown(range)}.`),
    says: `Clear the values of ${shown(range)}`,
    effect: 'change',
    takes: true,
  }
}

/** What fills a range: a formula as it is given, a calculation over the columns of each row, or a value. */
type Filling = { formula: string } | { tree: Tree } | { value: string | number }

export function rangeFilled(scope: Scope, area: Area, filling: Filling): Reading {
  const { startColumn = 0, endColumn, startRow = 0, endRow } = area.box
  if (endColumn === undefined || endRow === undefined)
    return problem(`Say from which row to which I shall fill ${area.said}. Nothing was changed.`)
  const own =
    'tree' in filling
      ? columnsOf(filling.tree).find(({ index }) => index >= startColumn && index < endColumn)
      : undefined
  if (own)
    return problem(
      `The formula would refer to the column ${own.column} that it stands in. Nothing was changed.`,
    )
  const range = rangeOfArea(area)
  const formula = formulaOf(scope, filling, startRow + 1)
  const format = 'tree' in filling ? formatFor(filling.tree) : null
  const over = scope.overwrite ? { overwrite: true } : {}
  const lines = 'value' in filling ? Array.from({ length: endRow - startRow }, () => filling.value) : []
  const content =
    formula === null
      ? { values: lines.map(value => Array.from({ length: endColumn - startColumn }, () => value)) }
      : { formula }
  const what = formula === null ? told(lines[0] ?? '') : `\`${formula}\``
  return {
    *plan(): Plan {
      const result = yield* call('write_range', { range, ...content, ...over })
      if (result.error !== undefined) return notDone(result)
      if (format) yield* calls({ tool: 'format_range', args: { range, action: 'number_format', ...format } })
      return `Filled ${shown(range)} with ${what}.${errorsIn(result)}`
    },
    says: `Fill ${shown(range)} with ${what}`,
  }
}

function formulaOf(scope: Scope, filling: Filling, first: number): string | null {
  if ('value' in filling) return null
  const formula = 'formula' in filling ? filling.formula : `=${formulaFor(filling.tree, cellOf(first))}`
  return localised(formula, scope.overview.locale)
}

/** As it stands in a sentence: texts in quotes. */
const told = (value: string | number): string => (typeof value === 'number' ? `${value}` : `“${value}”`)

export function* say(tool: string, args: Record<string, unknown>, said: string): Plan {
  const result = yield* call(tool, args)
  return result.error === undefined ? `${said}${errorsIn(result)}` : notDone(result)
}

export const fillRange: Kind = {
  name: 'Fill a range with a formula',
  does: 'Writes a formula into the cells of a range, from a calculation in words over the columns of its rows, or as it is given.',
  examples: [
    'Fill K2:K20 with a formula: Qty times Price',
    'Put Qty times Price in K2:K20',
    'Fill K2:K20 with =H2*2',
  ],
  effect: 'add',
}
