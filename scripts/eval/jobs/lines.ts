/** Finds expected rows in a result wherever they stand: in rows of any tab, or in columns of a turned table. */
import type { Check } from './job.ts'
import type { ResultBook, ResultCell, ResultTab } from './result.ts'
import { plain, type Want, type Wanted, want } from './wants.ts'

type Line = ResultCell[]

export interface RowsOptions {
  /** Tabs whose title matches; all tabs where left out. */
  on?: RegExp
  /** The cells must stand in this order from left to right. */
  ordered?: boolean
  /** Positions in an expected row whose cells must follow their inputs. */
  live?: number[]
  /** How many expected rows may be missing, as a share. */
  missing?: number
}

/** All expected rows stand on one tab, each in a line of its own cells. */
export function rows(
  says: string,
  expected: readonly (readonly Wanted[])[],
  options: RowsOptions = {},
): Check {
  const wanted = expected.map(row => row.map(want))
  const keys = expected.map(([first]) => (typeof first === 'string' ? plain(first) : null))
  return {
    says,
    fails(result) {
      const found = best(wanted, keys, result, options)
      const missing = wanted.filter((_, index) => !found.lines[index])
      if (missing.length > Math.floor(wanted.length * (options.missing ?? 0)))
        return `${missing.length} of ${wanted.length} rows are not there (nearest: ${found.tab}), first ${describe(missing[0]!)}`
      return typed(found, options.live ?? [])
    },
  }
}

interface Found {
  tab: string
  /** The matched cells of each expected row. */
  lines: (ResultCell[] | undefined)[]
}

function best(wanted: Want[][], keys: (string | null)[], result: ResultBook, options: RowsOptions): Found {
  let found: Found = { tab: 'no tab', lines: [] }
  let most = -1
  for (const tab of result.tabs.filter(({ title }) => options.on?.test(title) ?? true)) {
    for (const lines of [rowsOf(tab), columnsOf(tab)]) {
      const index = indexed(lines)
      const matched = wanted.map((row, at) => {
        const candidates = keys[at] === null ? lines : (index.get(keys[at]!) ?? [])
        return first(candidates, line => match(row, line, options))
      })
      const count = matched.filter(Boolean).length
      if (count > most) [most, found] = [count, { tab: tab.title, lines: matched }]
      if (count === wanted.length && typed(found, options.live ?? []) === null) return found
    }
  }
  return found
}

function first<T, R>(items: readonly T[], of: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const value = of(item)
    if (value !== undefined) return value
  }
  return undefined
}

/** Different cells of the line that fulfil the row, or nothing. Greedy: rows with equal wants are rare. */
function match(row: Want[], line: Line, { ordered, live }: RowsOptions): ResultCell[] | undefined {
  const taken: ResultCell[] = []
  for (const [at, each] of row.entries()) {
    const after = ordered ? (taken.at(-1) ?? null) : null
    const from = after ? line.indexOf(after) + 1 : 0
    const right = line.slice(from).filter(candidate => !taken.includes(candidate) && each.holds(candidate))
    // A typed number beside it may happen to be the same.
    const cell = (live?.includes(at) ? right.find(candidate => candidate.live) : undefined) ?? right[0]
    if (!cell) return undefined
    taken.push(cell)
  }
  return taken
}

function typed(found: Found, live: number[]): string | null {
  const cells = live.flatMap(at => found.lines.flatMap(line => (line?.[at] ? [line[at]] : [])))
  const dead = cells.filter(cell => !cell.live)
  return dead.length === 0
    ? null
    : `${dead.length} of ${cells.length} results on ${found.tab} are typed numbers, not formulas`
}

export const filledCells = (tab: ResultTab): ResultCell[] => rowsOf(tab).flat()

export const rowsOf = (tab: ResultTab): Line[] =>
  tab.grid.map(row => [...row].filter(cell => cell !== undefined && cell.value !== null) as Line)

function columnsOf(tab: ResultTab): Line[] {
  const columns: Line[] = []
  for (const cell of filledCells(tab)) {
    columns[cell.column] ??= []
    columns[cell.column]!.push(cell)
  }
  return Array.from(columns, column => column ?? [])
}

function indexed(lines: Line[]): Map<string, Line[]> {
  const index = new Map<string, Line[]>()
  for (const line of lines) {
    for (const key of new Set(line.flatMap(cell => [plain(String(cell.value)), plain(cell.shown)]))) {
      const known = index.get(key)
      if (known) known.push(line)
      else index.set(key, [line])
    }
  }
  return index
}

export const describe = (row: readonly Want[]): string => row.map(each => each.text).join(' | ')
