/** Charts, pivot tables, tables turned on their side, and long lists made of wide tables. */
import { columnLetters, formatRange, quoteTab } from '../../../sheets/a1.ts'
import { type Column, compact, isDate, isNumeric } from '../../linking/sheet.ts'
import { call, calls, notDone, type Plan } from '../../plan.ts'
import { conditions } from '../../reading/conditions.ts'
import type { Draft } from '../../reading/draft.ts'
import { type Filled, type Frame, problem } from '../frame.ts'
import { PLAIN } from '../support/formulas.ts'
import { matching, whereWords } from '../support/met.ts'
import { nameIn } from '../support/names.ts'
import { type Group, groups, summable } from '../support/query.ts'
import { counted, freeTitle, inList, nameOf, rowsOf, tableRange } from '../support/table.ts'
import { summarise } from './group.ts'
import { scatter } from './scatter.ts'
import { type Figure, figuresIn, guessCount, type Summary } from './summary.ts'
import { byTold, headerOf } from './summary-table.ts'

const TYPES: [string, string][] = [
  ['pie', 'pie'],
  ['scatter', 'scatter'],
  ['columnchart', 'column'],
  ['bar', 'bar'],
  ['line', 'line'],
  ['area', 'area'],
]

export const chart: Frame = {
  name: 'Charts',
  does: 'Draws a column, bar, line, area, pie or scatter chart of one or several figures; repeated categories are summed in a new tab first.',
  examples: [
    'Make a chart of Price by Region',
    'Draw a pie chart of Qty by Status',
    'Plot Price by Date as a line chart',
    'Bar chart of Cost per Customer',
    'Create a scatter chart of Price and Cost',
    'chart the total Qty and Cost per Region',
  ],
  effect: 'add',
  cues: ['chart', 'pie', 'scatter', 'bar', 'line by', 'line per', 'line perperiod', 'columnchart', 'area'],
  uses: 'chart pie scatter columnchart bar line area by per beside with show add both table newtab column value over for all other format in row',
  prior: 0.6,
  doubt: 0.3,
  read(draft) {
    if (draft.has('newcolumn', 'border', 'delete')) return null
    const type =
      TYPES.find(([concept]) =>
        draft
          .free()
          .some(
            node =>
              node.concepts.has(concept) &&
              !(concept === 'columnchart' && !/chart|graph|columns|histogram|diagram|bars/i.test(node.text)),
          ),
      )?.[1] ?? 'column'
    if (!draft.has('chart', 'pie', 'scatter', 'bar', 'area', 'line', 'columnchart')) return null
    // "Columns" alone are those of the table.
    if (
      !draft.has('chart', 'pie', 'scatter', 'bar', 'area', 'line') &&
      !draft.has('beside') &&
      !draft.nodes.some(
        ({ text, concepts }) =>
          concepts.has('columnchart') && /chart|graph|diagram|histogram|bars/i.test(text),
      )
    )
      return null
    draft.cue('chart', 'pie', 'scatter', 'columnchart', 'bar', 'area', 'line')
    const title = nameIn(draft)
    const isPair = type === 'scatter'
    const where = conditions(draft)
    const by = groups(draft)
    if (isPair) return scatter(draft, where)
    const rows = rowsOf(draft)
    if (!rows) return null
    const figures = figuresIn(
      draft,
      by.map(({ column }) => column),
    )
    if (figures.length === 0) return null
    guessCount(draft, figures)
    const all = by.length > 0 ? by : categoryIn(draft, figures)
    const summary: Summary = {
      figures: chosen(draft, figures),
      by: all,
      where,
      order: null,
      limit: null,
      hasTotal: false,
      title,
      isBeside: false,
    }
    if (all.length === 0 || all.length > 2) return null
    draft.cue('by', 'per', 'beside')
    return charted(draft, summary, type)
  },
}

export const charted = (draft: Draft, summary: Summary, type: string): Filled => ({
  plan: () => chartPlan(draft, summary, type),
  says: `Draw a ${type} chart of ${inList(summary.figures.map(headerOf)).toLowerCase()} by ${byTold(summary)}${whereWords(summary.where)}`,
})

/** "pie of status" counts rows. */
const chosen = (draft: Draft, figures: Figure[]): Figure[] => {
  const [only] = figures
  if (
    figures.length !== 1 ||
    !only ||
    only.column !== null ||
    only.measure !== 'count' ||
    draft.hasAnywhere('howmany')
  )
    return figures
  const numbers = summable(draft)
  return numbers.length === 1 && draft.hasAnywhere('total')
    ? [{ measure: 'total', column: numbers[0]! }]
    : figures
}

/** What the axis is: the text or date column that is named; over time it is the date. */
function categoryIn(draft: Draft, figures: readonly Figure[]): Group[] {
  const texts = draft.columns('text')
  const dates = draft.columns('date')
  const isTime = draft.nodes.some(({ text }) => /time|trend|over|develop|history/i.test(text))
  const column = isTime
    ? (dates[0] ?? draft.first('date') ?? texts[0])
    : (texts[0] ??
      dates[0] ??
      (figures.some(({ column: figure }) => figure) ? (draft.first('text') ?? draft.first('date')) : null))
  return column ? [{ column }] : []
}

