/** Copies cells with everything or parts of what they hold; formulas adjust as in the spreadsheet itself. */
import { z } from 'zod'
import type { ToolCallFields } from '../../contract/index.ts'
import { type ClosedBox, formatBox, overlaps, parseRange } from '../sheets/a1.ts'
import { toGridRange } from '../sheets/grid-range.ts'
import { type CellValue, readGrid } from './support/cells.ts'
import { readFormats } from './support/formats.ts'
import { guardMerges, guardOverwrite, guardProtected, SOMETHING_ELSE } from './support/guards.ts'
import { type Recorded, readChange, recordChange } from './support/journal.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { cellsOf, columnsOf, resolveTarget, rowsOf, type Target, withBox } from './support/target.ts'
import { growRequests } from './support/writing.ts'
import { describeWritten } from './support/written.ts'
import type { ToolContext } from './tool.ts'

const MOST_CELLS = 500_000

const PASTE_TYPES = {
  all: 'PASTE_NORMAL',
  values: 'PASTE_VALUES',
  formulas: 'PASTE_FORMULA',
  format: 'PASTE_FORMAT',
} as const

const args = z.object({
  source_range: z.string(),
  target_range: z.string().describe('Top left cell, or a larger range that the source is repeated over'),
  paste_type: z.enum(['all', 'values', 'formulas', 'format']).optional().describe('Default all'),
  transpose: z.boolean().optional(),
  overwrite: z.boolean().optional(),
})
type Args = z.output<typeof args>

export const copyPasteRange = spreadsheetTool({
  name: 'copy_paste_range',
  brief: 'source_range, target_range, paste_type all|values|formulas|format, transpose',
  description:
    'Copies a range to another place or tab, formulas adjusted. paste_type values freezes formulas into values. Example: {"source_range":"B2:B2","target_range":"B3:B200","paste_type":"formulas"}',
  args,
  fields,
  async run(input, context) {
    const source = await resolveTarget(context, input.source_range)
    const target = toPasteArea(
      source,
      await resolveTarget(context, input.target_range),
      input.transpose ?? false,
    )
    if ((await guardPaste(context, input, source, target)) === 'to paste') {
      await paste(context, input, source, target)
    }
    const output = {
      pasted_range: target.full,
      ...(await describeWritten(context, target)),
    }
    return { state: 'succeeded', output, fields: { ...fields(input), target_range: target.a1 } }
  },
})

async function paste(context: ToolContext, input: Args, source: Target, target: Target): Promise<void> {
  await context.spreadsheet.batchUpdate([
    ...growRequests(target),
    {
      copyPaste: {
        source: toGridRange(source.tab.sheetId, source.box),
        destination: toGridRange(target.tab.sheetId, target.box),
        pasteType: PASTE_TYPES[input.paste_type ?? 'all'],
        pasteOrientation: input.transpose ? 'TRANSPOSE' : 'NORMAL',
      },
    },
  ])
}

/** Sheets stand in the entry only where the range named one; cells only where the source is bounded. */
function fields(input: Args): ToolCallFields {
  const result: ToolCallFields = { paste_type: input.paste_type ?? 'all' }
  const source = parseRange(input.source_range)
  const target = parseRange(input.target_range)
  result.source_range = source ? formatBox(source.box) : input.source_range
  result.target_range = target ? formatBox(target.box) : input.target_range
  if (source?.tab !== undefined) result.source_sheet = source.tab
  if (target?.tab !== undefined) result.target_sheet = target.tab
  const { startRow, endRow, startColumn, endColumn } = source?.box ?? {}
  if (endRow !== undefined && endColumn !== undefined) {
    result.cells = (endRow - (startRow ?? 0)) * (endColumn - (startColumn ?? 0))
  }
  return result
}

/** Google repeats the source where the target is a multiple of it, and else pastes it once. */
function toPasteArea(source: Target, target: Target, transpose: boolean): Target {
  const height = transpose ? columnsOf(source) : rowsOf(source)
  const width = transpose ? rowsOf(source) : columnsOf(source)
  const repeat = (asked: number, unit: number) => (asked >= unit && asked % unit === 0 ? asked : unit)
  const { startRow, startColumn } = target.box
  const box: ClosedBox = {
    startRow,
    endRow: startRow + repeat(rowsOf(target), height),
    startColumn,
    endColumn: startColumn + repeat(columnsOf(target), width),
  }
  const area = withBox(target, box)
  if (cellsOf(area) === 0)
    throw new Refusal('The source range is empty or outside of the grid. Nothing was changed.')
  if (cellsOf(area) <= MOST_CELLS) return area
  throw new Refusal(
    `That would fill ${cellsOf(area)} cells; at most ${MOST_CELLS} at once. Nothing was changed.`,
  )
}

type Step = 'to paste' | 'pasted'

async function guardPaste(context: ToolContext, input: Args, source: Target, target: Target): Promise<Step> {
  guardProtected(context, target)
  const onlyFormat = input.paste_type === 'format'
  if (onlyFormat) {
    await recordChange(context, 0, {
      kind: 'format',
      sheetId: target.tab.sheetId,
      range: target.a1,
      before: await readFormats(context, target),
      after: { pasted_from: source.full },
    })
    return 'to paste'
  }
  if (input.paste_type !== 'all' && input.paste_type !== undefined) guardMerges(target, () => true)
  const before = await readGrid(context, target, 'FORMULA')
  const earlier = await readChange(context, 0)
  if (earlier !== null && reachesInto(source, target)) return stepAfter(earlier, before, target)
  if (input.overwrite !== true && earlier === null)
    guardOverwrite(target, before, () => SOMETHING_ELSE, 'copy')
  await recordChange(context, 0, {
    kind: 'values',
    sheetId: target.tab.sheetId,
    range: target.a1,
    before,
    after: { pasted_from: source.full },
  })
  return 'to paste'
}

const reachesInto = (source: Target, target: Target): boolean =>
  source.tab.sheetId === target.tab.sheetId && overlaps(source.box, target.box)

/** A paste over a part of its own source cannot be made twice: the cells tell whether it has been made. */
function stepAfter(earlier: Recorded, present: CellValue[][], target: Target): Step {
  if (earlier.before === null) {
    throw new Refusal(
      `The service was interrupted while it pasted into ${target.full}, so this may have been done already. Nothing more was changed. Read the range before you repeat it.`,
    )
  }
  return JSON.stringify(earlier.before) === JSON.stringify(present) ? 'to paste' : 'pasted'
}
