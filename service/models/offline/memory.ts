/** What "it" means in a follow-up: read from the calls that succeeded, in this turn and before. */
import { type Box, columnLetters, parseRange } from '../../sheets/a1.ts'
import type { Turn } from './conversation.ts'
import { type Call, type CallResult, field, type Memory } from './instruction.ts'

export function memoryOf(earlier: readonly Turn[]): Memory {
  const memory: Memory = { earlierPrompts: earlier.map(({ prompt }) => prompt) }
  for (const { steps } of earlier) for (const { calls, results } of steps) remember(memory, calls, results)
  return memory
}

/** Notes what a step touched. Reading touches nothing; of several calls the last one counts. */
export function remember(memory: Memory, calls: readonly Call[], results: readonly CallResult[]): void {
  for (const [index, { tool, args }] of calls.entries()) {
    const result = results[index]
    if (!result || result.error !== undefined) continue
    if (tool === 'edit_structure') rememberTab(memory, args)
    else if (CHANGING.has(tool))
      rememberRange(memory, field(args, 'target_range') ?? args.range, {
        isSort: tool === 'sort_filter_range',
        column: sortColumn(args),
      })
    const newTab = args.target_tab
    if (typeof newTab === 'string') memory.tab = newTab
  }
}

const CHANGING = new Set([
  'write_range',
  'copy_paste_range',
  'format_range',
  'sort_filter_range',
  'clean_range',
  'bulk_prompt',
])

function rememberTab(memory: Memory, args: Record<string, unknown>): void {
  const title = args.new_name ?? args.tab
  if (typeof title === 'string') memory.tab = title
}

interface Sorted {
  isSort: boolean
  column: string | undefined
}

/** Who sorts by a column speaks of that column afterwards, not of the whole table. */
function rememberRange(memory: Memory, range: unknown, sorted: Sorted): void {
  const parsed = typeof range === 'string' ? parseRange(range) : null
  if (!parsed) return
  const { startColumn, endColumn } = parsed.box
  if (parsed.tab !== undefined) memory.tab = parsed.tab
  // A lone header cell belongs to the column below it, whose data is the range that was meant.
  const isHeader = isOneCell(parsed.box) && columnLetters(startColumn!) === memory.column
  if (sorted.isSort) delete memory.range
  else if (!isHeader && typeof range === 'string') memory.range = range.slice(range.lastIndexOf('!') + 1)
  if (sorted.column !== undefined) memory.column = sorted.column
  else if (startColumn !== undefined && endColumn === startColumn + 1)
    memory.column = columnLetters(startColumn)
}

const isOneCell = ({ startRow, endRow, startColumn, endColumn }: Box): boolean =>
  startRow !== undefined &&
  endRow === startRow + 1 &&
  startColumn !== undefined &&
  endColumn === startColumn + 1

function sortColumn(args: Record<string, unknown>): string | undefined {
  const [first] = Array.isArray(args.by) ? (args.by as unknown[]) : []
  const column = field(first, 'column')
  return typeof column === 'string' ? column : undefined
}
