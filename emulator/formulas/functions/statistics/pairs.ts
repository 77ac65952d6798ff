/** Samples in pairs: correlation, covariance, lines through them. */
import type { Define } from '../../signature.ts'
import { divisionByZero, type Matrix, notAvailable, wrongNumber } from '../../values.ts'
import { pairsOf, sum } from '../numbers.ts'
import { each, notZero } from './samples.ts'

interface Moments {
  n: number
  meanX: number
  meanY: number
  xx: number
  yy: number
  xy: number
}

/** Functions of a line through points, which have nothing to say without any. */
const LINES = new Set(['RSQ', 'SLOPE', 'INTERCEPT', 'STEYX', 'FORECAST', 'FORECAST.LINEAR'])

function moments(name: string, first: Matrix, second: Matrix, least: number): Moments {
  const pairs = pairsOf(name, first, second)
  const n = pairs.length
  if (n === 0 && LINES.has(name)) throw notAvailable(`${name} has no valid input data.`)
  if (n < least) throw divisionByZero(name)
  const meanX = sum(pairs.map(([x]) => x)) / n
  const meanY = sum(pairs.map(([, y]) => y)) / n
  let [xx, yy, xy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xx += (x - meanX) ** 2
    yy += (y - meanY) ** 2
    xy += (x - meanX) * (y - meanY)
  }
  return { n, meanX, meanY, xx, yy, xy }
}

export function definePairs(define: Define): void {
  each(define, 'CORREL PEARSON', 'aa', name => (a: Matrix, b: Matrix) => {
    const { xx, yy, xy } = moments(name, a, b, 2)
    return xy / notZero(name, Math.sqrt(xx) * Math.sqrt(yy))
  })
  define('RSQ', 'aa', (a: Matrix, b: Matrix) => {
    const { xx, yy, xy } = moments('RSQ', a, b, 2)
    return xy ** 2 / notZero('RSQ', xx * yy)
  })
  each(define, 'COVAR COVARIANCE.P', 'aa', name => (a: Matrix, b: Matrix) => {
    const { n, xy } = moments(name, a, b, 1)
    return xy / n
  })
  define('COVARIANCE.S', 'aa', (a: Matrix, b: Matrix) => {
    const { n, xy } = moments('COVARIANCE.S', a, b, 1)
    if (n === 1) throw wrongNumber('COVARIANCE.S needs at least two pairs of numbers.')
    return xy / (n - 1)
  })
  define('SLOPE', 'aa', (y: Matrix, x: Matrix) => {
    const { yy: xx, xy } = moments('SLOPE', y, x, 2)
    return xy / notZero('SLOPE', xx)
  })
  define('INTERCEPT', 'aa', (y: Matrix, x: Matrix) => {
    const { meanX, meanY, yy: xx, xy } = moments('INTERCEPT', y, x, 2)
    return meanX - (xy / notZero('INTERCEPT', xx)) * meanY
  })
  define('STEYX', 'aa', (y: Matrix, x: Matrix) => {
    const { n, xx: yy, yy: xx, xy } = moments('STEYX', y, x, 3)
    return Math.sqrt((yy - xy ** 2 / notZero('STEYX', xx)) / (n - 2))
  })
  each(define, 'FORECAST FORECAST.LINEAR', 'naa', name => (at: number, y: Matrix, x: Matrix) => {
    const { meanX, meanY, yy: xx, xy } = moments(name, y, x, 1)
    return meanX + (xy / notZero(name, xx)) * (at - meanY)
  })
  const over = (name: string, term: (x: number, y: number) => number) =>
    define(name, 'AA', (a: Matrix, b: Matrix) => {
      const pairs = pairsOf(name, a, b)
      return sum(pairs.map(([x, y]) => term(x, y)))
    })
  over('SUMX2MY2', (x, y) => x * x - y * y)
  over('SUMX2PY2', (x, y) => x * x + y * y)
  over('SUMXMY2', (x, y) => (x - y) ** 2)
}
