/** One cell's change: what it held, what it is to hold, and what that is or looks like. */
import type { CellValue } from '../support/cells.ts'
import type { Typed } from './typed.ts'

export interface CellChange {
  row: number
  column: number
  from: string
  to: string
  /** What is written. */
  value: CellValue
  /** What a text became, or only looks like. */
  became: Typed['is'] | null
  looksLike: Typed['is'] | null
}
