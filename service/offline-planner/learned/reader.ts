/** The learned reader: what a sentence means on this sheet, in readings that the kinds can carry out, and how likely. */
import { readFileSync } from 'node:fs'
import { isOneCell } from '../../sheets/a1.ts'
import type { Filled } from '../kinds/kind.ts'
import { type Instruction, meantBy, partsOf } from '../meaning/instructions.ts'
import { firstWordOf, type Item } from '../meaning/items.ts'
import { deedOf, effectOf } from '../meaning/meant.ts'
import { findsNothing } from '../meaning/vain.ts'
import type { Scope } from '../reading/scope.ts'
import type { Scene } from '../reading/sentence.ts'
import { type Left, leftBy } from './coverage.ts'
import { itemsOf } from './items.ts'
import { withNameGiven } from './names.ts'
import { loadNetwork, type Network } from './network.ts'
import { sourceOf, type Unit } from './source.ts'

export interface Reading {
  /** None where nothing is to be done. */
  instructions: Instruction[]
  /** What would be done, in words; empty where nothing is, or where it is told why not. */
  says: string
  /** Of all ways to say it together. */
  probability: number
  items: readonly Item[]
  /** The sentence. */
  said: string
  /** What it leaves unread, or takes though nobody says so. */
  left: Left
}

const MOST = 4
let network: Network | null = null

/** Opened with the first sentence that is read. */
const opened = (): Network =>
  (network ??= loadNetwork(readFileSync(new URL('./reader.bin', import.meta.url))))

type Written = ReturnType<Network['read']>
let last: { seen: string; written: Written } | null = null

/** Each step of a turn plans it anew from its beginning: the same sentence on the same sheet. */
function writtenOf(units: readonly Unit[]): Written {
  const seen = JSON.stringify(
    units.map(({ words, marks, tag, contents, token }) => [words, marks, tag, contents, token !== undefined]),
  )
  if (last?.seen !== seen) last = { seen, written: opened().read(units, { width: MOST }) }
  return last.written
}

/** The likeliest first; empty where the sentence is too long, or what was read can't be done here. */
export function readingsOf(scene: Scene, said: string): Reading[] {
  const { scope, nodes } = scene
  const units = sourceOf(scope.index, scope.tab, nodes)
  const found: (Reading & { comesTo: string })[] = []
  for (const { signs: written, logProbability } of units ? writtenOf(units) : []) {
    const signs = withNameGiven(written, units!, said)
    const items = itemsOf(signs, units!, said)
    const isNothing = signs.length === 1 && signs[0] === 'none'
    const instructions = isNothing ? [] : items && meantBy(items, scope, said)
    if (!items || !instructions || !staysInPlace(items, instructions, scene)) continue
    // Of several none is done by halves.
    if (instructions.length > 1 && !instructions.every(deedOf)) continue
    if (repeatsItself(instructions)) continue
    const says = wordsOf(instructions)
    const probability = Math.exp(logProbability)
    const comesTo = outcomeOf(instructions)
    const same = found.find(each => each.comesTo === comesTo)
    if (same) same.probability += probability
    else found.push({ instructions, says, comesTo, probability, items, said, left: leftBy(signs, units!) })
  }
  return notInVain(found.sort((a, b) => b.probability - a.probability))
}

/** Of a reading that is this share as likely. */
const WORTH_DOING = 0.1

/** What would find nothing to do is seldom what is meant, where the same can be done with other rows. */
export function notInVain<Each extends Reading>(readings: Each[]): Each[] {
  const [best] = readings
  if (!best || !findsNothing(best.instructions)) return readings
  const other = readings.find(
    each =>
      !findsNothing(each.instructions) &&
      firstWordOf(each.items) === firstWordOf(best.items) &&
      each.probability > best.probability * WORTH_DOING,
  )
  return other ? [other, ...readings.filter(each => each !== other)] : readings
}

/** They hold to the range of the sentence by themselves. */
const IN_PLACE = new Set(['samelook'])
/** What names a tab takes a range for its name. */
const NAMING = new Set(['newtab', 'renametab', 'copytab'])
/** A name stands behind these, or what is looked for. */
const NO_PLACE_BEHIND = new Set(['tab', 'column', 'newcolumn', 'insertcolumn', 'replace'])

