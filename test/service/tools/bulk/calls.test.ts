/** Google takes sixty calls a minute of a person: a bulk run must leave some to them. */
import { expect, test } from 'vitest'
import type { BulkSheet } from '../../../../service/tools/bulk/bulk-sheet.ts'
import {
  type FinishedRow,
  ResultWriter,
  type WriterParts,
} from '../../../../service/tools/bulk/result-writer.ts'

const ROWS = 10_000
const ROWS_AT_ONCE = 50
/** The plan, the header and its column. */
const CALLS_BEFORE = 6

test('results that come slowly are written with at most one call to Google for 500 rows', async () => {
  const rows = Array.from({ length: ROWS }, (_, ordinal) => ({
    ordinal,
    firstRow: ordinal,
    key: `k${ordinal}`,
  }))
  const results = rows.map((row): FinishedRow => ({ ...row, value: `v${row.ordinal}` }))
  const calls = { reads: CALLS_BEFORE, writes: 0 }
  const output = rows.map(() => '')
  let at = Date.now()
  const sheet: Partial<BulkSheet> = {
    read: async () => {
      calls.reads += 1
      return { cells: [], keys: rows.map(({ key }) => key), output: [...output] }
    },
    // The gateway looks at the tabs and at what is overwritten.
    write: async cells => {
      calls.reads += 2
      calls.writes += 1
      for (const { row, value } of cells) output[row] = String(value)
    },
    cover: () => {},
  }
  const writer = new ResultWriter({
    context: { spreadsheet: { calls }, now: () => new Date(at) },
    store: { markWritten: async () => {} },
    sheet,
    rows,
    overwrite: false,
    callsBefore: 0,
    onLost: () => {},
    onWritten: () => {},
  } as unknown as WriterParts)
  for (let from = 0; from < ROWS; from += ROWS_AT_ONCE) {
    // The patience for a write is over each time.
    at += 60_000
    writer.add(results.slice(from, from + ROWS_AT_ONCE))
    await new Promise(setImmediate)
  }
  await writer.finish()
  expect(output.filter((value, row) => value === `v${row}`)).toHaveLength(ROWS)
  expect(calls.reads + calls.writes).toBeLessThanOrEqual(ROWS / 500)
})
