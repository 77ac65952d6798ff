/** The instructions that a meaning is made of, each as the kind that it is for would carry it out. */
import { columnLetters, parseRange } from '../../sheets/a1.ts'
import type { TabOverview } from '../../sheets/overview/overview.ts'
import { flagColumn, joinedColumn, textPart } from '../kinds/columns/kinds.ts'
import type { Kind } from '../kinds/kind.ts'
import { highlight } from '../kinds/looks/highlight.ts'
import { copyRows, filterRows } from '../kinds/rows/rows.ts'
import { columnsIn, matching, whereWords } from '../kinds/support/met.ts'
import type { Column } from '../linking/sheet.ts'
import { dataOf, type Scope, tabCalled } from '../reading/scope.ts'
import { type Ground, groundOf } from './ground.ts'
import { type Item, Items } from './items.ts'
import { deedOf, effectOf, type Meant } from './meant.ts'
import { PHRASES } from './phrases.ts'
import { isVain } from './vain.ts'

export interface Instruction extends Meant {
  /** The title of the tab that it is about. */
  tab: string
  /** There is nothing for it to do. */
  isVain: boolean
  /** Readings in other words that come to the same are one; null where that is seen only by what is called. */
  comesTo: string | null
}

/** Null where the items say nothing that a kind can do. `said` is the sentence, which may show how something is to look. */
export function meantBy(
  items: readonly Item[],
  scope: Scope,
  said: string,
  phrases = PHRASES,
): Instruction[] | null {
  const ground = groundOf(scope, said)
  const instructions: Instruction[] = []
  const made: Column[] = []
  for (const written of partsOf(items)) {
    const part = written.map(item => asMade(item, made))
    const tab = tabOf(part, scope)
    const its = tab && (tab === scope.tab ? ground : { ...ground, tab })
    const read = its && instructionOf(part, its, phrases)
    if (!read) return null
    // What a column will hold that is made first is not known yet.
    const isOpen = part.some(item => item.kind === 'column' && made.includes(item.column))
    instructions.push({
      ...onTab(read, tab, scope),
      tab: tab.title,
      isVain: !isOpen && isVain(part, read, its),
      // What rows hold after something was changed is not known yet.
      comesTo: instructions.every(each => effectOf(each) === 'read') ? comesTo(read, its) : null,
    })
    for (const header of deedOf(read)?.creates ?? []) made.push(columnToBe(header, read, tab, made.length))
  }
  return instructions
}

/** What they do goes on by their conditions when cells change. */
const LASTING: readonly Kind[] = [filterRows, highlight, copyRows]

/**
 * What rows show, or what is told or done of which rows: conditions on the same columns that the same rows meet today
 * make no other wish.
 */
function comesTo(read: Meant, scope: Scope): string | null {
  const deed = deedOf(read)
  if (deed?.shows !== undefined) return deed.shows
  const { where = [], kind } = read
  const isTold = effectOf(read) === 'read'
  // Other deeds are known by the rows that are called with them.
  if (!isTold && !LASTING.includes(kind)) return null
  const data = dataOf(scope)
  if (!deed || where.length === 0 || !data?.isWhole) return null
  if (where.flat().some(({ column }) => column.tab.title !== scope.tab.title)) return null
  const rows = matching(scope, where).map(({ number }) => number)
  const columns = isTold ? [] : columnsIn(where)
  return rows.length === 0 ? null : JSON.stringify([deed.says.replace(whereWords(where), ''), rows, columns])
}

function instructionOf(part: readonly Item[], ground: Ground, phrases: typeof PHRASES): Meant | null {
  const items = new Items(part)
  const first = items.word()
  const read = first === null ? null : (phrases[first]?.(items, ground) ?? null)
  return items.isDone ? read : null
}

/**
 * The tab that an instruction is about: the open one, or the other that its range or all of its columns are of. Null
 * where they are of several and nothing says how these belong together.
 */
function tabOf(part: readonly Item[], { tab, overview }: Scope): TabOverview | null {
  const ranges = part.flatMap(item => (item.kind === 'amount' ? (parseRange(item.text) ?? []) : []))
  const named = ranges.flatMap(range => range.tab ?? [])
  const placed = named.map(title => tabCalled(overview, title))
  const columns = part.flatMap(item => (item.kind === 'column' ? [item.column.tab] : []))
  if (part.some(item => item.kind === 'tab')) return named.length > 0 ? null : tab
  const [only = tab, ...more] = new Set([...placed, ...columns])
  // A range without a tab is on the open one.
  if (more.length === 0) return ranges.length > named.length && only !== tab ? null : (only ?? null)
  const [first, second] = part
  const isTold = first?.kind === 'word' && first.word === 'tell' && second?.kind === 'column'
  return isTold && named.length === 0 ? tab : null
}

/** What is done on another tab than the open one says so. */
function onTab(read: Meant, tab: TabOverview, scope: Scope): Meant {
  const { reading } = read
  if (tab === scope.tab || !('says' in reading) || reading.says.includes(tab.title)) return read
  return { ...read, reading: { ...reading, says: `${reading.says}, on the tab ${tab.title}` } }
}

/** "Add a column Revenue …, then sort by Revenue": what an instruction makes is known to those after it. */
function asMade(item: Item, made: readonly Column[]): Item {
  const column =
    item.kind === 'text'
      ? made.find(({ header }) => header.toLowerCase() === item.text.toLowerCase())
      : undefined
  return column ? { kind: 'column', column } : item
}

const OF_TEXTS: readonly Kind[] = [textPart, joinedColumn, flagColumn]

/** What it will hold is not known yet: mostly it is calculated. */
const columnToBe = (header: string, { kind }: Meant, tab: TabOverview, others: number): Column => ({
  column: columnLetters(tab.columns.length + others),
  header,
  type: OF_TEXTS.includes(kind) ? 'text' : 'number',
  non_empty: 1,
  samples: [],
  tab,
  index: tab.columns.length + others,
})

/** "if … then …" is one instruction; any other "then" begins the next. */
export function partsOf(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]]
  let isIf = false
  for (const item of items) {
    const word = item.kind === 'word' ? item.word : ''
    if (word === 'if') isIf = true
    if (word === 'then' && !isIf) parts.push([])
    else parts.at(-1)!.push(item)
    if (word === 'then') isIf = false
  }
  return parts
}
