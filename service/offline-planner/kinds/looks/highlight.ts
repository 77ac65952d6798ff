/** Colours that follow a condition: rows and cells that stand out as the data changes. */
import type { Column } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import type { Filled, Kind } from '../kind.ts'
import { repeatedRows } from '../questions/ask.ts'
import { anchoredCell, localised, rowTest } from '../support/formulas.ts'
import { whereWords } from '../support/met.ts'
import { type Area, rangeOfArea } from '../support/places.ts'
import { columnRange, nameOf, ofTab, rowsOf, shown, tableRange } from '../support/table.ts'
import { format, formatCall } from './looks.ts'

export const highlight: Kind = {
  name: 'Highlight',
  does: 'Colours cells or whole rows that meet conditions, repeat others, or are the highest or lowest; the colours follow the data.',
  examples: [
    'Highlight Qty above 10',
    'Highlight negative values in Price in red',
    'Highlight duplicates in Customer',
    'Highlight the top 3 prices in green',
    'Mark rows where Region is North and Qty is at least 5 yellow',
  ],
  effect: 'add',
}

interface Coloured {
  where: Where
  /** Whose cells are coloured; the whole rows without one. */
  column: Column | null
  look: { background: string }
}

/** Cells or rows that meet conditions wear a colour, which follows the data. */
export function coloured(scope: Scope, { where, column, look }: Coloured): Filled | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  const target = column ? columnRange(column, rows.first, rows.last) : tableRange(scope.tab, rows, false)
  const formula = localised(`=${rowTest(where, anchoredCell(rows.first))}`, scope.overview.locale)
  const [what, bold] = column
    ? [`the cells of ${nameOf(column)}`, `the cells of **${nameOf(column)}**`]
    : ['the rows', 'the rows']
  return {
    plan: () =>
      format(
        [formatCall(target, { action: 'conditional', formula, ...look })],
        `Colours ${bold}${whereWords(where)} with ${look.background}; the colours follow the data.`,
      ),
    says: `Colour ${what}${whereWords(where)} ${look.background}`,
  }
}

/** As the tool takes it: `{ op: '<', value: 0 }`. */
export type Rule = { op: string; value?: string | number } | { formula: string }

/** The cells of a range that meet a rule by themselves. */
export function rangeColoured(area: Area, rule: Rule, words: string, look: Coloured['look']): Filled {
  const range = rangeOfArea(area)
  return {
    plan: () =>
      format(
        [formatCall(range, { action: 'conditional', ...rule, ...look })],
        `Colours the cells of ${shown(range)} that are ${words} with ${look.background}; the colours follow the data.`,
      ),
    says: `Colour the cells of ${shown(range)} that are ${words} ${look.background}`,
    effect: 'add',
  }
}

/** Cells of the column that are there more than once; without a column, rows that are. */
export function repeatsColoured(scope: Scope, column: Column | null, look: Coloured['look']): Filled | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  const { first, last } = rows
  const columns = column ? [column] : ofTab(scope)
  const all = (letters: string): string => `$${letters}$${first}:$${letters}$${last}`
  const tests = columns.map(({ column: letters }) => `(${all(letters)}=$${letters}${first})`)
  const formula = localised(
    column
      ? `=AND(COUNTIFS(${all(column.column)},$${column.column}${first})>1,$${column.column}${first}<>"")`
      : `=SUMPRODUCT(${tests.join('*')})>1`,
    scope.overview.locale,
  )
  const target = column ? columnRange(column, first, last) : tableRange(scope.tab, rows, false)
  const count = repeatedRows(scope, columns).flat().length
  const what = column ? `cells of **${nameOf(column)}**` : 'rows'
  return {
    plan: () =>
      format(
        [formatCall(target, { action: 'conditional', formula, ...look })],
        `Colours ${count} ${what} that are there more than once.`,
      ),
    says: `Colour the ${what.replaceAll('**', '')} that are there more than once ${look.background}`,
    effect: 'add',
  }
}

/** The highest or the lowest so many cells of a column. */
export function extremesColoured(
  scope: Scope,
  column: Column,
  { count, isMost }: { count: number; isMost: boolean },
  look: Coloured['look'],
): Filled | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  const range = `$${column.column}$${rows.first}:$${column.column}$${rows.last}`
  const cell = `$${column.column}${rows.first}`
  const formula = localised(
    `=AND(${cell}<>"",${cell}${isMost ? '>=LARGE' : '<=SMALL'}(${range},${count}))`,
    scope.overview.locale,
  )
  const which = isMost ? 'highest' : 'lowest'
  return {
    plan: () =>
      format(
        [formatCall(columnRange(column, rows.first, rows.last), { action: 'conditional', formula, ...look })],
        `Colours the ${which} ${count} of **${nameOf(column)}**.`,
      ),
    says: `Colour the ${which} ${count === 1 ? '' : `${count} `}of ${nameOf(column)} ${look.background}`,
    effect: 'add',
  }
}
