/** The learned reader: what a sentence means on this sheet, in readings that the kinds can carry out, and how likely. */
import { readFileSync } from 'node:fs'
import { isOneCell } from '../../sheets/a1.ts'
import type { Item } from '../meaning/items.ts'
import { meantBy, partsOf } from '../meaning/meant.ts'
import type { Clause } from '../reading/clauses.ts'
import type { Scene } from '../reading/sentence.ts'
import { coverageOf, isGuessed } from './coverage.ts'
import { itemsOf } from './items.ts'
import { loadNetwork, type Network, type Reading } from './network.ts'
import { sourceOf, type Unit } from './source.ts'

export interface Learned {
  /** One for each instruction, with the one reading that is meant; none where nothing is to be done. */
  clauses: Clause[]
  /** Of all ways to say it together. */
  probability: number
  items: readonly Item[]
  /** The sentence. */
  said: string
  /** It takes columns that no word names. */
  isGuessed: boolean
}

const MOST = 4
/** People seldom speak of rows that are not there: how much less likely that makes a reading. */
const VAIN = 0.4
let network: Network | null = null

/** Opened with the first sentence that is read. */
const opened = (): Network =>
  (network ??= loadNetwork(readFileSync(new URL('./reader.bin', import.meta.url))))

let last: { seen: string; readings: Reading[] } | null = null

/** Each step of a turn plans it anew from its beginning: the same sentence on the same sheet. */
function readingsOf(units: readonly Unit[]): Reading[] {
  const seen = JSON.stringify(
    units.map(({ words, marks, tag, contents, token }) => [words, marks, tag, contents, token !== undefined]),
  )
  if (last?.seen !== seen) last = { seen, readings: opened().read(units, { width: MOST }) }
  return last.readings
}

/** The likeliest first; empty where the sentence is too long, or what was read can't be done here. */
export function learnedFrom({ scope, nodes, linked }: Scene, text: string): Learned[] {
  // What follows up on an earlier sentence is two in one.
  if (text.includes('⟳')) return []
  const places = nodes.flatMap(({ range }) => (range?.tab === undefined ? [] : range))
  // In a place of a named tab the rules know to touch nothing else; what is to be written into a cell, both know.
  if (!places.every(({ box }) => isOneCell(box))) return []
  const units = sourceOf(scope.index, scope.tab, linked)
  if (!units) return []
  const found: (Learned & { says: string })[] = []
  for (const { signs, logProbability } of readingsOf(units)) {
    if (places.length > 0 && signs[0] !== 'write') continue
    const items = itemsOf(signs, units, text)
    const isNothing = signs.length === 1 && signs[0] === 'none'
    const clauses = isNothing ? [] : items && meantBy(items, scope, text)
    if (!items || !clauses) continue
    const says = clauses.map(wordsOf).join(', then ')
    const covered = isNothing ? 1 : coverageOf(signs, units)
    const vain = clauses.some(({ isVain }) => isVain) ? VAIN : 1
    const probability = Math.exp(logProbability) * covered * vain
    const same = found.find(each => each.says === says)
    if (same) same.probability += probability
    else if (probability > 0)
      found.push({ clauses, items, said: text, says, probability, isGuessed: isGuessed(signs, units) })
  }
  return found.sort((a, b) => b.probability - a.probability)
}

const wordsOf = ({ candidates: [first] }: Clause): string => first?.filled?.says ?? first?.frame.name ?? ''

/**
 * One of its instructions on the sheet as it is now: columns and tabs are known by their names, for what was done
 * before may have moved them. Null where one of them is gone.
 */
export function readAgain({ items, said }: Learned, number: number, { scope }: Scene): Clause | null {
  const { columns, overview } = scope.index
  const now: Item[] = []
  for (const item of partsOf(items)[number] ?? []) {
    if (item.kind === 'column') {
      const column = columns.find(
        ({ header, tab }) => header === item.column.header && tab.title === item.column.tab.title,
      )
      if (!column) return null
      now.push({ kind: 'column', column })
    } else if (item.kind === 'tab') {
      const tab = overview.tabs.find(({ title }) => title === item.tab.title)
      if (!tab) return null
      now.push({ kind: 'tab', tab })
    } else now.push(item)
  }
  return meantBy(now, scope, said)?.[0] ?? null
}
