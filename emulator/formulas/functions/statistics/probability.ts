/** What functions over distributions have in common: one definition for several names, and what arguments may be. */
import type { Define, Run } from '../../signature.ts'
import { wrongNumber } from '../../values.ts'
import { must } from '../numbers.ts'
import { gammaP, invert } from '../special.ts'

export const positive = (name: string, index: number, value: number) =>
  must(name, index, value, 'greater than', 0)

export const notNegative = (name: string, index: number, value: number) =>
  must(name, index, value, 'greater than or equal to', 0)

/** Probabilities of inverse functions lie between 0 and 1, both left out. */
export function open(name: string, index: number, p: number): void {
  if (!(p > 0 && p < 1))
    throw wrongNumber(
      `Function ${name} parameter ${index} value is ${p}. Valid values are between 0 and 1 exclusive.`,
    )
}

export function each(define: Define, names: string, spec: string, make: (name: string) => Run): void {
  for (const name of names.split(' ')) define(name, spec, make(name))
}

export function gammaInverse(p: number, alpha: number): number {
  if (p === 0) return 0
  if (p === 1) throw wrongNumber('The inverse is infinite at a probability of 1.')
  return invert(x => gammaP(alpha, x), p, 0, Number.POSITIVE_INFINITY)
}
