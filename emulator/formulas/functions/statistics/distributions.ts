/** Probability distributions: their densities, sums and inverses. */
import type { Define } from '../../signature.ts'
import { wrongNumber } from '../../values.ts'
import { must, mustBeBetween } from '../numbers.ts'
import {
  betaI,
  betaLn,
  erf,
  erfc,
  gamma,
  gammaLn,
  gammaP,
  invert,
  normalCdf,
  normalInverse,
  normalPdf,
} from '../special.ts'
import { each, gammaInverse, notNegative, open, positive } from './probability.ts'
import { studentInverse } from './test-distributions.ts'

export function defineDistributions(define: Define): void {
  defineNormal(define)
  defineGamma(define)
  defineBeta(define)
  defineOthers(define)
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
