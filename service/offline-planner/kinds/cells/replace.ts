/** Find and replace: what is to be found, and what comes instead. */
import type { Scope } from '../../reading/scope.ts'
import type { Filled, Kind } from '../kind.ts'
import { matching } from '../support/met.ts'
import { placesOf, type Target } from '../support/places.ts'
import { inList, ofTab } from '../support/table.ts'
import { cleanPlan } from './texts.ts'

export const replaceText: Kind = {
  name: 'Find and replace',
  does: 'Replaces text in the table, in named columns or in a range; whole cells where what you name is a whole value.',
  examples: ['Replace NY with New York', 'Replace "Open" with "In progress" in Status'],
  effect: 'change',
}

interface Replacement {
  find: string
  instead: string
  target: Target
}

export function replaced(scope: Scope, { find, instead, target }: Replacement): Filled | null {
  const places = placesOf(scope, target)
  const value = wholeValue(scope, find, target)
  return (
    places && {
      plan: () =>
        cleanPlan(
          places,
          {
            action: 'find_replace',
            find: value ?? find,
            replace: instead,
            ...(value === null ? {} : { whole_cell: true }),
          },
          cells => `replaced “${value ?? find}” with “${instead}”${cells === null ? '' : ` in ${cells}`}`,
        ),
      says: `Replace “${find}” with “${instead}” in ${inList(places.map(({ name }) => name))}`,
      takes: instead === '',
    }
  )
}

/**
 * What is the whole of some cells is replaced in these alone, as they write it. Null where no cell is that, or none has
 * more than that: the tool trims nothing, and would pass by a value with spaces around it.
 */
function wholeValue(scope: Scope, find: string, target: Target): string | null {
  const wanted = find.trim().toLowerCase()
  if (wanted === '') return null
  const columns = target !== 'table' && 'columns' in target ? target.columns : ofTab(scope)
  const cells = matching(scope, []).flatMap(({ row }) => columns.map(({ index }) => String(row[index] ?? '')))
  const low = cells.map(cell => cell.trim().toLowerCase())
  const isMore = low.some(cell => cell !== wanted && cell.includes(wanted))
  return isMore ? (cells.find((cell, at) => low[at] === wanted && cell === cell.trim()) ?? null) : null
}
