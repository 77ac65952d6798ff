/** Ranks, quantiles and the most frequent values of a sample. */
import type { Define } from '../../signature.ts'
import { notAvailable, type Value, wrongNumber } from '../../values.ts'
import { ascending, must, mustBeBetween, numbersOf } from '../numbers.ts'
import { each, some } from './samples.ts'

export function defineRanking(define: Define): void {
  defineRanks(define)
  defineModes(define)
}

/** Between the values, `at` counted from 0. */
function quantile(sorted: number[], at: number): number {
  const below = Math.floor(at)
  const low = sorted[below] ?? 0
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low
  return low + (at - below) * (high - low)
}

function inclusive(name: string, range: Value, p: number): number {
  const sorted = ascending(some(name, numbersOf(name, [range])))
  mustBeBetween(name, 2, p, 0, 1)
  return quantile(sorted, p * (sorted.length - 1))
}

function exclusive(name: string, range: Value, p: number): number {
  const sorted = ascending(some(name, numbersOf(name, [range])))
  const at = p * (sorted.length + 1)
  if (!(p > 0 && p < 1) || at < 1 || at > sorted.length)
    throw wrongNumber(
      `Function ${name} parameter 2 value is ${p}. It is outside of what ${sorted.length} values allow.`,
    )
  return quantile(sorted, at - 1)
}

function nth(name: string, range: Value, given: number, isFromTop: boolean): number {
  const sorted = ascending(numbersOf(name, [range]))
  const n = Math.trunc(given)
  mustBeBetween(name, 2, n, 1, sorted.length)
  return sorted[isFromTop ? sorted.length - n : n - 1] ?? 0
}

function defineRanks(define: Define): void {
  const first = { format: 'first' }
  each(
    define,
    'PERCENTILE PERCENTILE.INC',
    'xn',
    name => (range: Value, p: number) => inclusive(name, range, p),
  )
  define('PERCENTILE.EXC', 'xn', (range: Value, p: number) => exclusive('PERCENTILE.EXC', range, p))
  each(define, 'QUARTILE QUARTILE.INC', 'xn', name => (range: Value, quarter: number) => {
    mustBeBetween(name, 2, Math.trunc(quarter), 0, 4)
    return inclusive(name, range, Math.trunc(quarter) / 4)
  })
  define('QUARTILE.EXC', 'xn', (range: Value, quarter: number) => {
    mustBeBetween('QUARTILE.EXC', 2, Math.trunc(quarter), 1, 3)
    return exclusive('QUARTILE.EXC', range, Math.trunc(quarter) / 4)
  })
  define('LARGE', 'xn', (range: Value, n: number) => nth('LARGE', range, n, true), first)
  define('SMALL', 'xn', (range: Value, n: number) => nth('SMALL', range, n, false), first)
  each(define, 'RANK RANK.EQ RANK.AVG', 'nxn?', name => (x: number, range: Value, isAscending = 0) => {
    const values = numbersOf(name, [range])
    if (!values.includes(x))
      throw notAvailable(`Function ${name} parameter 1 value ${x} is not in the range.`)
    const before = values.filter(y => (isAscending === 0 ? y > x : y < x)).length
    return name === 'RANK.AVG' ? before + (values.filter(y => y === x).length + 1) / 2 : before + 1
  })
  each(
    define,
    'PERCENTRANK PERCENTRANK.INC PERCENTRANK.EXC',
    'xnn?',
    name =>
      (range: Value, x: number, digits = 3) => {
        must(name, 3, Math.trunc(digits), 'greater than or equal to', 0)
        const rank = percentRank(name, ascending(some(name, numbersOf(name, [range]))), x)
        if (Math.trunc(digits) === 0) return rank
        const scale = 10 ** Math.trunc(digits)
        if (name === 'PERCENTRANK.EXC') return Math.round(rank * scale) / scale
        return Math.floor(rank * scale + 1e-9) / scale
      },
  )
}

function percentRank(name: string, sorted: number[], x: number): number {
  const [low = 0, high = 0] = [sorted[0], sorted.at(-1)]
  if (x < low || x > high)
    throw notAvailable(`Function ${name} parameter 2 value ${x} is outside of the range.`)
  const below = sorted.filter(y => y < x).length
  let at = below
  if (sorted[below] !== x) {
    const [before = 0, after = 0] = [sorted[below - 1], sorted[below]]
    at = below - 1 + (x - before) / (after - before)
  }
  if (name === 'PERCENTRANK.EXC') return (at + 1) / (sorted.length + 1)
  return sorted.length === 1 ? 1 : at / (sorted.length - 1)
}

function defineModes(define: Define): void {
  const modes = (name: string, args: Value[]): number[] => {
    const counts = new Map<number, number>()
    for (const x of numbersOf(name, args)) counts.set(x, (counts.get(x) ?? 0) + 1)
    const most = Math.max(0, ...counts.values())
    if (most < 2) throw notAvailable(`${name} found no value that occurs more than once.`)
    return [...counts].filter(([, count]) => count === most).map(([x]) => x)
  }
  each(
    define,
    'MODE MODE.SNGL',
    'x+',
    name =>
      (...args: Value[]) =>
        modes(name, args)[0] ?? 0,
  )
  define('MODE.MULT', 'x+', (...args: Value[]) => [modes('MODE.MULT', args).map(value => ({ value }))])
}
