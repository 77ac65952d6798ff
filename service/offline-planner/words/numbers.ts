/** Numbers that are written as words: "six hundred and fifty", "a tenner", "2 thousand", "dos mil", "zehn". */
import { NUMBER_WORDS } from './index.ts'
import type { Token } from './tokens.ts'

const TIMES = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1_000],
  ['grand', 1_000],
  ['million', 1_000_000],
  ['hundert', 100],
  ['百', 100],
  ['千', 1_000],
  ['万', 10_000],
  ['tausend', 1_000],
  ['mille', 1_000],
  ['mil', 1_000],
  ['luca', 1_000],
  ['lucas', 1_000],
])
/** Articles too: in a sentence they are no numbers. */
const ONES = new Set('ein eine einen einem einer un une uno una'.split(' '))
const NOTES = new Map([
  ['fiver', 5],
  ['tenner', 10],
])

/** Of a text that begins with one, which one unit may follow ("five euros"); null of anything else. */
export function numberOf(tokens: readonly Token[]): number | null {
  const words = wordsOf(tokens)
  const isFollowed = words.length > 1 && words[0]!.value !== undefined && !isNumber(words.at(-1)!)
  return numeralOf(words) ?? (isFollowed ? numeralOf(words.slice(0, -1)) : null)
}

/** Of a text that is one and nothing else. */
export const isNumeral = (tokens: readonly Token[]): boolean => numeralOf(wordsOf(tokens)) !== null

type Word = { norm: string; value: number | undefined }

const wordsOf = (tokens: readonly Token[]): Word[] =>
  tokens.flatMap(({ norm, value }): Word[] =>
    value === undefined
      ? norm.split('-').map(part => ({ norm: part, value: countOf(part) }))
      : [{ norm: '', value }],
  )

/** Of a word by itself; "un mois" is one. */
export const countOf = (word: string): number | undefined =>
  NOTES.get(word) ?? NUMBER_WORDS.get(word) ?? (ONES.has(word) ? 1 : undefined)

const isNumber = ({ norm, value }: Word): boolean => value !== undefined || TIMES.has(norm)

function numeralOf(words: readonly Word[]): number | null {
  const [first, ...rest] = words
  if (!first) return null
  const isOne = /^an?$/.test(first.norm) && rest.length > 0
  const begun = isOne ? 1 : (first.value ?? TIMES.get(first.norm))
  if (begun === undefined || (isOne && !isMultiplied(rest[0]!))) return null
  // What is below the next thousand, and what is above.
  let [part, sum] = [begun, 0]
  // The next word must be smaller: "fifty six", and neither "six fifty" nor "50 six".
  let room = first.norm === '' ? 0 : roomAfter(begun)
  for (const [at, { norm, value }] of rest.entries()) {
    if (norm === 'and' && part % 100 === 0 && at + 1 < rest.length) continue
    const times = TIMES.get(norm)
    const note = NOTES.get(norm)
    if (times !== undefined || note !== undefined) {
      part *= times ?? note!
      if (times !== undefined && times >= 1_000) [part, sum] = [0, sum + part]
      room = times ?? 0
    } else if (value !== undefined && Number.isInteger(value) && value > 0 && value < room) {
      part += value
      room = roomAfter(value)
    } else return null
  }
  return sum + part
}

const isMultiplied = ({ norm }: Word): boolean => TIMES.has(norm) || NOTES.has(norm)

/** After tens the ones, after hundreds all below; after ones nothing. */
const roomAfter = (value: number): number =>
  value >= 1_000 ? 1_000 : value >= 100 ? 100 : value >= 20 && value % 10 === 0 ? 10 : 0
