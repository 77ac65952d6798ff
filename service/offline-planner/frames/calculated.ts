/** A new column that is calculated: from other columns, over all rows, from dates, or looked up in another tab. */
import { quoteTab } from '../../sheets/a1.ts'
import { type Column, compact, isDate, isNumeric, isTextual } from '../linking/sheet.ts'
import { conditions, dueColumn } from '../reading/conditions.ts'
import type { Draft } from '../reading/draft.ts'
import { type Frame, problem, type Reading } from './frame.ts'
import { type NewColumn, newColumn } from './support/column.ts'
import { columnsOf, expressionIn, formatFor, formulaFor, type Tree } from './support/expression.ts'
import { cellOf, rowTest, textOf } from './support/formulas.ts'
import { nameAfter, nameIn } from './support/names.ts'
import { bornColumn, groups } from './support/query.ts'
import { inList, matching, nameOf, rowsOf } from './support/table.ts'

/** What would make another instruction of it. */
const OTHERS = [
  'chart',
  'pivot',
  'highlight',
  'sort',
  'filter',
  'delete',
  'validate',
  'rename',
  'move',
  'newtab',
  'transpose',
  'unpivot',
  'fill',
  'hide',
] as const
const isAdding = (draft: Draft): boolean =>
  draft.has('newcolumn', 'eachrow', 'add', 'write', 'column', 'per', 'merge', 'beside', 'called')

const hasBlanks = (draft: Draft, column: Column): boolean =>
  matching(draft, []).some(({ row }) => row[column.index] === '' || row[column.index] === undefined)

/** Rows where a part is missing stay empty. */
function guarded(draft: Draft, columns: readonly Column[], row: number, formula: string): string {
  // "Where there is none, take it as nil": an empty cell counts as zero by itself.
  if (draft.hasAnywhere('zeroelse')) return formula
  const blank = [...new Set(columns)]
    .filter(column => hasBlanks(draft, column))
    .map(column => `${column.column}${row}=""`)
  if (blank.length === 0) return formula
  return `IF(${blank.length === 1 ? blank[0] : `OR(${blank.join(',')})`},"",${formula})`
}

export const formulaColumn: Frame = {
  name: 'A formula column',
  does: 'Writes a calculation in the next free column, filled down, with a header and a fitting number format; rows with a part missing stay empty.',
  examples: [
    'Add a column Revenue that is Qty times Price',
    'Create a column "Net price" = Price / 1.19',
    'Add a Margin column: (Price - Cost) / Price',
    'Calculate Tax as 19% of Price',
    'Revenue = Qty × Price',
    'new column with Price plus 19%',
  ],
  effect: 'add',
  cues: ['times', 'minus', 'plus', 'dividedby', 'per', 'incl', 'vat', 'by', 'of', 'ratio', 'raise', 'lower'],
  uses: 'newcolumn add column vat incl with total beside write blankelse times plus minus percentformat where as per table other called value lookup from round keep change of no raise lower on',
  read(draft) {
    if (draft.free().some(node => node.range)) return null
    const isSaid = draft.has('newcolumn') || (isAdding(draft) && !draft.has('howmuch', 'total'))
    const given = givenName(draft)
    if (draft.has(...OTHERS, 'howmany', 'average', 'share', 'running', 'rank', 'difference')) return null
    const isClear = isSaid
    if (!isClear && given === null) return null
    const tree = looked(draft) ?? expressionIn(draft, true)?.tree ?? surcharge(draft)
    if (!tree) return null
    const columns = columnsOf(tree)
    const texts = columns.filter(column => isTextual(column) && !/\d/.test(column.samples.join('')))
    if (texts.length > 0)
      return problem(`A calculation can't use **${nameOf(texts[0]!)}**: it holds text. Nothing was changed.`)
    if (columns.length === 0) return null
    conditionsOnBlank(draft)
    return newColumn(
      draft,
      row => ({
        header: headerOf(tree),
        formula: guarded(draft, columns, row, formulaFor(tree, cellOf(row), lookupFormula(draft, row))),
        format: formatFor(tree),
      }),
      { name: given, bonus: 0.4 },
    )
  },
}

const headerOf = (tree: Tree): string =>
  'sign' in tree
    ? {
        '*': 'Product',
        '+': 'Sum',
        '-': 'Difference',
        '/': `${columnsOf(tree)[0]?.header ?? 'Value'} per ${columnsOf(tree)[1]?.header ?? 'unit'}`,
      }[tree.sign]
    : 'Value'

/** "where there is no price leave it empty" is what a formula does anyway. */
function conditionsOnBlank(draft: Draft): void {
  if (!draft.has('blankelse')) return
  conditions(draft)
  draft.cue('blankelse')
}

