/**
 * An answer that asks which of a few readings is meant, or whether it is this one. The mark is what the answer itself says: a last list
 * in numbers, after words that ask for the number. A list that says nothing of the kind is a plain list.
 */
import { type Block, parseMarkdown } from './blocks.ts'
import type { Inline } from './inline.ts'
import { plainWords } from './plain.ts'

export interface Choices {
  /** What stands before the list. */
  blocks: readonly Block[]
  options: readonly { number: number; label: readonly Inline[] }[]
}

const ASKS_FOR_NUMBER = /\?.*\banswer with (?:its|the) number\b/is
const MAX_OPTIONS = 9

export function readChoices(markdown: string): Choices | null {
  const blocks = parseMarkdown(markdown)
  const list = blocks.at(-1)
  if (list?.type !== 'list' || !list.isOrdered || list.items.length > MAX_OPTIONS) return null
  if (!ASKS_FOR_NUMBER.test(plainWords(markdown.slice(0, lastListStart(markdown))))) return null
  const options = list.items.flatMap(([first, ...more], index) =>
    first?.type === 'paragraph' && more.length === 0
      ? [{ number: list.start + index, label: first.children }]
      : [],
  )
  return options.length === list.items.length ? { blocks: blocks.slice(0, -1), options } : null
}

/** Where the list begins that ends the text. */
function lastListStart(markdown: string): number {
  const found = [...markdown.matchAll(/^ {0,3}\d{1,9}[.)]\s/gm)]
  const first = found.findLast(({ 0: mark }) => Number.parseInt(mark, 10) === 1) ?? found[0]
  return first?.index ?? 0
}
