/** Cells as a model reads them in a line: what is shown, with texts in quotes where they could be taken for something else. */
import { columnLetters } from '../a1.ts'
import { cut } from '../cut.ts'

export interface WordCell {
  shown: string
  isText: boolean
  /** Told beside the value. */
  formula?: string | null
}

const LOOKS_OTHER =
  /^\s*[-+]?[$€£¥]?\s*[\d.,]*\d[\d.,]*\s*[%€$£]?\s*$|^\s*\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}|^\d{1,2}:\d{2}|^(?:true|false)$|^[=#'"{]/i

/** A text that looks like a number, a date or something else that it is not. */
export const looksLikeOther = (text: string): boolean => LOOKS_OTHER.test(text)

export function cellWords({ shown, isText, formula }: WordCell, longest: number): string {
  const text = cut(shown, longest)
  const needsQuotes = isText && (looksLikeOther(text) || /[|\n\r\t{}]|^\s|\s$/.test(text) || text === '')
  const words = needsQuotes ? JSON.stringify(text) : text
  return formula ? `${words} {${formula}}`.trim() : words
}

/**
 * One row: by position where most of its cells are filled, or where all rows are to be told alike; else each with
 * its column. Null where it is empty.
 */
export function rowWords(cells: (string | null)[], firstColumn: number, byPosition = false): string | null {
  const last = cells.findLastIndex(cell => cell !== null)
  if (last === -1) return null
  const row = cells.slice(0, last + 1)
  const filled = row.filter(cell => cell !== null).length
  if (byPosition || filled * 2 >= row.length) return row.map(cell => cell ?? '').join(' | ')
  return row
    .flatMap((cell, column) => (cell === null ? [] : [`${columnLetters(firstColumn + column)}=${cell}`]))
    .join(' | ')
}