/** "Revenue = …", "calculate Tax as …", "a Margin column", or after "called". */
export function givenName(draft: Draft): string | null {
  const named = nameIn(draft)
  if (named) return named
  const [first, second] = draft.nodes
  if (second && /^(?:=|:)$/.test(second.text) && first && !first.concepts.has('add'))
    return draft.take(first, second), first.text
  const sign = draft.nodes.findIndex(({ text }) => text === '=')
  if (sign === 3 && first && draft.nodes[1]!.concepts.has('in') && /^[A-Z]{1,2}$/.test(draft.nodes[2]!.text))
    return draft.take(first, draft.nodes[1], draft.nodes[3]), first.text
  for (const [at, node] of draft.nodes.entries()) {
    if (draft.isTaken(at)) continue
    const isHead = node.isQuoted || node.isUnknown || /^\p{Lu}/u.test(node.text)
    const before = draft.nodes[at - 1]
    const after = draft.nodes[at + 1]
    const isColumnWord = (each: typeof node | undefined) =>
      each !== undefined && (each.concepts.has('column') || each.concepts.has('newcolumn'))
    if (
      isHead &&
      isColumnWord(after) &&
      before &&
      at > 0 &&
      (before.concepts.has('add') || before.concepts.has('noise')) &&
      node.columns.length === 0
    )
      return draft.take(node), node.text
    if (
      isColumnWord(before) &&
      (isHead || (after && /^(?:=|:|is|as)$/.test(after.text) && node.columns.length === 0))
    )
      return nameAfter(draft, at)
    if (isHead && before?.concepts.has('add') && after && /^(?:as|=|:)$/.test(after.text))
      return draft.take(node), node.text
    if (node.isQuoted && after && (/^(?:=|:)$/.test(after.text) || after.concepts.has('is')))
      return draft.take(node), node.text
  }
  const arrow = draft.nodes.findIndex(node => node.text === '->')
  if (arrow !== -1) {
    const name = nameAfter(draft, arrow + (draft.nodes[arrow + 1]?.concepts.has('column') ? 2 : 1))
    draft.takeAt(arrow)
    return name
  }
  return null
}

/** "Price incl. 19% VAT", "15% off Price", "Price with 10% on top". */
function surcharge(draft: Draft): Tree | null {
  const number = draft
    .free()
    .find(
      node =>
        node.number &&
        (node.number.isPercent || draft.nodes[draft.nodes.indexOf(node) + 1]?.concepts.has('percentformat')),
    )
  const column = draft.column('number')
  if (!number || !column) return null
  // "Prices up 4 %" changes them where they are.
  if (draft.has('raise', 'lower') && !draft.has('newcolumn', 'called', 'add', 'incl', 'vat', 'plus'))
    return null
  const share = number.number!.value / 100
  const isOff = draft.has('lower')
  const isOnly =
    draft.has('vat') &&
    !draft.has('incl', 'plus', 'raise') &&
    !draft.nodes.some(({ text }) => /^(?:incl\w*|gross|with|on top)$/i.test(text))
  draft.take(number)
  draft.cue('vat', 'incl', 'percentformat', 'plus', 'raise', 'lower')
  return {
    sign: '*',
    left: { column },
    right: { number: Math.round((isOnly ? share : isOff ? 1 - share : 1 + share) * 1e6) / 1e6 },
  }
}

/** "hours times the hourly rate of the attorney in Rates": the other factor stands on another tab. */
function looked(draft: Draft): Tree | null {
  if (!draft.has('times', 'minus', 'plus', 'dividedby')) return null
  const foreign = draft
    .free()
    .find(
      node =>
        node.columns[0] &&
        draft.columnOf(node, 'number') === null &&
        isNumeric(node.columns[0].column) &&
        node.columns[0].column.tab !== draft.tab &&
        node.columns[0].quality > 0.7,
    )
  const column = foreign && foreign.columns[0]!.column
  const key = column && keyBetween(draft, column.tab.title)
  if (!foreign || !column || !key) return null
  draft.take(foreign)
  const own = draft.column('number')
  if (!own) return null
  const sign = draft.cue('times')
    ? '*'
    : draft.cue('dividedby')
      ? '/'
      : draft.cue('minus')
        ? '-'
        : draft.cue('plus')
          ? '+'
          : null
  if (!sign) return null
  draft.columns('text')
  draft.take(...draft.nodes.filter(node => node.tab === column.tab))
  draft.cue('tab', 'lookup')
  return { sign, left: { column: own }, right: { lookup: column, key: key.here, from: key.there } }
}

/** The column of this tab and the one of the other whose values are most alike. */
export function keyBetween(draft: Draft, title: string): { here: Column; there: Column } | null {
  const all = draft.scope.index.columns
  const valuesOf = (column: Column) =>
    new Set(
      (draft.scope.index.data.get(column.tab.title)?.rows ?? [])
        .map(row => compact(String(row[column.index] ?? '')))
        .filter(Boolean),
    )
  let best: { here: Column; there: Column; share: number } | null = null
  for (const there of all
    .filter(each => each.tab.title === title && each.header !== '' && !isNumeric(each) && !isDate(each))
    .slice(0, 8)) {
    const known = valuesOf(there)
    for (const here of all
      .filter(
        each => each.tab.title === draft.tab.title && each.header !== '' && !isNumeric(each) && !isDate(each),
      )
      .slice(0, 12)) {
      const own = [...valuesOf(here)]
      const share =
        own.filter(value => known.has(value)).length / Math.max(1, Math.min(own.length, known.size)) +
        (here.header.toLowerCase() === there.header.toLowerCase() ? 0.2 : 0)
      if (share > 0.3 && share > (best?.share ?? 0)) best = { here, there, share }
    }
  }
  return best
}

