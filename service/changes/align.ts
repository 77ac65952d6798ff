/**
 * Finds the rows and columns of an earlier state in a later one, by what they hold. Unlike ones are matched
 * by their neighbours; what is found nowhere is said to be unknown.
 */
import type { TabPrint } from './fingerprint.ts'
import { pause } from './fingerprint.ts'
import { Layout, type TabLayout } from './footprint/layout.ts'
import { Lines } from './lines.ts'

/** Of two lines that are the same one, edited. */
const ENOUGH_ALIKE = 0.5

/** For each line of now the line that it was, or -1. */
type Match = Int32Array

const height = ({ width, cells }: TabPrint): number => (width === 0 ? 0 : cells.length / width)

export async function alignTabs(then: readonly TabPrint[], now: readonly TabPrint[]): Promise<Layout> {
  const layout = new Layout()
  for (const tab of now) {
    const earlier = then.find(({ sheetId }) => sheetId === tab.sheetId)
    layout.tabs.set(tab.sheetId, earlier ? alignTab(earlier, tab) : unknownTab(tab))
    await pause()
  }
  return layout
}

/** A tab that came since: none of its lines is known. */
const unknownTab = ({ sheetId, title, rows, columns }: TabPrint): TabLayout => ({
  sheetId,
  title,
  rows: Lines.fromIds(new Array<number>(rows).fill(-1)),
  columns: Lines.fromIds(new Array<number>(columns).fill(-1)),
  isNew: false,
})

function alignTab(then: TabPrint, now: TabPrint): TabLayout {
  const tab = { sheetId: now.sheetId, title: now.title, isNew: false }
  if (isSame(then, now)) return { ...tab, rows: Lines.of(now.rows), columns: Lines.of(now.columns) }
  const columns = matchColumns(then, now)
  const rows = matchRows(then, now, columns)
  return { ...tab, rows: Lines.fromIds([...rows]), columns: Lines.fromIds([...columns]) }
}

const isSame = (a: TabPrint, b: TabPrint): boolean =>
  a.rows === b.rows &&
  a.columns === b.columns &&
  a.width === b.width &&
  a.cells.length === b.cells.length &&
  a.cells.every((value, index) => value === b.cells[index])

function columnCounts({ width, cells }: TabPrint): Map<number, number>[] {
  const counts = Array.from({ length: width }, () => new Map<number, number>())
  for (const [index, value] of cells.entries()) {
    if (value === 0) continue
    const own = counts[index % width]!
    own.set(value, (own.get(value) ?? 0) + 1)
  }
  return counts
}

const total = (counts: Map<number, number> | undefined): number => {
  let sum = 0
  for (const count of counts?.values() ?? []) sum += count
  return sum
}

/** Share of what two columns have in common, whatever the order of their rows. */
function columnLikeness(a: Map<number, number> | undefined, b: Map<number, number> | undefined): number {
  let common = 0
  for (const [value, count] of a ?? []) common += Math.min(count, b?.get(value) ?? 0)
  return common / Math.max(1, total(a), total(b))
}

/** Columns whose first row says the same, and which no other column has there. */
function sameHeaders(then: TabPrint, now: TabPrint): [from: number, to: number][] {
  const headers = ({ width, cells }: TabPrint) => [...cells.slice(0, width)]
  const [old, fresh] = [headers(then), headers(now)]
  const only = (all: readonly number[], value: number) => all.indexOf(value) === all.lastIndexOf(value)
  return old.flatMap((value, from): [number, number][] => {
    const to = fresh.indexOf(value)
    return value !== 0 && to >= 0 && only(old, value) && only(fresh, value) ? [[from, to]] : []
  })
}

function matchColumns(then: TabPrint, now: TabPrint): Match {
  const [old, fresh] = [columnCounts(then), columnCounts(now)]
  const pairs: { from: number; to: number; likeness: number }[] = []
  for (const [from, counts] of old.entries())
    for (const [to, others] of fresh.entries()) {
      const likeness = columnLikeness(counts, others)
      if (likeness >= 0.3) pairs.push({ from, to, likeness })
    }
  pairs.sort((a, b) => b.likeness - a.likeness || Math.abs(a.from - a.to) - Math.abs(b.from - b.to))
  const matching = new Matching(then.columns, now.columns)
  for (const { from, to } of pairs) matching.match(from, to)
  // What stands in a column may all have been changed; what it is called seldom.
  for (const [from, to] of sameHeaders(then, now)) matching.match(from, to)
  const alike = (from: number, to: number) =>
    total(old[from]) === 0 && total(fresh[to]) === 0 ? true : columnLikeness(old[from], fresh[to]) > 0
  matching.spread(alike)
  matching.fillGaps()
  matching.fillEnds((from, to) => total(old[from]) === 0 && total(fresh[to]) === 0)
  return matching.was
}

/** Pairs of lines, each line in one of them at most. */
class Matching {
  /** By line of now. */
  readonly was: Match
  /** By line of then. */
  readonly is: Match

  constructor(then: number, now: number) {
    this.was = new Int32Array(now).fill(-1)
    this.is = new Int32Array(then).fill(-1)
  }

  match(from: number, to: number): boolean {
    if (from < 0 || to < 0 || from >= this.is.length || to >= this.was.length) return false
    if (this.is[from] !== -1 || this.was[to] !== -1) return false
    this.is[from] = to
    this.was[to] = from
    return true
  }

