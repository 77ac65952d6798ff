/** Probability distributions: their densities, sums and inverses. */
import type { Define, Run } from '../signature.ts'
import { wrongNumber } from '../values.ts'
import { must, mustBeBetween } from './numbers.ts'
import {
  betaI,
  betaLn,
  erf,
  erfc,
  gamma,
  gammaLn,
  gammaP,
  gammaQ,
  invert,
  normalCdf,
  normalInverse,
  normalPdf,
} from './special.ts'

export function defineDistributions(define: Define): void {
  defineNormal(define)
  defineGamma(define)
  defineChiSquared(define)
  defineStudent(define)
  defineFisher(define)
  defineBeta(define)
  defineOthers(define)
}

export const positive = (name: string, index: number, value: number) =>
  must(name, index, value, 'greater than', 0)
export const notNegative = (name: string, index: number, value: number) =>
  must(name, index, value, 'greater than or equal to', 0)

/** Probabilities of inverse functions lie between 0 and 1, both left out. */
function open(name: string, index: number, p: number): void {
  if (!(p > 0 && p < 1))
    throw wrongNumber(
      `Function ${name} parameter ${index} value is ${p}. Valid values are between 0 and 1 exclusive.`,
    )
}

export function each(define: Define, names: string, spec: string, make: (name: string) => Run): void {
  for (const name of names.split(' ')) define(name, spec, make(name))
}

// ---- normal and what is made of it

function defineNormal(define: Define): void {
  each(
    define,
    'NORM.DIST NORMDIST',
    'nnnb',
    name => (x: number, mean: number, deviation: number, isSum: boolean) => {
      positive(name, 3, deviation)
      const z = (x - mean) / deviation
      return isSum ? normalCdf(z) : normalPdf(z) / deviation
    },
  )
  each(define, 'NORM.INV NORMINV', 'nnn', name => (p: number, mean: number, deviation: number) => {
    open(name, 1, p)
    positive(name, 3, deviation)
    return mean + deviation * normalInverse(p)
  })
  define('NORM.S.DIST', 'nb?', (z: number, isSum = true) => (isSum ? normalCdf(z) : normalPdf(z)))
  define('NORMSDIST', 'n', normalCdf)
  each(define, 'NORM.S.INV NORMSINV', 'n', name => (p: number) => {
    open(name, 1, p)
    return normalInverse(p)
  })
  define('PHI', 'n', normalPdf)
  define('GAUSS', 'n', (z: number) => erf(z / Math.SQRT2) / 2)
  define('ERF', 'nn?', (low: number, high?: number) => (high === undefined ? erf(low) : erf(high) - erf(low)))
  define('ERF.PRECISE', 'n', erf)
  define('ERFC ERFC.PRECISE', 'n', erfc)
  define('LOGNORM.DIST', 'nnnb', (x: number, mean: number, deviation: number, isSum: boolean) => {
    positive('LOGNORM.DIST', 1, x)
    positive('LOGNORM.DIST', 3, deviation)
    const z = (Math.log(x) - mean) / deviation
    return isSum ? normalCdf(z) : normalPdf(z) / (x * deviation)
  })
  define('LOGNORMDIST', 'nnn', (x: number, mean: number, deviation: number) => {
    positive('LOGNORMDIST', 1, x)
    positive('LOGNORMDIST', 3, deviation)
    return normalCdf((Math.log(x) - mean) / deviation)
  })
  each(define, 'LOGNORM.INV LOGINV', 'nnn', name => (p: number, mean: number, deviation: number) => {
    open(name, 1, p)
    positive(name, 3, deviation)
    return Math.exp(mean + deviation * normalInverse(p))
  })
  define('STANDARDIZE', 'nnn', (x: number, mean: number, deviation: number) => {
    positive('STANDARDIZE', 3, deviation)
    return (x - mean) / deviation
  })
  each(
    define,
    'CONFIDENCE CONFIDENCE.NORM',
    'nnn',
    name => (alpha: number, deviation: number, size: number) => {
      open(name, 1, alpha)
      positive(name, 2, deviation)
      must(name, 3, Math.trunc(size), 'greater than or equal to', 1)
      return (-normalInverse(alpha / 2) * deviation) / Math.sqrt(Math.trunc(size))
    },
  )
  define('CONFIDENCE.T', 'nnn', (alpha: number, deviation: number, size: number) => {
    open('CONFIDENCE.T', 1, alpha)
    positive('CONFIDENCE.T', 2, deviation)
    must('CONFIDENCE.T', 3, Math.trunc(size), 'greater than', 1)
    return (-studentInverse(alpha / 2, Math.trunc(size) - 1) * deviation) / Math.sqrt(Math.trunc(size))
  })
}

