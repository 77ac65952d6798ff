/** Numbers as people write them: "2,400", "five", "10 %". */
import type { Column } from '../linking/sheet.ts'
import { isNumeral, numberOf } from '../words/numbers.ts'
import { tokenize } from '../words/tokens.ts'

/** As cells of the column hold it. */
export function numberIn(text: string, column?: Column): number | null {
  const tokens = tokenize(text.replace(/^\s*[-−]\s*(?=\d)/, ''))
  const size = numberOf(tokens) ?? tokens.find(({ kind }) => kind === 'number')?.value
  if (size === undefined) return null
  const value = /^\s*[-−]/.test(text) ? -size : size
  return text.includes('%') && column?.type === 'percent' ? value / 100 : value
}

/** What is a number through and through is one; any other text stays as it is. */
export const plainNumber = (text: string): string | number =>
  /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text

/** Among numbers "a nought" is 0 and "fifty" 50, where nothing else is said. */
export const amongNumbers = (text: string): string | number => {
  const tokens = tokenize(text.replace(/^an? /i, ''))
  const isAlone = tokens.every(({ unit }) => unit === undefined) && isNumeral(tokens)
  return (isAlone ? numberOf(tokens) : null) ?? plainNumber(text)
}

/** "50 %" is a half. */
export function shareIn(text: string): number | null {
  const value = numberIn(text)
  return value !== null && text.includes('%') ? value / 100 : value
}
