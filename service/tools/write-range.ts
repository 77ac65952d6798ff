/** Writes values, or one formula filled over a range. */
import { z } from 'zod'
import { type ClosedBox, overlaps } from '../sheets/a1.ts'
import { toGridRange } from '../sheets/grid-range.ts'
import { endOfData } from '../sheets/last-row.ts'
import { type CellValue, findErrors, isFilled, nameOf, pad, readGrid } from './support/cells.ts'
import { asEntered, guardFormula, guardFormulas } from './support/entered.ts'
import { guardMerges, guardOverwrite, guardProtected, SOMETHING_ELSE } from './support/guards.ts'
import { readChange, recordChange } from './support/journal.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import {
  cellsOf,
  columnsOf,
  rangeFields,
  resolveTarget,
  rowsOf,
  type Target,
  targetFields,
  withBox,
} from './support/target.ts'
import { counted } from './support/text.ts'
import { growRequests, writeRecorded } from './support/writing.ts'
import type { ToolContext, ToolOutcome } from './tool.ts'

const MOST_CELLS = 200_000
/** Cells that are read back to look for errors. */
const MOST_READ_BACK = 50_000

const args = z.object({
  range: z.string().describe('For values the top left cell is enough'),
  values: z
    .array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])))
    .optional()
    .describe('null leaves a cell, "" empties it, =… is a formula'),
  formula: z.string().optional().describe('Of the first cell; filled over the range'),
  overwrite: z.boolean().optional().describe('Replace filled cells'),
})

export const writeRange = spreadsheetTool({
  name: 'write_range',
  description: 'Writes values, or one formula filled over a range: {"range":"E2:E120","formula":"=C2*D2"}.',
  args,
  fields: ({ range }, context) => rangeFields(range, context),
  async run({ range, values, formula, overwrite = false }, context) {
    if ((values === undefined) === (formula === undefined)) {
      throw new Refusal('Give either values or formula, not both and not neither. Nothing was changed.')
    }
    const asked = await resolveTarget(context, range)
    return formula === undefined
      ? writeValues(context, shapeToValues(asked, values!), values!, overwrite)
      : fillFormula(context, await closeAtData(context, asked), formula, overwrite)
  },
})

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
      `${target.a1} is ${counted(rowsOf(shaped), 'row')} by ${counted(columnsOf(shaped), 'column')}, but values has ${counted(rows, 'row')} by ${counted(columns, 'column')}. Nothing was changed. Make them match, or give only the top left cell as range.`,
    )
  }
  return guardSize(shaped)
}

function guardSize(target: Target): Target {
  if (cellsOf(target) <= MOST_CELLS) return target
  throw new Refusal(
    `${target.a1} is ${cellsOf(target)} cells; at most ${MOST_CELLS} can be written at once. Nothing was changed. Write it in parts.`,
  )
}

async function writeValues(
  context: ToolContext,
  target: Target,
  values: CellValue[][],
  overwrite: boolean,
): Promise<ToolOutcome> {
  guardProtected(context, target)
  guardMerges(target, (row, column) => isFilled(values[row]?.[column]))
  const hasFormulas = await guardFormulas(context, values, (row, column) => nameOf(target, row, column))
  const before = await readGrid(context, target, 'FORMULA')
  const isRerun = (await readChange(context, 0)) !== null
  if (!overwrite && !isRerun) {
    guardOverwrite(target, before, (row, column) => values[row]?.[column] ?? undefined)
  }
  const entered = values.map(row => row.map(asEntered))
  await writeRecorded(context, target, { before, values, entered, input: 'USER_ENTERED' })
  return report(context, target, hasFormulas)
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

async function fillFormula(
  context: ToolContext,
  target: Target,
  text: string,
  overwrite: boolean,
): Promise<ToolOutcome> {
  const formula = text.startsWith('=') ? text : `=${text}`
  guardProtected(context, target)
  guardMerges(target, () => true)
  await guardFormula(context, formula)
  const before = await readGrid(context, target, 'FORMULA')
  const isRerun = (await readChange(context, 0)) !== null
  // Only the first cell's text is known before it is filled: any other filled cell is a conflict.
  if (!overwrite && !isRerun)
    guardOverwrite(target, before, (row, column) => (row + column === 0 ? formula : SOMETHING_ELSE))
  await recordChange(context, 0, {
    kind: 'values',
    sheetId: target.tab.sheetId,
    range: target.a1,
    before,
    after: { formula },
  })
  await context.spreadsheet.batchUpdate([
    ...growRequests(target),
    {
      repeatCell: {
        range: toGridRange(target.tab.sheetId, target.box),
        cell: { userEnteredValue: { formulaValue: formula } },
        fields: 'userEnteredValue',
      },
    },
  ])
  return report(context, target, true)
}

/** What is in the sheet now, as the user sees it. */
async function report(context: ToolContext, target: Target, mayHaveErrors: boolean): Promise<ToolOutcome> {
  const readRows = Math.max(1, Math.floor(MOST_READ_BACK / columnsOf(target)))
  const endRow = Math.min(target.box.endRow, target.box.startRow + (mayHaveErrors ? readRows : 3))
  const seen = withBox(target, { ...target.box, endRow })
  const [answer] = await context.spreadsheet.values([seen.full], 'FORMATTED_VALUE')
  const shown = pad((answer?.values ?? []) as CellValue[][], seen)
  const errors = mayHaveErrors ? findErrors(shown, seen) : []
  const output = {
    written_range: target.full,
    cells: cellsOf(target),
    sample: shown.slice(0, 3),
    ...(errors.length > 0 ? { errors } : {}),
    ...(hidesRows(target) ? { note: 'A filter hides rows of this range; they were written as well.' } : {}),
  }
  return { state: 'succeeded', output, fields: { ...targetFields(target), cells: cellsOf(target) } }
}

const hidesRows = ({ details, box }: Target): boolean =>
  details.filter !== null && overlaps(details.filter, box)
