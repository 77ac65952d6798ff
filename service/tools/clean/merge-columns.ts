/** Joins the texts of several columns into one column, row by row. */
import { columnIndex, columnLetters } from '../../sheets/a1.ts'
import { readTable } from '../sort-filter/table.ts'
import { type CellValue, isFilled, readGrid } from '../support/cells.ts'
import { guardMerges, guardOverwrite, guardProtected } from '../support/guards.ts'
import { readChange } from '../support/journal.ts'
import { Refusal } from '../support/refusal.ts'
import { columnsOf, type Target, targetFields, withBox } from '../support/target.ts'
import { writeRecorded } from '../support/writing.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { CleanArgs } from './args.ts'

export async function mergeColumns(args: CleanArgs, context: ToolContext): Promise<ToolOutcome> {
  const { whole, header } = await readTable(context, args.range, args.has_header)
  if (columnsOf(whole) < 2)
    throw new Refusal('merge_columns takes at least two columns as range. Nothing was changed.')
  const target = targetColumn(whole, args.target)
  const earlier = await readChange(context, 0)
  // The first run may have filled one of these columns already: what it joined is what is written.
  const values = (earlier?.after as CellValue[][] | null | undefined) ?? (await joined(args, context, whole))
  guardProtected(context, target)
  guardMerges(target, row => values[row]![0] !== '')
  const before = await readGrid(context, target, 'FORMULA')
  if (!args.overwrite && earlier === null) guardOverwrite(target, before, row => values[row]![0]!, 'join')
  await writeRecorded(context, target, { before, values, input: 'RAW' })
  const output = {
    written_range: target.full,
    rows: values.length - (header ? 1 : 0),
    sample: values.slice(0, 3).flat(),
  }
  return { state: 'succeeded', output, fields: { ...targetFields(target), cells: values.length } }
}

async function joined(args: CleanArgs, context: ToolContext, whole: Target): Promise<CellValue[][]> {
  const shown = await readGrid(context, whole, 'FORMATTED_VALUE')
  const delimiter = args.delimiter ?? ' '
  return shown.map(row => [row.filter(isFilled).map(String).join(delimiter)])
}

function targetColumn(whole: Target, name: string | undefined): Target {
  const column = name === undefined ? whole.box.endColumn : columnIndex(name.trim())
  if (column < 0)
    throw new Refusal(
      `"${name}" is no column. Nothing was changed. Give letters, for example ${columnLetters(whole.box.endColumn)}.`,
    )
  return withBox(whole, { ...whole.box, startColumn: column, endColumn: column + 1 })
}
