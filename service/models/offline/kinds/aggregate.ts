/** "What is the total of Revenue?" and "add a total row": one figure of a column, told or written. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import {
  columnRange,
  type DataRows,
  findColumns,
  isNumeric,
  meansRows,
  nameOf,
  noColumn,
  summable,
} from '../columns.ts'
import { daySerial, isoDate } from '../dates.ts'
import {
  type Call,
  type Instruction,
  type Plan,
  problem,
  type Reading,
  type Scope,
  understood,
} from '../instruction.ts'
import { calculate, functionOf, MEASURE_WORDS, type Measure, measureOf } from '../measures.ts'
import { likeColumn, numberIn } from '../numbers.ts'
import { dataWithoutTotal, isProblem, isRead, notDone, readColumns, rowsOf } from '../tables.ts'
import { counted, inList } from '../text.ts'

export const aggregate: Instruction = {
  name: 'A figure of a column',
  does: 'Answers with the total, average, minimum, maximum, median or count of a column; writes a total row where asked.',
  examples: [
    'What is the total of Qty?',
    'Sum Price',
    'average price',
    'What is the highest Price?',
    'How many rows are there?',
    'Count the Customers',
    'Add a total row',
    'Add totals for Qty and Price at the bottom',
    'Put the average of Price below the column',
  ],
  read: (clause, scope) => readRow(clause, scope) ?? readFigure(clause, scope) ?? readCount(clause, scope),
}

const TOTAL_ROW =
  /^(?:add|insert|append|create|put|write|make|give me)\s+(?:a\s+|an\s+|the\s+)?(?:row (?:with|of|for)\s+(?:the\s+)?)?(grand total|total|sum|average|mean|minimum|maximum|median|count)s?(?:\s+row|\s+line)?(?:\s+(?:of|for|to|under|below|in)\s+(?:the\s+)?(.+?))?(?:\s+(?:row\s+)?(?:at|to|on|in)\s+(?:the\s+)?(?:bottom|end|last row)(?:\s+of\s+.+)?|\s+(?:below|underneath|under)(?:\s+(?:it|them|the (?:column|columns|table|data)))?)?$/i
const SAYS_ROW = /\b(?:row|line|bottom|below|under|underneath|end)\b|^add\s+totals?\b/i

function readRow(clause: string, scope: Scope): Reading | null {
  const below = AT_BOTTOM.exec(clause)
  const match = below ? null : TOTAL_ROW.exec(clause)
  const measure = below ? (/^average/i.test(clause) ? 'average' : 'total') : match && measureOf(match[1]!)
  if (!measure || !SAYS_ROW.test(clause)) return null
  const phrase = below?.[1] ?? match?.[2]
  const rows = rowsOf(scope)
  if (isProblem(rows)) return rows
  const named =
    phrase === undefined ||
    /^(?:it|all|each|every|the)?\s*(?:table|sheet|data|columns?|numbers)?$/i.test(phrase)
  const { columns, missing } = named
    ? { columns: summable(scope.tab), missing: [] }
    : findColumns(scope, phrase)
  if (missing.length > 0) return problem(`${noColumn(scope, missing)} Nothing was changed for this.`)
  if (columns.length === 0)
    return problem('No column here holds amounts to add up. Name the column that you mean.')
  return understood(() => writeRow(measure, columns, rows, scope))
}

function* writeRow(measure: Measure, columns: ColumnOverview[], rows: DataRows, scope: Scope): Plan {
  const { tab, overwrite } = scope
  const data = yield* dataWithoutTotal(tab, rows)
  if (data.last < rows.last)
    return `There is already a total row in row ${rows.last}. Nothing was changed for this.`
  const row = rows.last + 1
  const label = tab.columns.find(
    column => !columns.includes(column) && !isNumeric(column) && column.header !== '',
  )
  const force = overwrite ? { overwrite } : {}
  const write = (column: string, value: string): Call => ({
    tool: 'write_range',
    args: { range: columnRange(tab, column, row, row), values: [[value]], ...force },
  })
  const formulas = columns.map(({ column }) =>
    write(column, `=${functionOf[measure]}(${column}${rows.first}:${column}${rows.last})`),
  )
  const written = yield [...formulas, ...(label ? [write(label.column, titleOf(measure))] : [])]
  const failure = written.find(({ error }) => error !== undefined)
  if (failure) return notDone(failure)
  const copies = columns.map(({ column }) => ({
    tool: 'copy_paste_range',
    args: {
      source_range: columnRange(tab, column, rows.last, rows.last),
      target_range: columnRange(tab, column, row, row),
      paste_type: 'format',
      overwrite: true,
    },
  }))
  const cells = [...(label ? [label] : []), ...columns].map(({ column }) => column)
  const bold = cells.map(column => ({
    tool: 'format_range',
    args: { range: columnRange(tab, column, row, row), action: 'text_style', bold: true },
  }))
  const styled = yield [...copies, ...bold]
  const plain = styled.some(({ error }) => error !== undefined) ? ' Its style could not be set.' : ''
  return `Added the ${measure} of ${inList(columns.map(nameOf))} in row ${row}, as formulas over rows ${rows.first} to ${rows.last}.${plain}`
}

const titleOf = (measure: Measure): string => measure[0]!.toUpperCase() + measure.slice(1)

const ASK = String.raw`(?:(?:what(?:'s| is| are| was| were)|calculate|compute|show(?: me)?|tell me|give me|find|get|work out|display|return)\s+)?(?:the\s+)?`
const ONE = String.raw`(?:the\s+)?(?:${MEASURE_WORDS})`
const FIGURE = new RegExp(
  String.raw`^${ASK}(${ONE}(?:\s*(?:,|and|&)\s*${ONE})*)(?:\s+(?:of|for|in|from))?\s+(?:all\s+)?(?:the\s+)?(.+)$`,
  'i',
)

interface Asked {
  measures: Measure[]
  columns: ColumnOverview[]
}

function readFigure(clause: string, scope: Scope): Reading | null {
  const asked = clause
    .split(/,?\s+and\s+(?=the\s|what|(?:lowest|highest|average|total|sum|minimum|maximum|median)\b.*\s)/i)
    .map(part => readAsked(part, scope))
  const together = readAsked(clause, scope)
  if (together && !('unknown' in together)) return telling([together], scope)
  const parts = asked.filter(part => part !== null && !('unknown' in part)) as Asked[]
  if (parts.length === asked.length && parts.length > 0) return telling(parts, scope)
  return together && 'unknown' in together ? problem(noColumn(scope, together.unknown)) : null
}

/** Measures and columns of "total and average of Qty". */
function readAsked(clause: string, scope: Scope): Asked | { unknown: string[] } | null {
  const match = FIGURE.exec(clause)
  if (!match) return null
  const words = match[1]!.split(/\s*(?:,|\band\b|&)\s*/i).map(word => word.replace(/^the\s+/i, ''))
  const measures = words.map(measureOf).filter(measure => measure !== null)
  const phrase = match[2]!.replace(/\s+(?:is|are|do i have|are there|sold|in total|overall)$/i, '')
  const { columns, missing } = findColumns(scope, phrase)
  if (columns.length > 0 && missing.length === 0) return { measures, columns }
  return measures.includes('count') || columns.length > 0 || phrase.split(' ').length > 4
    ? null
    : { unknown: missing }
}

