/** Cells that became dates look like the dates that their column had, else as ISO has them. */
import type { sheets_v4 } from '@googleapis/sheets'
import { formatBox } from '../../sheets/a1.ts'
import { groupCells } from '../../sheets/group-cells.ts'
import { ISO_DATE, ISO_DATE_TIME, setNumberFormat } from '../support/number-formats.ts'
import type { Target } from '../support/target.ts'
import { firstOf } from '../support/text.ts'
import type { ToolContext } from '../tool.ts'
import type { CellChange } from './cell-change.ts'

const MOST_TOLD = 5

/** Answers which cells look how. */
export async function formatDates(
  context: ToolContext,
  body: Target,
  changes: readonly CellChange[],
): Promise<string[]> {
  const became = changes.filter(change => change.became === 'date' || change.became === 'time')
  if (became.length === 0) return []
  const known = await columnFormats(context, body, became)
  const keys: (string | null)[][] = []
  for (const { row, column, became: is } of became) {
    while (keys.length <= row) keys.push([])
    const usual = is === 'time' ? ISO_DATE_TIME : ISO_DATE
    const own = known.get(column)
    // A column of plain dates would hide the hours.
    keys[row]![column] = JSON.stringify(own && (is === 'date' || own.type === 'DATE_TIME') ? own : usual)
  }
  const groups = groupCells(keys, body.box).map(({ box, key }) => ({
    box,
    format: JSON.parse(key) as sheets_v4.Schema$NumberFormat,
  }))
  await context.spreadsheet.batchUpdate(
    groups.map(({ box, format }) => setNumberFormat(body.tab.sheetId, box, format)),
  )
  return firstOf(
    groups.map(({ box, format }) => `${formatBox(box)} ${format.pattern}`),
    MOST_TOLD,
  )
}

/** The format of each column's first date that was one before. */
async function columnFormats(
  context: ToolContext,
  body: Target,
  became: readonly CellChange[],
): Promise<Map<number, sheets_v4.Schema$NumberFormat>> {
  const answer = await context.spreadsheet.get({
    fields: 'sheets(data(rowData(values(effectiveFormat(numberFormat),effectiveValue(numberValue)))))',
    ranges: [body.full],
  })
  const rows = answer.sheets?.[0]?.data?.[0]?.rowData ?? []
  const changed = new Set(became.map(({ row, column }) => `${row} ${column}`))
  const formats = new Map<number, sheets_v4.Schema$NumberFormat>()
  for (const column of new Set(became.map(change => change.column))) {
    for (const [row, { values = [] }] of rows.entries()) {
      const cell = values[column]
      const format = cell?.effectiveFormat?.numberFormat
      if (changed.has(`${row} ${column}`) || cell?.effectiveValue?.numberValue === undefined) continue
      if (!format?.pattern || (format.type !== 'DATE' && format.type !== 'DATE_TIME')) continue
      formats.set(column, format)
      break
    }
  }
  return formats
}
