/** What functions over samples have in common: one definition for several names, and what too few values say. */
import type { Define, Run } from '../../signature.ts'
import { divisionByZero, wrongNumber } from '../../values.ts'

export function each(define: Define, names: string, spec: string, make: (name: string) => Run): void {
  for (const name of names.split(' ')) define(name, spec, make(name))
}

export function some(name: string, values: number[], least = 1): number[] {
  if (values.length < least)
    throw least === 1 ? wrongNumber(`${name} has no valid input data.`) : divisionByZero(name)
  return values
}

export function notZero(name: string, value: number): number {
  if (value === 0) throw divisionByZero(name)
  return value
}
