/** Cells that are filled: a value for rows, or for blanks. */

import type { Column } from '../../linking/sheet.ts'
import { calls, notDone, type Plan } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Reading } from '../kind.ts'
import { type Kind, problem } from '../kind.ts'
import { matching } from '../support/met.ts'
import type { Target } from '../support/places.ts'
import { columnRange, counted, nameOf, ofTab, sortable } from '../support/table.ts'
import { partOfTable } from '../support/whole.ts'

export function* fillCells(cells: readonly { range: string; value: string | number }[], said: string): Plan {
  if (cells.length === 0) return 'There is no such cell. Nothing was changed.'
  const failure = yield* calls(
    ...cells.map(({ range, value }) => ({
      tool: 'write_range',
      args: { range, values: [[value]], overwrite: true },
    })),
  )
  return failure ? notDone(failure) : said
}

export const fillBlanks: Kind = {
  name: 'Fill blanks',
  does: 'Writes a value into the empty cells of a column, or the value above.',
  examples: [
    'Fill blanks in Region with Unknown',
    'Fill the empty cells of Qty with 0',
    'Fill down Region',
    'put "Open" wherever Status is empty',
  ],
  effect: 'change',
}

export const setValue: Kind = {
  name: 'Set a value',
  does: 'Writes a value into a column for the rows that are named by their conditions.',
  examples: ['Set Status to Paid where Region is North', "change Ada's Region to South"],
  effect: 'change',
}

/** Writes a value into the empty cells of a column or a part of it; null is the value above. */
export function blanksFilled(scope: Scope, target: Target, value: string | number | null): Reading {
  const { column, first, last } = lineOf(scope, target)
  const part = partOfTable(scope)
  if (part) return part
  if (!column) return problem('Blanks are filled in one column at a time. Nothing was changed.')
  const { locale } = scope.overview
  const cells: { range: string; value: string | number }[] = []
  let above: unknown = ''
  for (const { row, number } of matching(scope, [])) {
    if (sortable(row, column, locale) !== null) above = row[column.index]
    else if (number >= first && number <= last)
      cells.push({ range: columnRange(column, number, number), value: value ?? (above as string | number) })
  }
  const what = value === null ? 'the value above' : `“${value}”`
  return {
    plan: () =>
      fillCells(
        cells,
        `Filled ${counted(cells.length, 'empty cell')} of **${nameOf(column)}** with ${what}.`,
      ),
    says: `Fill ${counted(cells.length, 'empty cell')} of ${nameOf(column)} with ${what}`,
  }
}

interface Line {
  column: Column | undefined
  /** 1-based. */
  first: number
  last: number
}

function lineOf(scope: Scope, target: Target): Line {
  const all = { first: 1, last: Number.POSITIVE_INFINITY }
  if (target === 'table') return { column: undefined, ...all }
  if ('columns' in target) return { column: target.columns[0], ...all }
  const { tab, box } = target.area
  const { startColumn = 0, endColumn = 0, startRow = 0, endRow = all.last } = box
  const isOne = endColumn === startColumn + 1 && tab === scope.tab.title
  const column = isOne ? ofTab(scope).find(({ index }) => index === startColumn) : undefined
  return { column, first: startRow + 1, last: endRow }
}