const lookupFormula =
  (draft: Draft, row: number) =>
  ({ lookup, key, from }: Extract<Tree, { lookup: Column }>): string =>
    lookupCell(draft, lookup, key, from, row)

function lookupCell(draft: Draft, wanted: Column, key: Column, from: Column, row: number): string {
  const rows = rowsOf(draft, wanted.tab)!
  const range = (column: Column) =>
    `${quoteTab(column.tab.title)}!$${column.column}$${rows.first}:$${column.column}$${rows.last}`
  return `INDEX(${range(wanted)},MATCH(TRIM(${key.column}${row}),${isUntidy(draft, from) ? `ARRAYFORMULA(TRIM(${range(from)}))` : range(from)},0))`
}

const isUntidy = (draft: Draft, column: Column): boolean =>
  (draft.scope.index.data.get(column.tab.title)?.rows ?? []).some(
    row =>
      typeof row[column.index] === 'string' && row[column.index] !== (row[column.index] as string).trim(),
  )

export const lookupColumn: Frame = {
  name: 'Look up in another tab',
  does: 'Adds a column with what another tab says for each row, or with how many rows, or the highest or total figure, another tab has for it.',
  examples: [],
  effect: 'add',
  cues: ['newcolumn', 'lookup', 'add', 'per', 'beside', 'write', 'column', 'tab'],
  uses: 'newcolumn add lookup tab beside column write for per row show blankelse all otherwise from column table other merge',
  prior: 0.3,
  read(draft) {
    if (draft.has(...OTHERS, 'days', 'weekday', 'share', 'running', 'minus', 'table') || !isAdding(draft))
      return null
    const isElsewhere = draft.nodes.some(({ tab }) => tab !== undefined && tab !== draft.tab)
    if (!isElsewhere && !draft.hasAnywhere('lookup', 'newcolumn', 'eachrow', 'column', 'beside', 'called'))
      return null
    const given = nameIn(draft) ?? trailingName(draft)
    const foreign = foreignColumn(draft)
    const counted = draft.has('howmany')
      ? 'count'
      : draft.has('max')
        ? 'max'
        : draft.has('min')
          ? 'min'
          : draft.has('average')
            ? 'average'
            : draft.has('total')
              ? 'total'
              : null
    const title =
      foreign?.tab.title ?? draft.nodes.find(node => node.tab && node.tab !== draft.tab)?.tab?.title
    if (counted) return countedColumn(draft, counted, foreign, title, given)
    if (!foreign) return null
    const key = keyBetween(draft, foreign.tab.title)
    // Of several rows that fit, none is the one that is meant.
    if (key && isRepeated(draft, key.there)) return null
    if (!key)
      return problem(
        `I find no column that ${draft.tab.title} and ${foreign.tab.title} have in common. Nothing was changed.`,
      )
    takeAround(draft, foreign.tab.title)
    const rest = restText(draft)
    return newColumn(
      draft,
      row => ({
        header: nameOf(foreign),
        formula: `IFERROR(${lookupCell(draft, foreign, key.here, key.there, row)},${textOf(rest)})`,
        format:
          foreign.number_format && isNumeric(foreign)
            ? { pattern: foreign.number_format, kind: 'number' }
            : isDate(foreign)
              ? { pattern: foreign.number_format ?? 'yyyy-mm-dd', kind: 'date' }
              : null,
      }),
      { name: given, says: `Add ${nameOf(foreign)} from ${foreign.tab.title} to each row`, bonus: 0.6 },
    )
  },
}

const isRepeated = (draft: Draft, key: Column): boolean => {
  const rows = draft.scope.index.data.get(key.tab.title)?.rows ?? []
  const values = rows.map(row => compact(String(row[key.index] ?? ''))).filter(Boolean)
  return new Set(values).size < values.length
}

/** "say guest if they're not a member" */
function restText(draft: Draft): string {
  if (!draft.nodes.some(({ text }) => /^(?:say|otherwise|else|put|write)$/i.test(text))) return ''
  const node = draft
    .free()
    .find(
      each =>
        (each.isUnknown || each.isQuoted) &&
        draft.nodes
          .slice(draft.nodes.indexOf(each))
          .some(({ concepts }) => concepts.has('where') || concepts.has('not')),
    )
  if (!node || !draft.has('not', 'otherwise')) return ''
  draft.take(node)
  draft.cue('not', 'otherwise', 'where')
  return node.text
}

