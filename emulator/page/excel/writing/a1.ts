/** Google's ranges as Excel writes them; open ends are those of Excel's sheets. */
import type { sheets_v4 } from '@googleapis/sheets'
import { printBox } from '../formula-text.ts'

export const a1Of = (range: sheets_v4.Schema$GridRange): string =>
  printBox({
    top: range.startRowIndex ?? 0,
    left: range.startColumnIndex ?? 0,
    bottom: (range.endRowIndex ?? 1_048_576) - 1,
    right: (range.endColumnIndex ?? 16_384) - 1,
  })