function* chartPlan(draft: Draft, summary: Summary, type: string): Plan {
  const rows = rowsOf(draft)!
  const {
    by: [group],
    figures,
    where,
  } = summary
  const { column, period } = group!
  const keys = matching(draft, [])
    .map(({ row }) => compact(String(row[column.index] ?? '')))
    .filter(Boolean)
  const isPlain =
    summary.by.length === 1 &&
    !period &&
    where.length === 0 &&
    figures.every(figure => figure.column && (figure.measure === 'total' || figure.measure === 'average')) &&
    new Set(keys).size === keys.length
  const title = `${inList(figures.map(figure => (figure.column ? nameOf(figure.column) : 'Rows')))} by ${period ?? nameOf(column)}`
  if (isPlain) {
    const result = yield* call('insert_chart', {
      type,
      data_range: tableRange(draft.tab, rows),
      x_column: column.column,
      series: figures.map(figure => figure.column!.column),
      title,
    })
    return result.error === undefined
      ? `Drew a ${type} chart of **${title}** beside the table.`
      : notDone(result)
  }
  const made = yield* summarise(draft, summary)
  if (made.range === null) return made.answer
  const result = yield* call('insert_chart', { type, data_range: made.range, title })
  return result.error === undefined
    ? `${made.answer.split('\n')[0]}\n\nDrew a ${type} chart of it there.`
    : `${made.answer}\n\n${notDone(result)}`
}

export const pivot: Frame = {
  name: 'Pivot tables',
  does: 'Makes a pivot table with one column down the side, another across the top, and a figure inside.',
  examples: [
    'Make a pivot table of Qty by Region and Status',
    'pivot Region down, Status across, sum of Price',
  ],
  effect: 'add',
  cues: ['pivot', 'across', 'down across'],
  uses: 'pivot across down table by per in with value newtab add show cell row column below inside left topword attop',
  prior: 0.7,
  read(draft) {
    if (
      draft.has('transpose', 'chart', 'newcolumn') ||
      (!draft.has('pivot') && !(draft.has('across') && draft.has('down')))
    )
      return null
    const rows = rowsOf(draft)
    const across = draft.nodes.findIndex(node => node.concepts.has('across'))
    const where = conditions(draft, { noValues: true })
    const by = groups(draft)
    const named = [...by.map(({ column }) => column), ...draft.columns().filter(column => !isNumeric(column))]
    // Of two, the one before "across" goes there.
    const texts = [...new Set(named)].filter(column => !isNumeric(column))
    const side = across === -1 ? null : acrossColumn(draft, across, texts)
    const [figure] = figuresIn(draft, texts)
    draft.cue('pivot', 'across', 'down')
    const lines = texts.filter(column => column !== side)
    if (!rows || where.length > 0 || lines.length === 0) return null
    const value = figure?.column ?? namedNumber(draft) ?? null
    const args = {
      source_range: tableRange(draft.tab, rows),
      rows: lines.map(({ column }) => column),
      ...(side ? { columns: [side.column] } : {}),
      values: [
        value
          ? {
              column: value.column,
              summarize: PLAIN[figure?.measure === 'count' ? 'total' : (figure?.measure ?? 'total')],
            }
          : { column: lines[0]!.column, summarize: 'COUNTA' },
      ],
    }
    return {
      *plan(): Plan {
        const result = yield* call('insert_pivot_table', args)
        return result.error === undefined
          ? `Made a pivot table of **${value ? nameOf(value) : 'the number of rows'}** by ${inList(lines.map(nameOf))}${side ? ` and ${nameOf(side)}` : ''} in a new tab.`
          : notDone(result)
      },
      says: `Make a pivot table of ${value ? nameOf(value) : 'the number of rows'} by ${inList(lines.map(nameOf))}${side ? ` and ${nameOf(side)}` : ''} in a new tab`,
    }
  },
}

const namedNumber = (draft: Draft): Column | undefined =>
  draft.nodes.map(node => draft.columnOf(node, 'number')).find(column => column && isNumeric(column)) ??
  undefined

function acrossColumn(draft: Draft, at: number, texts: readonly Column[]): Column | null {
  for (let step = 1; step < draft.nodes.length; step++) {
    for (const node of [draft.nodes[at - step], step < 3 ? draft.nodes[at + step] : undefined]) {
      const column = node && draft.columnOf(node)
      if (column && texts.includes(column)) return column
    }
  }
  return null
}