/** "…, col Rented" */
function trailingName(draft: Draft): string | null {
  const at = draft.nodes.findIndex(
    (node, index) =>
      (node.concepts.has('column') || node.concepts.has('newcolumn')) &&
      index > 0 &&
      draft.nodes[index + 1] !== undefined &&
      /^\p{Lu}/u.test(draft.nodes[index + 1]!.text) &&
      draft.nodes[index + 1]!.columns.length === 0,
  )
  return at === -1 ? null : nameAfter(draft, at + 1)
}

function foreignColumn(draft: Draft): Column | null {
  const found = draft
    .free()
    .flatMap(node =>
      isColumnAnywhere(node) &&
      !node.columns.some(({ column, quality }) => column.tab.title === draft.tab.title && quality >= 0.9)
        ? [{ node, match: node.columns.find(({ column }) => column.tab.title !== draft.tab.title)! }]
        : [],
    )
  const named = draft.nodes.flatMap(node => (node.tab ? [node.tab.title] : []))
  const isKey = (column: Column) => keyBetween(draft, column.tab.title)?.there === column
  const fitting = found.filter(
    ({ match }) => match !== undefined && match.quality >= 0.6 && !isKey(match.column),
  )
  const best =
    fitting.filter(
      ({ match, node }) =>
        named.includes(match.column.tab.title) ||
        node.columns.some(({ column }) => named.includes(column.tab.title)),
    )[0] ?? fitting.sort((a, b) => b.match.quality - a.match.quality)[0]
  if (!best) return null
  draft.take(best.node)
  return (
    best.node.columns.find(
      ({ column }) => named.includes(column.tab.title) && column.tab.title !== draft.tab.title,
    )?.column ?? best.match.column
  )
}

const isColumnAnywhere = (node: Draft['nodes'][number]): boolean =>
  node.columns.length > 0 &&
  ![...node.concepts].some(each => ['add', 'write', 'newcolumn', 'column', 'per'].includes(each))

function takeAround(draft: Draft, title: string): void {
  draft.take(
    ...draft.nodes.filter(
      node => node.tab?.title === title || node.columns.some(({ column }) => column.tab.title === title),
    ),
  )
  draft.columns('text')
}

/** How many rows of the other tab belong to each of this one. */
function countedColumn(
  draft: Draft,
  measure: 'count' | 'max' | 'min' | 'average' | 'total',
  figure: Column | null,
  title: string | undefined,
  given: string | null,
): Reading | null {
  const isColumnAsked = draft.nodes.some(({ text }) =>
    /col(?:umn)?s?\b|next to|beside|right next|near/i.test(text),
  )
  if (!isColumnAsked || draft.has('who', 'which')) return null
  title ??= draft.scope.overview.tabs.find(tab => tab !== draft.tab && keyBetween(draft, tab.title))?.title
  const key = title === undefined ? null : keyBetween(draft, title)
  const values = measure === 'count' ? null : figure && isNumeric(figure) ? figure : null
  if (!key || title === undefined || (measure !== 'count' && !values)) return null
  const rows = rowsOf(draft, key.there.tab)
  if (!rows) return null
  draft.cue('howmany', 'max', 'min', 'average', 'total')
  takeAround(draft, title)
  const range = (column: Column) =>
    `${quoteTab(title)}!$${column.column}$${rows.first}:$${column.column}$${rows.last}`
  const untidy = isUntidy(draft, key.there)
  return newColumn(
    draft,
    row => {
      const cell = `${key.here.column}${row}`
      if (measure === 'count')
        return {
          header: 'Count',
          formula: untidy
            ? `SUMPRODUCT((LOWER(TRIM(${range(key.there)}))=LOWER(TRIM(${cell})))*1)`
            : `COUNTIF(${range(key.there)},${cell})`,
          format: null,
        }
      const fn = { max: 'MAX', min: 'MIN', average: 'AVERAGE', total: 'SUM' }[measure]
      return {
        header: `${measure} ${nameOf(values!)}`,
        formula: `IFERROR(${fn}(FILTER(${range(values!)},${range(key.there)}=${cell},${range(values!)}<>"")),"")`,
        format: null,
      }
    },
    { name: given, says: `Add how many rows of ${title} belong to each row`, bonus: 0.6 },
  )
}

interface OverRows {
  cue: string
  header: (column: Column) => string
  formula: (column: Column, row: number, last: number, draft: Draft) => string
  format?: NewColumn['format']
  isBlankKept?: boolean
}

