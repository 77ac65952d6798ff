/** Why a recorded value does not come out the same, where that is known. Asked in order. */
import type { Compared } from './compare.ts'

const CAUSES: [cause: string, holds: (row: Compared) => boolean][] = [
  [
    'the sheet it was recorded in: no room to spill, its row, its place among tabs',
    ({ formula, expected }) =>
      /FREQUENCY|MODE\.MULT/.test(formula)
        ? expected === '#REF!'
        : /^=.*\b(ROW|SHEET)\(\)|SEQUENCE\(1000/.test(formula),
  ],
  ['control characters that the recording lost', ({ formula }) => /^=CHAR\((1|9)\)$/.test(formula)],
  [
    'last digits of Google’s own arithmetic',
    ({ type, expected, got }) =>
      type === 'number' &&
      Math.abs(Number(expected) - Number(got)) <= 1e-5 * Math.max(1e-9, Math.abs(Number(expected))),
  ],
  ['a function that Google does not list', ({ formula }) => /SORTBY\(/.test(formula)],
  [
    'an argument count that Google’s documentation does not have',
    ({ message }) => /Wrong number of arguments/.test(message),
  ],
  ['parts of numbers where whole ones are wanted', ({ formula }) => /\((\d+\.\d+),/.test(formula)],
]

export function causeOf(row: Compared): string {
  return CAUSES.find(([, holds]) => holds(row))?.[0] ?? 'not known'
}
