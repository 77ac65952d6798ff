/** How names and cells are taken apart into words. */
import { normal } from '../words/tokens.ts'

const MOST_PARTS = 8

/** The words of a name or a cell, in lower case. */
export const partsOf = (name: string): string[] =>
  normal(name)
    .split(/[^\p{L}\p{N}%€$£]+/u)
    .filter(Boolean)
    .slice(0, MOST_PARTS)
