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

/** By their first letter and length: "h5". */
export function byLengthOf(words: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const word of words) addTo(found, `${word[0]}${word.length}`, word)
  return found
}

/** There are thousands of values: lists grow in place. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}
