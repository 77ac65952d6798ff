/** A figure of a column or of rows: told in words, or written as a formula where a place is named. */
import { type Column, isNumeric, isTextual } from '../../linking/sheet.ts'
import { told } from '../../plan.ts'
import { conditions } from '../../reading/conditions.ts'
import { type Draft, isColumn, isName } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import { type Filled, type Frame, problem, type Reading } from '../frame.ts'
import { expressionIn } from '../support/expression.ts'
import type { Measure } from '../support/formulas.ts'
import { matching, whereWords } from '../support/met.ts'
import {
  calculate,
  type Extreme,
  extreme,
  groups,
  hinted,
  moneyColumns,
  RATE,
  summable,
  valuesIn,
} from '../support/query.ts'
import { columnRange, counted, inList, likeColumn, nameOf, rowsOf, shown } from '../support/table.ts'
import { type Expression, expressionValues, moneyOf } from '../support/tree.ts'
import { asNumber, distinctTexts, type Figure, isOneValue, rowTold, says, WORDS } from './figure-told.ts'
import { placeOf, totalRow, written } from './figure-written.ts'

export const figure: Frame = {
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
  cues: [
    'total',
    'average',
    'median',
    'max|min|max:price|min:price|max:date|min:date|max:weight|min:weight|max:depth|min:depth|max:duration|min:duration',
    'howmany',
    'howmuch',
    'distinct',
    'totalrow',
    '',
  ],
  uses: 'filter incl max',
  read(draft, text) {
    const range = rangeFigure(draft)
    if (range) return range
    const isTotalRow = draft.cue('totalrow')
    const place = placeOf(draft)
    const where = conditions(draft, { literals: true })
    if (groups(draft).length > 0 || asksPerWeekday(draft)) return null
    if (draft.has('attop') && !draft.has('what', 'which', 'who', 'howmany')) return null
    const said = isTotalRow && !draft.has('total', 'average') ? [] : figuresIn(draft)
    const figures =
      said.length > 0 || isTotalRow || place !== null || !isMost(draft, text)
        ? said
        : impliedTotal(draft, where)
    if (place === 'below' && figures.length === 0 && !isTotalRow) return null
    if (isTotalRow)
      return totalRow(
        draft,
        figures.map(({ column }) => column).filter(column => column !== null),
      )
    if (figures.length === 0) return null
    if (
      draft.asks('newcolumn', 'chart', 'pivot', 'highlight', 'sort', 'running', 'rank', 'share', 'pctchange')
    )
      return null
    const text_ = figures.find(
      ({ measure, column }) =>
        column &&
        isTextual(column) &&
        ['total', 'average', 'median'].includes(measure) &&
        numbersAsText(draft, column) === 0,
    )
    if (text_)
      return problem(
        `**${nameOf(text_.column!)}** holds texts, so it has no ${text_.measure}. Nothing was changed.`,
      )
    if (place !== null) return written(draft, figures, where, place)
    return {
      ...figuresTold(draft, figures, where),
      bonus: (draft.has('write') ? -1 : 0) - (figures === said ? 0 : 0.3),
    }
  },
}

export const figuresTold = (draft: Draft, figures: Figure[], where: Where): Filled => ({
  plan: () => told(answer(draft, figures, where)),
  says: `Tell ${says(figures, where)}`,
})

/** Groups that nobody makes here: one figure of all rows would be the wrong one. */
const asksPerWeekday = ({ nodes }: Draft): boolean =>
  nodes.some(
    ({ concepts }, at) =>
      (concepts.has('per') || concepts.has('by')) && nodes[at + 1]?.concepts.has('weekday') === true,
  )

/** A part of a sentence implies nothing. */
const isMost = ({ nodes }: Draft, text: string): boolean =>
  (nodes.at(-1)?.tokens.at(-1)?.end ?? 0) - (nodes[0]?.tokens[0]?.start ?? 0) > text.trim().length * 0.6

/** "litres just the saanens" names first what is added up. */
function startsWithAmount(draft: Draft): boolean {
  const first = draft.nodes.find(node => !node.concepts.has('noise'))
  const column = first && isColumn(first, draft.scope) ? draft.columnOf(first, 'number') : null
  return column !== null && isNumeric(column)
}

/** "Jars this year?": amounts of some rows are added up where nothing else is said of them. */
function impliedTotal(draft: Draft, where: Where): Figure[] {
  if (
    where.length === 0 ||
    draft.has('who', 'which', 'when', 'show', 'hide', 'isthere', 'add', 'change', 'delete') ||
    (draft.has('filter') && !startsWithAmount(draft))
  )
    return []
  const named = draft.free().filter(node => isColumn(node, draft.scope) && draft.columnOf(node) !== null)
  const [column] = named.length === 1 ? draft.columns('number') : []
  return column && summable(draft).includes(column) && !RATE.test(column.header)
    ? [{ measure: 'total', column }]
    : []
}

/** Texts like "60 bucks" hold numbers all the same. */
const numbersAsText = (draft: Draft, column: Column): number =>
  (draft.data?.rows ?? []).filter(row => /\d/.test(String(row[column.index] ?? ''))).length

