/** Rows that are deleted: by a condition, by their numbers, or because they repeat others. */
import { formatRange } from '../../../sheets/a1.ts'
import type { Column } from '../../linking/sheet.ts'
import { call, calls, notDone, type Plan } from '../../plan.ts'
import { conditions } from '../../reading/conditions.ts'
import type { Draft } from '../../reading/draft.ts'
import { type Frame, problem } from '../frame.ts'
import { matching, whereWords } from '../support/met.ts'
import { counted, inList, nameOf, rowsOf, tableRange } from '../support/table.ts'

export const deleteRows: Frame = {
  name: 'Delete rows',
  does: 'Deletes the rows that meet the conditions, the empty ones, or those whose numbers are named; a total row stays.',
  examples: [
    'Delete the rows where Status is Open',
    'Remove rows with Qty less than 5',
    'Delete all orders where Email is empty',
    'Delete row 7',
    'Delete empty rows',
  ],
  effect: 'change',
  loses: true,
  cues: ['delete', 'dedupe'],
  uses: 'delete row all where table keep other',
  read(draft, text) {
    if (/(?:not|n't|dont) delete any|keep every|keep all rows|without deleting/i.test(text)) return null
    if (
      draft.asks('duplicates', 'trim', 'column', 'filter', 'newcolumn', 'border', 'clearfilter') ||
      draft.nodes.some(
        node =>
          node.concepts.has('keep') && /every row|all rows|not delete any|do not delete any/i.test(node.text),
      )
    )
      return null
    const rows = rowsOf(draft)
    if (!rows) return null
    draft.cue('delete')
    const place = draft.free().find(node => node.range)
    if (place)
      return problem(
        `Rows are deleted from the whole tab, not in ${place.text} alone. Nothing was changed.`,
        3,
      )
    const numbers = rowNumbers(draft)
    if (numbers.some(number => number > (draft.tab.last_data_row ?? 0)))
      return problem(`There is no row ${numbers.at(-1)} in **${draft.tab.title}**. Nothing was changed.`, 2)
    if (numbers.length > 0)
      return {
        plan: () => deletePlan(draft, numbers, ''),
        says: `Delete ${numbers.length === 1 ? `row ${numbers[0]}` : `rows ${numbers.join(', ')}`}`,
        takes: true,
      }
    const where = conditions(draft, { literals: true })
    if (where.length === 0) {
      if (!draft.has('empty') || !draft.has('row')) return null
      draft.cue('empty')
      const empty = (draft.data?.rows ?? []).flatMap((row, index) =>
        row.every(cell => cell === '' || cell === null) ? [rows.first + index] : [],
      )
      return {
        plan: () => deletePlan(draft, empty, ' that are empty'),
        says: `Delete the ${counted(empty.length, 'empty row')}`,
        takes: true,
      }
    }
    if (!(draft.data?.isWhole ?? true))
      return problem(
        'The table is too long to be read to its end here, so no row is deleted. Nothing was changed.',
      )
    const hits = matching(draft, where).map(({ number }) => number)
    if (
      draft.hasAnywhere('keep') &&
      draft.nodes.some(({ text }) => /keep every|keep all|keep every row/i.test(text))
    )
      return null
    return {
      plan: () => deletePlan(draft, hits, whereWords(where)),
      says: `Delete the ${counted(hits.length, 'row')}${whereWords(where)}`,
      takes: true,
    }
  },
}

/** "row 12", "rows 5 to 8" */
function rowNumbers(draft: Draft): number[] {
  for (const [at, node] of draft.nodes.entries()) {
    if (!node.concepts.has('row') || !/^(?:rows?|lines?)$/i.test(node.text)) continue
    const first = draft.nodes[at + 1]
    if (!first?.number || first.number.isPercent) continue
    const isSpan =
      draft.nodes[at + 2] && ['to', 'until', 'le'].some(each => draft.nodes[at + 2]!.concepts.has(each))
    const last = isSpan || draft.nodes[at + 2]?.text === '-' ? draft.nodes[at + 3]?.number?.value : undefined
    draft.take(node, first, ...(last === undefined ? [] : draft.nodes.slice(at + 2, at + 4)))
    const end = last ?? first.number.value
    return end - first.number.value > 1000
      ? []
      : Array.from({ length: end - first.number.value + 1 }, (_, index) => first.number!.value + index)
  }
  return []
}

function* deletePlan(draft: Draft, numbers: readonly number[], where: string): Plan {
  if (numbers.length === 0) return `There are no rows${where}. Nothing was changed.`
  const runs: { first: number; count: number }[] = []
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.first + run.count === number) run.count++
    else runs.push({ first: number, count: 1 })
  }
  // From the bottom, so that the numbers above stay right.
  const failure = yield* calls(
    ...runs.reverse().map(({ first, count }) => ({
      tool: 'edit_structure',
      args: { action: 'delete_rows', tab: draft.tab.title, index: first, count },
    })),
  )
  return failure
    ? notDone(failure)
    : `Deleted ${counted(numbers.length, 'row')}${where} from **${draft.tab.title}**.`
}

