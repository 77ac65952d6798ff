/** Inserting and deleting rows and columns. A call that runs again sees by the grid's size what was done. */
import { type Box, columnIndex, formatBox, parseRange } from '../../sheets/a1.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import { readGrid } from '../support/cells.ts'
import { guardProtected } from '../support/guards.ts'
import { type Recorded, readChange, recordChange } from '../support/journal.ts'
import { Refusal } from '../support/refusal.ts'
import { cellsOf, findTab, onGrid, targetOf } from '../support/target.ts'
import { counted } from '../support/text.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { StructureArgs } from './args.ts'

type Dimension = 'ROWS' | 'COLUMNS'

interface Lines {
  tab: Tab
  dimension: Dimension
  /** Zero-based. */
  start: number
  count: number
}

const sizeOf = ({ tab, dimension }: Lines): number => (dimension === 'ROWS' ? tab.rows : tab.columns)
const word = (dimension: Dimension): string => (dimension === 'ROWS' ? 'row' : 'column')

const boxOf = ({ dimension, start, count }: Lines): Box =>
  dimension === 'ROWS'
    ? { startRow: start, endRow: start + count }
    : { startColumn: start, endColumn: start + count }

async function resolveLines(args: StructureArgs, context: ToolContext, dimension: Dimension): Promise<Lines> {
  const meta = await context.spreadsheet.meta()
  const asked = args.range === undefined ? null : parseRange(args.range)
  const tab = findTab(context, meta, args.tab ?? asked?.tab)
  if (asked) {
    const start = dimension === 'ROWS' ? asked.box.startRow : asked.box.startColumn
    const end = dimension === 'ROWS' ? asked.box.endRow : asked.box.endColumn
    if (start !== undefined && end !== undefined)
      return { tab, dimension, start, count: args.count ?? end - start }
  }
  return { tab, dimension, start: startOf(args, dimension), count: args.count ?? 1 }
}

function startOf({ index }: StructureArgs, dimension: Dimension): number {
  if (typeof index === 'number') return index - 1
  if (typeof index === 'string') {
    const start = dimension === 'COLUMNS' && !/^\d+$/.test(index) ? columnIndex(index) : Number(index) - 1
    if (Number.isInteger(start) && start >= 0) return start
  }
  throw new Refusal(
    `Say where with index: ${dimension === 'ROWS' ? 'a row number such as 5' : 'column letters such as C'}. Nothing was changed.`,
  )
}

/** The grid had this size when the first run of the call began; null where this is the first run. */
async function sizeBefore(context: ToolContext): Promise<number | null> {
  const earlier = await readChange(context, 0)
  return (earlier?.before as { size?: number } | null | undefined)?.size ?? null
}

export async function insertLines(
  args: StructureArgs,
  context: ToolContext,
  dimension: Dimension,
): Promise<ToolOutcome> {
  const lines = await resolveLines(args, context, dimension)
  const size = sizeOf(lines)
  if (lines.start > size) {
    throw new Refusal(`"${lines.tab.title}" has ${counted(size, word(dimension))} only. Nothing was changed.`)
  }
  const before = await sizeBefore(context)
  if (before === null || size < before + lines.count) await insert(context, lines)
  return answer(lines, { inserted: formatBox(boxOf(lines)) })
}

async function insert(context: ToolContext, lines: Lines): Promise<void> {
  guardProtected(context, await targetOf(context, lines.tab, boxOf(lines)))
  const { sheetId } = lines.tab
  const { dimension, start, count } = lines
  const size = sizeOf(lines)
  const recorded = await recordChange(context, 0, {
    kind: 'structure',
    sheetId,
    range: formatBox(boxOf(lines)),
    before: { size },
    after: { inserted: dimension, start, count },
  })
  if (await wasDone(context, lines, recorded, count)) return
  await context.spreadsheet.batchUpdate([
    start === size
      ? { appendDimension: { sheetId, dimension, length: count } }
      : {
          insertDimension: {
            range: { sheetId, dimension, startIndex: start, endIndex: start + count },
            // Looks like what stands before it, as in the spreadsheet itself.
            inheritFromBefore: start > 0,
          },
        },
  ])
}

/** Another run of the call came between our look and now: what it did shows in the grid's size. */
async function wasDone(
  context: ToolContext,
  lines: Lines,
  recorded: Recorded,
  grownBy: number,
): Promise<boolean> {
  const before = (recorded.before as { size?: number } | null)?.size
  if (!recorded.again || before === undefined) return false
  context.spreadsheet.refresh()
  const tab = (await context.spreadsheet.tabs()).find(({ sheetId }) => sheetId === lines.tab.sheetId)
  return tab !== undefined && sizeOf({ ...lines, tab }) === before + grownBy
}

/** Contents of more cells are not kept. */
const MOST_KEPT_CELLS = 100_000

export async function deleteLines(
  args: StructureArgs,
  context: ToolContext,
  dimension: Dimension,
): Promise<ToolOutcome> {
  const lines = await resolveLines(args, context, dimension)
  const before = await sizeBefore(context)
  if (before === null || sizeOf(lines) > before - lines.count) await remove(context, lines)
  return answer(lines, { deleted: formatBox(boxOf(lines)) })
}

async function remove(context: ToolContext, lines: Lines): Promise<void> {
  const size = sizeOf(lines)
  const { dimension, start, count } = lines
  if (start + count > size || count >= size) {
    throw new Refusal(
      `"${lines.tab.title}" has ${counted(size, word(dimension))}: these cannot be deleted. Nothing was changed.`,
    )
  }
  const target = await targetOf(context, lines.tab, boxOf(lines))
  guardProtected(context, target)
  const visible = onGrid(target)
  const cells =
    visible && cellsOf(visible) <= MOST_KEPT_CELLS ? await readGrid(context, visible, 'FORMULA') : null
  const recorded = await recordChange(context, 0, {
    kind: 'structure',
    sheetId: lines.tab.sheetId,
    range: formatBox(boxOf(lines)),
    before: { size, cells },
    after: { deleted: dimension, start, count },
  })
  if (await wasDone(context, lines, recorded, -count)) return
  await context.spreadsheet.batchUpdate([
    {
      deleteDimension: {
        range: { sheetId: lines.tab.sheetId, dimension, startIndex: start, endIndex: start + count },
      },
    },
  ])
}

const answer = (lines: Lines, output: Record<string, string>): ToolOutcome => ({
  state: 'succeeded',
  output: { ...output, tab: lines.tab.title, count: lines.count },
  fields: { range: formatBox(boxOf(lines)), sheet_name: lines.tab.title },
})