const OVER_ROWS: OverRows[] = [
  {
    cue: 'running',
    header: column => `Running ${nameOf(column)}`,
    formula: ({ column }, row) => `SUM(${column}$${row}:${column}${row})`,
  },
  {
    cue: 'rank',
    header: () => 'Rank',
    formula: ({ column }, row, last, draft) =>
      `RANK(${column}${row},${column}$${row}:${column}$${last},${draft.nodes.some(node => node.concepts.has('ascending') || (node.concepts.has('min') && /low|small|least/i.test(node.text))) ? 1 : 0})`,
    format: { pattern: '0', kind: 'number' },
    isBlankKept: true,
  },
  {
    cue: 'pctchange',
    header: column => `${nameOf(column)} change`,
    formula: ({ column }, row) => `IFERROR(${column}${row}/${column}${row - 1}-1,"")`,
    format: { pattern: '0.0%', kind: 'percent' },
  },
  {
    cue: 'share',
    header: column => `Share of ${nameOf(column)}`,
    formula: ({ column }, row, last, draft) =>
      `${column}${row}/${draft.nodes.some(node => node.concepts.has('max')) ? 'MAX' : 'SUM'}(${column}$${row}:${column}$${last})`,
    format: { pattern: '0.0%', kind: 'percent' },
    isBlankKept: true,
  },
]

export const overRows: Frame = {
  name: 'Running total, rank, share',
  does: 'Adds a column with the running total, the rank or the share of the total of a column.',
  examples: [
    'Add a running total of Price',
    'Rank by Price',
    'Add a column Share that is Cost as a percentage of the total',
  ],
  effect: 'add',
  cues: OVER_ROWS.map(({ cue }) => cue),
  uses: 'newcolumn add column running rank share pctchange total per row max min by value first last percentformat ascending descending other table show topword number called write day beside what which is',
  prior: 0.3,
  read(draft) {
    if (draft.asks('sort', 'chart', 'newtab', 'filter', 'delete', 'pivot', 'times', 'dividedby')) return null
    const kind = OVER_ROWS.find(({ cue }) => draft.has(cue))
    if (!kind || draft.has('numberformat')) return null
    const isQuestion =
      draft.has('what', 'howmuch', 'which') && !draft.has('newcolumn', 'eachrow', 'add', 'column')
    if (
      (kind.cue === 'share' || kind.cue === 'pctchange') &&
      (isQuestion || !isAdding(draft) || groups(draft).some(({ column }) => isTextual(column)))
    )
      return null
    draft.cue(kind.cue)
    const name = givenName(draft)
    const [column, other] = draft.columns('number')
    if (column && other && kind.cue === 'share')
      return newColumn(
        draft,
        row => ({
          header: 'Share',
          formula: guarded(draft, [column, other], row, `${column.column}${row}/${other.column}${row}`),
          format: { pattern: '0.0%', kind: 'percent' },
        }),
        { name, bonus: 0.5 },
      )
    if (!column) return null
    const numbers = draft.free().filter(node => node.number && !node.number.isPercent)
    if (kind.cue === 'rank') draft.take(...numbers.filter(node => node.number!.value === 1))
    return newColumn(
      draft,
      (row, last) => {
        const formula = kind.formula(column, row, last, draft)
        return {
          header: kind.header(column),
          formula: kind.isBlankKept ? guarded(draft, [column], row, formula) : formula,
          format:
            kind.format ??
            (column.number_format ? { pattern: column.number_format, kind: column.type } : null),
        }
      },
      { name, bonus: 0.5 },
    )
  },
}

export const dateColumn: Frame = {
  name: 'Days, ages and parts of dates',
  does: 'Adds a column with the days between two dates, until or since today, full years, or the weekday, month or year of a date; or a date some days before or after.',
  examples: [
    'Add a column Age with the days since Date',
    'Add a column Weekday with the weekday of Date',
    'Add a column Month with the month of Date',
  ],
  effect: 'add',
  cues: ['days|weekday|age|monthpart|yearpart|howlong|month|year|day'],
  uses: 'newcolumn add column days weekday age howlong today between since until from to row per beside write blankelse day week year month monthpart yearpart difference show called number ago howmany full what which negative where before after value who upcoming',
  prior: 0.2,
  read(draft) {
    if (
      draft.asks(
        'chart',
        'sort',
        'filter',
        'delete',
        'newtab',
        'total',
        'average',
        'highlight',
        'fill',
        'raise',
      )
    )
      return null
    // "month" alone is a way to group.
    if (
      draft.has('perperiod') ||
      (!draft.has('days', 'weekday', 'age', 'howlong') &&
        !draft.has('newcolumn', 'eachrow', 'column', 'add', 'write'))
    )
      return null
    if (
      !isAdding(draft) &&
      (draft.has('weekday') ||
        draft.nodes[0]?.concepts.has('weekday') ||
        draft.has('who', 'which', 'what', 'when'))
    )
      return null
    const isAsking =
      draft.has('howmany', 'which', 'who') &&
      !draft.has('newcolumn', 'eachrow', 'add', 'column', 'write', 'per', 'row')
    if (isAsking) return null
    const given = givenName(draft)
    const dates = draft.columns('date')
    if (dates.length === 0) {
      const isDue = draft.nodes.some(({ text }) => /overdue|\bdue\b|expir|late\b/i.test(text))
      const guess = (isDue ? dueColumn(draft) : null) ?? draft.first('date')
      if (guess) dates.push(guess)
      if (guess !== draft.only('date') && !(isDue && guess === dueColumn(draft))) draft.guessed += 0.8
    }
    const implied =
      draft.nodes.some(node => node.concepts.has('between')) && dates.length === 1
        ? draft.first('date')
        : null
    if (implied && implied !== dates[0]) dates.unshift(implied)
    const [first, second] = dates
    if (!first) return null
    draft.take(
      ...draft.nodes.filter(
        node =>
          node.text.toLowerCase() === 'today' ||
          (node.date && Math.floor(node.date.from) === draft.scope.today),
      ),
    )
    const where =
      draft.has('where', 'for', 'only') || draft.nodes.some(({ text }) => /alone|only/i.test(text))
        ? conditions(draft, { noNumbers: true }).filter(group => !group.some(({ isToday }) => isToday))
        : []
    const made = dateFormula(draft, first, second ?? null)
    if (!made) return null
    const used = made.formula(0).includes(`${second?.column ?? '\u0000'}0`) ? [first, second!] : [first]
    return newColumn(
      draft,
      row => {
        const formula = guarded(draft, used, row, made.formula(row))
        return {
          header: made.header,
          formula: where.length > 0 ? `IF(${rowTest(where, cellOf(row))},${formula},"")` : formula,
          format: made.format,
        }
      },
      { name: given, bonus: draft.has('newcolumn', 'add', 'column', 'write') ? 0.4 : 0 },
    )
  },
}

