/** A column as a call names it: letters, or the text of its header. */
import { columnIndex, columnLetters } from '../../sheets/a1.ts'
import type { CellValue } from './cells.ts'
import { Refusal } from './refusal.ts'
import type { Target } from './target.ts'

/** Zero-based index on the tab. A header's text wins over letters only where the letters lie outside. */
export function findColumn(target: Target, name: string, header: CellValue[] | undefined): number {
  const index = columnIndex(name.trim())
  const { startColumn, endColumn } = target.box
  if (index >= startColumn && index < endColumn) return index
  const wanted = name.trim().toLowerCase()
  const named = (header ?? []).findIndex(cell => String(cell).trim().toLowerCase() === wanted)
  if (named !== -1) return startColumn + named
  throw new Refusal(
    `"${name}" is no column of ${target.full} (${columnLetters(startColumn)} to ${columnLetters(endColumn - 1)}). Nothing was changed.`,
  )
}
