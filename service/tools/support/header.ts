/** Whether the first row of a range is a header, where the call does not say. */
import type { CellValue } from './cells.ts'
import { isFilled } from './cells.ts'
import type { Target } from './target.ts'

const isText = (value: CellValue | undefined): boolean =>
  typeof value === 'string' && value !== '' && !value.startsWith('=')

/**
 * The first row is a header where it is frozen, or where all of it is text and the row below differs in
 * kind, or where the range starts in row 1 and its texts are all different.
 */
export function hasHeader(target: Target, values: CellValue[][], said: boolean | undefined): boolean {
  if (said !== undefined) return said
  const first = (values[0] ?? []).filter(isFilled)
  if (first.length === 0 || values.length < 2 || !first.every(isText)) return false
  if (target.details.frozenRows > target.box.startRow) return true
  const second = values[1] ?? []
  const differs = (values[0] ?? []).some(
    (value, column) => isText(value) && isFilled(second[column]) && !isText(second[column]),
  )
  return differs || (target.box.startRow === 0 && new Set(first).size === first.length)
}
