/** Charts, pivot tables, tables turned on their side, and long lists made of wide tables. */
import { columnLetters, formatRange, quoteTab } from '../../../sheets/a1.ts'
import { compact } from '../../linking/letters.ts'
import { type Column, isDate, isTextual } from '../../linking/sheet.ts'
import { call, calls, notDone, type Plan } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Reading } from '../kind.ts'
import { type Filled, type Kind, problem } from '../kind.ts'
import { PLAIN } from '../support/formulas.ts'
import { matching, whereWords } from '../support/met.ts'
import { counted, freeTitle, inList, nameOf, ofTab, rowsOf, tableRange } from '../support/table.ts'
import { summarise } from './group.ts'
import type { Figure, Summary } from './summary.ts'
import { byTold, headerOf } from './summary-table.ts'

export const chart: Kind = {
  name: 'Charts',
  does: 'Draws a column, bar, line, area, pie or scatter chart of one or several figures; repeated categories are summed in a new tab first.',
  examples: [
    'Make a chart of Price by Region',
    'Draw a pie chart of Qty by Status',
    'Plot Price by Date as a line chart',
    'Bar chart of Cost per Customer',
    'Create a scatter chart of Price and Cost',
    'Chart the total Qty by Region',
  ],
  effect: 'add',
}

/** Over time each row is a point of the line, where only some days have several. */
const MOSTLY_DIFFERENT = 0.75

export const charted = (scope: Scope, summary: Summary, type: string): Filled => ({
  plan: () => chartPlan(scope, summary, type),
  says: `Draw a ${type} chart of ${inList(summary.figures.map(headerOf)).toLowerCase()} by ${byTold(summary)}${whereWords(summary.where)}`,
})

function* chartPlan(scope: Scope, summary: Summary, type: string): Plan {
  const rows = rowsOf(scope)!
  const {
    by: [group],
    figures,
    where,
  } = summary
  const { column, period } = group!
  const keys = matching(scope, [])
    .map(({ row }) => compact(String(row[column.index] ?? '')))
    .filter(Boolean)
  const isPlain =
    summary.by.length === 1 &&
    !period &&
    where.length === 0 &&
    figures.every(figure => figure.column && (figure.measure === 'total' || figure.measure === 'average')) &&
    new Set(keys).size >= keys.length * (type === 'line' && isDate(column) ? MOSTLY_DIFFERENT : 1)
  const title = `${inList(figures.map(figure => (figure.column ? nameOf(figure.column) : 'Rows')))} by ${period ?? nameOf(column)}`
  if (isPlain) {
    const result = yield* call('insert_chart', {
      type,
      data_range: tableRange(scope.tab, rows),
      x_column: column.column,
      series: figures.map(figure => figure.column!.column),
      title,
    })
    return result.error === undefined
      ? `Drew a ${type} chart of **${title}** beside the table.`
      : notDone(result)
  }
  const made = yield* summarise(scope, summary)
  if (made.range === null) return made.answer
  const result = yield* call('insert_chart', { type, data_range: made.range, title })
  return result.error === undefined
    ? `${made.answer.split('\n')[0]}\n\nDrew a ${type} chart of it there.`
    : `${made.answer}\n\n${notDone(result)}`
}

export const pivot: Kind = {
  name: 'Pivot tables',
  does: 'Makes a pivot table with one column down the side, another across the top, and a figure inside.',
  examples: [
    'Make a pivot table of Qty by Region and Status',
    'pivot Region down, Status across, sum of Price',
  ],
  effect: 'add',
}

export const transpose: Kind = {
  name: 'Turn on its side',
  does: 'Writes the table to a new tab with rows and columns swapped.',
  examples: ['Transpose the table into a new tab'],
  effect: 'add',
}

function* transposePlan(scope: Scope, columns: readonly Column[]): Plan {
  const rows = rowsOf(scope)!
  const title = freeTitle(scope.overview, `${scope.tab.title} transposed`)
  const added = yield* call('edit_structure', { action: 'add_tab', new_name: title })
  if (added.error !== undefined) return notDone(added)
  const formulas = columns.map(({ column }) => [
    `=TRANSPOSE(${quoteTab(scope.tab.title)}!$${column}$${rows.header ?? rows.first}:$${column}$${rows.last})`,
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

export const unpivot: Kind = {
  name: 'A long list',
  does: 'Makes a long list of a wide table in a new tab: a row for each of the columns that are named, with its name and its value.',
  examples: ['Unpivot Price and Cost into a long list by Customer'],
  effect: 'add',
}

function* unpivotPlan(scope: Scope, keys: readonly Column[], values: readonly Column[]): Plan {
  const title = freeTitle(scope.overview, `${scope.tab.title} list`)
  const found = matching(scope, [])
  const cell = (column: Column, number: number) => `=${quoteTab(scope.tab.title)}!${column.column}${number}`
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

/** One column down the side, at most one across, and a figure inside. */
export function pivoted(scope: Scope, figure: Figure, by: readonly Column[]): Reading | null {
  const rows = rowsOf(scope)
  const [side, ...more] = [...by].reverse()
  if (!rows || !side) return null
  const lines = more.length > 0 ? [...more].reverse() : [side]
  const across = more.length > 0 ? side : null
  const { measure, column } = figure
  const value =
    column && measure !== 'count'
      ? { column: column.column, summarize: PLAIN[measure] }
      : { column: lines[0]!.column, summarize: 'COUNTA' }
  const what = column && measure !== 'count' ? nameOf(column) : 'the number of rows'
  const where = `by ${inList(lines.map(nameOf))}${across ? ` and ${nameOf(across)}` : ''} in a new tab`
  return {
    *plan(): Plan {
      const result = yield* call('insert_pivot_table', {
        source_range: tableRange(scope.tab, rows),
        rows: lines.map(line => line.column),
        ...(across ? { columns: [across.column] } : {}),
        values: [value],
      })
      return result.error === undefined ? `Made a pivot table of **${what}** ${where}.` : notDone(result)
    },
    says: `Make a pivot table of ${what} ${where}`,
  }
}

export function transposed(scope: Scope): Filled | null {
  const columns = ofTab(scope)
  return rowsOf(scope)
    ? {
        plan: () => transposePlan(scope, columns),
        says: `Write ${inList(columns.map(nameOf))} into a new tab with rows and columns swapped`,
      }
    : null
}

/** A row for each of the `values`, told apart by the `keys`; by the first column of texts where none is named. */
export function unpivoted(scope: Scope, values: readonly Column[], keys: readonly Column[]): Reading | null {
  const first = ofTab(scope).find(column => isTextual(column) && !values.includes(column))
  const chosen = keys.length > 0 ? keys : first ? [first] : []
  if (!rowsOf(scope) || values.length < 2) return null
  if (chosen.length === 0) return problem('Say which column tells the rows apart. Nothing was changed.')
  return {
    plan: () => unpivotPlan(scope, chosen, values),
    says: `Write ${inList(values.map(nameOf))} below one another for each ${inList(chosen.map(nameOf))} into a new tab`,
  }
}
