/** Texts made to fit an answer. */

export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`

/** Keeps both ends, which say what it is, and tells how long the whole is, and how to see it. */
export function cutMiddle(text: string, length: number, how = ''): string {
  if (text.length <= length) return text
  const kept = Math.floor(length * 0.6)
  return `${text.slice(0, kept)} … (${text.length} characters${how}) … ${text.slice(text.length - (length - kept))}`
}
