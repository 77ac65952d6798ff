/**
 * "… its share? new column called Share": the word is said twice, and the name stands behind "called"; or it is what
 * stands in quotation marks.
 */
import type { Sign } from './items.ts'
import type { Unit } from './source.ts'

/** What begins the name of something new; a new column goes on with its meaning. */
const NAMING: readonly (readonly Sign[])[] = [
  ['column'],
  ['tab'],
  ['newtab'],
  ['newcolumn'],
  ['insertcolumn'],
]

/** `signs` with the name that the sentence gives, where they have another. */
export function withNameGiven(signs: readonly Sign[], units: readonly Unit[], text: string): readonly Sign[] {
  const starts = signs.flatMap((sign, at) => (sign === '"' && isName(signs, at) ? [at] : []))
  const [start] = starts
  const called = units.flatMap(({ token, marks }, at) => (token && marks.includes('called') ? [at] : []))
  const [given] = called
  if (start === undefined || starts.length > 1 || called.length > 1) return signs
  // What is joined is shown by an example.
  const isJoined = signs.includes('join')
  const first = given !== undefined ? given + 1 : isJoined ? null : onlyQuoted(units)
  const isRead = signs.some(sign => sign === first || (given !== undefined && sign === given - 1))
  if (first === null || isRead || !units[first]?.token || !isBeginning(units[first], text)) return signs
  return [...signs.slice(0, start + 1), first, endOfName(units, first, text), ...signs.slice(start + 3)]
}

function onlyQuoted(units: readonly Unit[]): number | null {
  const [first, ...others] = units.flatMap(({ token }, at) => (token?.kind === 'quoted' ? [at] : []))
  return first === undefined || others.length > 0 ? null : first
}

const isName = (signs: readonly Sign[], at: number): boolean =>
  NAMING.some(words => words.every((word, before) => signs[at - words.length + before] === word))

const isBeginning = ({ token, marks }: Unit, text: string): boolean =>
  token!.kind === 'quoted' ||
  token!.kind === 'word' ||
  /^\p{Lu}/u.test(text.slice(token!.start)) ||
  marks.includes('value')

/** A name goes on as long as its words are written with capitals. */
function endOfName(units: readonly Unit[], first: number, text: string): number {
  const isCapital = (at: number): boolean => {
    const token = units[at]?.token
    return token !== undefined && /^\p{Lu}/u.test(text.slice(token.start))
  }
  const isNext = (at: number): boolean =>
    isCapital(at) && text.slice(units[at - 1]!.token!.end, units[at]!.token!.start).trim() === ''
  let last = first
  if (isCapital(first)) while (isNext(last + 1)) last++
  return last
}
