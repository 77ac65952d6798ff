/** Inserting and deleting rows and columns. A call that runs again sees by the grid's size what was done. */
import { type Box, columnIndex, formatBox, parseRange, splitRanges } from '../../sheets/a1.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import { type CellValue, readGrid } from '../support/cells.ts'
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
  if (args.range !== undefined && !asked && args.index === undefined) throw notLines(args.range, dimension)
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

const notLines = (text: string, dimension: Dimension) =>
  new Refusal(
    `"${text}" does not say which ${word(dimension)}s: write ${dimension === 'ROWS' ? '5:8, or several as 3:3, 12:17' : 'C:E, or several as B:B, F:G'}. Nothing was changed.`,
  )

/** What is to be deleted, from the end, each line once: numbers of what comes before stay right. */
async function linesToDelete(
  args: StructureArgs,
  context: ToolContext,
  dimension: Dimension,
): Promise<Lines[]> {
  const parts = splitRanges(args.range ?? '')
  if (parts.length < 2) return [await resolveLines(args, context, dimension)]
  const all: Lines[] = []
  let { tab } = args
  for (const range of parts) {
    const box = parseRange(range)
    if (!box) throw notLines(range, dimension)
    tab = box.tab ?? tab
    all.push(await resolveLines({ ...args, range, tab, count: undefined }, context, dimension))
  }
  if (all.some(lines => lines.tab.sheetId !== all[0]!.tab.sheetId))
    throw new Refusal('Delete on one tab a call. Nothing was changed.')
  return merged(all).reverse()
}

function merged(all: Lines[]): Lines[] {
  const result: Lines[] = []
  for (const lines of all.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (!last || lines.start > last.start + last.count) result.push({ ...lines })
    else last.count = Math.max(last.count, lines.start + lines.count - last.start)
  }
  return result
}

const total = (all: Lines[]): number => all.reduce((sum, { count }) => sum + count, 0)

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
  const all = await linesToDelete(args, context, dimension)
  const lines = all[0]!
  const before = await sizeBefore(context)
  if (before === null || sizeOf(lines) > before - total(all)) await remove(context, all)
  return answer({ ...lines, count: total(all) }, { deleted: wordsOf(all) }, wordsOf(all))
}

const wordsOf = (all: Lines[]): string => all.map(lines => formatBox(boxOf(lines))).join(', ')

async function remove(context: ToolContext, all: Lines[]): Promise<void> {
  const lines = all[0]!
  const { dimension, tab } = lines
  const size = sizeOf(lines)
  // The first reaches furthest.
  if (lines.start + lines.count > size || total(all) >= size) {
    throw new Refusal(
      `"${tab.title}" has ${counted(size, word(dimension))}: these cannot be deleted. Nothing was changed.`,
    )
  }
  const cells: (CellValue[][] | null)[] = []
  for (const each of all) {
    const target = await targetOf(context, tab, boxOf(each))
    guardProtected(context, target)
    const visible = onGrid(target)
    const isKept = visible && cellsOf(visible) <= MOST_KEPT_CELLS
    cells.push(isKept ? await readGrid(context, visible, 'FORMULA') : null)
  }
  const recorded = await recordChange(context, 0, {
    kind: 'structure',
    sheetId: tab.sheetId,
    range: wordsOf(all),
    before: { size, cells: all.length === 1 ? cells[0] : cells },
    after: { deleted: dimension, runs: all.map(({ start, count }) => ({ start, count })) },
  })
  if (await wasDone(context, lines, recorded, -total(all))) return
  await context.spreadsheet.batchUpdate(
    all.map(({ start, count }) => ({
      deleteDimension: {
        range: { sheetId: tab.sheetId, dimension, startIndex: start, endIndex: start + count },
      },
    })),
  )
}

function answer(lines: Lines, output: Record<string, string>, range = formatBox(boxOf(lines))): ToolOutcome {
  return {
    state: 'succeeded',
    output: { ...output, tab: lines.tab.title, count: lines.count },
    fields: { range, sheet_name: lines.tab.title },
  }
}