const DAYS_FORMAT = { pattern: '0', kind: 'number' }

function dateFormula(
  draft: Draft,
  first: Column,
  second: Column | null,
): { header: string; formula: (row: number) => string; format: NewColumn['format'] } | null {
  if (draft.cue('weekday'))
    return { header: 'Weekday', formula: row => `TEXT(${first.column}${row},"dddd")`, format: null }
  const shift = draft
    .free()
    .find(node => node.number && draft.nodes[draft.nodes.indexOf(node) + 1]?.concepts.has('day'))
  if (shift && draft.has('before', 'after')) {
    draft.take(shift)
    const sign = draft.cue('before') ? '-' : (draft.cue('after'), '+')
    return {
      header: `${nameOf(first)} ${sign} ${shift.number!.value} days`,
      formula: row => `${first.column}${row}${sign}${shift.number!.value}`,
      format: { pattern: first.number_format ?? 'yyyy-mm-dd', kind: 'date' },
    }
  }
  const born =
    draft.has('age') && /old|age/i.test(draft.nodes.map(({ text }) => text).join(' '))
      ? bornColumn(draft)
      : null
  if (born)
    return (
      draft.cue('age', 'year', 'days'),
      { header: 'Age', formula: row => `DATEDIF(${born.column}${row},TODAY(),"Y")`, format: DAYS_FORMAT }
    )
  if (draft.has('age') && !draft.has('days') && !second)
    return (
      draft.cue('age', 'year'),
      { header: 'Years', formula: row => `DATEDIF(${first.column}${row},TODAY(),"Y")`, format: DAYS_FORMAT }
    )
  if (draft.has('days', 'howlong', 'difference')) {
    draft.cue('days', 'howlong', 'difference', 'age')
    if (second)
      return {
        header: 'Days',
        formula: row => `${second.column}${row}-${first.column}${row}`,
        format: DAYS_FORMAT,
      }
    const words = draft.nodes.map(({ text }) => text).join(' ')
    // "From the loan until its return": the other day is on the sheet, and no word of its links to it.
    const isSaid = /today|now|ago|left|remain|overdue|late|since|old|so far|heute|hoy|今日/i.test(words)
    if (
      !isSaid &&
      draft.scope.index.columns.filter(each => each.tab === draft.tab && isDate(each)).length > 1
    )
      draft.guessed += 2
    const isLeft =
      draft.nodes.some(
        node =>
          node.concepts.has('until') ||
          node.concepts.has('upcoming') ||
          /until|remaining|left|till/i.test(node.text),
      ) && !draft.nodes.some(({ text }) => /ago|till today|since/i.test(text))
    return {
      header: isLeft ? 'Days left' : 'Days',
      formula: row => (isLeft ? `${first.column}${row}-TODAY()` : `TODAY()-${first.column}${row}`),
      format: DAYS_FORMAT,
    }
  }
  if (draft.cue('monthpart', 'month'))
    return { header: 'Month', formula: row => `TEXT(${first.column}${row},"yyyy-mm")`, format: null }
  return draft.cue('yearpart', 'year')
    ? { header: 'Year', formula: row => `YEAR(${first.column}${row})`, format: DAYS_FORMAT }
    : null
}

interface Part {
  cue: string
  header: string
  formula: (cell: string, sign: string) => string
  sign?: string
}