export const removeDuplicates: Frame = {
  name: 'Remove duplicates',
  does: 'Removes rows that are equal in all columns, or in the columns named; the first of them stays.',
  examples: [
    'Remove duplicates',
    'Delete duplicate rows',
    'Remove duplicates by Email',
    'Dedupe the table on First and Last',
    'Delete rows with the same Email',
  ],
  effect: 'change',
  loses: true,
  cues: ['dedupe', 'delete duplicates', 'keep duplicates', 'keep distinct', 'delete same'],
  uses: 'dedupe delete duplicates keep distinct row table by same per all first with only column other',
  prior: 0.3,
  read(draft) {
    const rows = rowsOf(draft)
    if (!rows || draft.asks('highlight', 'howmany', 'newtab', 'trim', 'cleanup')) return null
    // "Expunge the same": the same as what?
    if (!draft.has('dedupe', 'duplicates', 'distinct') && draft.nodes.length < 5) return null
    if (
      draft.nodes.some(
        ({ text, concepts }) =>
          concepts.has('keep') && /touch|don't delete|do not delete|not delete|without deleting/i.test(text),
      )
    )
      return null
    draft.cue('dedupe', 'duplicates')
    const place = draft.free().find(node => node.range)
    draft.take(place)
    const range = place ? formatRange(place.range!.tab ?? draft.tab.title, place.range!.box) : null
    const used = draft.tab.columns.filter(({ header, non_empty }) => header !== '' || non_empty > 0).length
    const { startColumn = 0, endColumn = used } = place?.range?.box ?? {}
    if (place && (startColumn > 0 || endColumn < used))
      return problem(
        `**Not done.** ${place.text} is only some columns of the table: removing duplicates there would tear rows apart. Nothing was changed.`,
        2,
      )
    const keys = draft.columns()
    return {
      plan: () => dedupePlan(draft, keys, range),
      says: `Delete the rows of ${place ? place.text : 'the table'} that repeat an earlier one${keys.length > 0 ? ` in ${inList(keys.map(nameOf))}` : ' in all columns'}`,
      takes: true,
    }
  },
}

function* dedupePlan(draft: Draft, keys: readonly Column[], place: string | null): Plan {
  const rows = rowsOf(draft)!
  const result = yield* call('clean_range', {
    action: 'dedupe',
    range: place ?? tableRange(draft.tab, rows),
    has_header: rows.header !== null,
    ...(keys.length > 0 ? { key_columns: keys.map(({ column }) => column) } : {}),
  })
  if (result.error !== undefined) return notDone(result)
  const removed = (result.output as { removed_rows?: number } | null)?.removed_rows ?? 0
  const by = keys.length > 0 ? ` by ${inList(keys.map(key => `**${nameOf(key)}**`))}` : ''
  return removed === 0
    ? `There are no duplicate rows${by} in **${draft.tab.title}**, so nothing was removed.`
    : `Removed ${counted(removed, 'row')} of **${draft.tab.title}** that repeat an earlier one${by}.`
}
