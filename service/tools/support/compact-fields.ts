/**
 * Google's description of cells without what says nothing: empty objects are left out, equal cells become
 * ranges, and where nothing is left the answer says so.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { formatBox } from '../../sheets/a1.ts'
import { groupCells } from '../../sheets/group-cells.ts'

export function compactFields(answer: sheets_v4.Schema$Spreadsheet): unknown {
  const sheets = (answer.sheets ?? []).map(compactSheet)
  const { sheets: _, ...rest } = answer
  const told = withoutEmpty({ ...rest, ...(sheets.length > 0 ? { sheets } : {}) })
  return told ?? 'none: nothing of these fields is set'
}

function compactSheet(sheet: sheets_v4.Schema$Sheet): unknown {
  const { data, ...rest } = sheet
  if (!data) return rest
  const cells = data.flatMap(compactGrid)
  const others = data.map(({ rowData, startRow, startColumn, ...more }) => more)
  return { ...rest, cells: cells.length > 0 ? cells : 'none', data: others }
}

function compactGrid({ rowData = [], startRow, startColumn }: sheets_v4.Schema$GridData): unknown[] {
  const keys = rowData.map(row =>
    (row.values ?? []).map(cell => {
      const told = withoutEmpty(cell)
      return told === undefined ? null : JSON.stringify(told)
    }),
  )
  const [top, left] = [startRow ?? 0, startColumn ?? 0]
  return groupCells(keys).map(({ box, key }) => ({
    range: formatBox({
      startRow: top + box.startRow,
      endRow: top + box.endRow,
      startColumn: left + box.startColumn,
      endColumn: left + box.endColumn,
    }),
    ...(JSON.parse(key) as object),
  }))
}

/** Undefined where nothing is in it. Zero and false say something. */
function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter(item => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const kept = withoutEmpty(item)
    return kept === undefined ? [] : [[key, kept] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
