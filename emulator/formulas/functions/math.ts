/** Arithmetic, rounding, whole numbers. */
import type { Define } from '../signature.ts'
import {
  divisionByZero,
  Failure,
  isError,
  type Matrix,
  type Scalar,
  type Value,
  wrongNumber,
  wrongValue,
} from '../values.ts'
import { must, mustBeBetween, numbersIn, numbersOf, sum } from './numbers.ts'
import { combinations, factorial, gammaLn } from './special.ts'

export function defineMath(define: Define): void {
  defineBasics(define)
  defineRounding(define)
  defineWholeNumbers(define)
  defineCounting(define)
}

function defineBasics(define: Define): void {
  define('ABS', 'n', Math.abs, { format: 'first' })
  define('SIGN', 'n', Math.sign)
  define('SQRT', 'n', (x: number) => {
    must('SQRT', 1, x, 'greater than or equal to', 0)
    return Math.sqrt(x)
  })
  define('SQRTPI', 'n', (x: number) => {
    must('SQRTPI', 1, x, 'greater than or equal to', 0)
    return Math.sqrt(x * Math.PI)
  })
  define('EXP', 'n', Math.exp)
  define('LN', 'n', (x: number) => {
    must('LN', 1, x, 'greater than', 0)
    return Math.log(x)
  })
  define('LOG10', 'n', (x: number) => {
    must('LOG10', 1, x, 'greater than', 0)
    return Math.log10(x)
  })
  define('LOG', 'nn?', (x: number, base = 10) => {
    must('LOG', 1, x, 'greater than', 0)
    must('LOG', 2, base, 'greater than', 0)
    if (base === 1) throw divisionByZero('LOG')
    if (base === 10) return Math.log10(x)
    return base === 2 ? Math.log2(x) : Math.log(x) / Math.log(base)
  })
  define('PI', '', () => Math.PI)
  define('RADIANS', 'n', (x: number) => (x * Math.PI) / 180)
  define('DEGREES', 'n', (x: number) => (x * 180) / Math.PI)
  define('SERIESSUM', 'nnna', (x: number, n: number, m: number, coefficients: Matrix) => {
    let total = 0
    let power = n
    for (const cell of coefficients.flat()) {
      if (isError(cell)) throw cell
      if (typeof cell.value !== 'number')
        throw wrongValue('Function SERIESSUM parameter 4 expects number values.')
      total += cell.value * x ** power
      power += m
    }
    return total
  })
}

// ---- rounding

/** Away from the binary form's noise: 2.675 rounds to 2.68 as in Google. */
export function roundTo(x: number, places: number, round: (x: number) => number): number {
  const digits = Math.trunc(places)
  if (!Number.isFinite(x) || digits > 300) return x
  if (digits >= 0) {
    const shifted = shift(x, digits)
    return Number.isFinite(shifted) ? shift(round(shifted), -digits) : x
  }
  return shift(round(shift(x, digits)), -digits)
}

function shift(x: number, digits: number): number {
  const [mantissa, exponent = '0'] = String(x).split('e')
  return Number(`${mantissa}e${Number(exponent) + digits}`)
}

const halfUp = (x: number) => Math.sign(x) * Math.round(Math.abs(x))
const away = (x: number) => Math.sign(x) * Math.ceil(Math.abs(x))

