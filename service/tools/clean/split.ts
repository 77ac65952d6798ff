/** Cuts one column of texts at a delimiter into columns beside it. */

import { readTable } from '../sort-filter/table.ts'
import { type CellValue, isFilled, isFormula, readGrid } from '../support/cells.ts'
import { asPlain } from '../support/entered.ts'
import { guardMerges, guardOverwrite, guardProtected, SOMETHING_ELSE } from '../support/guards.ts'
import { readChange } from '../support/journal.ts'
import { Refusal } from '../support/refusal.ts'
import { columnsOf, type Target, targetFields, withBox } from '../support/target.ts'
import { writeRecorded } from '../support/writing.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { CleanArgs } from './args.ts'

const MOST_PARTS = 50
const CANDIDATES = [';', '|', '\t', ',', ' ']

export async function split(args: CleanArgs, context: ToolContext): Promise<ToolOutcome> {
  const { whole, body, header, cells } = await readTable(context, args.range, args.has_header)
  if (columnsOf(whole) !== 1) throw new Refusal('split takes one column as range. Nothing was changed.')
  if (!body) throw new Refusal(`${whole.full} has no rows to split. Nothing was changed.`)
  const earlier = await readChange(context, 0)
  const sources = (header ? cells.slice(1) : cells).map(row => row[0] ?? '')
  // The first run may have replaced the column already: start from what it found.
  const texts = (earlier?.before as CellValue[][] | null | undefined)?.map(row => row[0] ?? '') ?? sources
  if (texts.some(isFormula))
    throw new Refusal(`${body.full} holds formulas; split works on texts. Nothing was changed.`)
  const delimiter = args.delimiter ?? guessDelimiter(texts)
  const parts = texts.map(text =>
    String(text)
      .split(delimiter)
      .map(part => part.trim()),
  )
  const width = Math.max(...parts.map(row => row.length))
  if (width > MOST_PARTS)
    throw new Refusal(`That would make ${width} columns; at most ${MOST_PARTS}. Nothing was changed.`)
  const target = withBox(body, { ...body.box, endColumn: body.box.startColumn + width })
  const values = parts.map((row, index) => fill(row, width, texts[index]!))
  await guardSplit(context, target, args, earlier !== null)
  const before =
    (earlier?.before as CellValue[][] | null | undefined) ?? (await readGrid(context, target, 'FORMULA'))
  await writeRecorded(context, target, { before, values, input: 'RAW' })
  const output = {
    written_range: target.full,
    columns: width,
    rows: values.length,
    delimiter,
    sample: values.slice(0, 3),
  }
  return { state: 'succeeded', output, fields: { ...targetFields(target), cells: values.length * width } }
}

/** An empty cell, and a number, stay what they are. */
const fill = (row: string[], width: number, source: CellValue): CellValue[] =>
  Array.from({ length: width }, (_, column) => {
    if (column === 0 && row.length === 1) return source
    return asPlain(row[column] ?? '')
  })

function guessDelimiter(texts: CellValue[]): string {
  const filled = texts.filter(isFilled).map(String)
  const found = CANDIDATES.find(
    candidate => filled.filter(text => text.includes(candidate)).length > filled.length / 2,
  )
  if (found !== undefined) return found
  throw new Refusal(
    'No delimiter is common in these texts. Nothing was changed. Say which one with delimiter.',
  )
}

/** The column itself is meant to change; the ones beside it must be empty. */
async function guardSplit(
  context: ToolContext,
  target: Target,
  args: CleanArgs,
  isRerun: boolean,
): Promise<void> {
  guardProtected(context, target)
  guardMerges(target, () => true)
  if (args.overwrite === true || isRerun || columnsOf(target) === 1) return
  const beside = withBox(target, { ...target.box, startColumn: target.box.startColumn + 1 })
  guardOverwrite(beside, await readGrid(context, beside, 'FORMULA'), () => SOMETHING_ELSE, 'split')
}
