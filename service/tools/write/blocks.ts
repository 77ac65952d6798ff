/** From the arguments of a write to blocks that are ready to be made: shaped, checked, with what was there. */
import type { ClosedBox } from '../../sheets/a1.ts'
import { endOfData } from '../../sheets/last-row.ts'
import { type CellValue, isFilled, isFormula, nameOf, pad } from '../support/cells.ts'
import { guardFormula, guardFormulas } from '../support/entered.ts'
import { guardMerges, guardOverwrite, guardProtected, SOMETHING_ELSE } from '../support/guards.ts'
import { onTab } from '../support/ranges.ts'
import { Refusal } from '../support/refusal.ts'
import { cellsOf, columnsOf, onGrid, resolveTarget, rowsOf, type Target, withBox } from '../support/target.ts'
import { counted } from '../support/text.ts'
import type { ToolContext } from '../tool.ts'
import type { WriteArgs } from './args.ts'

const MOST_CELLS = 200_000

export type Content = { kind: 'values'; values: CellValue[][] } | { kind: 'formula'; formula: string }

export interface Block {
  target: Target
  content: Content
  /** As FORMULA shows it. */
  before: CellValue[][]
  look: BlockLook
}

/** What the cells are to look like besides. */
export interface BlockLook {
  pattern?: string | undefined
  from?: string | undefined
}

interface Asked {
  range: string
  values?: CellValue[][] | undefined
  formula?: string | undefined
  pattern?: string | undefined
  format_from?: string | undefined
}

export async function readBlocks(context: ToolContext, args: WriteArgs): Promise<Block[]> {
  const asked = askedBlocks(args)
  const shaped: Omit<Block, 'before'>[] = []
  let here = context
  for (const block of asked) {
    const next = await shape(here, block)
    // A block without a tab is on the tab of the block before it.
    here = onTab(here, next.target.tab)
    const look = { pattern: block.pattern ?? args.pattern, from: block.format_from ?? args.format_from }
    shaped.push({ ...next, look })
  }
  const total = shaped.reduce((sum, { target }) => sum + cellsOf(target), 0)
  if (total > MOST_CELLS) throw tooMany('These blocks', total)
  for (const { target, content } of shaped) await guardContent(context, target, content)
  const before = await readGrids(
    context,
    shaped.map(({ target }) => target),
  )
  return shaped.map((block, index) => ({ ...block, before: before[index]! }))
}

function askedBlocks({ range, values, formula, blocks }: WriteArgs): Asked[] {
  const own = range === undefined ? [] : [{ range, values, formula }]
  const asked = own.length > 0 && values === undefined && formula === undefined && blocks ? [] : own
  const all: Asked[] = [...asked, ...(blocks ?? [])]
  if (all.length === 0)
    throw new Refusal('Give range with values or formula, or blocks. Nothing was changed.')
  for (const block of all) {
    if ((block.values === undefined) === (block.formula === undefined)) {
      throw new Refusal(
        `${block.range}: give either values or formula, not both and not neither. Nothing was changed.`,
      )
    }
  }
  return all
}

async function shape(context: ToolContext, asked: Asked): Promise<Pick<Block, 'target' | 'content'>> {
  const target = await resolveTarget(context, asked.range)
  if (asked.values) {
    return {
      target: shapeToValues(target, asked.values),
      content: { kind: 'values', values: asked.values },
    }
  }
  const formula = asked.formula!.startsWith('=') ? asked.formula! : `=${asked.formula!}`
  return { target: await closeAtData(context, target), content: { kind: 'formula', formula } }
}

/** A single cell, or an open side, grows to the values; anything else must fit them exactly. */
function shapeToValues(target: Target, values: CellValue[][]): Target {
  const rows = values.length
  const columns = Math.max(0, ...values.map(row => row.length))
  if (rows === 0 || columns === 0) throw new Refusal('values is empty. Nothing was changed.')
  const { startRow, startColumn } = target.box
  const isAnchor = cellsOf(target) === 1
  const box: ClosedBox = {
    startRow,
    endRow: isAnchor || target.open.endRow === undefined ? startRow + rows : target.box.endRow,
    startColumn,
    endColumn: isAnchor || target.open.endColumn === undefined ? startColumn + columns : target.box.endColumn,
  }
  const shaped = withBox(target, box)
  if (rowsOf(shaped) !== rows || columnsOf(shaped) !== columns) {
    throw new Refusal(
      `${target.full} is ${counted(rowsOf(shaped), 'row')} by ${counted(columnsOf(shaped), 'column')}, but values has ${counted(rows, 'row')} by ${counted(columns, 'column')}. Nothing was changed. Make them match, or give only the top left cell as range.`,
    )
  }
  return guardSize(shaped)
}

/** An open side ends where the tab's data ends, so that a column is not filled to the end of the grid. */
async function closeAtData(context: ToolContext, target: Target): Promise<Target> {
  if (target.open.endRow !== undefined) return guardSize(target)
  const end = await endOfData(context.spreadsheet, target.tab)
  if (end <= target.box.startRow) {
    throw new Refusal(
      `"${target.tab.title}" has no data from row ${target.box.startRow + 1} on. Nothing was changed. Name the last row.`,
    )
  }
  return guardSize(withBox(target, { ...target.box, endRow: end }))
}

function guardSize(target: Target): Target {
  if (cellsOf(target) <= MOST_CELLS) return target
  throw tooMany(target.full, cellsOf(target))
}

const tooMany = (what: string, cells: number) =>
  new Refusal(
    `${what} ${what.endsWith('s') ? 'are' : 'is'} ${cells} cells; at most ${MOST_CELLS} can be written at once. Nothing was changed. Write it in parts.`,
  )

async function guardContent(context: ToolContext, target: Target, content: Content): Promise<void> {
  guardProtected(context, target)
  if (content.kind === 'formula') {
    guardMerges(target, () => true)
    await guardFormula(context, content.formula)
    return
  }
  guardMerges(target, (row, column) => isFilled(content.values[row]?.[column]))
  await guardFormulas(context, content.values, (row, column) => nameOf(target, row, column))
}

/** All of them in one call. */
async function readGrids(context: ToolContext, targets: Target[]): Promise<CellValue[][][]> {
  const visible = targets.map(onGrid)
  const ranges = visible.flatMap(target => (target ? [target.full] : []))
  const answers = ranges.length > 0 ? await context.spreadsheet.values(ranges, 'FORMULA') : []
  let next = 0
  return targets.map((target, index) =>
    pad((visible[index] ? (answers[next++]?.values ?? []) : []) as CellValue[][], target),
  )
}

export function guardBlocks(blocks: Block[]): void {
  for (const { target, content, before } of blocks) {
    // Only the first cell's text is known before it is filled: any other filled cell is a conflict.
    guardOverwrite(target, before, (row, column) =>
      content.kind === 'values'
        ? (content.values[row]?.[column] ?? undefined)
        : row + column === 0
          ? content.formula
          : SOMETHING_ELSE,
    )
  }
}

export const holdsFormula = ({ content }: Pick<Block, 'content'>): boolean =>
  content.kind === 'formula' || content.values.some(row => row.some(isFormula))
