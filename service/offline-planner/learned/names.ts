/**
 * "… its share? new column called Share": the word is said twice, and the name stands behind "called" or "column"; or
 * it is what stands in quotation marks.
 */
import type { Sign } from './items.ts'
import { has, type Unit } from './source.ts'

/** What begins the name of something new; a new column goes on with its meaning. */
const OF_COLUMNS = new Set<Sign | undefined>(['column', 'newcolumn', 'insertcolumn'])
const BEFORE_A_NAME = new Set<Sign | undefined>([...OF_COLUMNS, 'tab', 'newtab'])

/** `signs` with the name that the sentence gives, where they have another. */
export function withNameGiven(signs: readonly Sign[], units: readonly Unit[], text: string): readonly Sign[] {
  const starts = signs.flatMap((sign, at) => (sign === '"' && BEFORE_A_NAME.has(signs[at - 1]) ? [at] : []))
  const [start] = starts
  if (starts.length > 1) return signs
  if (start === undefined) return withCapital(signs, units, text)
  const [from, to] = [Number(signs[start + 1]), Number(signs[start + 2])]
  const first =
    twinBehindColumn(from, to, units, text) ??
    capitalTwin(from, to, units, text) ??
    calledOrQuoted(signs, units, text)
  const end = OF_COLUMNS.has(signs[start - 1]) ? beforeColumn(from, to, units) : to
  const name = first === null ? [from, end] : [first, endOfName(units, first, text)]
  return [...signs.slice(0, start + 1), ...name, ...signs.slice(start + 3)]
}

const NAMED_ANEW = new Set<Sign | undefined>(['rename', 'renametab'])

/** "It is the scale. Alter that heading to Scale": another name for what is there. */
function withCapital(signs: readonly Sign[], units: readonly Unit[], text: string): readonly Sign[] {
  const at = NAMED_ANEW.has(signs[0]) && signs[2] === '"' ? 3 : -1
  const twin = at < 0 ? null : capitalTwin(Number(signs[at]), Number(signs[at + 1]), units, text)
  return twin === null ? signs : [...signs.slice(0, at), twin, twin, ...signs.slice(at + 2)]
}

/** Where the name begins that stands behind "called" or in quotation marks, unless it is read as something else. */
function calledOrQuoted(signs: readonly Sign[], units: readonly Unit[], text: string): number | null {
  const [called, ...others] = units.flatMap((unit, at) => (has(unit, ['called']) ? [at] : []))
  if (others.length > 0) return null
  const first = called === undefined ? quotedBesideColumn(units) : behind(called, units)
  const isRead = signs.some(sign => sign === first || (called !== undefined && sign === called - 1))
  if (first === null || isRead || !units[first]?.token || !isBeginning(units[first], text)) return null
  // "The column called Client" is one that is there.
  const isThere = units[first].marks.some(mark => mark.startsWith('names:'))
  return isThere && endOfName(units, first, text) === first ? null : first
}

/** What says nothing of what a word means. */
const GENERAL = /^(?:kind:|names)|^(?:capital|noise|unknown|row|value|number)$/

/** "Rank everyone …, new column Rank": where one word was taken for the name, one that means the same and stands there. */
function twinBehindColumn(from: number, to: number, units: readonly Unit[], text: string): number | null {
  const meanings = units[from]?.marks.filter(mark => !GENERAL.test(mark)) ?? []
  const isTwin = (at: number): boolean =>
    at > to &&
    isCapital(units[at], text) &&
    has(units[at - 1], [...COLUMN, 'called', 'rename']) &&
    has(units[at], meanings)
  const [twin, ...others] = from === to ? [...units.keys()].filter(isTwin) : []
  return twin === undefined || others.length > 0 ? null : twin
}

/** "Room for phone numbers: a column, Phone at the top": the same word, where it is written as a name is. */
function capitalTwin(from: number, to: number, units: readonly Unit[], text: string): number | null {
  const name = units[from]
  if (from !== to || !name || isCapital(name, text)) return null
  const isTwin = (unit: Unit, at: number): boolean =>
    isCapital(unit, text) &&
    unit.words.join() === name.words.join() &&
    at > 0 &&
    !/[.?!:…]\s*$/.test(text.slice(0, unit.token!.start))
  const twins = units.flatMap((unit, at) => (isTwin(unit, at) ? [at] : []))
  return twins.length === 1 ? twins[0]! : null
}

/** "A Room column here": the name ends before "column". */
function beforeColumn(from: number, to: number, units: readonly Unit[]): number {
  const places = Array.from({ length: to - from }, (_, at) => from + 1 + at)
  const column = places.find(at => has(units[at], COLUMN))
  const isOver = column !== undefined && places.every(at => at <= column || has(units[at], ['noise']))
  return isOver ? column - 1 : to
}

/** "Spalte heißt dann auch Saal" */
function behind(called: number, units: readonly Unit[]): number {
  let at = called + 1
  while (units[at]?.token?.kind === 'word' && has(units[at], ['noise', 'next'])) at++
  return at
}

/** A column “Total”, 「累計」の列, 見出しは「累計」: what stands in quotation marks elsewhere may be a value or an example. */
function quotedBesideColumn(units: readonly Unit[]): number | null {
  const isOfColumn = (at: number): boolean => has(units[at], [...COLUMN, 'header'])
  const [first, ...others] = units.flatMap(({ token }, at) => (token?.kind === 'quoted' ? [at] : []))
  if (first === undefined || others.length > 0) return null
  const before = has(units[first - 1], ['noise']) ? first - 2 : first - 1
  return [before, first + 1, first + 2].some(isOfColumn) ? first : null
}

const COLUMN = ['column', 'newcolumn']

const isBeginning = ({ token, marks }: Unit, text: string): boolean =>
  token!.kind === 'quoted' ||
  token!.kind === 'word' ||
  /^\p{Lu}/u.test(text.slice(token!.start)) ||
  marks.includes('value')

const isCapital = (unit: Unit | undefined, text: string): boolean =>
  unit?.token !== undefined && /^\p{Lu}/u.test(text.slice(unit.token.start))

/** A name goes on as long as its words are written with capitals. */
function endOfName(units: readonly Unit[], first: number, text: string): number {
  const isNext = (at: number): boolean =>
    isCapital(units[at], text) && text.slice(units[at - 1]!.token!.end, units[at]!.token!.start).trim() === ''
  let last = first
  if (isCapital(units[first], text)) while (isNext(last + 1)) last++
  return last
}
