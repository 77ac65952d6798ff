/** "Sum Orders!H2:I20", "How many cells are filled in B2:B20?": a figure over all cells of a range. */

import { readCells } from '../cells-read.ts'
import { shown, tableRange } from '../columns.ts'
import { type Instruction, type Plan, type Scope, understood } from '../instruction.ts'
import { calculate, MEASURE_WORDS, type Measure, measureOf } from '../measures.ts'
import { likeColumn, numberIn } from '../numbers.ts'
import { isProblem, rowsOf } from '../tables.ts'
import { counted } from '../text.ts'

export const rangeFigure: Instruction = {
  name: 'A figure of a range',
  does: 'Answers with the total, average, minimum, maximum, median or count of the cells of a range.',
  examples: [
    'Sum H2:H20',
    'What is the average of Orders!I2:J20?',
    'In H2:H20: total and maximum',
    'How many cells are filled in B2:B20?',
  ],
  read(clause, scope) {
    if (!scope.within) return null
    const count = COUNT.exec(clause)
    const measures = count ? (['count'] as const) : measuresIn(clause)
    if (measures.length === 0 || isProblem(rowsOf(scope))) return null
    return understood(() => plan(measures, /empty|blank/i.test(count?.[0] ?? ''), scope))
  },
}

const ASK = String.raw`^(?:(?:what(?:'?s| is| are)|calculate|compute|show(?: me)?|tell me|give me|find|get|work out)\s+)?(?:the\s+)?`
const ONE = String.raw`(?:the\s+)?(?:${MEASURE_WORDS})`
const END = String.raw`(?:\s+(?:of|in|for|from))?(?:\s+(?:all\s+)?(?:the\s+)?(?:table|values|numbers|cells)(?:\s+(?:in|of)\s+the table)?)?$`
const FIGURE = new RegExp(`${ASK}(${ONE}(?:\\s*(?:,|and|&)\\s*${ONE})*)(?:\\s+values?)?${END}`, 'i')
const COUNT =
  /^(?:how many|count(?: the| all(?: the)?)?|(?:what is )?the number of)\s+(?:(?:empty|blank|filled|non-empty)\s+)?(?:cells|values|entries)(?:\s+(?:are|is)(?:\s+there)?)?(?:\s+(?:filled|empty|blank))?(?:\s+(?:in|of)\s+the table)?$/i

function measuresIn(clause: string): Measure[] {
  const words = FIGURE.exec(clause)?.[1]
  return (words ?? '')
    .split(/\s*(?:,|\band\b|&)\s*/i)
    .map(word => measureOf(word.replace(/^the\s+/i, '')))
    .filter(measure => measure !== null)
}

function* plan(measures: readonly Measure[], wantsEmpty: boolean, scope: Scope): Plan {
  const rows = rowsOf(scope)
  if (isProblem(rows)) return 'There are no cells to read. Nothing was changed.'
  const range = tableRange(scope.tab, { ...rows, header: null })
  const read = yield* readCells(range, 'values')
  if (typeof read === 'string') return `I could not read ${shown(range)}: ${read} Nothing was changed.`
  if (!read.isWhole)
    return `${shown(range)} is too long to read it all here. Ask for a smaller range. Nothing was changed.`
  const filled = read.rows.flat().filter(value => value !== '' && value !== null)
  const { first, end } = scope.within!
  const all = (rows.last - rows.first + 1) * (end - first)
  return measures
    .map(measure =>
      measure === 'count'
        ? wantsEmpty
          ? `${shown(range)} has **${counted(all - filled.length, 'empty cell')}** of ${all.toLocaleString('en-US')}.`
          : `${shown(range)} has **${counted(filled.length, 'filled cell')}** of ${all.toLocaleString('en-US')}.`
        : figure(measure, filled, shown(range), scope),
    )
    .join('\n')
}

function figure(measure: Measure, filled: unknown[], where: string, { tab, within }: Scope): string {
  const numbers = filled.map(numberIn).filter(number => number !== null)
  if (numbers.length === 0) return `${where} holds no numbers, so there is no ${measure}.`
  const columns = tab.columns.slice(within!.first, within!.end)
  const [first] = columns
  const isOneKind = first && columns.every(({ type }) => type === first.type)
  const result = calculate(measure, numbers)
  const figureShown = isOneKind
    ? likeColumn(result, first)
    : result.toLocaleString('en-US', { maximumFractionDigits: 4 })
  const left = filled.length - numbers.length
  const skipped = left > 0 ? `; ${counted(left, 'cell')} without a number left out` : ''
  return `The ${measure} of ${where} is **${figureShown}** (${counted(numbers.length, 'value')}${skipped}).`
}