/** "the average of I2:J20", "how many cells are filled in B2:B20" */
function rangeFigure(draft: Draft): Reading | null {
  const node = draft
    .free()
    .find(each => each.range && (each.range.box.endRow ?? 0) - (each.range.box.startRow ?? 0) > 1)
  const isEmpty = draft.has('empty')
  const isFilled = draft.has('filled') || draft.nodes.some(({ text }) => /^cells$/i.test(text))
  if (!node || draft.has('write', 'add', 'newcolumn') || draft.nodes.some(({ text }) => /^fill$/i.test(text)))
    return null
  const measures = draft.free().flatMap(each => (measureOf(each.concepts) ? [measureOf(each.concepts)!] : []))
  if (measures.length === 0) return null
  draft.take(node)
  draft.cue('total', 'average', 'median', 'max', 'min', 'howmany', 'empty', 'filled')
  const { startRow = 0, endRow = 0, startColumn = 0, endColumn = 1 } = node.range!.box
  const data = draft.scope.index.data.get(node.range!.tab ?? draft.tab.title)
  const first = (data?.tab.first_data_row ?? 2) - 1
  const rows = data?.rows.slice(Math.max(0, startRow - first), Math.max(0, endRow - first)) ?? []
  const cells = Array.from({ length: endRow - Math.max(startRow, first) }, (_, row) =>
    Array.from({ length: endColumn - startColumn }, (_, at) => rows[row]?.[startColumn + at] ?? ''),
  ).flat()
  const filled = cells.filter(cell => cell !== '')
  const column =
    draft.scope.index.columns.find(each => each.tab === data?.tab && each.index === startColumn) ?? null
  const numbers = filled.filter(cell => typeof cell === 'number')
  const answers = [...new Set(measures)].map(measure => {
    if (measure === 'count')
      return isEmpty
        ? `There are **${counted(cells.length - filled.length, 'empty cell')}** of ${cells.length} in ${node.text}.`
        : `There are **${counted(isFilled ? filled.length : numbers.length || filled.length, 'filled cell')}** of ${cells.length} in ${node.text}.`
    const result = calculate(measure, numbers)
    return result === null
      ? `${node.text} holds no numbers.`
      : `The ${WORDS[measure]} of ${shown(node.text)} is **${likeColumn(result, column)}** (${counted(numbers.length, 'value')}).`
  })
  return { plan: () => told(answers.join('\n\n')), bonus: 1 }
}

/** Measures in the order of the words, each with the columns after (or before) it. */
function figuresIn(draft: Draft): Figure[] {
  const expression = expressionIn(draft)
  // "How much … on average" asks for the average alone.
  const measures: { measure: Measure; extreme?: Extreme; at: number; isAsked: boolean }[] = []
  for (const node of draft.free()) {
    const found = measureOf(node.concepts)
    const isExtreme = found === 'max' || found === 'min'
    // "Min and max", but of "average of the highest" the first alone.
    if (
      !found ||
      (isExtreme && measures.some(({ measure }) => measure === found || !/^m(?:ax|in)$/.test(measure)))
    )
      continue
    if (found === 'count' && measures.some(({ measure }) => measure === 'distinct')) {
      draft.take(node)
      continue
    }
    const superlative = found === 'max' || found === 'min' ? extreme(draft) : null
    if ((found === 'max' || found === 'min') && !superlative) continue
    if (!superlative) draft.take(node)
    measures.push({
      measure: found,
      at: node.at,
      isAsked: node.concepts.has('howmuch') && !node.concepts.has('total'),
      ...(superlative ? { extreme: superlative } : {}),
    })
  }
  const distinct = measures.find(({ measure }) => measure === 'distinct')
  const kept = distinct
    ? [distinct]
    : measures.filter(
        ({ measure }, index) => measures.findIndex(other => other.measure === measure) === index,
      )
  const isMoney = draft.nodes.some(node => node.concepts.has('howmuch'))
  let shared: Figure[] = []
  return kept
    .filter(
      ({ measure, isAsked }) =>
        !((measure === 'count' || isAsked) && kept.some(other => other.measure !== measure)),
    )
    .flatMap(({ measure, extreme: superlative }) => {
      const own = figuresOf(draft, measure, superlative ?? null, expression, isMoney)
      // "total and average of Qty": the column is said once.
      if (own.length > 0) shared = own
      return own.length > 0 ? own : shared.map(figure => ({ ...figure, measure }))
    })
}

function measureOf(concepts: ReadonlySet<string>): Measure | null {
  if (concepts.has('median')) return 'median'
  if (concepts.has('average')) return 'average'
  if (concepts.has('distinct')) return 'distinct'
  if (concepts.has('howmany')) return 'count'
  if (concepts.has('total') || concepts.has('howmuch')) return 'total'
  for (const each of concepts) if (/^(?:max|min)(?::|$)/.test(each)) return each.slice(0, 3) as Measure
  return null
}

