/** Distributions of counts: binomial, Poisson, negative binomial, hypergeometric. */
import type { Define } from '../../signature.ts'
import { must, mustBeBetween } from '../numbers.ts'
import { betaI, combinations, gammaLn, gammaQ } from '../special.ts'
import { each, notNegative } from './probability.ts'

export function defineDiscrete(define: Define): void {
  each(
    define,
    'BINOM.DIST BINOMDIST',
    'nnnb',
    name => (given: number, n: number, p: number, isSum: boolean) => {
      const [k, trials] = [Math.trunc(given), Math.trunc(n)]
      notNegative(name, 1, k)
      must(name, 1, k, 'less than or equal to', trials)
      mustBeBetween(name, 3, p, 0, 1)
      return isSum ? binomialSum(k, trials, p) : binomial(k, trials, p)
    },
  )
  each(define, 'BINOM.INV CRITBINOM', 'nnn', name => (n: number, p: number, target: number) => {
    const trials = Math.trunc(n)
    notNegative(name, 1, trials)
    mustBeBetween(name, 2, p, 0, 1)
    mustBeBetween(name, 3, target, 0, 1)
    must(name, 3, target, 'less than', 1)
    let total = 0
    for (let k = 0; k < trials; k++) {
      total += binomial(k, trials, p)
      if (total >= target) return k
    }
    return trials
  })
  const poisson =
    (name: string) =>
    (given: number, mean: number, isSum = true) => {
      const k = Math.trunc(given)
      notNegative(name, 1, k)
      notNegative(name, 2, mean)
      if (isSum) return gammaQ(k + 1, mean)
      return mean === 0 ? Number(k === 0) : Math.exp(k * Math.log(mean) - mean - gammaLn(k + 1))
    }
  define('POISSON', 'nnb', poisson('POISSON'))
  define('POISSON.DIST', 'nnb?', poisson('POISSON.DIST'))
  define('NEGBINOMDIST', 'nnn', (failures: number, successes: number, p: number) =>
    negativeBinomial('NEGBINOMDIST', failures, successes, p),
  )
  define('NEGBINOM.DIST', 'nnnb', (failures: number, successes: number, p: number, isSum: boolean) => {
    if (!isSum) return negativeBinomial('NEGBINOM.DIST', failures, successes, p)
    negativeBinomial('NEGBINOM.DIST', failures, successes, p)
    return betaI(p, Math.trunc(successes), Math.trunc(failures) + 1)
  })
  define('HYPGEOMDIST', 'nnnn', (k: number, drawn: number, good: number, all: number) =>
    hypergeometric('HYPGEOMDIST', Math.trunc(k), Math.trunc(drawn), Math.trunc(good), Math.trunc(all)),
  )
  define('HYPGEOM.DIST', 'nnnnb', (k: number, drawn: number, good: number, all: number, isSum: boolean) => {
    const [from, most] = [isSum ? 0 : Math.trunc(k), Math.trunc(k)]
    let total = hypergeometric('HYPGEOM.DIST', most, Math.trunc(drawn), Math.trunc(good), Math.trunc(all))
    for (let i = from; i < most; i++) total += chance(i, Math.trunc(drawn), Math.trunc(good), Math.trunc(all))
    return total
  })
}

function binomial(k: number, n: number, p: number): number {
  if (p === 0 || p === 1) return Number(k === (p === 0 ? 0 : n))
  if (n < 1000) return combinations(n, k) * p ** k * (1 - p) ** (n - k)
  return Math.exp(
    gammaLn(n + 1) - gammaLn(k + 1) - gammaLn(n - k + 1) + k * Math.log(p) + (n - k) * Math.log1p(-p),
  )
}

function binomialSum(k: number, n: number, p: number): number {
  if (k >= n) return 1
  let total = 0
  for (let i = 0; i <= k; i++) total += binomial(i, n, p)
  return Math.min(total, 1)
}

function negativeBinomial(name: string, failures: number, successes: number, p: number): number {
  const [k, r] = [Math.trunc(failures), Math.trunc(successes)]
  notNegative(name, 1, k)
  must(name, 2, r, 'greater than or equal to', 1)
  mustBeBetween(name, 3, p, 0, 1)
  return combinations(k + r - 1, r - 1) * p ** r * (1 - p) ** k
}

function hypergeometric(name: string, k: number, drawn: number, good: number, all: number): number {
  notNegative(name, 1, k)
  must(name, 2, drawn, 'less than or equal to', all)
  must(name, 3, good, 'less than or equal to', all)
  must(name, 1, k, 'less than or equal to', Math.min(drawn, good))
  must(name, 1, k, 'greater than or equal to', Math.max(0, drawn - all + good))
  return chance(k, drawn, good, all)
}

function chance(k: number, drawn: number, good: number, all: number): number {
  if (all < 170)
    return (combinations(good, k) * combinations(all - good, drawn - k)) / combinations(all, drawn)
  const log = (n: number, r: number) => gammaLn(n + 1) - gammaLn(r + 1) - gammaLn(n - r + 1)
  return Math.exp(log(good, k) + log(all - good, drawn - k) - log(all, drawn))
}
