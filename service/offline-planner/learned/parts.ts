/** How names, cells and sentences are taken apart into words. */
import { isUnspaced, normal } from '../words/tokens.ts'

const MOST_PARTS = 8

/** By a dictionary, where a script puts no spaces between words. */
const dictionary = new Intl.Segmenter('ja', { granularity: 'word' })

/** The words of a name or a cell, in lower case. */
export const partsOf = (name: string): string[] =>
  normal(name)
    .split(/[^\p{L}\p{N}%€$£]+/u)
    .filter(Boolean)
    .slice(0, MOST_PARTS)

/** The same, with words of unspaced scripts apart. */
export const wordsOf = (name: string): string[] => partsOf(name).flatMap(wordsIn).slice(0, MOST_PARTS)

/** What is written in one piece; most of it is one word. */
export const wordsIn = (piece: string): string[] =>
  [...piece].some(isUnspaced) ? [...dictionary.segment(piece)].map(({ segment }) => segment) : [piece]
