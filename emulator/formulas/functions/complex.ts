/** Complex numbers, which Google keeps as texts: "3+4i". */

import { toText } from '../coerce.ts'
import type { Define } from '../signature.ts'
import {
  cellsOf,
  divisionByZero,
  isError,
  type Scalar,
  toMatrix,
  type Value,
  wrongNumber,
  wrongValue,
} from '../values.ts'

interface Complex {
  re: number
  im: number
  unit: string
}

const NUMBER = String.raw`(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`
const PARTS = new RegExp(`^([-+]?${NUMBER})?(?:([-+]?)(${NUMBER})?([ij]))?$`, 'i')
const IMAGINARY_ONLY = new RegExp(`^([-+]?)(${NUMBER})?([ij])$`)

function read(name: string, given: Scalar): Complex {
  if (isError(given)) throw given
  if (typeof given.value === 'number') return { re: given.value, im: 0, unit: '' }
  const text = toText(given).trim()
  const only = IMAGINARY_ONLY.exec(text)
  if (only !== null) return { re: 0, im: signed(only[1], only[2] ?? '1'), unit: only[3] ?? 'i' }
  const match = typeof given.value === 'boolean' ? null : PARTS.exec(text)
  if (
    match === null ||
    text === '' ||
    (match[4] !== undefined && match[2] === '') ||
    /[IJ]/.test(match[4] ?? '')
  )
    throw wrongNumber(`Function ${name} parameter value '${text}' is not a valid complex number.`)
  const [, re = '0', sign, im = '1', unit] = match
  return { re: Number(re), im: unit === undefined ? 0 : signed(sign, im), unit: unit ?? '' }
}

function signed(sign: string | undefined, digits: string): number {
  return sign === '-' ? -Number(digits) : Number(digits)
}

/** Fifteen digits, as Google writes them. */
function digits(value: number): string {
  const short = Number(value.toPrecision(15))
  const text = String(short)
  if (!text.includes('e')) {
    const size = Math.abs(short)
    if (size !== 0 && size < 1e-4) return exponential(short)
    return text
  }
  return exponential(short)
}

