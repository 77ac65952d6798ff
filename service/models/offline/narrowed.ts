/** A tab narrowed to the range that is the place of an instruction: a table like any other to the kinds. */
import { type Box, columnLetters, formatBox } from '../../sheets/a1.ts'
import type { ColumnOverview, TabOverview } from '../../sheets/overview.ts'
import type { Scope, Within } from './instruction.ts'
import type { Placed } from './place.ts'

/** The scope of a place: its tab holds nothing but the range, and "it" is the range. */
export function narrowed(
  scope: Scope,
  { tab, box }: Pick<Placed, 'tab' | 'box'>,
): Scope & { within: Within } {
  const first = box.startColumn ?? 0
  const end = box.endColumn ?? Math.max(first + 1, tab.columns.findLastIndex(isFilled) + 1)
  const columns = Array.from({ length: Math.max(tab.columns.length, end) }, (_, index) =>
    index >= first && index < end ? inside(tab, index) : emptyColumn(index),
  )
  const a1 = formatBox(box)
  const only = end === first + 1 ? { column: columnLetters(first) } : {}
  const { column: _, ...memory } = scope.memory
  return {
    ...scope,
    tab: { ...tab, ...rowsWithin(tab, box), columns },
    memory: { ...memory, ...only, tab: tab.title, range: a1 },
    within: { full: tab, a1, first, end, goesOn: goesOn(tab, first, end) },
  }
}

/** Never empty: what is asked for in a range is done in all of its columns. */
const inside = (tab: TabOverview, index: number): ColumnOverview => ({
  ...(tab.columns[index] ?? emptyColumn(index)),
  non_empty: 1,
})

const emptyColumn = (index: number): ColumnOverview => ({
  column: columnLetters(index),
  header: '',
  type: 'empty',
  samples: [],
  non_empty: 0,
})

const isFilled = ({ header, non_empty }: ColumnOverview): boolean => header !== '' || non_empty > 0

/** Whether the column before or after the range belongs to the same table. */
const goesOn = (tab: TabOverview, first: number, end: number): boolean =>
  [first - 1, end].some(index => (tab.columns[index]?.non_empty ?? 0) > 0)

type Rows = Pick<TabOverview, 'header_row' | 'first_data_row' | 'last_data_row'>

/** Rows below the data are left out, and the header is no data, unless nothing else is in the range. */
function rowsWithin(tab: TabOverview, box: Box): Rows {
  const start = (box.startRow ?? 0) + 1
  const dataEnd = tab.last_data_row ?? tab.grid_rows
  const last = Math.max(start, Math.min(box.endRow ?? dataEnd, start > dataEnd ? tab.grid_rows : dataEnd))
  const header = tab.header_row
  if (header === null || start > header || last <= header)
    return { header_row: null, first_data_row: start, last_data_row: last }
  return { header_row: header, first_data_row: tab.first_data_row ?? header + 1, last_data_row: last }
}
