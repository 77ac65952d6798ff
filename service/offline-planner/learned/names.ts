/**
 * "… its share? new column called Share": the word is said twice, and the name stands behind "called"; or it is what
 * stands in quotation marks.
 */
import type { Sign } from './items.ts'
import type { Unit } from './source.ts'

/** What begins the name of something new; a new column goes on with its meaning. */
const BEFORE_A_NAME = new Set<Sign | undefined>(['column', 'tab', 'newtab', 'newcolumn', 'insertcolumn'])

/** `signs` with the name that the sentence gives, where they have another. */
export function withNameGiven(signs: readonly Sign[], units: readonly Unit[], text: string): readonly Sign[] {
  const starts = signs.flatMap((sign, at) => (sign === '"' && BEFORE_A_NAME.has(signs[at - 1]) ? [at] : []))
  const [start] = starts
  const called = units.flatMap(({ token, marks }, at) => (token && marks.includes('called') ? [at] : []))
  const [given] = called
  if (start === undefined || starts.length > 1 || called.length > 1) return signs
  const first = given === undefined ? quotedBesideColumn(units) : behind(given, units)
  const isRead = signs.some(sign => sign === first || (given !== undefined && sign === given - 1))
  if (first === null || isRead || !units[first]?.token || !isBeginning(units[first], text)) return signs
  const last = endOfName(units, first, text)
  // "The column called Client" is one that is there.
  if (first === last && units[first].marks.some(mark => mark.startsWith('names:'))) return signs
  return [...signs.slice(0, start + 1), first, last, ...signs.slice(start + 3)]
}

/** "Spalte heißt dann auch Saal" */
function behind(called: number, units: readonly Unit[]): number {
  let at = called + 1
  while (units[at]?.token?.kind === 'word' && units[at]!.marks.includes('noise')) at++
  return at
}

/** A column “Total”, 「累計」の列: what stands in quotation marks elsewhere may be a value or an example. */
function quotedBesideColumn(units: readonly Unit[]): number | null {
  const isOfColumn = (at: number): boolean =>
    units[at]?.token !== undefined && COLUMN.some(mark => units[at]!.marks.includes(mark))
  const [first, ...others] = units.flatMap(({ token }, at) => (token?.kind === 'quoted' ? [at] : []))
  if (first === undefined || others.length > 0) return null
  return [first - 1, first + 1, first + 2].some(isOfColumn) ? first : null
}

const COLUMN = ['column', 'newcolumn']

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