// ---- gamma

function defineGamma(define: Define): void {
  define('GAMMA', 'n', (x: number) => {
    positive('GAMMA', 1, x)
    return gamma(x)
  })
  each(define, 'GAMMALN GAMMALN.PRECISE', 'n', name => (x: number) => {
    positive(name, 1, x)
    return gammaLn(x)
  })
  each(
    define,
    'GAMMA.DIST GAMMADIST',
    'nnnb',
    name => (x: number, alpha: number, beta: number, isSum: boolean) => {
      notNegative(name, 1, x)
      positive(name, 2, alpha)
      positive(name, 3, beta)
      if (isSum) return gammaP(alpha, x / beta)
      return Math.exp((alpha - 1) * Math.log(x) - x / beta - alpha * Math.log(beta) - gammaLn(alpha))
    },
  )
  each(define, 'GAMMA.INV GAMMAINV', 'nnn', name => (p: number, alpha: number, beta: number) => {
    mustBeBetween(name, 1, p, 0, 1)
    positive(name, 2, alpha)
    positive(name, 3, beta)
    return beta * gammaInverse(p, alpha)
  })
}

function gammaInverse(p: number, alpha: number): number {
  if (p === 0) return 0
  if (p === 1) throw wrongNumber('The inverse is infinite at a probability of 1.')
  return invert(x => gammaP(alpha, x), p, 0, Number.POSITIVE_INFINITY)
}

// ---- chi squared

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

// ---- Student's t

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

// ---- Fisher's F

function fisherTail(x: number, a: number, b: number): number {
  return betaI(b / (b + a * x), b / 2, a / 2)
}

export function fisherSum(x: number, a: number, b: number): number {
  return betaI((a * x) / (b + a * x), a / 2, b / 2)
}

export { fisherTail }

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

// ---- beta

function defineBeta(define: Define): void {
  const scaled = (name: string, x: number, a: number, b: number, low: number, high: number) => {
    positive(name, 2, a)
    positive(name, 3, b)
    if (high <= low || x < low || x > high)
      throw wrongNumber(
        `Function ${name} parameter 1 value is ${x}. It should be between the bounds ${low} and ${high}.`,
      )
    return (x - low) / (high - low)
  }
  define('BETA.DIST', 'nnnbn?n?', (x: number, a: number, b: number, isSum: boolean, low = 0, high = 1) => {
    const z = scaled('BETA.DIST', x, a, b, low, high)
    if (isSum) return betaI(z, a, b)
    return Math.exp((a - 1) * Math.log(z) + (b - 1) * Math.log1p(-z) - betaLn(a, b)) / (high - low)
  })
  define('BETADIST', 'nnnn?n?', (x: number, a: number, b: number, low = 0, high = 1) =>
    betaI(scaled('BETADIST', x, a, b, low, high), a, b),
  )
  each(
    define,
    'BETA.INV BETAINV',
    'nnnn?n?',
    name =>
      (p: number, a: number, b: number, low = 0, high = 1) => {
        positive(name, 1, p)
        must(name, 1, p, 'less than or equal to', 1)
        positive(name, 2, a)
        positive(name, 3, b)
        if (high <= low)
          throw wrongNumber(
            `Function ${name} parameter 5 value is ${high}. It should be greater than ${low}.`,
          )
        return low + (high - low) * (p === 1 ? 1 : invert(x => betaI(x, a, b), p, 0, 1))
      },
  )
}

// ---- others

function defineOthers(define: Define): void {
  each(define, 'EXPON.DIST EXPONDIST', 'nnb', name => (x: number, rate: number, isSum: boolean) => {
    notNegative(name, 1, x)
    positive(name, 2, rate)
    return isSum ? -Math.expm1(-rate * x) : rate * Math.exp(-rate * x)
  })
  each(
    define,
    'WEIBULL WEIBULL.DIST',
    'nnnb',
    name => (x: number, shape: number, scale: number, isSum: boolean) => {
      notNegative(name, 1, x)
      positive(name, 2, shape)
      positive(name, 3, scale)
      const power = (x / scale) ** shape
      return isSum ? -Math.expm1(-power) : (shape / scale) * (x / scale) ** (shape - 1) * Math.exp(-power)
    },
  )
  define('FISHER', 'n', (x: number) => {
    if (Math.abs(x) >= 1)
      throw wrongNumber(
        `Function FISHER parameter 1 value is ${x}. Valid values are between -1 and 1 exclusive.`,
      )
    return Math.atanh(x)
  })
  define('FISHERINV', 'n', Math.tanh)
}