function figuresOf(
  draft: Draft,
  measure: Measure,
  superlative: Extreme | null,
  expression: Expression | null,
  isMoney: boolean,
): Figure[] {
  if (expression && measure !== 'count' && measure !== 'distinct')
    return [{ measure, column: null, expression }]
  if (measure === 'distinct') {
    const [column] = [...draft.columns('text'), ...draft.columns()]
    return column ? [{ measure, column }] : []
  }
  const fromHint = superlative ? hinted(draft, superlative.hint) : null
  // "When was the last order?"
  if (superlative?.hint === 'date' && draft.cue('when'))
    return fromHint ? [{ measure, column: fromHint }] : []
  if (measure === 'count') {
    const column = countedColumn(draft)
    draft.columns('text')
    return column ? [{ measure: 'total', column }] : [{ measure, column: null }]
  }
  const columns =
    measure === 'max' || measure === 'min'
      ? [...draft.columns('number'), ...draft.columns('date')]
      : [...draft.columns('number')]
  if (columns.length > 0)
    return (fromHint && !columns.includes(fromHint) ? [fromHint] : columns).map(column => ({
      measure,
      column,
    }))
  if (fromHint) return [{ measure, column: fromHint }]
  const texts = draft.columns('text').filter(column => numbersAsText(draft, column) > 0)
  if (texts.length > 0 && measure !== 'max' && measure !== 'min') return [{ measure, column: texts[0]! }]
  const money = moneyColumns(draft)
  const [column] = isMoney && money.length > 0 ? money : summable(draft).length === 1 ? summable(draft) : []
  return column ? [{ measure, column }] : []
}

/** "how many kilos": a column of amounts right after the question is added up. */
function countedColumn(draft: Draft): Column | null {
  const at = draft.nodes.findIndex(node => node.concepts.has('howmany'))
  const isLast = draft.nodes.slice(at + 1).every(({ text }) => /^[.?!]$/.test(text))
  // "All units together, how many"
  for (const node of isLast ? draft.nodes.slice(0, at) : draft.nodes.slice(at + 1, at + 4)) {
    if (isLast && !isName(node, draft.scope)) continue
    if (draft.isTaken(draft.nodes.indexOf(node)) || !isColumn(node, draft.scope)) continue
    const column = draft.columnOf(node, 'number')
    if (
      !column ||
      !summable(draft).includes(column) ||
      (node.columns[0]!.quality < 0.75 && !node.concepts.has('noise'))
    )
      return null
    draft.columns('number')
    return column
  }
  return null
}

function answer(draft: Draft, figures: readonly Figure[], where: Where): string {
  const isAsked = !draft.hasAnywhere('total')
  const rows = matching(draft, where)
  const { locale } = draft.scope.overview
  const isWhole = draft.data?.isWhole ?? true
  const lines = figures.map(({ measure, column, expression }) => {
    if (measure === 'count' && !column)
      return `There ${rows.length === 1 ? 'is' : 'are'} **${counted(rows.length, 'row')}**${whereWords(where)} (of ${counted(matching(draft, []).length, 'row')}).${named(draft, rows, where)}`
    const values = expression
      ? expressionValues(expression, rows, locale)
      : valuesIn(rows, column!, locale).map(asNumber)
    const result = calculate(measure, values)
    const what = expression ? expression.words : nameOf(column!)
    if (result === null) return `No row${whereWords(where)} has a number in **${what}**.`
    if (isAsked && measure === 'total' && isOneValue(values, column, where))
      return `**${what}**${whereWords(where)} is **${likeColumn(Number(values[0]), column)}** (in ${counted(values.length, 'row')}).`
    if (measure === 'distinct')
      return `**${what}** has **${counted(result, 'different value')}**${whereWords(where)}${result > 20 ? '' : `: ${inList(distinctTexts(rows, column!))}`}.`
    const range = expression
      ? `: ${formulaWords(expression)}`
      : column && rowsOf(draft)
        ? ` in ${shown(columnRange(column, rowsOf(draft)!.first, rowsOf(draft)!.last))}`
        : ''
    const where_ = measure === 'max' || measure === 'min' ? rowTold(draft, rows, column, result) : ''
    return `The ${WORDS[measure]} of **${what}**${whereWords(where)} is **${likeColumn(result, expression ? moneyOf(expression) : column)}** (${counted(values.length, 'value')}${range}).${where_}`
  })
  return (
    lines.join('\n\n') +
    (isWhole ? '' : '\n\nThe table is too long to be read to its end here, so this is a part of it.')
  )
}

/** What an implied figure was made of. */
const formulaWords = ({ columns, words }: Expression): string => {
  const made = columns.map(nameOf).join(' × ')
  return words === made ? 'row by row' : made
}

/** Which rows they are, where they are few. */
export function named(
  draft: Draft,
  rows: readonly { row: unknown[]; number: number }[],
  where: Where,
): string {
  if (where.length === 0 || rows.length === 0 || rows.length > 12) return ''
  const [first] = draft.scope.index.columns.filter(({ tab }) => tab.title === draft.tab.title)
  return ` ${inList(rows.map(({ row, number }) => `${String(row[first?.index ?? 0] ?? '')} (row ${number})`))}.`
}
