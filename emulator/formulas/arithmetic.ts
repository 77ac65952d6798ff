/** The signs of a formula (+ - * / ^ & = <> < > <= >= %) over scalars: numbers, formats, comparing. */
import { compareValues, isDate, toNumber, toText } from './coerce.ts'
import { Failure, isError, type Scalar, wrongNumber } from './values.ts'

export type Binary = (a: Scalar, b: Scalar) => Scalar
export type Unary = (a: Scalar) => Scalar

function arithmetic(name: string, compute: (a: number, b: number) => number, format = eitherFormat): Binary {
  const [first, second] = [
    { name, index: 0 },
    { name, index: 1 },
  ]
  return (a, b) => {
    const result = compute(toNumber(a, first), toNumber(b, second))
    if (!Number.isFinite(result)) throw wrongNumber('Result was too large or is not a real number.')
    const shown = a.format === undefined && b.format === undefined ? undefined : format(a, b)
    return shown === undefined ? { value: result } : { value: result, format: shown }
  }
}

function eitherFormat(a: Scalar, b: Scalar): string | undefined {
  return a.format ?? b.format
}

/** Between two dates lies a number of days. */
function differenceFormat(a: Scalar, b: Scalar): string | undefined {
  return isDate(a.format) && isDate(b.format) ? undefined : eitherFormat(a, b)
}

function comparison(holds: (order: number) => boolean): Binary {
  return (a, b) => {
    if (isError(a)) throw a
    if (isError(b)) throw b
    return { value: holds(compareValues(a.value, b.value)) }
  }
}

function divide(a: number, b: number): number {
  if (b === 0) throw new Failure('#DIV/0!', 'Function DIVIDE parameter 2 cannot be zero.')
  return a / b
}

export function power(base: number, exponent: number): number {
  if (base === 0 && exponent === 0)
    throw wrongNumber('Function POWER parameter 2 value is 0. The base is 0 too.')
  if (base === 0 && exponent < 0) throw new Failure('#DIV/0!', 'Function POWER parameter 1 cannot be zero.')
  const root = 1 / exponent
  // A root of odd degree of a negative number is real.
  if (
    base < 0 &&
    !Number.isInteger(exponent) &&
    Math.abs(root - Math.round(root)) < 1e-9 &&
    Math.round(root) % 2 !== 0
  )
    return -((-base) ** exponent)
  const result = base ** exponent
  if (Number.isNaN(result))
    throw wrongNumber('POWER(base, exponent): a negative base needs an integer exponent.')
  return result
}

export const BINARY: Record<string, Binary> = {
  ADD: arithmetic('ADD', (a, b) => a + b),
  MINUS: arithmetic('MINUS', (a, b) => a - b, differenceFormat),
  MULTIPLY: arithmetic('MULTIPLY', (a, b) => a * b),
  DIVIDE: arithmetic('DIVIDE', divide),
  POW: arithmetic('POW', power),
  CONCAT: (a, b) => ({ value: toText(a) + toText(b) }),
  EQ: comparison(order => order === 0),
  NE: comparison(order => order !== 0),
  LT: comparison(order => order < 0),
  GT: comparison(order => order > 0),
  LTE: comparison(order => order <= 0),
  GTE: comparison(order => order >= 0),
}

function sign(name: string, compute: (a: number) => number): Unary {
  const place = { name, index: 0 }
  return a => {
    const value = compute(toNumber(a, place))
    return a.format === undefined ? { value } : { value, format: a.format }
  }
}

export const UNARY: Record<string, Unary> = {
  UMINUS: sign('UMINUS', a => (a === 0 ? 0 : -a)),
  UPLUS: a => {
    if (isError(a)) throw a
    return a
  },
  UNARY_PERCENT: sign('UNARY_PERCENT', a => a / 100),
}
