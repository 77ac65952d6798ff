/** "Nowotny-Wohnungen", "Patientenspalte", "d'avril": words written as one that mean something one by one. */
import type { Token } from '../words/tokens.ts'
import { compact } from './letters.ts'
import type { SheetIndex } from './sheet.ts'

const SHORTEST_PART = 3
/** "Non-member" and "mid-May" are words of their own. */
const PREFIXES = new Set(['non', 'mid', 'pre', 'sub', 'anti', 'semi', 'self', 'over', 'nicht', 'sous'])
const NAMED = 0.9

/** The word itself, or its parts where it is nothing by itself. */
export function partsOf(index: SheetIndex, token: Token): Token[] {
  if (token.kind !== 'word' || index.lexicon.isOfPhrase(token.norm)) return [token]
  const elided = index.lexicon.elidedIn(token.norm)
  if (elided)
    return [
      { ...part(token, 0, elided.length), norm: elided.word },
      part(token, elided.length, token.text.length),
    ]
  if (isKnown(index, token.norm)) return [token]
  const at = partedAt(index, token)
  return at === null ? [token] : [part(token, 0, at), part(token, at, token.text.length)]
}

function partedAt(index: SheetIndex, { norm, text }: Token): number | null {
  // Letters without their signs are as many: places in the one are places in the other.
  if (norm.length !== text.length) return null
  const hyphen = norm.lastIndexOf('-')
  if (hyphen !== -1) {
    const [before, behind] = [norm.slice(0, hyphen), norm.slice(hyphen + 1)]
    const isParted = before.length >= SHORTEST_PART && behind.length >= SHORTEST_PART && !PREFIXES.has(before)
    return isParted && (isOfSheet(index, before) || isOfSheet(index, behind)) ? hyphen : null
  }
  const head = index.lexicon.headIn(norm)
  const at = head === null ? 0 : norm.length - head.length
  return at >= SHORTEST_PART && isOfSheet(index, norm.slice(0, at)) ? at : null
}

const isKnown = (index: SheetIndex, word: string): boolean =>
  index.lexicon.knows(word) || index.isHeaderWord(word) || isOfSheet(index, word)

/** "Patienten" in "Patientenspalte" is Patient. */
const isOfSheet = (index: SheetIndex, word: string): boolean =>
  index.lexicon.forms(word).some(form => {
    const key = compact(form)
    return (
      index.named(key).length > 0 ||
      index.valuesOf(key).length > 0 ||
      (form.length > SHORTEST_PART && index.columnsLike([form]).some(({ quality }) => quality >= NAMED))
    )
  }) || index.valuesWith([word]).length > 0

/** Without the hyphen between. */
function part(token: Token, from: number, to: number): Token {
  const first = token.text[from] === '-' ? from + 1 : from
  return {
    ...token,
    text: token.text.slice(first, to),
    norm: token.norm.slice(first, to),
    start: token.start + first,
    end: token.start + to,
  }
}
