/**
 * The texts of a column, by their letters and by their words. There may be thousands, and each step of a turn sees them
 * anew: what was found is kept for as long as the cells are the same.
 */
import { addTo, byLengthOf, joined, wordsOf } from './letters.ts'

export interface Value {
  value: string
  /** Its letters and digits. */
  key: string
}

export interface ColumnValues {
  byKey: ReadonlyMap<string, readonly Value[]>
  /** Of values that are no whole sentences. */
  byWord: ReadonlyMap<string, readonly Value[]>
  /** The words of those, by their first letter and length: "h5". */
  wordsByLength(): ReadonlyMap<string, readonly string[]>
}

const MOST_VALUE_WORDS = 6
/** Signs of all columns that are kept, those that were used last; and of one column, that it is kept at all. */
const MOST_KEPT = 4_000_000
const MOST_OF_ONE = MOST_KEPT / 8
/** What nobody has asked for in so many milliseconds is forgotten: people's cells are not ours to keep. */
const KEPT_FOR = 600_000

interface Kept {
  cells: readonly unknown[]
  size: number
  values: ColumnValues
}

const kept = new Map<string, Kept>()
let keptSize = 0
let forgetting: NodeJS.Timeout | undefined

/** `name` tells columns apart; that the cells are the same is looked up. */
export function valuesIn(name: string, cells: readonly unknown[]): ColumnValues {
  const known = kept.get(name)
  const isSame = known !== undefined && areSame(known.cells, cells)
  forget(name)
  const column = isSame ? known : { cells, size: sizeOf(cells), values: valuesFound(cells) }
  if (column.size <= MOST_OF_ONE) keep(name, column)
  return column.values
}

const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((cell, at) => cell === others[at])

const sizeOf = (cells: readonly unknown[]): number =>
  cells.reduce<number>((size, cell) => size + 1 + (typeof cell === 'string' ? cell.length : 0), 0)

function keep(name: string, column: Kept): void {
  kept.set(name, column)
  keptSize += column.size
  for (const oldest of kept.keys()) {
    if (keptSize <= MOST_KEPT) break
    forget(oldest)
  }
  forgetting ??= setTimeout(forgetAll, KEPT_FOR).unref()
  forgetting.refresh()
}

function forget(name: string): void {
  keptSize -= kept.get(name)?.size ?? 0
  kept.delete(name)
}

function forgetAll(): void {
  kept.clear()
  keptSize = 0
}

function valuesFound(cells: readonly unknown[]): ColumnValues {
  const byKey = new Map<string, Value[]>()
  const byWord = new Map<string, Value[]>()
  const isText = (cell: unknown): cell is string => typeof cell === 'string' && cell.trim() !== ''
  for (const value of new Set(cells.filter(isText))) {
    const words = wordsOf(value)
    const key = joined(words)
    if (key === '') continue
    const entry = { value, key }
    addTo(byKey, key, entry)
    if (words.length > MOST_VALUE_WORDS) continue
    for (const [at, word] of words.entries())
      if (word.length >= 3 && words.indexOf(word) === at) addTo(byWord, word, entry)
  }
  let byLength: Map<string, string[]> | undefined
  return { byKey, byWord, wordsByLength: () => (byLength ??= byLengthOf(byWord.keys())) }
}
