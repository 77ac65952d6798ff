/** Sorts rows with Google's own sort, after making sure that rows stay whole. */
import { columnLetters, formatBox, overlaps } from '../../sheets/a1.ts'
import { toGridRange } from '../../sheets/grid-range.ts'
import { type CellValue, isFilled, readGrid } from '../support/cells.ts'
import { findColumn } from '../support/columns.ts'
import { guardProtected } from '../support/guards.ts'
import { recordChange } from '../support/journal.ts'
import { Refusal } from '../support/refusal.ts'
import { rowsOf, type Target, targetFields, withBox } from '../support/target.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { SortFilterArgs } from './args.ts'
import { readTable } from './table.ts'

export async function sort(args: SortFilterArgs, context: ToolContext): Promise<ToolOutcome> {
  const { whole, body, header, cells } = await readTable(context, args.range, args.has_header)
  const keys = keysOf(args)
  if (!body)
    return { state: 'succeeded', output: { sorted_range: whole.full, rows: 0 }, fields: targetFields(whole) }
  const specs = keys.map(({ column, order }) => ({
    dimensionIndex: findColumn(whole, column, header),
    sortOrder: order === 'desc' ? 'DESCENDING' : 'ASCENDING',
  }))
  guardProtected(context, body)
  guardMergedRows(body)
  await guardWholeRows(context, body)
  await recordChange(context, 0, {
    kind: 'values',
    sheetId: body.tab.sheetId,
    range: body.a1,
    before: header ? cells.slice(1) : cells,
    after: { sorted_by: specs },
  })
  await context.spreadsheet.batchUpdate([
    { sortRange: { range: toGridRange(body.tab.sheetId, body.box), sortSpecs: specs } },
  ])
  const top = withBox(body, { ...body.box, endRow: Math.min(body.box.endRow, body.box.startRow + 3) })
  const output = {
    sorted_range: body.full,
    by: specs.map(({ dimensionIndex, sortOrder }) => keyWords(whole, header, dimensionIndex, sortOrder)),
    rows: rowsOf(body),
    header: header ?? null,
    first_rows: await readGrid(context, top, 'FORMATTED_VALUE'),
  }
  return { state: 'succeeded', output, fields: targetFields(body) }
}

function keysOf({ by, sort: other, column, order }: SortFilterArgs): NonNullable<SortFilterArgs['by']> {
  const keys = by ?? other ?? (column === undefined ? undefined : [{ column, order }])
  if (keys) return keys
  throw new Refusal('sort needs by, for example [{"column":"C","order":"desc"}]. Nothing was changed.')
}

/** "C desc (Total)" */
function keyWords(whole: Target, header: CellValue[] | undefined, index: number, order: string): string {
  const name = String(header?.[index - whole.box.startColumn] ?? '')
  return `${columnLetters(index)} ${order === 'DESCENDING' ? 'desc' : 'asc'}${name === '' ? '' : ` (${name})`}`
}

function guardMergedRows(body: Target): void {
  const merge = body.details.merges.find(box => overlaps(box, body.box))
  if (!merge) return
  throw new Refusal(
    `Google cannot sort over merged cells (${formatBox(merge)}). Nothing was changed. Unmerge them first (format_range, action merge, merge none).`,
  )
}

/** Sorting some columns of a table and not the ones beside them would tear its rows apart. */
async function guardWholeRows(context: ToolContext, body: Target): Promise<void> {
  const { startColumn, endColumn } = body.box
  const sides: [number, string][] = []
  if (startColumn > 0) sides.push([startColumn - 1, 'left'])
  if (endColumn < body.tab.columns) sides.push([endColumn, 'right'])
  for (const [column] of sides) {
    const beside = withBox(body, { ...body.box, startColumn: column, endColumn: column + 1 })
    const filled = (await readGrid(context, beside, 'FORMULA')).filter(row => isFilled(row[0])).length
    if (filled <= rowsOf(body) / 2) continue
    throw new Refusal(
      `Column ${columnLetters(column)} beside ${body.full} is filled too: sorting without it would tear the rows apart. Nothing was changed. Give the whole table as range.`,
    )
  }
}
