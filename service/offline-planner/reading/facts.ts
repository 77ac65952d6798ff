/** What speaks for and against the likeliest reading of a sentence, as numbers that are weighed. */
import type { Reading } from '../learned/reader.ts'
import { firstWordOf } from '../meaning/items.ts'
import { effectOf } from '../meaning/meant.ts'
import { findsNothing } from '../meaning/vain.ts'
import { takesAway } from './effects.ts'

export type Facts = Record<string, number>

/** Less is as good as never. */
const LEAST = 1e-4
const MOST_COUNTED = 3
const USUAL_LENGTH = 20

/** `readings` with the likeliest first; never empty. */
export function factsOf(readings: readonly Reading[]): Facts {
  const [best, ...others] = readings
  const { instructions, items, left, said } = best!
  const likeness = likenessOf(best!)
  // Cells or rows in colour, bars or columns: people take either.
  const isAlike = (other: Reading): boolean => likenessOf(other) === likeness
  const second = others.find(other => !isAlike(other))
  const probability = others
    .filter(isAlike)
    .reduce((sum, other) => sum + other.probability, best!.probability)
  const word = firstWordOf(items)
  const sure = odds(probability)
  const effects = instructions.map(effectOf)
  const facts: Record<string, number | boolean> = {
    odds: sure,
    oddsSquared: sure ** 2 / 5,
    second: Math.log(Math.max(second?.probability ?? 0, LEAST) / Math.max(probability, LEAST)),
    vain: findsNothing(instructions),
    tells: effects.every(effect => effect === 'read'),
    replaces: effects.includes('change'),
    takes: takesAway(best!),
    words: said.split(/\s+/).length / USUAL_LENGTH,
    several: instructions.length > 1,
    // Some things are misread more often than others.
    ...(word === null ? {} : { [`kind:${word}`]: true }),
  }
  for (const [name, count] of Object.entries(left)) facts[name] = Math.min(count, MOST_COUNTED)
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, Number(value)]))
}

/**
 * What is coloured where the same holds is one, cells or rows; so is a chart of bars or columns, of points either way,
 * and what is by a date or by its day.
 */
function likenessOf({ items }: Reading): string {
  const said = items.map(item =>
    item.kind === 'column'
      ? `[${item.column.tab.title}!${item.column.column}]`
      : 'word' in item
        ? item.word
        : 'text' in item
          ? item.text
          : item.tab.title,
  )
  if (said[0] === 'highlight' && said[2] === 'where') said.splice(1, 1)
  if (said[0] === 'chart' && said[1] === 'bar') said[1] = 'column'
  if (said[0] === 'chart' && said[1] === 'scatter') said.sort()
  const day = said.indexOf('day')
  if (said[day - 1] === 'by') said.splice(day, 1)
  return said.join('\u0000').toLowerCase()
}

function odds(share: number): number {
  const held = Math.min(Math.max(share, LEAST), 1 - LEAST)
  return Math.log(held / (1 - held))
}
