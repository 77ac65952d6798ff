/** Days that people call by what they are. */
import { expect, test } from 'vitest'
import { isoDate, serialOf } from '../../../../service/offline-planner/linking/dates.ts'
import { everydaySpan } from '../../../../service/offline-planner/meaning/everyday.ts'

const TODAY = serialOf(2026, 11, 21)
const spanOf = (text: string, today = TODAY): string[] | null => {
  const span = everydaySpan(text, today)
  return span && [isoDate(span.from), isoDate(span.to)]
}

test.each([
  ['Christmas', '2026-12-25', '2026-12-27'],
  ['Weihnachten 2025', '2025-12-25', '2025-12-27'],
  ['Heiligabend', '2026-12-24', '2026-12-25'],
  ['new year', '2027-01-01', '2027-01-02'],
  ['Neujahr 2026', '2026-01-01', '2026-01-02'],
  ['easter', '2026-04-05', '2026-04-07'],
  ['Pâques 2027', '2027-03-28', '2027-03-30'],
  ['Good Friday 2025', '2025-04-18', '2025-04-19'],
  ['the summer', '2026-06-01', '2026-09-01'],
  ['winter', '2026-12-01', '2027-03-01'],
  ['the first half of the year', '2026-01-01', '2026-07-01'],
  ['the end of the year', '2027-01-01', '2027-01-01'],
  ['fin de mes', '2026-12-01', '2026-12-01'],
  ['年末', '2027-01-01', '2027-01-01'],
])('%s lasts from %s up to %s', (text, from, to) => {
  expect(spanOf(text)).toEqual([from, to])
})

test('a month is called by no such name', () => {
  expect(spanOf('march')).toBeNull()
})