function exponential(value: number): string {
  const [mantissa, exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  return `${mantissa}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

function write({ re, im, unit }: Complex): string {
  const i = unit || 'i'
  const [real, imaginary] = [digits(re), digits(im)]
  if (Number(imaginary) === 0) return Number(real) === 0 ? '0' : real
  const shown = Math.abs(im) === 1 ? (im < 0 ? '-' : '') : imaginary
  if (Number(real) === 0) return `${shown}${i}`
  return `${real}${im < 0 ? '' : '+'}${shown}${i}`
}

// ---- arithmetic

const of = (re: number, im: number, unit = ''): Complex => ({ re, im, unit })

function add(a: Complex, b: Complex): Complex {
  return of(a.re + b.re, a.im + b.im, a.unit || b.unit)
}

function multiply(a: Complex, b: Complex): Complex {
  return of(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re, a.unit || b.unit)
}

function divide(name: string, a: Complex, b: Complex): Complex {
  const size = b.re ** 2 + b.im ** 2
  if (size === 0) throw divisionByZero(name)
  return of((a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size, a.unit || b.unit)
}

const size = ({ re, im }: Complex) => Math.hypot(re, im)
const angle = ({ re, im }: Complex) => Math.atan2(im, re)

function log(name: string, z: Complex): Complex {
  if (size(z) === 0)
    throw name === 'IMLN' ? wrongNumber(`Function ${name} parameter 1 value is 0.`) : divisionByZero(name)
  return of(Math.log(size(z)), angle(z), z.unit)
}

const scale = (z: Complex, by: number) => of(z.re * by, z.im * by, z.unit)
const exp = (z: Complex) => of(Math.exp(z.re) * Math.cos(z.im), Math.exp(z.re) * Math.sin(z.im), z.unit)
const sin = (z: Complex) => of(Math.sin(z.re) * Math.cosh(z.im), Math.cos(z.re) * Math.sinh(z.im), z.unit)
const cos = (z: Complex) => of(Math.cos(z.re) * Math.cosh(z.im), -Math.sin(z.re) * Math.sinh(z.im), z.unit)
const sinh = (z: Complex) => of(Math.sinh(z.re) * Math.cos(z.im), Math.cosh(z.re) * Math.sin(z.im), z.unit)
const cosh = (z: Complex) => of(Math.cosh(z.re) * Math.cos(z.im), Math.sinh(z.re) * Math.sin(z.im), z.unit)

function tan(z: Complex): Complex {
  const below = Math.cos(2 * z.re) + Math.cosh(2 * z.im)
  return of(Math.sin(2 * z.re) / below, Math.sinh(2 * z.im) / below, z.unit)
}

function tanh(z: Complex): Complex {
  const below = Math.cosh(2 * z.re) + Math.cos(2 * z.im)
  return of(Math.sinh(2 * z.re) / below, Math.sin(2 * z.im) / below, z.unit)
}

function power(z: Complex, exponent: number): Complex {
  if (size(z) === 0) {
    if (exponent <= 0)
      throw wrongNumber('Function IMPOWER: 0 cannot be raised to a power that is not positive.')
    return of(0, 0, z.unit)
  }
  const [radius, turn] = [size(z) ** exponent, angle(z) * exponent]
  return of(radius * Math.cos(turn), radius * Math.sin(turn), z.unit)
}

function squareRoot(z: Complex): Complex {
  const radius = Math.sqrt(size(z))
  return of(radius * Math.cos(angle(z) / 2), radius * Math.sin(angle(z) / 2), z.unit)
}

// ---- the functions

export function defineComplex(define: Define): void {
  define('COMPLEX', 'nnt?', (re: number, im: number, unit = 'i') => {
    if (unit !== 'i' && unit !== 'j')
      throw wrongValue(`Function COMPLEX parameter 3 value '${unit}' should be i or j.`)
    return write({ re, im, unit })
  })
  const one = (name: string, compute: (z: Complex) => Complex) =>
    define(name, 'e', (given: Scalar) => write(compute(read(name, given))))
  const number = (name: string, compute: (z: Complex) => number) =>
    define(name, 'e', (given: Scalar) => compute(read(name, given)))
  number('IMREAL', ({ re }) => re)
  number('IMAGINARY', ({ im }) => im)
  number('IMABS', size)
  number('IMARGUMENT', z => {
    if (size(z) === 0) throw divisionByZero('IMARGUMENT')
    return angle(z)
  })
  one('IMCONJUGATE', z => of(z.re, -z.im, z.unit))
  one('IMEXP', exp)
  one('IMSQRT', squareRoot)
  one('IMLN', z => log('IMLN', z))
  one('IMLOG2', z => scale(log('IMLOG2', z), Math.LOG2E))
  one('IMLOG10', z => scale(log('IMLOG10', z), Math.LOG10E))
  define('IMLOG', 'en', (given: Scalar, base: number) => {
    if (base <= 0 || base === 1)
      throw wrongNumber(`Function IMLOG parameter 2 value is ${base}. It should be positive and not 1.`)
    return write(scale(log('IMLOG', read('IMLOG', given)), 1 / Math.log(base)))
  })
  for (const [name, compute] of Object.entries({ sin, cos, sinh, cosh, tan, tanh }))
    one(`IM${name.toUpperCase()}`, compute)
  const over = (name: string, compute: (z: Complex) => Complex) =>
    one(name, z => divide(name, of(1, 0, z.unit), compute(z)))
  over('IMSEC', cos)
  over('IMCSC', sin)
  over('IMCOT', tan)
  over('IMSECH', cosh)
  over('IMCSCH', sinh)
  over('IMCOTH', tanh)
  defineMany(define)
}

function defineMany(define: Define): void {
  const pair = (name: string, compute: (a: Complex, b: Complex) => Complex) =>
    define(name, 'ee', (a: Scalar, b: Scalar) => {
      const [x, y] = [read(name, a), read(name, b)]
      checkUnits(name, [x, y])
      return write(compute(x, y))
    })
  pair('IMSUB', (a, b) => add(a, scale(b, -1)))
  pair('IMDIV', (a, b) => divide('IMDIV', a, b))
  define('IMPOWER', 'en', (given: Scalar, exponent: number) => write(power(read('IMPOWER', given), exponent)))
  const all = (name: string, compute: (a: Complex, b: Complex) => Complex) =>
    define(name, 'x+', (...args: Value[]) => {
      const numbers = args.flatMap(arg =>
        [...cellsOf(toMatrix(arg))].filter(({ value }) => value !== null).map(cell => read(name, cell)),
      )
      checkUnits(name, numbers)
      return write(numbers.reduce(compute))
    })
  all('IMSUM', add)
  all('IMPRODUCT', multiply)
}

function checkUnits(name: string, numbers: readonly Complex[]): void {
  if (new Set(numbers.map(({ unit }) => unit).filter(unit => unit !== '')).size > 1)
    throw wrongNumber(`Function ${name} cannot mix numbers in i with numbers in j.`)
}
