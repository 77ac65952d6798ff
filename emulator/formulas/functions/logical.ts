/** AND, OR, XOR, NOT and the signs of a formula as functions (ADD, EQ, CONCAT…). */

import { BINARY, power, UNARY } from '../arithmetic.ts'
import { toBoolean } from '../coerce.ts'
import type { Define } from '../signature.ts'
import { type Scalar, type Value, wrongNumber, wrongValue } from '../values.ts'
import { gathered } from './numbers.ts'

export function defineLogical(define: Define): void {
  define('AND', 'x+', (...args: Value[]) => truths('AND', args).every(Boolean))
  define('OR', 'x+', (...args: Value[]) => truths('OR', args).some(Boolean))
  define('XOR', 'x+', (...args: Value[]) => truths('XOR', args).filter(Boolean).length % 2 === 1)
  define('NOT', 'b', (value: boolean) => !value)
  define('TRUE', '', () => true)
  define('FALSE', '', () => false)
  define('NA', '', () => {
    throw { value: '#N/A', message: '' }
  })
  for (const [name, compute] of Object.entries(BINARY))
    define(name, 'vv', (a: Scalar, b: Scalar) => compute(a, b))
  for (const [name, compute] of Object.entries(UNARY)) define(name, 'v', (a: Scalar) => compute(a))
  define('POWER', 'nn', power)
  define('ISBETWEEN', 'vvvb?b?', (value: Scalar, low: Scalar, high: Scalar, lowIn = true, highIn = true) => {
    if (between(high, low) < 0) throw wrongNumber('Function ISBETWEEN parameter 3 is less than parameter 2.')
    const [fromLow, toHigh] = [between(value, low), between(high, value)]
    return (lowIn ? fromLow >= 0 : fromLow > 0) && (highIn ? toHigh >= 0 : toHigh > 0)
  })
}

function between(a: Scalar, b: Scalar): number {
  if (BINARY.GT?.(a, b).value === true) return 1
  return BINARY.EQ?.(a, b).value === true ? 0 : -1
}

/** Of what is typed, each must be a truth; in cells, texts and blanks are passed over. */
function truths(name: string, args: Value[]): boolean[] {
  const found = gathered(
    args,
    (arg, index) => toBoolean(arg, { name, index }),
    value => (typeof value === 'boolean' || typeof value === 'number' ? Boolean(value) : undefined),
  )
  if (found.length === 0) throw wrongValue(`${name} has no valid input data.`)
  return found
}