export const transpose: Frame = {
  name: 'Turn on its side',
  does: 'Writes the table, or the columns that are named, to a new tab with rows and columns swapped.',
  examples: ['Transpose the table into a new tab'],
  effect: 'add',
  cues: ['transpose'],
  uses: 'transpose newtab table across down row column column tab attop with in only both first value topword add all',
  prior: 0.8,
  read(draft) {
    if (draft.has('chart', 'sort', 'pivot')) return null
    const rows = rowsOf(draft)
    const title = nameIn(draft)
    draft.cue('transpose', 'newtab')
    const columns = draft.columns()
    draft.take(
      ...draft
        .free()
        .filter(node => node.number || node.concepts.has('beside') || node.concepts.has('below')),
    )
    if (!rows) return null
    // Fewer than all columns are meant only where several are named.
    const chosen =
      columns.length >= 2
        ? columns
        : draft.scope.index.columns.filter(column => column.tab === draft.tab && column.header !== '')
    return {
      plan: () => transposePlan(draft, chosen, title),
      says: `Write ${inList(chosen.map(nameOf))} into a new tab with rows and columns swapped`,
    }
  },
}

function* transposePlan(draft: Draft, columns: readonly Column[], name: string | null): Plan {
  const rows = rowsOf(draft)!
  const title = freeTitle(draft.scope.overview, name ?? `${draft.tab.title} transposed`)
  const added = yield* call('edit_structure', { action: 'add_tab', new_name: title })
  if (added.error !== undefined) return notDone(added)
  const formulas = columns.map(({ column }) => [
    `=TRANSPOSE(${quoteTab(draft.tab.title)}!$${column}$${rows.header ?? rows.first}:$${column}$${rows.last})`,
  ])
  const formats = columns.flatMap((column, index) =>
    column.number_format && (isDate(column) || column.type !== 'number')
      ? [
          {
            tool: 'format_range',
            args: {
              range: `${quoteTab(title)}!B${index + 1}:${columnLetters(rows.last - rows.first + 1)}${index + 1}`,
              action: 'number_format',
              pattern: column.number_format,
            },
          },
        ]
      : [],
  )
  const failure = yield* calls(
    { tool: 'write_range', args: { range: `${quoteTab(title)}!A1`, values: formulas } },
    ...formats,
  )
  return failure
    ? notDone(failure)
    : `Wrote ${inList(columns.map(nameOf))} on their side to the new tab **${title}**, as formulas that follow the data.`
}

export const unpivot: Frame = {
  name: 'A long list',
  does: 'Makes a long list of a wide table in a new tab: a row for each of the columns that are named, with its name and its value.',
  examples: ['Unpivot Price and Cost into a long list by Customer'],
  effect: 'add',
  cues: ['unpivot'],
  uses: 'unpivot newtab table per by row column value add one with of or and which what number as number currency add tab row times insert',
  prior: 0.8,
  read(draft) {
    const rows = rowsOf(draft)
    const title = nameIn(draft)
    draft.cue('unpivot', 'newtab')
    const columns = draft.columns()
    const values = columns.filter(column => isNumeric(column))
    const keys = columns.filter(column => !isNumeric(column))
    draft.take(...draft.free().filter(node => node.number || node.isUnknown))
    if (!rows || values.length < 2) return null
    const chosen = keys.length > 0 ? keys : [draft.first('text')].filter(column => column !== null)
    if (chosen.length === 0) return problem('Say which column tells the rows apart. Nothing was changed.')
    return {
      plan: () => unpivotPlan(draft, chosen, values, title),
      says: `Write ${inList(values.map(nameOf))} below one another for each ${inList(chosen.map(nameOf))} into a new tab`,
    }
  },
}

function* unpivotPlan(
  draft: Draft,
  keys: readonly Column[],
  values: readonly Column[],
  name: string | null,
): Plan {
  const title = freeTitle(draft.scope.overview, name ?? `${draft.tab.title} list`)
  const found = matching(draft, [])
  const cell = (column: Column, number: number) => `=${quoteTab(draft.tab.title)}!${column.column}${number}`
  const table = found.flatMap(({ number }) =>
    values.map(value => [
      ...keys.map(key => cell(key, number)),
      nameOf(value).replace(/\s*\([^)]*\)\s*$/, ''),
      cell(value, number),
    ]),
  )
  const added = yield* call('edit_structure', { action: 'add_tab', new_name: title })
  if (added.error !== undefined) return notDone(added)
  const formats = keys.flatMap((key, index) =>
    isDate(key)
      ? [
          {
            tool: 'format_range',
            args: {
              range: formatRange(title, {
                startRow: 1,
                endRow: table.length + 1,
                startColumn: index,
                endColumn: index + 1,
              }),
              action: 'number_format',
              pattern: key.number_format ?? 'yyyy-mm-dd',
              kind: 'date',
            },
          },
        ]
      : [],
  )
  const failure = yield* calls(
    {
      tool: 'write_range',
      args: { range: `${quoteTab(title)}!A1`, values: [[...keys.map(nameOf), 'What', 'Value'], ...table] },
    },
    ...formats,
  )
  return failure
    ? notDone(failure)
    : `Wrote ${counted(table.length, 'row')} to the new tab **${title}**: ${inList(values.map(nameOf))} below one another, as formulas.`
}
