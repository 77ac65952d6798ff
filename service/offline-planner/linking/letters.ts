/** Names and values by their letters and digits alone, whatever stands between them. */
import { isPlain, normal } from '../words/tokens.ts'

/** "Weight (kg)" and "weight kg" are one. */
export const compact = (text: string): string => joined(wordsOf(text))

/** There are thousands of texts: those of plain letters go the short way. */
export const wordsOf = (text: string): string[] =>
  (isPlain(text) ? text.toLowerCase().match(/[a-z0-9%$@]+/g) : normal(text).match(/[\p{L}\p{N}%€$£@]+/gu)) ??
  []

export function joined(words: readonly string[]): string {
  const letters = words.join('')
  return /[%€$£]/.test(letters) ? letters.replaceAll(/[%€$£]/g, '') : letters
}

/** There are thousands of values: lists grow in place. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}
