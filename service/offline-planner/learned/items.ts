/** What the learned reader points at, as items of the meaning language. */
import type { Item } from '../meaning/items.ts'
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
      else if (unit?.token) items.push({ kind: 'amount', text: text.slice(unit.token.start, unit.token.end) })
      else return null
    }
  }
  return items
}

function textOf(first: Unit | undefined, last: Unit | undefined, text: string): string | null {
  if (!first?.token || !last?.token || last.token.end < first.token.end) return null
  if (first === last && first.token.kind === 'quoted') return first.token.text
  return text.slice(first.token.start, last.token.end)
}
