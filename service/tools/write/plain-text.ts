/**
 * Formulas into cells of plain-text format: there Google keeps `=A1*2` as a text. Who writes a formula wants its
 * result, so these cells lose that format before they are written, and are told. Other cells keep theirs. Fills
 * whose looks are read anyway (alike.ts) are left to that read.
 */
import { gridsOf } from '../../sheets/overview/grids.ts'
import { isFormula } from '../support/cells.ts'
import { columnsOf, onGrid, rowsOf, type Target, withBox } from '../support/target.ts'
import type { ToolContext } from '../tool.ts'
import { isLookedAt } from './alike.ts'
import { type Block, holdsFormula } from './blocks.ts'
import { type PlainTexts, withoutTextFormat } from './text-format.ts'

/** Of one block; the rows below are taken to look like these. */
const MOST_CELLS = 10_000
const FIELDS =
  'sheets(properties(sheetId),data(rowData(values(userEnteredValue(stringValue),userEnteredFormat(numberFormat(type))))))'

/** Texts that look like formulas are marked in the blocks' `before`: the formula is another content. */
export async function plainTextsUnder(context: ToolContext, blocks: readonly Block[]): Promise<PlainTexts> {
  const found: PlainTexts = { requests: [], ranges: [] }
  const looked = blocks.flatMap(block => {
    const seen = holdsFormula(block) && !isLookedAt(block) ? partOf(block.target) : null
    return seen ? [{ block, seen }] : []
  })
  if (looked.length === 0) return found
  const answer = await context.spreadsheet.get({
    fields: FIELDS,
    ranges: looked.map(({ seen }) => seen.full),
  })
  const grids = gridsOf(
    answer,
    looked.map(({ seen }) => seen.tab),
  )
  for (const [index, { block, seen }] of looked.entries()) {
    const endRow = block.content.kind === 'formula' ? block.target.box.endRow : seen.box.endRow
    const texts = withoutTextFormat(
      seen,
      grids[index],
      (cell, row, column) => {
        if (!isGivenFormula(block, row, column)) return undefined
        const text = cell.userEnteredValue?.stringValue
        if (text?.startsWith('=')) block.before[row] = block.before[row]!.with(column, `'${text}`)
        return cell.userEnteredFormat
      },
      endRow,
    )
    found.requests.push(...texts.requests)
    found.ranges.push(...texts.ranges)
  }
  return found
}

const isGivenFormula = ({ content }: Block, row: number, column: number): boolean =>
  content.kind === 'formula' || isFormula(content.values[row]?.[column])

function partOf(target: Target): Target | null {
  const seen = onGrid(target)
  if (!seen) return null
  const rows = Math.min(rowsOf(seen), Math.max(1, Math.floor(MOST_CELLS / columnsOf(seen))))
  return withBox(seen, { ...seen.box, endRow: seen.box.startRow + rows })
}