function defineRounding(define: Define): void {
  const first = { format: 'first' }
  define('ROUND', 'nn?', (x: number, places = 0) => roundTo(x, places, halfUp), first)
  define('ROUNDUP', 'nn?', (x: number, places = 0) => roundTo(x, places, away), first)
  define('ROUNDDOWN', 'nn?', (x: number, places = 0) => roundTo(x, places, Math.trunc), first)
  define('TRUNC', 'nn?', (x: number, places = 0) => roundTo(x, places, Math.trunc), first)
  define('INT', 'n', Math.floor, first)
  define('EVEN', 'n', (x: number) => away(x / 2) * 2, first)
  define(
    'ODD',
    'n',
    (x: number) => {
      if (x === 0) return 1
      const size = Math.ceil(Math.abs(x))
      return Math.sign(x) * (size % 2 === 1 ? size : size + 1)
    },
    first,
  )
  define(
    'MROUND',
    'nn',
    (x: number, factor: number) => {
      if (factor === 0) return 0
      if (x * factor < 0)
        throw wrongNumber(
          `Function MROUND parameter 1 value is ${x}. It should have the same sign as parameter 2.`,
        )
      return clean(factor * Math.round(x / factor + 1e-12 * Math.sign(x / factor)))
    },
    first,
  )
  define('CEILING', 'nn?', (x: number, factor = 1) => multiple('CEILING', x, factor, Math.ceil), first)
  define('FLOOR', 'nn?', (x: number, factor = 1) => multiple('FLOOR', x, factor, Math.floor), first)
  define(
    'CEILING.MATH',
    'nn?n?',
    (x: number, factor = 1, mode = 0) =>
      toward(x, Math.abs(factor), x < 0 && mode !== 0 ? Math.floor : Math.ceil),
    first,
  )
  define(
    'FLOOR.MATH',
    'nn?n?',
    (x: number, factor = 1, mode = 0) =>
      toward(x, Math.abs(factor), x < 0 && mode !== 0 ? Math.ceil : Math.floor),
    first,
  )
  define(
    'CEILING.PRECISE ISO.CEILING',
    'nn?',
    (x: number, factor = 1) => toward(x, Math.abs(factor), Math.ceil),
    first,
  )
  define('FLOOR.PRECISE', 'nn?', (x: number, factor = 1) => toward(x, Math.abs(factor), Math.floor), first)
}

function multiple(name: string, x: number, factor: number, round: (x: number) => number): number {
  if (x > 0 && factor < 0)
    throw wrongNumber(
      `Function ${name} parameter 2 value is ${factor}. It should be greater than or equal to 0.`,
    )
  if (factor === 0 && name === 'FLOOR' && x !== 0) throw divisionByZero(name)
  return toward(x, factor, round)
}

function toward(x: number, factor: number, round: (x: number) => number): number {
  if (factor === 0) return 0
  const ratio = x / factor
  const near = Math.round(ratio)
  const isWhole = near !== 0 && Math.abs(ratio - near) < 1e-13 * Math.max(1, Math.abs(ratio))
  return (isWhole ? near : round(ratio)) * factor
}

function clean(x: number): number {
  return Number(x.toPrecision(15))
}

// ---- whole numbers

const MAX_MOD_RATIO = 1_125_900_000_000

function defineWholeNumbers(define: Define): void {
  define(
    'MOD',
    'nn',
    (x: number, divisor: number) => {
      if (divisor === 0) throw new Failure('#DIV/0!', 'Function MOD parameter 2 cannot be zero.')
      if (Math.abs(x / divisor) > MAX_MOD_RATIO)
        throw wrongNumber('Function MOD cannot be computed: the dividend is too large for the divisor.')
      const rest = x - divisor * Math.floor(x / divisor)
      return Number.isInteger(x) && Number.isInteger(divisor) ? ((x % divisor) + divisor) % divisor : rest
    },
    { format: 'first' },
  )
  define('QUOTIENT', 'nn', (x: number, divisor: number) => {
    if (divisor === 0) throw new Failure('#DIV/0!', 'Function QUOTIENT parameter 2 cannot be zero.')
    return Math.trunc(x / divisor)
  })
  define('ISEVEN', 'N', (x: number) => Math.trunc(x) % 2 === 0)
  define('ISODD', 'N', (x: number) => Math.trunc(x) % 2 !== 0)
  define('GCD', 'x+', (...args: Value[]) => wholes('GCD', args).reduce(gcd))
  define('LCM', 'x+', (...args: Value[]) =>
    wholes('LCM', args).reduce((a, b) => (a === 0 || b === 0 ? 0 : Math.abs(a / gcd(a, b)) * b)),
  )
  define('FACT', 'n', (x: number) => {
    must('FACT', 1, x, 'greater than or equal to', 0)
    return factorial(Math.trunc(x))
  })
  define('FACTDOUBLE', 'n', (x: number) => {
    must('FACTDOUBLE', 1, x, 'greater than or equal to', 0)
    let result = 1
    for (let n = Math.trunc(x); n > 1; n -= 2) result *= n
    return result
  })
  define('BASE', 'nnn?', (x: number, base: number, length = 0) => {
    must('BASE', 1, x, 'greater than or equal to', 0)
    mustBeBetween('BASE', 2, Math.trunc(base), 2, 36)
    mustBeBetween('BASE', 3, length, 0, 255)
    return Math.trunc(x).toString(Math.trunc(base)).toUpperCase().padStart(Math.trunc(length), '0')
  })
  define('DECIMAL', 'tn', (text: string, base: number) => {
    const radix = Math.trunc(base)
    mustBeBetween('DECIMAL', 2, radix, 2, 36)
    if (text === '') return 0
    const digits = [...text.trim().toLowerCase()].map(digit => Number.parseInt(digit, 36))
    if (digits.some(digit => Number.isNaN(digit) || digit >= radix))
      throw wrongNumber(`Function DECIMAL parameter 1 value '${text}' is not a number in base ${radix}.`)
    return digits.reduce((total, digit) => total * radix + digit, 0)
  })
}

