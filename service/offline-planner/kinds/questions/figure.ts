/** A figure of a column or of rows: told in words, or written as a formula where a place is named. */
import { isBlank } from '../../linking/cells.ts'
import { told } from '../../plan.ts'
import { dataOf, type Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import type { Filled, Kind } from '../kind.ts'
import type { Measure } from '../support/formulas.ts'
import { matching, whereWords } from '../support/met.ts'
import type { Area } from '../support/places.ts'
import { calculate, valuesIn } from '../support/query.ts'
import { columnRange, counted, inList, likeColumn, nameOf, rowsOf, shown } from '../support/table.ts'
import { expressionValues, moneyOf } from '../support/tree.ts'
import { distinctTexts, type Figure, rowTold, says, WORDS } from './figure-told.ts'

export const figure: Kind = {
  name: 'A figure',
  does: 'Answers with the total, average, median, highest, lowest or number of a column’s values or of rows, under any conditions; writes it as a formula where you name a place.',
  examples: [
    'What is the total of Qty?',
    'average Price where Region is North',
    'How many orders are open?',
    'Add a total row',
    'highest Price',
    'How many different customers are there?',
    'Put the average of Price below the column',
  ],
  effect: 'read',
}

export const figuresTold = (scope: Scope, figures: Figure[], where: Where): Filled => ({
  plan: () => told(answer(scope, figures, where)),
  says: `Tell ${says(figures, where)}`,
})

function answer(scope: Scope, figures: readonly Figure[], where: Where): string {
  const rows = matching(scope, where)
  const { locale } = scope.overview
  const isWhole = dataOf(scope)?.isWhole ?? true
  const lines = figures.map(({ measure, column, expression }) => {
    if (measure === 'count' && !column)
      return `There ${rows.length === 1 ? 'is' : 'are'} **${counted(rows.length, 'row')}**${whereWords(where)} (of ${counted(matching(scope, []).length, 'row')}).${named(scope, rows, where)}`
    const values = expression ? expressionValues(expression, rows, locale) : valuesIn(rows, column!, locale)
    const result = calculate(measure, values)
    const what = expression ? expression.words : nameOf(column!)
    // A name that the sheet hasn't would else pass for a figure of 0.
    if (rows.length === 0 && where.length > 0)
      return `There is **no row**${whereWords(where)}, so the ${WORDS[measure]} of **${what}** is ${measure === 'total' || measure === 'distinct' ? '0' : 'nothing'}.`
    if (result === null) return `No row${whereWords(where)} has a number in **${what}**.`
    if (measure === 'distinct')
      return `**${what}** has **${counted(result, 'different value')}**${whereWords(where)}${result > 20 ? '' : `: ${inList(distinctTexts(rows, column!))}`}.`
    const range = expression
      ? ': row by row'
      : column && rowsOf(scope)
        ? ` in ${shown(columnRange(column, rowsOf(scope)!.first, rowsOf(scope)!.last))}`
        : ''
    const where_ = measure === 'max' || measure === 'min' ? rowTold(scope, rows, column, result) : ''
    return `The ${WORDS[measure]} of **${what}**${whereWords(where)} is **${likeColumn(result, expression ? moneyOf(expression) : column)}** (${counted(values.length, 'value')}${range}).${where_}`
  })
  return (
    lines.join('\n\n') +
    (isWhole ? '' : '\n\nThe table is too long to be read to its end here, so this is a part of it.')
  )
}

/** Which rows they are, where they are few. */
function named(scope: Scope, rows: readonly { row: unknown[]; number: number }[], where: Where): string {
  if (where.length === 0 || rows.length === 0 || rows.length > 12) return ''
  const [first] = scope.index.columns.filter(({ tab }) => tab.title === scope.tab.title)
  return ` ${inList(rows.map(({ row, number }) => `${String(row[first?.index ?? 0] ?? '')} (row ${number})`))}.`
}

/** Of the cells of a range: of its numbers, or how many are filled or empty. */
export function areaTold(
  scope: Scope,
  area: Area,
  measure: Measure,
  which: 'filled' | 'empty' | null,
): Filled {
  const cells = cellsIn(scope, area)
  const filled = cells.filter(cell => !isBlank(cell))
  const numbers = filled.filter(cell => typeof cell === 'number')
  const said = shown(area.said)
  const answer = (): string => {
    if (measure === 'count') {
      const count = which === 'empty' ? cells.length - filled.length : filled.length
      return `There are **${counted(count, `${which ?? 'filled'} cell`)}** of ${cells.length} in ${said}.`
    }
    const result = calculate(measure, numbers)
    const { startColumn } = area.box
    const column = scope.index.columns.find(
      ({ tab, index }) => tab.title === area.tab && index === startColumn,
    )
    return result === null
      ? `${said} holds no numbers.`
      : `The ${WORDS[measure]} of ${said} is **${likeColumn(result, column ?? null)}** (${counted(numbers.length, 'value')}).`
  }
  return { plan: () => told(answer()), says: `Tell the ${WORDS[measure]} of ${said}` }
}

/** As far as they were read: those below the table are empty. */
function cellsIn({ index }: Scope, { tab, box }: Area): unknown[] {
  const data = index.data.get(tab)
  const first = (data?.tab.first_data_row ?? 2) - 1
  const { startRow = first, startColumn = 0 } = box
  const { endRow = first + (data?.rows.length ?? 0), endColumn = startColumn + 1 } = box
  return Array.from({ length: Math.max(0, endRow - Math.max(startRow, first)) }, (_, at) => {
    const row = data?.rows[Math.max(startRow, first) - first + at] ?? []
    return Array.from({ length: endColumn - startColumn }, (_, right) => row[startColumn + right] ?? '')
  }).flat()
}
