/** What a cell's value is: a number, a text or nothing. */

/** A cell's value as a number; null for text, also where it merely begins with one. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const text = value.trim().replaceAll(/[$€£¥₹\s]/g, '')
  if (!/^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?%?$/.test(text) || !/\d/.test(text)) return null
  const number = Number(text.replaceAll(/[,%]/g, ''))
  return text.endsWith('%') ? number / 100 : number
}

/** What a row holds in a column, as text without spaces around it. */
export const cellText = (row: readonly unknown[], { index }: { index: number }): string =>
  String(row[index] ?? '').trim()

export const isBlank = (cell: unknown): boolean =>
  cell === '' || cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