/** Where a sentence names a range, nothing outside of it is changed. */
function staysInPlace(
  items: readonly Item[],
  instructions: readonly Instruction[],
  { nodes }: Scene,
): boolean {
  const ranges = nodes.filter(({ range }) => range && !isOneCell(range.box)).map(({ text }) => text)
  const isThere = (part: readonly Item[]): boolean =>
    !NAMING.has(firstWordOf(part) ?? '') &&
    part.some(
      (item, at) =>
        (item.kind === 'amount' && ranges.includes(item.text)) ||
        (item.kind === 'text' &&
          !NO_PLACE_BEHIND.has(firstWordOf(part.slice(at - 1)) ?? '') &&
          ranges.some(range => item.text.includes(range))) ||
        (item.kind === 'word' && IN_PLACE.has(item.word)),
    )
  return (
    ranges.length === 0 ||
    partsOf(items).every(
      (part, at) => !instructions[at] || effectOf(instructions[at]) === 'read' || isThere(part),
    )
  )
}

/** Why the only instruction can't be done. */
export function problemOf({ instructions: [only] }: Pick<Reading, 'instructions'>): string | null {
  return only && 'problem' in only.reading ? only.reading.problem : null
}

/** What would be called or answered first: readings in other words that come to the same are one. */
export function outcomeOf(instructions: readonly Instruction[]): string {
  const outcomes = instructions.map(
    each => each.comesTo ?? deedOf(each)?.plan().next().value ?? problemOf({ instructions: [each] }),
  )
  // The same for two columns, one after the other or together.
  const isOfOneKind = new Set(instructions.map(({ kind }) => kind)).size === 1
  return JSON.stringify(isOfOneKind ? outcomes.flat() : outcomes)
}

/** The same twice is a slip of the network. */
function repeatsItself(instructions: readonly Instruction[]): boolean {
  const says = instructions.map(each => deedOf(each)?.says)
  return new Set(says).size < says.length
}

/** Each thing that would be done, the later ones in small letters. */
const wordsOf = (instructions: readonly Instruction[]): string =>
  instructions
    .flatMap(each => deedOf(each)?.says ?? [])
    .map(says => says.replace(/\s+/g, ' '))
    .map((says, at) => `${at === 0 ? says[0]!.toUpperCase() : says[0]!.toLowerCase()}${says.slice(1)}`)
    .join(', then ')

/**
 * One of its instructions on the sheet as it is now: columns and tabs are known by their names, for what was done
 * before may have moved, renamed or made them. Null where one of them is gone.
 */
export function readAgain(reading: Reading, number: number, { scope }: Scene): Instruction | null {
  const before = reading.instructions.slice(0, number)
  const made = before.flatMap(each =>
    (deedOf(each)?.creates ?? []).map(header => ({ header, tab: each.tab })),
  )
  const renamed = before.flatMap(each => deedOf(each)?.renames ?? [])
  const now = (partsOf(reading.items)[number] ?? []).map(item => itemNow(item, made, renamed, scope))
  return now.includes(null) ? null : (meantBy(now as Item[], scope, reading.said)?.[0] ?? null)
}

type Renamed = NonNullable<Filled['renames']>

function itemNow(
  item: Item,
  made: readonly { header: string; tab: string }[],
  renamed: readonly Renamed[],
  { index, overview }: Scope,
): Item | null {
  const titleOf = (title: string): string =>
    renamed.findLast(each => 'tab' in each && each.tab === title)?.to ?? title
  const columnOf = (header: string, tab: string, letters?: string): Item | null => {
    const wanted = renamed.findLast(each => 'column' in each && each.column === header)?.to ?? header
    const found = index.columns.filter(
      each => each.header.toLowerCase() === wanted.toLowerCase() && each.tab.title === titleOf(tab),
    )
    const column = found.length > 1 ? found.find(each => each.column === letters) : found[0]
    return column ? { kind: 'column', column } : null
  }
  if (item.kind === 'column') return columnOf(item.column.header, item.column.tab.title, item.column.column)
  const own =
    item.kind === 'text'
      ? made.find(({ header }) => header.toLowerCase() === item.text.toLowerCase())
      : undefined
  if (own) return columnOf(own.header, own.tab)
  if (item.kind !== 'tab') return item
  const there = overview.tabs.find(({ title }) => title === titleOf(item.tab.title))
  return there ? { kind: 'tab', tab: there } : null
}
