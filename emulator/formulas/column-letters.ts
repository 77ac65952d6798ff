/** Columns by letters, counted from 1: A is 1, AA is 27. */

export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

export function columnNumber(letters: string): number {
  const upper = letters.toUpperCase()
  let column = 0
  for (let at = 0; at < upper.length; at += 1) column = column * 26 + upper.charCodeAt(at) - 64
  return column
}
