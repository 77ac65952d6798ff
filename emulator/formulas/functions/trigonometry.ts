/** Circular and hyperbolic functions. */
import type { Define } from '../signature.ts'
import { divisionByZero, wrongNumber } from '../values.ts'
import { must, mustBeBetween } from './numbers.ts'

export function defineTrigonometry(define: Define): void {
  for (const name of ['sin', 'cos', 'tan', 'sinh', 'cosh', 'tanh', 'asinh', 'atan'] as const)
    define(name.toUpperCase(), 'n', Math[name])
  const reciprocal = (name: string, compute: (x: number) => number) =>
    define(name, 'n', (x: number) => {
      const below = compute(x)
      if (below === 0) throw divisionByZero(name)
      if (name === 'CSCH' && !Number.isFinite(below))
        throw wrongNumber(`Function ${name} parameter 1 value ${x} is too large.`)
      return 1 / below
    })
  reciprocal('SEC', Math.cos)
  reciprocal('CSC', Math.sin)
  reciprocal('COT', Math.tan)
  reciprocal('SECH', Math.cosh)
  reciprocal('CSCH', Math.sinh)
  reciprocal('COTH', Math.tanh)
  define('ASIN', 'n', (x: number) => {
    mustBeBetween('ASIN', 1, x, -1, 1)
    return Math.asin(x)
  })
  define('ACOS', 'n', (x: number) => {
    mustBeBetween('ACOS', 1, x, -1, 1)
    return Math.acos(x)
  })
  define('ACOT', 'n', (x: number) => (x === 0 ? Math.PI / 2 : Math.atan(1 / x)))
  define('ATAN2', 'nn', (x: number, y: number) => {
    if (x === 0 && y === 0) throw divisionByZero('ATAN2')
    return Math.atan2(y, x)
  })
  define('ACOSH', 'n', (x: number) => {
    must('ACOSH', 1, x, 'greater than or equal to', 1)
    return Math.acosh(x)
  })
  define('ATANH', 'n', (x: number) => {
    if (Math.abs(x) >= 1)
      throw wrongNumber(
        `Function ATANH parameter 1 value is ${x}. Valid values are between -1 and 1 exclusive.`,
      )
    return Math.atanh(x)
  })
  define('ACOTH', 'n', (x: number) => {
    if (Math.abs(x) <= 1)
      throw wrongNumber(
        `Function ACOTH parameter 1 value is ${x}. Valid values are less than -1 or greater than 1.`,
      )
    return 0.5 * Math.log((x + 1) / (x - 1))
  })
}
