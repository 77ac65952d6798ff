/** Takes the plain-text format from cells that get formulas. Reads and writes nothing. */
import type { sheets_v4 } from '@googleapis/sheets'
import { formatRange } from '../../sheets/a1.ts'
import { toGridRange } from '../../sheets/grid-range.ts'
import { groupCells } from '../../sheets/group-cells.ts'
import type { Target } from '../support/target.ts'

export interface PlainTexts {
  requests: sheets_v4.Schema$Request[]
  /** What loses the format, with its tab. */
  ranges: string[]
}

/** `formatOf` answers nothing for cells that keep it; the last row speaks for those down to `endRow`. */
export function withoutTextFormat(
  seen: Target,
  grid: sheets_v4.Schema$GridData | undefined,
  formatOf: (
    cell: sheets_v4.Schema$CellData,
    row: number,
    column: number,
  ) => sheets_v4.Schema$CellFormat | undefined,
  endRow = seen.box.endRow,
): PlainTexts {
  const { sheetId, title } = seen.tab
  const keys = (grid?.rowData ?? []).map((row, down) =>
    (row.values ?? []).map((cell, right) =>
      formatOf(cell, down, right)?.numberFormat?.type === 'TEXT' ? 'text' : null,
    ),
  )
  const boxes = groupCells(keys, seen.box).map(({ box }) =>
    box.endRow === seen.box.endRow ? { ...box, endRow } : box,
  )
  return {
    requests: boxes.map(box => ({
      repeatCell: {
        range: toGridRange(sheetId, box),
        cell: {},
        fields: 'userEnteredFormat.numberFormat',
      },
    })),
    ranges: boxes.map(box => formatRange(title, box)),
  }
}
