/** Number formats as requests, and those of dates whose own look nobody knows. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Box } from '../../sheets/a1.ts'
import { toGridRange } from '../../sheets/grid-range.ts'

export const ISO_DATE = { type: 'DATE', pattern: 'yyyy-mm-dd' }
export const ISO_DATE_TIME = { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' }

/** All else that the cells look like stays. */
export const setNumberFormat = (
  sheetId: number,
  box: Box,
  numberFormat: sheets_v4.Schema$NumberFormat,
): sheets_v4.Schema$Request => ({
  repeatCell: {
    range: toGridRange(sheetId, box),
    cell: { userEnteredFormat: { numberFormat } },
    fields: 'userEnteredFormat.numberFormat',
  },
})
