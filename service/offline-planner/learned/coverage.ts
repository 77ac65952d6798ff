/** What of a sentence a reading leaves unread, and what it takes though nobody says so: each speaks against it. */
import type { Sign } from './items.ts'
import { has, type Unit } from './source.ts'

/** How many of each. */
export interface Left {
  ranges: number
  quoted: number
  /** Cells of the sheet that the sentence names. */
  values: number
  numbers: number
  /** Headers that the sentence names as they are written. */
  columns: number
  /** Words of which nothing is known. */
  unknown: number
  /** Columns that no word names, and other tabs. */
  guessed: number
  guessedTabs: number
  /** Texts that are pointed at twice: one of the two is made up. */
  repeated: number
  /** "Per" and "by" where nothing is grouped, a share of rows where nobody speaks of rows. */
  missed: number
  /** "Don't", "if", "what if": words that hold back what they stand beside. */
  withheld: number
  /** Days and months: "in September, October and November". */
  dates: number
  /** "Hide all but the paid ones", read as showing all but these: "hide" and "but" are two turns. */
  turned: number
}

const NAMED = ['mentioned', 'open tab']

/** `signs` points at places in `units`. */
export function leftBy(signs: readonly Sign[], units: readonly Unit[]): Left {
  const taken = takenBy(signs)
  const pointed = new Set([...taken].flatMap(at => units[at]?.column ?? []))
  const free = units.filter(({ token }, at) => token && !taken.has(at))
  // A name that stands for a column which is taken by its place.
  const isRead = ({ tag, marks }: Unit): boolean =>
    tag > 0 &&
    marks.some(mark => mark.startsWith('names:')) &&
    units.some(unit => unit.tag === tag && unit.column && pointed.has(unit.column))
  const count = (...marks: string[]): number =>
    free.filter(unit => marks.some(mark => unit.marks.includes(mark)) && !isRead(unit)).length
  const isHolding = ({ marks }: Unit): boolean => marks.includes('withheld') && !marks.includes('value')
  return {
    ranges: free.filter(({ marks }) => marks.includes('range')).length,
    quoted: count('kind:quoted'),
    values: count('value'),
    numbers: count('number', 'percentage'),
    columns: count('names:whole'),
    unknown: count('unknown'),
    guessed: signs.filter(sign => typeof sign === 'number' && units[sign]?.column && units[sign].tag === 0)
      .length,
    guessedTabs: guessedTabs(signs, units),
    repeated: repeatedTexts(signs),
    missed: Number(missesGroups(signs, units)) + Number(guessesRows(signs, units)),
    withheld: free.filter(isHolding).length,
    dates: count('date'),
    turned: Number(isTurnedOnce(signs, units)),
  }
}

const EXCEPTING = ['not', 'except', 'without']

/** Between "hide" and the value that is not to be shown stands what turns it round: "but", "everything else than". */
function isTurnedOnce(signs: readonly Sign[], units: readonly Unit[]): boolean {
  const value = Number(signs[signs.indexOf('!=') + 2])
  const hides = units.findIndex(unit => has(unit, ['hide']))
  if (signs[0] !== 'filter' || !signs.includes('!=') || hides === -1) return false
  return units.some(
    (unit, at) =>
      at > hides &&
      at < value &&
      (has(unit, EXCEPTING) || (has(unit, ['otherwise']) && has(units[at + 1], ['than']))),
  )
}

function takenBy(signs: readonly Sign[]): ReadonlySet<number> {
  const taken = new Set<number>()
  for (const [at, sign] of signs.entries()) {
    if (typeof sign === 'number') taken.add(sign)
    const [first, last] = sign === '"' ? [signs[at + 1], signs[at + 2]] : []
    if (typeof first === 'number' && typeof last === 'number')
      for (let place = first; place <= last; place++) taken.add(place)
  }
  return taken
}

const guessedTabs = (signs: readonly Sign[], units: readonly Unit[]): number =>
  signs.filter(
    sign =>
      typeof sign === 'number' && units[sign]?.tab && !units[sign].marks.some(mark => NAMED.includes(mark)),
  ).length

/** "What share of the budget": of the rows is a guess where nobody speaks of them. */
const guessesRows = (signs: readonly Sign[], units: readonly Unit[]): boolean =>
  signs[1] === 'share' &&
  signs[2] === 'rows' &&
  !units.some(({ token, marks }) => token && (marks.includes('row') || marks.includes('howmany')))

/** "Count orders per hour": one figure of all is not what is asked for. */
const missesGroups = (signs: readonly Sign[], units: readonly Unit[]): boolean =>
  signs[0] === 'tell' &&
  !signs.includes('by') &&
  units.some(({ token, marks, tag }) => token && tag === 0 && marks.includes('per'))

function repeatedTexts(signs: readonly Sign[]): number {
  const starts = signs.flatMap((sign, at) => (sign === '"' ? [signs[at + 1]] : []))
  return starts.length - new Set(starts).size
}
