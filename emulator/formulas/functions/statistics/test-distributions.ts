/** The distributions of tests: chi squared, Student's t, Fisher's F. */
import type { Define } from '../../signature.ts'
import { wrongNumber } from '../../values.ts'
import { must, mustBeBetween } from '../numbers.ts'
import { betaI, betaLn, gammaLn, gammaP, gammaQ, invert } from '../special.ts'
import { each, gammaInverse, notNegative, open, positive } from './probability.ts'

export function defineTestDistributions(define: Define): void {
  defineChiSquared(define)
  defineStudent(define)
  defineFisher(define)
}

function freedom(name: string, index: number, given: number): number {
  const degrees = Math.trunc(given)
  must(name, index, degrees, 'greater than or equal to', 1)
  must(name, index, degrees, 'less than or equal to', 1e10)
  return degrees
}

function defineChiSquared(define: Define): void {
  define('CHISQ.DIST', 'nnb', (x: number, degrees: number, isSum: boolean) => {
    notNegative('CHISQ.DIST', 1, x)
    const half = freedom('CHISQ.DIST', 2, degrees) / 2
    if (isSum) return gammaP(half, x / 2)
    return Math.exp((half - 1) * Math.log(x) - x / 2 - half * Math.LN2 - gammaLn(half))
  })
  each(define, 'CHISQ.DIST.RT CHIDIST', 'nn', name => (x: number, degrees: number) => {
    notNegative(name, 1, x)
    return gammaQ(freedom(name, 2, degrees) / 2, x / 2)
  })
  define('CHISQ.INV', 'nn', (p: number, degrees: number) => {
    mustBeBetween('CHISQ.INV', 1, p, 0, 1)
    return 2 * gammaInverse(p, freedom('CHISQ.INV', 2, degrees) / 2)
  })
  each(define, 'CHISQ.INV.RT CHIINV', 'nn', name => (p: number, degrees: number) => {
    mustBeBetween(name, 1, p, 0, 1)
    const half = freedom(name, 2, degrees) / 2
    if (p === 0) throw wrongNumber('The inverse is infinite at a probability of 0.')
    return 2 * invert(x => -gammaQ(half, x), -p, 0, Number.POSITIVE_INFINITY)
  })
}

/** The chance of more than `t`, one side. */
export function studentTail(t: number, degrees: number): number {
  const x = degrees / (degrees + t * t)
  const tail = betaI(x, degrees / 2, 0.5) / 2
  return t >= 0 ? tail : 1 - tail
}

/** Where the sum from below is `p`. */
export function studentInverse(p: number, degrees: number): number {
  if (p === 0.5) return 0
  if (p > 0.5) return -studentInverse(1 - p, degrees)
  return -invert(t => -studentTail(t, degrees), -p, 0, Number.POSITIVE_INFINITY)
}

function defineStudent(define: Define): void {
  define('T.DIST', 'nnb', (t: number, given: number, isSum: boolean) => {
    const degrees = freedom('T.DIST', 2, given)
    if (isSum) return 1 - studentTail(t, degrees)
    const log = gammaLn((degrees + 1) / 2) - gammaLn(degrees / 2) - 0.5 * Math.log(degrees * Math.PI)
    return Math.exp(log - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees))
  })
  define('T.DIST.2T', 'nn', (t: number, degrees: number) => {
    notNegative('T.DIST.2T', 1, t)
    return 2 * studentTail(t, freedom('T.DIST.2T', 2, degrees))
  })
  define('T.DIST.RT', 'nn', (t: number, degrees: number) => studentTail(t, freedom('T.DIST.RT', 2, degrees)))
  define('TDIST', 'nnn', (t: number, degrees: number, tails: number) => {
    notNegative('TDIST', 1, t)
    const sides = Math.trunc(tails)
    mustBeBetween('TDIST', 3, sides, 1, 2)
    return sides * studentTail(t, freedom('TDIST', 2, degrees))
  })
  define('T.INV', 'nn', (p: number, degrees: number) => {
    open('T.INV', 1, p)
    return studentInverse(p, freedom('T.INV', 2, degrees))
  })
  each(define, 'T.INV.2T TINV', 'nn', name => (p: number, degrees: number) => {
    positive(name, 1, p)
    must(name, 1, p, 'less than or equal to', 1)
    return -studentInverse(p / 2, freedom(name, 2, degrees))
  })
}

export function fisherTail(x: number, a: number, b: number): number {
  return betaI(b / (b + a * x), b / 2, a / 2)
}

export function fisherSum(x: number, a: number, b: number): number {
  return betaI((a * x) / (b + a * x), a / 2, b / 2)
}

function defineFisher(define: Define): void {
  define('F.DIST', 'nnnb', (x: number, first: number, second: number, isSum: boolean) => {
    notNegative('F.DIST', 1, x)
    const [a, b] = [freedom('F.DIST', 2, first), freedom('F.DIST', 3, second)]
    if (isSum) return fisherSum(x, a, b)
    const log =
      (a / 2) * Math.log(a / b) + (a / 2 - 1) * Math.log(x) - ((a + b) / 2) * Math.log1p((a * x) / b)
    return Math.exp(log - betaLn(a / 2, b / 2))
  })
  each(define, 'F.DIST.RT FDIST', 'nnn', name => (x: number, first: number, second: number) => {
    notNegative(name, 1, x)
    return fisherTail(x, freedom(name, 2, first), freedom(name, 3, second))
  })
  define('F.INV', 'nnn', (p: number, first: number, second: number) => {
    mustBeBetween('F.INV', 1, p, 0, 1)
    const [a, b] = [freedom('F.INV', 2, first), freedom('F.INV', 3, second)]
    if (p === 1) throw wrongNumber('The inverse is infinite at a probability of 1.')
    return p === 0 ? 0 : invert(x => fisherSum(x, a, b), p, 0, Number.POSITIVE_INFINITY)
  })
  each(define, 'F.INV.RT FINV', 'nnn', name => (p: number, first: number, second: number) => {
    positive(name, 1, p)
    must(name, 1, p, 'less than or equal to', 1)
    const [a, b] = [freedom(name, 2, first), freedom(name, 3, second)]
    return p === 1 ? 0 : invert(x => -fisherTail(x, a, b), -p, 0, Number.POSITIVE_INFINITY)
  })
}
