/** Changes of texts in their cells: spaces, capitals, numbers that were typed as text. */

import type { Column } from '../../linking/sheet.ts'
import { call, countIn, notDone, type Plan } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import { type Filled, type Kind, problem, type Reading } from '../kind.ts'
import { matching } from '../support/met.ts'
import { type Place, placesOf, type Target } from '../support/places.ts'
import { columnRange, counted, inList, ofTab } from '../support/table.ts'
import { partOfTable } from '../support/whole.ts'
import { fillCells } from './values.ts'

/** What each action of the tool is called. */
const CASES: Record<string, string> = {
  upper: 'upper case',
  lower: 'lower case',
  title: 'title case',
  sentence: 'sentence case',
}

export const cleanText: Kind = {
  name: 'Trim and change case',
  does: 'Takes away needless spaces, or puts texts in upper, lower, title or sentence case, in columns, in a range or in the whole table.',
  examples: [
    'Trim spaces in Customer',
    'Trim all cells',
    'Make Region upper case',
    'Convert Email to lowercase',
    'Change Customer to title case',
    'Trim and lowercase Email',
  ],
  effect: 'change',
}

/** Each place in turn; `told` says what was done there, `cells` how many cells it changed, where that is known. */
export function* cleanPlan(
  places: readonly Place[],
  args: Record<string, unknown>,
  told: (cells: string | null) => string,
): Plan {
  const done: string[] = []
  for (const { range, name } of places) {
    const result = yield* call('clean_range', { ...args, range, has_header: false })
    if (result.error !== undefined) return [...done, notDone(result)].join(' ')
    const count = countIn(result, 'changed_cells', 'cells', 'changed')
    done.push(`**${name}**: ${told(count === null ? null : counted(count, 'cell'))}.`)
  }
  return done.join(' ')
}

export const textToNumbers: Kind = {
  name: 'Texts to numbers',
  does: 'Turns texts like “82 kg” or “EUR 2,400” in a column into numbers, in place.',
  examples: [],
  effect: 'change',
}

/** Texts of a whole table are not amounts because they have a number in them. */
type PartOfTable = Exclude<Target, 'table'>

function numbersIn(scope: Scope, column: Column): { range: string; value: number; row: number }[] {
  return matching(scope, []).flatMap(({ row, number }) => {
    const text = String(row[column.index] ?? '')
    const found = typeof row[column.index] === 'string' ? /-?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0] : undefined
    return found === undefined
      ? []
      : [
          {
            range: columnRange(column, number, number),
            value: Number(found.replaceAll(',', '')),
            row: number,
          },
        ]
  })
}

/** "trim", "upper", "lower", "title" or "sentence". */
export function textsChanged(scope: Scope, target: Target, action: string): Filled | null {
  const places = placesOf(scope, target)
  const done = action === 'trim' ? 'trimmed' : `put in ${CASES[action]}`
  return (
    places && {
      plan: () =>
        cleanPlan(places, { action }, cells => `${done}${cells === null ? '' : `, ${cells} changed`}`),
      says: `${action === 'trim' ? 'Take away needless spaces' : `Write in ${CASES[action]}`} in ${inList(places.map(({ name }) => name))}`,
    }
  )
}

/** In a column, or in the cells of the table that lie in a range of its tab; null where that is elsewhere. */
export function textsToNumbers(scope: Scope, target: PartOfTable): Reading | null {
  const part = partOfTable(scope)
  if (part) return part
  const places = placesOf(scope, target)
  if (!places || ('area' in target && target.area.tab !== scope.tab.title)) return null
  const name = inList(places.map(each => each.name))
  const cells = cellsOf(scope, target)
  if (cells.length === 0) return problem(`No text in **${name}** has a number in it. Nothing was changed.`)
  return {
    plan: () => fillCells(cells, `Turned ${counted(cells.length, 'text')} in **${name}** into numbers.`),
    says: `Turn ${counted(cells.length, 'text')} in ${name} into numbers`,
  }
}

function cellsOf(scope: Scope, target: PartOfTable): { range: string; value: number }[] {
  if ('columns' in target) return target.columns.flatMap(column => numbersIn(scope, column))
  const { startColumn = 0, endColumn = Infinity, startRow = 0, endRow = Infinity } = target.area.box
  return ofTab(scope)
    .filter(({ index }) => index >= startColumn && index < endColumn)
    .flatMap(column => numbersIn(scope, column).filter(({ row }) => row > startRow && row <= endRow))
}