const PARTS: Part[] = [
  { cue: 'domain', header: 'Domain', formula: cell => `IFERROR(MID(${cell},FIND("@",${cell})+1,255),"")` },
  {
    cue: 'emailpart',
    header: 'Email',
    formula: cell => `IFERROR(REGEXEXTRACT(${cell},"[\\w.+-]+@[\\w-]+\\.[\\w.-]+"),"")`,
  },
  { cue: 'localpart', header: 'Name', formula: cell => `IFERROR(LEFT(${cell},FIND("@",${cell})-1),"")` },
  {
    cue: 'firstname',
    header: 'First name',
    formula: cell => `IFERROR(LEFT(TRIM(${cell}),FIND(" ",TRIM(${cell}))-1),TRIM(${cell}))`,
  },
  {
    cue: 'lastname',
    header: 'Last name',
    formula: cell => `TRIM(RIGHT(SUBSTITUTE(TRIM(${cell})," ",REPT(" ",100)),100))`,
  },
  {
    cue: 'firstpart',
    header: 'First part',
    formula: (cell, sign) => `IFERROR(LEFT(TRIM(${cell}),FIND("${sign}",TRIM(${cell}))-1),TRIM(${cell}))`,
  },
  {
    cue: 'lastpart',
    header: 'Last part',
    formula: (cell, sign) => `TRIM(RIGHT(SUBSTITUTE(TRIM(${cell}),"${sign}",REPT(" ",100)),100))`,
  },
  {
    cue: 'firstletters',
    header: 'First letters',
    formula: (cell, sign) => `LEFT(TRIM(${cell}),${Number(sign) || 1})`,
  },
  {
    cue: 'lastdigits',
    header: 'Last digits',
    formula: (cell, sign) => `RIGHT(TRIM(${cell}),${Number(sign) || 4})`,
  },
  { cue: 'length', header: 'Length', formula: cell => `LEN(${cell})` },
]

export const textPart: Frame = {
  name: 'Parts of texts',
  does: 'Adds a column with the first or last name, the domain of an email, what stands before or after a sign, or first and last letters.',
  examples: [
    'Add a column with the domain of each Email',
    'grab the part before the @ of Email in a new column',
  ],
  effect: 'add',
  cues: PARTS.map(({ cue }) => cue),
  uses: 'newcolumn add column per row beside write split first last show from keep firstpart lastpart localpart domain only value called by before after copy number lookup',
  prior: 0.3,
  read(draft) {
    if (
      draft.asks(
        'sort',
        'chart',
        'filter',
        'delete',
        'highlight',
        'hide',
        'freeze',
        'move',
        'rename',
        'howmany',
        'total',
      )
    )
      return null
    const kind = PARTS.find(({ cue }) => draft.has(cue))
    if (!kind) return null
    const given = nameIn(draft)
    draft.cue(kind.cue)
    const column =
      draft.columns('text')[0] ??
      (kind.cue === 'domain' || kind.cue === 'localpart'
        ? (draft.scope.index.columns.find(
            each => each.tab === draft.tab && each.samples.some(sample => sample.includes('@')),
          ) ?? null)
        : kind.cue === 'firstname' || kind.cue === 'lastname'
          ? nameColumn(draft)
          : null)
    if (!column) return null
    draft.columns('text')
    const sign = signIn(draft, kind)
    return newColumn(
      draft,
      row => ({
        header: kind.header,
        formula: guarded(draft, [column], row, kind.formula(`${column.column}${row}`, sign)),
        format: null,
      }),
      { name: given, bonus: 0.5 },
    )
  },
}

/** The column of people's names. */
const nameColumn = (draft: Draft): Column | null => {
  const texts = draft.scope.index.columns.filter(column => column.tab === draft.tab && isTextual(column))
  return (
    texts.find(
      column =>
        matching(draft, []).filter(({ row }) =>
          /^\s*\p{Lu}[\p{L}'-]+\s+\p{Lu}[\p{L}'-]+\s*$/u.test(String(row[column.index] ?? '')),
        ).length >
        matching(draft, []).length * 0.6,
    ) ?? null
  )
}

function signIn(draft: Draft, { cue }: Part): string {
  if (cue === 'firstletters' || cue === 'lastdigits') return String(draft.number()?.value ?? '')
  const words = draft.nodes.map(({ text }) => text).join(' ')
  return /dash|hyphen/i.test(words) ? '-' : /slash/i.test(words) ? '/' : /comma/i.test(words) ? ',' : ' '
}

