/** What a cell is, as far as finding tables needs to know. */
import type { GridCell } from '../overview/grid-cell.ts'

export const isFilled = (cell: GridCell | undefined): cell is GridCell =>
  cell !== undefined && (cell.value !== null || cell.error !== null || cell.formula !== null)

export const isText = (cell: GridCell | undefined): boolean =>
  isFilled(cell) && cell.error === null && typeof cell.value === 'string' && cell.value.trim() !== ''

export const isNumber = (cell: GridCell | undefined): boolean =>
  isFilled(cell) && typeof cell.value === 'number'

export const isDate = (cell: GridCell | undefined): boolean =>
  isNumber(cell) && /^(?:DATE|TIME|DATE_TIME)$/.test(cell!.formatType ?? '')

export const isYear = (cell: GridCell): boolean =>
  typeof cell.value === 'number' &&
  Number.isInteger(cell.value) &&
  cell.value >= 1900 &&
  cell.value <= 2100 &&
  !isDate(cell)

const TOTAL =
  /^(?:(?:grand|sub|net|overall)[\s-]*)?totals?\b|^(?:gesamt|summe|insgesamt|total g[ée]n[ée]ral|totale|sum|average|mittelwert|moyenne|promedio)\b|^(?:合計|総計|小計|平均)|^Σ/i

export const isTotalLabel = (cell: GridCell | undefined): boolean =>
  isText(cell) && TOTAL.test(cell!.shown.trim())
