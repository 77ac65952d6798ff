/** Writing rectangles of values: grown grid, chunks that Google accepts, and what was there before. */
import type { sheets_v4 } from '@googleapis/sheets'
import { formatRange } from '../../sheets/a1.ts'
import type { ToolContext } from '../tool.ts'
import type { CellValue } from './cells.ts'
import { recordChange } from './journal.ts'
import type { Target } from './target.ts'
import { jsonLength } from './text.ts'

/** Google advises 2 MB at most for one request. */
const CHUNK_CHARACTERS = 1_500_000
const CHUNK_CELLS = 40_000

export interface Block {
  range: string
  values: CellValue[][]
}

/** Requests that make room for a target beyond the grid's edge. */
export function growRequests(target: Target): sheets_v4.Schema$Request[] {
  const requests: sheets_v4.Schema$Request[] = []
  const { tab, box } = target
  const grow = (dimension: 'ROWS' | 'COLUMNS', length: number) => {
    if (length > 0) requests.push({ appendDimension: { sheetId: tab.sheetId, dimension, length } })
  }
  grow('ROWS', box.endRow - tab.rows)
  grow('COLUMNS', box.endColumn - tab.columns)
  return requests
}

/** Cuts a rectangle into blocks of rows that fit one request each. */
export function toChunks(target: Target, values: CellValue[][]): Block[] {
  const perRow = Math.max(1, values[0]?.length ?? 1)
  const averageRow = Math.max(1, jsonLength(values) / Math.max(1, values.length))
  const rows = Math.max(
    1,
    Math.min(Math.floor(CHUNK_CELLS / perRow), Math.floor(CHUNK_CHARACTERS / averageRow)),
  )
  const blocks: Block[] = []
  for (let start = 0; start < values.length; start += rows) {
    const part = values.slice(start, start + rows)
    const startRow = target.box.startRow + start
    const box = { ...target.box, startRow, endRow: startRow + part.length }
    blocks.push({ range: formatRange(target.tab.title, box), values: part })
  }
  return blocks
}

/** Writes blocks one request after another; a stop takes effect between them. */
export async function writeBlocks(
  context: ToolContext,
  blocks: Block[],
  input: 'USER_ENTERED' | 'RAW',
): Promise<void> {
  for (const block of blocks) {
    context.signal.throwIfAborted()
    await context.spreadsheet.writeValues([block], input)
  }
}

/**
 * Writes only some cells of a target: each column's runs of changed cells become ranges of one request.
 * `next` answers undefined for a cell that stays.
 */
export function toRuns(target: Target, next: (CellValue | undefined)[][]): Block[] {
  const runs: Block[] = []
  const columns = next[0]?.length ?? 0
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < next.length; row += 1) {
      if (next[row]![column] === undefined) continue
      const start = row
      while (row + 1 < next.length && next[row + 1]![column] !== undefined) row += 1
      const box = {
        startRow: target.box.startRow + start,
        endRow: target.box.startRow + row + 1,
        startColumn: target.box.startColumn + column,
        endColumn: target.box.startColumn + column + 1,
      }
      const values = next.slice(start, row + 1).map(cells => [cells[column] as CellValue])
      runs.push({ range: formatRange(target.tab.title, box), values })
    }
  }
  return runs
}

/** Many small ranges in as few requests as Google accepts. */
export async function writeRuns(
  context: ToolContext,
  runs: Block[],
  input: 'USER_ENTERED' | 'RAW',
): Promise<void> {
  let batch: Block[] = []
  let characters = 0
  for (const run of runs) {
    const length = jsonLength(run)
    if (batch.length > 0 && characters + length > CHUNK_CHARACTERS) {
      context.signal.throwIfAborted()
      await context.spreadsheet.writeValues(batch, input)
      batch = []
      characters = 0
    }
    batch.push(run)
    characters += length
  }
  if (batch.length > 0) await context.spreadsheet.writeValues(batch, input)
}

export interface RecordedWrite {
  /** What the cells held, for undo. */
  before: CellValue[][]
  values: CellValue[][]
  input: 'USER_ENTERED' | 'RAW'
  /** What is sent where it differs from `values`. */
  entered?: CellValue[][]
}

/** The whole of a call's write: what was there is kept first, then room is made, then it is written. */
export async function writeRecorded(
  context: ToolContext,
  target: Target,
  { before, values, input, entered = values }: RecordedWrite,
): Promise<void> {
  await recordChange(context, 0, {
    kind: 'values',
    sheetId: target.tab.sheetId,
    range: target.a1,
    before,
    after: values,
  })
  const grow = growRequests(target)
  if (grow.length > 0) await context.spreadsheet.batchUpdate(grow)
  await writeBlocks(context, toChunks(target, entered), input)
}
