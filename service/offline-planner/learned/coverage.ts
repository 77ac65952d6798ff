/** How much of what a sentence names a reading points at: what is named and not taken makes it less likely. */
import type { Sign } from './items.ts'
import type { Unit } from './source.ts'

/** By what is left over. A range says where, and nothing else may be touched. */
const LEFT: [string, number][] = [
  ['range', 0],
  ['kind:quoted', 0.25],
  ['value', 0.6],
  ['percentage', 0.5],
  ['number', 0.7],
]

/** Whether it points at columns that no word of the sentence is linked to: it goes by what they are called alone. */
export const isGuessed = (signs: readonly Sign[], units: readonly Unit[]): boolean =>
  signs.some(sign => typeof sign === 'number' && units[sign]?.column !== undefined && units[sign].tag === 0)

/** A tab that nothing names is a guess. */
function guessedTabs(signs: readonly Sign[], units: readonly Unit[]): number {
  const others = units.filter(({ marks }) => marks.includes('tab elsewhere')).length
  const guessed = signs.filter(
    sign =>
      typeof sign === 'number' && units[sign]?.tab && !units[sign].marks.some(mark => NAMED.includes(mark)),
  ).length
  return (others > 1 ? 0.3 : 0.8) ** guessed
}

/** "What share of the budget": of the rows is a guess where nobody speaks of them. */
const guessedRows = (signs: readonly Sign[], units: readonly Unit[]): number =>
  signs[1] === 'share' &&
  signs[2] === 'rows' &&
  !units.some(({ token, marks }) => token && (marks.includes('row') || marks.includes('howmany')))
    ? 0.4
    : 1

/** "Count orders per hour": one figure of all is not what is asked for. */
const missedGroups = (signs: readonly Sign[], units: readonly Unit[]): number =>
  signs[0] === 'tell' &&
  !signs.includes('by') &&
  units.some(({ token, marks, tag }) => token && tag === 0 && marks.includes('per'))
    ? 0.3
    : 1

/** The same words as what is looked for and as a name, say: one of the two is made up. */
function repeatedTexts(signs: readonly Sign[]): number {
  const starts = signs.flatMap((sign, at) => (sign === '"' ? [signs[at + 1]] : []))
  return 0.4 ** (starts.length - new Set(starts).size)
}

const NAMED = ['mentioned', 'open tab']

/** From 0, where it must not be done, to 1. */
export function coverageOf(signs: readonly Sign[], units: readonly Unit[]): number {
  const taken = new Set<number>()
  for (const [at, sign] of signs.entries()) {
    if (typeof sign === 'number') taken.add(sign)
    const [first, last] = sign === '"' ? [signs[at + 1], signs[at + 2]] : []
    if (typeof first === 'number' && typeof last === 'number')
      for (let place = first; place <= last; place++) taken.add(place)
  }
  const pointed = new Set([...taken].flatMap(at => units[at]?.column ?? []))
  let share =
    guessedTabs(signs, units) * guessedRows(signs, units) * missedGroups(signs, units) * repeatedTexts(signs)
  for (const [at, { token, marks, tag }] of units.entries()) {
    if (!token || taken.has(at)) continue
    // A name that stands for a column which is taken by its place.
    const isNamed = tag > 0 && units.some(unit => unit.tag === tag && unit.column && pointed.has(unit.column))
    const left = LEFT.find(([mark]) => marks.includes(mark))
    if (left && !(isNamed && left[0] !== 'range' && marks.some(mark => mark.startsWith('names:'))))
      share *= left[1]
  }
  return share
}