function telling(asked: Asked[], scope: Scope): Reading {
  const rows = rowsOf(scope)
  return isProblem(rows) ? rows : understood(() => tell(asked, rows, scope))
}

function* tell(asked: Asked[], rows: DataRows, { tab, overview }: Scope): Plan {
  const columns = [...new Set(asked.flatMap(part => part.columns))]
  const read = yield* readColumns(tab, columns, rows)
  if (!isRead(read)) return `I could not read the column: ${read.error ?? ''} Nothing was changed.`
  if (!read.isWhole) {
    return 'The column is too long to read it all here. Ask me to “add a total row” instead: a formula has no such limit.'
  }
  const valuesOf = (column: ColumnOverview) => read.rows.map(row => row[columns.indexOf(column)])
  return asked
    .flatMap(part =>
      part.columns.flatMap(column =>
        part.measures.map(measure => figure(measure, column, valuesOf(column), read.data, overview.locale)),
      ),
    )
    .join('\n')
}

function figure(
  measure: Measure,
  column: ColumnOverview,
  values: unknown[],
  rows: DataRows,
  locale: string,
): string {
  const filled = values.filter(value => value !== '' && value !== null)
  const where = `${column.column}${rows.first}:${column.column}${rows.last}`
  const name = `**${nameOf(column)}**`
  if (measure === 'count') {
    const different = new Set(filled.map(value => String(value).trim().toLowerCase())).size
    return `${name} has **${counted(filled.length, 'filled cell')}** with **${counted(different, 'different value')}** (${where}).`
  }
  const isDate = column.type === 'date'
  if (isDate && measure !== 'minimum' && measure !== 'maximum')
    return `${name} holds dates, so there is no ${measure}.`
  const numbers = filled
    .map(value => (isDate ? daySerial(value, column, locale) : numberIn(value)))
    .filter(number => number !== null)
  if (numbers.length === 0) return `${name} holds no numbers in ${where}, so there is no ${measure}.`
  const left = filled.length - numbers.length
  const skipped = left > 0 ? `; ${counted(left, 'cell')} without a number left out` : ''
  const result = calculate(measure, numbers)
  const shown = isDate ? isoDate(result) : likeColumn(result, column)
  const title = isDate ? (measure === 'maximum' ? 'latest' : 'earliest') : measure
  return `The ${title} of ${name} is **${shown}** (${counted(numbers.length, 'value')} in ${where}${skipped}).`
}

/** "Sum Qty and put it at the bottom" */
const AT_BOTTOM =
  /^(?:sum|total|add up|average)\s+(?:up\s+)?(?:the\s+)?(.+?)\s+(?:and\s+(?:put|write|show)\s+(?:it|the (?:sum|total|result)|them)\s+)?(?:at the (?:bottom|end)|below|underneath|in (?:a|the) last row)(?:\s+.*)?$/i

const ROW_COUNT =
  /^(?:how many|count(?: the| all(?: the)?)?|(?:what is )?the number of|number of|tell me how many)\s+(?:rows|lines|records|entries|rows of data|data rows)(?:\s+(?:are|is|does|do)\b.*|\s+(?:in|on)\b.*)?$/i

const HOW_MANY =
  /^(?:how many|count(?: the| all(?: the)?)?|(?:what is )?the number of|number of)\s+(.+?)(?:\s+(?:are|is|do|does|have|we|i|there|in total|here))*$/i

function readCount(clause: string, scope: Scope): Reading | null {
  const noun = HOW_MANY.exec(clause)?.[1]
  if (!ROW_COUNT.test(clause) && !(noun !== undefined && meansRows(scope, noun))) return null
  const rows = rowsOf(scope)
  if (isProblem(rows)) return rows
  return understood(() => countRows(rows, scope))
}

function* countRows(rows: DataRows, { tab }: Scope): Plan {
  const data = yield* dataWithoutTotal(tab, rows)
  const total = data.last < rows.last ? `, and a total row in row ${rows.last}` : ''
  return `**${tab.title}** has **${counted(data.last - data.first + 1, 'row')}** of data (rows ${data.first} to ${data.last})${total}.`
}
