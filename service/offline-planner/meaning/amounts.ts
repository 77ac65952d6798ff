/** Numbers as people write them: "2,400", "five", "10 %". */
import type { Column } from '../linking/sheet.ts'
import { numberOf } from '../words/numbers.ts'
import { tokenize } from '../words/tokens.ts'

/** As cells of the column hold it. */
export function numberIn(text: string, column?: Column): number | null {
  const tokens = tokenize(text)
  const value = numberOf(tokens) ?? tokens.find(({ kind }) => kind === 'number')?.value
  if (value === undefined) return null
  return text.includes('%') && column?.type === 'percent' ? value / 100 : value
}
