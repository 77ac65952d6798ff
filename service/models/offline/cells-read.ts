/** Reads the cells of a range page by page, as far as a plan's steps allow. */
import { type Call, type CallResult, call, field } from './instruction.ts'
import { list } from './tables.ts'

const MOST_PAGES = 3

interface CellsRead {
  rows: unknown[][]
  isWhole: boolean
}

/** The rows from the top, or why they can't be read. */
export function* readCells(
  range: string,
  render: 'values' | 'formulas' | 'formatted',
): Generator<Call[], CellsRead | string, CallResult[]> {
  const rows: unknown[][] = []
  let offset: number | undefined = 0
  for (let page = 0; page < MOST_PAGES && offset !== undefined; page++) {
    const result: CallResult = yield* call('read_range', {
      ranges: [range],
      render,
      ...(offset > 0 ? { offset_rows: offset } : {}),
    })
    if (result.error !== undefined) return result.error
    const answer = list(field(result.output, 'ranges'))[0]
    while (rows.length < offset) rows.push([])
    rows.push(...list(field(answer, 'values')).map(list))
    const next = field(field(answer, 'truncated'), 'next_offset_rows')
    offset = typeof next === 'number' ? next : undefined
  }
  return { rows, isWhole: offset === undefined }
}
