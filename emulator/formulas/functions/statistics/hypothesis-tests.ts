/** Tests of samples against each other, and the chance of a range. */
import type { Define } from '../../signature.ts'
import { divisionByZero, type Matrix, notAvailable, type Value, wrongValue } from '../../values.ts'
import { mean, must, mustBeBetween, numbersIn, numbersOf, pairsOf, sum, variance } from '../numbers.ts'
import { gammaQ, normalCdf } from '../special.ts'
import { each } from './probability.ts'
import { notZero, some } from './samples.ts'
import { fisherSum, fisherTail, studentTail } from './test-distributions.ts'

export function defineHypothesisTests(define: Define): void {
  each(define, 'CHITEST CHISQ.TEST', 'aa', name => (seen: Matrix, expected: Matrix) => {
    const [rows, columns] = [seen[0]?.length ?? 0, seen.length]
    if (columns !== expected.length || rows !== (expected[0]?.length ?? 0))
      throw notAvailable(`Array arguments to ${name} are of different size.`)
    const degrees = rows > 1 && columns > 1 ? (rows - 1) * (columns - 1) : Math.max(rows, columns) - 1
    const pairs = pairsOf(name, seen, expected)
    if (pairs.some(([, e]) => e === 0)) throw divisionByZero(name)
    for (const [, e] of pairs) must(name, 2, e, 'greater than', 0)
    return gammaQ(Math.max(1, degrees) / 2, sum(pairs.map(([o, e]) => (o - e) ** 2 / e)) / 2)
  })
  each(define, 'FTEST F.TEST', 'aa', name => (a: Matrix, b: Matrix) => {
    const [first, second] = [numbersIn(a), numbersIn(b)]
    const ratio = variance(first, name, true) / notZero(name, variance(second, name, true))
    if (ratio === 0) throw divisionByZero(name)
    const [m, n] = [first.length - 1, second.length - 1]
    return 2 * Math.min(fisherTail(ratio, m, n), fisherSum(ratio, m, n))
  })
  each(define, 'TTEST T.TEST', 'aann', name => (a: Matrix, b: Matrix, tails: number, type: number) => {
    const [sides, kind] = [Math.trunc(tails), Math.trunc(type)]
    mustBeBetween(name, 3, sides, 1, 2)
    mustBeBetween(name, 4, kind, 1, 3)
    const { t, degrees } =
      kind === 1 ? paired(name, a, b) : unpaired(name, numbersIn(a), numbersIn(b), kind === 2)
    return sides * studentTail(Math.abs(t), degrees)
  })
  each(define, 'ZTEST Z.TEST', 'xnn?', name => (range: Value, at: number, deviation?: number) => {
    const values = some(name, numbersOf(name, [range]))
    const spread = deviation ?? Math.sqrt(variance(values, name, true))
    return normalCdf(-(mean(values, name) - at) / (notZero(name, spread) / Math.sqrt(values.length)))
  })
  define('PROB', 'aann?', (x: Matrix, p: Matrix, low: number, high = low) => {
    const pairs = pairsOf('PROB', x, p)
    if (Math.abs(sum(pairs.map(([, chance]) => chance)) - 1) > 1e-7)
      throw wrongValue('Function PROB parameter 2 should be probabilities that add up to 1.')
    return sum(pairs.filter(([value]) => value >= low && value <= high).map(([, chance]) => chance))
  })
}

function paired(name: string, a: Matrix, b: Matrix): { t: number; degrees: number } {
  if (numbersIn(a).length !== numbersIn(b).length)
    throw notAvailable(`Array arguments to ${name} are of different size.`)
  const differences = pairsOf(name, a, b).map(([x, y]) => x - y)
  const error = Math.sqrt(variance(differences, name, true) / differences.length)
  return { t: mean(differences, name) / notZero(name, error), degrees: differences.length - 1 }
}

function unpaired(name: string, a: number[], b: number[], isEqual: boolean): { t: number; degrees: number } {
  const [va, vb] = [variance(a, name, true), variance(b, name, true)]
  const difference = mean(a, name) - mean(b, name)
  if (isEqual) {
    const degrees = a.length + b.length - 2
    const pooled = (va * (a.length - 1) + vb * (b.length - 1)) / degrees
    return { t: difference / notZero(name, Math.sqrt(pooled * (1 / a.length + 1 / b.length))), degrees }
  }
  const [ea, eb] = [va / a.length, vb / b.length]
  const degrees = (ea + eb) ** 2 / (ea ** 2 / (a.length - 1) + eb ** 2 / (b.length - 1))
  return { t: difference / notZero(name, Math.sqrt(ea + eb)), degrees }
}
