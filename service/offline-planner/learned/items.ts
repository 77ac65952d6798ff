/** What the learned reader points at, as items of the meaning language. */
import type { Item } from '../meaning/items.ts'
import { isNumeral, numberOf } from '../words/numbers.ts'
import { narrowed, tokenize } from '../words/tokens.ts'
import type { Unit } from './source.ts'

/** Words of the language, and places in the row of units; `"` is followed by the first and the last word of a text. */
export type Sign = string | number

/** Null where what was pointed at can't be said. */
export function itemsOf(signs: readonly Sign[], units: readonly Unit[], text: string): Item[] | null {
  const items: Item[] = []
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at]!
    if (sign === '"') {
      const written = textOf(units[Number(signs[at + 1])], units[Number(signs[at + 2])], text)
      if (written === null) return null
      items.push({ kind: 'text', text: written })
      at += 2
    } else if (typeof sign === 'string')
      items.push(sign === '1' ? { kind: 'amount', text: '1' } : { kind: 'word', word: sign })
    else {
      const unit = units[sign]
      if (unit?.column) items.push({ kind: 'column', column: unit.column })
      else if (unit?.tab) items.push({ kind: 'tab', tab: unit.tab })
      else if (unit?.token) items.push({ kind: 'amount', text: amountAt(units, sign, text) })
      else return null
    }
  }
  return items
}

/** As it is written, apart from what makes it another number: "ten percent" is "10%", "10p" is "0.1". */
function amountAt(units: readonly Unit[], at: number, text: string): string {
  const { token, number } = units[at]!
  const last = endOfNumeral(units, at, text)
  const next = units[last + 1]
  const written = narrowed(text.slice(token!.start, units[last]!.token!.end))
  if (written.includes('%')) return written
  const isPercent = next?.token !== undefined && next.marks.includes('percentformat')
  const value = last > at ? numberOf(tokenize(written)) : number
  // "2割" is a fifth.
  if (next?.token?.text === '割' && value) return `${value * 10}%`
  const isOther = value !== undefined && value !== null && value !== token!.value
  return `${isOther ? value : written}${isPercent || /per\s?cent/i.test(written) ? '%' : ''}`
}

/** "six" goes on in "six hundred and fifty"; the last unit of it. */
function endOfNumeral(units: readonly Unit[], at: number, text: string): number {
  const { start } = units[at]!.token!
  const isGoingOn = (to: number): boolean =>
    units.slice(at + 1, to + 1).every(({ token, tag }) => token?.kind === 'word' && tag === 0) &&
    units[to]?.token !== undefined &&
    isNumeral(tokenize(text.slice(start, units[to]!.token!.end)))
  let last = at
  for (let to = at + 1; to <= last + 2; to++) if (isGoingOn(to)) last = to
  return last
}

function textOf(first: Unit | undefined, last: Unit | undefined, text: string): string | null {
  if (!first?.token || !last?.token || last.token.end < first.token.end) return null
  if (first === last && first.token.kind === 'quoted') return first.token.text
  const written = text.slice(first.token.start, endWithBracket(text, first.token.start, last.token.end))
  // A name ends with its sentence; "St. Ives" and "Prof. Frei" are names.
  return /(?<!\b(?:Prof|Dept|Corp|Capt|Sept))(?<=\p{L}{4})[.!?]\s+\p{L}/u.test(written) ? null : written
}

/** The end of "Load" and of "Load (kg" in "Load (kg/m) before …" is behind the bracket: a unit belongs to its name. */
function endWithBracket(text: string, start: number, end: number): number {
  const written = text.slice(start, end)
  const isOpen = written.lastIndexOf('(') > written.lastIndexOf(')')
  const rest = (isOpen ? /^[^\s()]{0,12}\)/ : /^ \([^\s()]{1,12}\)/).exec(text.slice(end))
  return end + (rest?.[0].length ?? 0)
}
