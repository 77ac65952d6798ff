/** Numbers in other bases, bits, and units. */

import { toText } from '../coerce.ts'
import type { Define } from '../signature.ts'
import { notAvailable, type Scalar, wrongNumber } from '../values.ts'
import { mustBeBetween } from './numbers.ts'
import { convert } from './units.ts'

export function defineEngineering(define: Define): void {
  defineBases(define)
  defineBits(define)
  define('DELTA', 'nn?', (a: number, b = 0) => Number(a === b))
  define('GESTEP', 'nn?', (a: number, step = 0) => Number(a >= step))
  define('CONVERT', 'ntt', (value: number, from: string, to: string) => {
    const result = convert(value, from, to)
    if (result === undefined)
      throw notAvailable(`Function CONVERT cannot convert from unit '${from}' to unit '${to}'.`)
    return result
  })
}

// ---- bases

const RADIX: Record<string, number> = { BIN: 2, OCT: 8, DEC: 10, HEX: 16 }
const DIGITS = 10

/** Ten digits; the upper half of what they can hold stands for the negative numbers. */
function read(name: string, given: Scalar, radix: number): number {
  const text = toText(given).trim().toUpperCase()
  if (text === '') return 0
  const valid = radix === 2 ? /^[01]{1,10}$/ : radix === 8 ? /^[0-7]{1,10}$/ : /^[0-9A-F]{1,10}$/
  if (!valid.test(text))
    throw wrongNumber(`Function ${name} parameter 1 value '${text}' is not a valid number in base ${radix}.`)
  const value = Number.parseInt(text, radix)
  return value >= radix ** DIGITS / 2 ? value - radix ** DIGITS : value
}

function write(name: string, value: number, radix: number, places: number | undefined): string {
  const whole = Math.trunc(value)
  const half = radix ** DIGITS / 2
  if (whole < -half || whole >= half)
    throw wrongNumber(
      `Function ${name} parameter 1 value is ${whole}. Valid values are between ${-half} and ${half - 1} inclusive.`,
    )
  if (whole < 0) return (whole + radix ** DIGITS).toString(radix).toUpperCase()
  const text = whole.toString(radix).toUpperCase()
  if (places === undefined) return text
  const width = Math.trunc(places)
  if (width < text.length || width > DIGITS)
    throw wrongNumber(
      `Function ${name} parameter 2 value is ${width}. Valid values are between ${text.length} and 10 inclusive.`,
    )
  return text.padStart(width, '0')
}

function defineBases(define: Define): void {
  for (const [from, radix] of Object.entries(RADIX))
    for (const [to, target] of Object.entries(RADIX)) {
      if (from === to) continue
      const name = `${from}2${to}`
      if (from === 'DEC')
        define(name, 'nn?', (value: number, places?: number) => write(name, value, target, places))
      else if (to === 'DEC') define(name, 'v', (given: Scalar) => read(name, given, radix))
      else
        define(name, 'vn?', (given: Scalar, places?: number) =>
          write(name, read(name, given, radix), target, places),
        )
    }
}

// ---- bits

const MAX_BITS = 281_474_976_710_655

function bits(name: string, index: number, value: number): bigint {
  mustBeBetween(name, index, value, 0, MAX_BITS)
  if (!Number.isInteger(value))
    throw wrongNumber(`Function ${name} parameter ${index} value is ${value}. It should be an integer.`)
  return BigInt(value)
}

function shifted(name: string, value: number, by: number): number {
  const given = bits(name, 1, value)
  mustBeBetween(name, 2, by, -53, 53)
  const count = BigInt(Math.trunc(Math.abs(by)))
  const result = by >= 0 ? given << count : given >> count
  if (result > BigInt(MAX_BITS))
    throw wrongNumber(`Function ${name} evaluates to a number that is too large.`)
  return Number(result)
}

function defineBits(define: Define): void {
  const pair = (name: string, compute: (a: bigint, b: bigint) => bigint) =>
    define(name, 'nn', (a: number, b: number) => Number(compute(bits(name, 1, a), bits(name, 2, b))))
  pair('BITAND', (a, b) => a & b)
  pair('BITOR', (a, b) => a | b)
  pair('BITXOR', (a, b) => a ^ b)
  define('BITLSHIFT', 'nn', (value: number, by: number) => shifted('BITLSHIFT', value, by))
  define('BITRSHIFT', 'nn', (value: number, by: number) => shifted('BITRSHIFT', value, -by))
}
