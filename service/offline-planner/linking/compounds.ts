/** "Boule-Abteilung", "Patientenspalte", "d'avril": words written as one that mean something one by one. */
import type { Token } from '../words/tokens.ts'
import { compact } from './letters.ts'
import type { SheetIndex } from './sheet.ts'

const SHORTEST_PART = 3
const NAMED = 0.9
/** In a longer message words are not parted: that is no wish any more. */
const MOST_TOKENS = 100

/** Words that are nothing by themselves, as their parts. */
export const withParts = (index: SheetIndex, tokens: readonly Token[]): Token[] =>
  tokens.length > MOST_TOKENS ? [...tokens] : tokens.flatMap(token => partsOf(index, token))

function partsOf(index: SheetIndex, token: Token): Token[] {
  const { lexicon } = index
  if (token.kind !== 'word' || lexicon.isOfPhrase(token.norm)) return [token]
  const elided = lexicon.elidedIn(token.norm)
  if (elided) {
    const [first, rest] = partedAt(token, elided.length, elided.length)
    return [{ ...first, norm: elided.word }, rest]
  }
  const place = lexicon.partsCompounds ? placeBetween(index, token) : null
  return place === null ? [token] : partedAt(token, place.end, place.start)
}

/** Where the first part of a compound ends and the second starts: one names a column, or the second is a noun of tables. */
function placeBetween(index: SheetIndex, { norm, text }: Token): { end: number; start: number } | null {
  // Letters without their signs are as many: places in the one are places in the other. A code is not parted.
  if (norm.length !== text.length || !/^[\p{L}-]+$/u.test(norm)) return null
  const hyphen = norm.lastIndexOf('-')
  const beforeHead = norm.length - (index.lexicon.headIn(norm)?.length ?? 0)
  const [end, start] = hyphen === -1 ? [beforeHead, beforeHead] : [hyphen, hyphen + 1]
  const [first, second] = [norm.slice(0, end), norm.slice(start)]
  if (first.length < SHORTEST_PART || second.length < SHORTEST_PART || isNamed(index, norm)) return null
  const isOfTable = index.lexicon.headIn(second) === second
  const isParted = isOfTable ? isNamed(index, first) || isValue(index, first) : isNamed(index, second)
  return isParted ? { end, start } : null
}

/** "Patienten" in "Patientenspalte" is Patient. */
const isNamed = (index: SheetIndex, word: string): boolean =>
  index.lexicon
    .forms(word)
    .some(
      form =>
        index.named(compact(form)).length > 0 ||
        (form.length > SHORTEST_PART && index.columnsLike([form]).some(({ quality }) => quality >= NAMED)),
    )

const isValue = (index: SheetIndex, word: string): boolean =>
  index.lexicon.forms(word).some(form => index.valuesOf(compact(form)).length > 0) ||
  index.valuesWith([word]).length > 0

function partedAt(token: Token, end: number, start: number): [Token, Token] {
  const { text, norm } = token
  return [
    { ...token, text: text.slice(0, end), norm: norm.slice(0, end), end: token.start + end },
    { ...token, text: text.slice(start), norm: norm.slice(start), start: token.start + start },
  ]
}