  /** From matched lines to their neighbours, as long as those are alike. */
  spread(alike: (from: number, to: number) => boolean): void {
    for (let from = 0; from < this.is.length; from += 1) {
      const before = from === 0 ? -1 : this.is[from - 1]!
      if ((from > 0 && before < 0) || this.is[from] !== -1) continue
      const to = before + 1
      if (to < this.was.length && this.was[to] === -1 && alike(from, to)) this.match(from, to)
    }
    for (let from = this.is.length - 2; from >= 0; from -= 1) {
      const after = this.is[from + 1]!
      if (after <= 0 || this.is[from] !== -1) continue
      if (this.was[after - 1] === -1 && alike(from, after - 1)) this.match(from, after - 1)
    }
  }

  /** As many unknown lines between two neighbours then as now: they are the same ones. */
  fillGaps(): void {
    let last = -1
    for (let from = 0; from <= this.is.length; from += 1) {
      const to = from === this.is.length ? this.was.length : this.is[from]!
      if (to === -1) continue
      const start = last === -1 ? 0 : this.is[last]! + 1
      const gap = from - last - 1
      const isFree =
        gap > 0 && to - start === gap && this.was.subarray(start, to).every(known => known === -1)
      if (isFree) for (let index = 0; index < gap; index += 1) this.match(last + 1 + index, start + index)
      last = from
    }
  }

  /** The blank lines below everything are the same as far as there are as many. */
  fillEnds(blank: (from: number, to: number) => boolean): void {
    const lastFrom = this.is.findLastIndex(to => to !== -1)
    const lastTo = this.was.findLastIndex(from => from !== -1)
    for (let step = 1; lastFrom + step < this.is.length && lastTo + step < this.was.length; step += 1) {
      if (!blank(lastFrom + step, lastTo + step)) return
      this.match(lastFrom + step, lastTo + step)
    }
  }
}

/** Rows as they read in the columns that both states have. */
interface Rows {
  cells: number[][]
  keys: string[]
}

function rowsOf(print: TabPrint, columns: readonly number[]): Rows {
  const cells = Array.from({ length: height(print) }, (_, row) =>
    columns.map(column => (column < print.width ? print.cells[row * print.width + column]! : 0)),
  )
  return { cells, keys: cells.map(row => (row.every(value => value === 0) ? '' : row.join())) }
}

function likeness(a: readonly number[] | undefined, b: readonly number[] | undefined): number {
  let same = 0
  let filled = 0
  for (let index = 0; index < Math.max(a?.length ?? 0, b?.length ?? 0); index += 1) {
    const [left, right] = [a?.[index] ?? 0, b?.[index] ?? 0]
    if (left === 0 && right === 0) continue
    filled += 1
    if (left === right) same += 1
  }
  return filled === 0 ? 1 : same / filled
}

function positions(keys: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const [index, key] of keys.entries()) {
    if (key === '') continue
    const own = found.get(key)
    if (own) own.push(index)
    else found.set(key, [index])
  }
  return found
}

function matchRows(then: TabPrint, now: TabPrint, columns: Match): Match {
  const common = [...columns.entries()].filter(([, was]) => was !== -1)
  const old = rowsOf(
    then,
    common.map(([, was]) => was),
  )
  const fresh = rowsOf(
    now,
    common.map(([is]) => is),
  )
  const matching = new Matching(then.rows, now.rows)
  const here = positions(fresh.keys)
  for (const [key, lines] of positions(old.keys)) {
    const others = here.get(key)
    // Rows that read alike are told apart by their order, where none of them came or went.
    if (others?.length === lines.length)
      for (const [index, line] of lines.entries()) matching.match(line, others[index]!)
  }
  const isBlank = (from: number, to: number) => (old.keys[from] ?? '') === '' && (fresh.keys[to] ?? '') === ''
  const same = (from: number, to: number) => (old.keys[from] ?? '') === (fresh.keys[to] ?? '')
  matching.spread((from, to) => same(from, to) && !isBlank(from, to))
  matchEdited(matching, old, fresh)
  matching.spread(
    (from, to) => isBlank(from, to) || likeness(old.cells[from], fresh.cells[to]) >= ENOUGH_ALIKE,
  )
  matching.fillGaps()
  matching.fillEnds(isBlank)
  return matching.was
}

/** Rows of which most cells are as they were: where there is one such row and no other. */
function matchEdited(matching: Matching, old: Rows, fresh: Rows): void {
  const index = new Map<string, number[]>()
  for (const [row, cells] of fresh.cells.entries()) {
    if (matching.was[row] !== -1) continue
    for (const [column, value] of cells.entries()) {
      if (value === 0) continue
      const key = `${column},${value}`
      const known = index.get(key)
      if (known) known.push(row)
      else index.set(key, [row])
    }
  }
  const ranking = (cells: readonly number[]): [to: number, votes: number][] => {
    const votes = new Map<number, number>()
    for (const [column, value] of cells.entries())
      if (value !== 0)
        // What half of the rows hold tells none of them from the others.
        for (const candidate of (index.get(`${column},${value}`) ?? []).slice(0, 50))
          votes.set(candidate, (votes.get(candidate) ?? 0) + 1)
    return [...votes].filter(([to]) => matching.was[to] === -1).sort((a, b) => b[1] - a[1])
  }
  // The most alike first: a row that is gone must not take the place of one that it half resembles.
  const claims = old.cells.flatMap((cells, row) =>
    matching.is[row] !== -1 || old.keys[row] === '' ? [] : [{ row, votes: ranking(cells)[0]?.[1] ?? 0 }],
  )
  claims.sort((a, b) => b.votes - a.votes)
  for (const { row } of claims) {
    const cells = old.cells[row]!
    const [best, second] = ranking(cells)
    if (!best || (second && second[1] === best[1])) continue
    if (likeness(cells, fresh.cells[best[0]]) >= ENOUGH_ALIKE) matching.match(row, best[0])
  }
}