export const splitNames: Frame = {
  name: 'Split a column',
  does: 'Cuts the texts of a column at a sign into new columns beside the table; names into first and last.',
  examples: ['Split Customer by comma', 'Split Email at "@"', 'Split Customer into Company and Form'],
  effect: 'add',
  cues: ['split'],
  uses: 'split firstname lastname newcolumn column into number by first last beside and on add',
  read(draft) {
    if (draft.has('by') && groups(draft).length > 0) return null
    const words = draft.nodes.map(({ text }) => text).join(' ')
    const column = draft.columns('text')[0] ?? nameColumn(draft)
    const rows = rowsOf(draft)
    if (!column || !rows || draft.has('total', 'howmany', 'average')) return null
    const quoted = draft.quoted()
    const sign =
      quoted ??
      (/dash|hyphen/i.test(words)
        ? '-'
        : /slash/i.test(words)
          ? '/'
          : /comma/i.test(words)
            ? ','
            : /@/.test(words)
              ? '@'
              : /semicolon/i.test(words)
                ? ';'
                : ' ')
    draft.take(
      ...draft.free().filter(({ text }) => /^(?:comma|dash|hyphen|slash|semicolon|spaces?|@)$/i.test(text)),
    )
    const to = draft.nodes.findIndex(node => node.concepts.has('to') || node.text.toLowerCase() === 'into')
    const names = draft.has('firstname', 'lastname')
      ? ['First name', 'Last name']
      : to !== -1
        ? draft.nodes
            .slice(to + 1)
            .filter(
              node =>
                !draft.isTaken(draft.nodes.indexOf(node)) &&
                (node.isUnknown || node.isQuoted || /^\p{Lu}/u.test(node.text)),
            )
            .map(node => (draft.take(node), node.text))
        : []
    const [first = `${nameOf(column)} 1`, second = `${nameOf(column)} 2`] = names
    draft.number()
    const cell = (row: number) => `TRIM(${column.column}${row})`
    const head: NewColumn = { header: first, formula: '', format: null }
    return newColumn(
      draft,
      row => ({
        ...head,
        formula: `IFERROR(LEFT(${cell(row)},FIND(${textOf(sign)},${cell(row)})-1),${cell(row)})`,
      }),
      {
        name: first,
        says: `Split ${nameOf(column)} at “${sign}”`,
        also: row => ({
          header: second,
          formula: `IFERROR(TRIM(MID(TRIM(${column.column}${row}),FIND(${textOf(sign)},TRIM(${column.column}${row}))+${sign.length},255)),"")`,
          format: null,
        }),
      },
    )
  },
}

export const joined: Frame = {
  name: 'Join columns',
  does: 'Adds a column that joins the texts of others, with a space or the sign you name between them.',
  examples: ['Add Full name from First and Last', 'Combine Region and Status into Label separated by a dash'],
  effect: 'add',
  cues: ['merge', 'newcolumn from', 'add from', 'called', 'newcolumn'],
  uses: 'merge newcolumn column add and with like beside write per row from called between in keep',
  read(draft) {
    if (draft.asks('times', 'share', 'days', 'rank', 'running', 'firstname', 'lookup') && !draft.has('merge'))
      return null
    const words = draft.nodes.map(({ text }) => text).join(' ')
    const given = givenName(draft)
    const example = exampleSign(draft)
    const columns = draft.columns()
    if (
      columns.length < 2 ||
      columns.length > 6 ||
      (!draft.has('merge') && !draft.has('from') && !example && !/dash|slash|space|comma/i.test(words)) ||
      draft.nodes.some(node => node.concepts.has('max'))
    )
      return null
    const sign =
      example ??
      (/\bdash|hyphen/i.test(words)
        ? /separated by a dash/i.test(words)
          ? '-'
          : ' - '
        : /slash/i.test(words)
          ? /space/i.test(words)
            ? ' / '
            : '/'
          : /comma/i.test(words)
            ? ', '
            : ' ')
    draft.take(
      ...draft
        .free()
        .filter(node => /^(?:comma|dash|hyphen|slash|spaces?|separated|further|at|@)$/i.test(node.text)),
    )
    draft.cue('merge')
    return newColumn(
      draft,
      row => ({
        header: inList(columns.map(nameOf)).slice(0, 60),
        formula:
          sign === ' '
            ? `TRIM(${columns.map(column => partOf(column, row)).join('&" "&')})`
            : columns.map(column => partOf(column, row)).join(`&${textOf(sign)}&`),
        format: null,
      }),
      { name: given, bonus: draft.has('merge') ? 0.5 : 0.2 },
    )
  },
}

const partOf = (column: Column, row: number): string =>
  isDate(column) ? `TEXT(${column.column}${row},"yyyy-mm-dd")` : `${column.column}${row}`

/** "like Milo Hart @ Spring Jam": the sign between two values that are named as an example. */
function exampleSign(draft: Draft): string | null {
  const quoted = draft.free().find(node => node.isQuoted && /\s[-–/@|·,]\s/.test(node.text))
  if (quoted) {
    const sign = /\s[-–/@|·,]\s/.exec(quoted.text)![0]
    draft.take(quoted)
    return sign
  }
  const at = draft.nodes.findIndex(
    (node, index) =>
      /^[-–/@|·]$/.test(node.text) &&
      (draft.nodes[index - 1]?.values.length ?? 0) > 0 &&
      (draft.nodes[index + 1]?.values.length ?? 0) > 0,
  )
  if (at === -1) return null
  draft.take(...draft.nodes.slice(at - 1, at + 2))
  return ` ${draft.nodes[at]!.text} `
}