function gcd(a: number, b: number): number {
  let [x, y] = [a, b]
  while (y !== 0) [x, y] = [y, x % y]
  return x
}

function wholes(name: string, args: Value[]): number[] {
  const found = numbersOf(name, args).map(Math.trunc)
  for (const [i, x] of found.entries()) must(name, i + 1, x, 'greater than or equal to', 0)
  return found.length === 0 ? [0] : found
}

// ---- counting

function defineCounting(define: Define): void {
  define('COMBIN', 'nn', (n: number, k: number) => {
    const [from, take] = [Math.trunc(n), Math.trunc(k)]
    must('COMBIN', 2, take, 'greater than or equal to', 0)
    must('COMBIN', 1, from, 'greater than or equal to', take)
    return combinations(from, take)
  })
  define('COMBINA', 'nn', (n: number, k: number) => {
    const [from, take] = [Math.trunc(n), Math.trunc(k)]
    must('COMBINA', 1, from, 'greater than or equal to', 0)
    must('COMBINA', 2, take, 'greater than or equal to', 0)
    if (take === 0) return 1
    if (from === 0) throw wrongNumber('Function COMBINA parameter 1 value is 0. It should be greater than 0.')
    return combinations(from + take - 1, take)
  })
  define('PERMUT', 'nn', (n: number, k: number) => {
    const [from, take] = [Math.trunc(n), Math.trunc(k)]
    must('PERMUT', 2, take, 'greater than or equal to', 0)
    must('PERMUT', 1, from, 'greater than or equal to', take)
    let result = 1
    for (let i = 0; i < take; i++) result *= from - i
    return result
  })
  define('PERMUTATIONA', 'nn', (n: number, k: number) => {
    const [from, take] = [Math.trunc(n), Math.trunc(k)]
    must('PERMUTATIONA', 1, from, 'greater than', 0)
    must('PERMUTATIONA', 2, take, 'greater than', 0)
    return from ** take
  })
  define('MULTINOMIAL', 'x+', (...args: Value[]) => {
    const parts = args.flatMap((arg, i) =>
      Array.isArray(arg)
        ? numbersIn(arg)
        : (arg as Scalar).value === ''
          ? [0]
          : numbersOf('MULTINOMIAL', [args[i] as Value]),
    )
    const wholeParts = parts.map(Math.trunc)
    for (const [i, x] of wholeParts.entries()) must('MULTINOMIAL', i + 1, x, 'greater than or equal to', 0)
    if (sum(wholeParts) < 171)
      return Math.round(wholeParts.reduce((total, x) => total / factorial(x), factorial(sum(wholeParts))))
    return Math.exp(gammaLn(sum(wholeParts) + 1) - sum(wholeParts.map(x => gammaLn(x + 1))))
  })
  define('SUMSQ', 'x+', (...args: Value[]) => sum(numbersOf('SUMSQ', args).map(x => x * x)))
}
