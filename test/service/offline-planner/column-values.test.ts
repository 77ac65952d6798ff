/** What is kept of a column's texts from sentence to sentence. */
import { expect, test } from 'vitest'
import { valuesIn } from '../../../service/offline-planner/linking/column-values.ts'

const keysOf = (name: string, cells: unknown[]): string[] => [...valuesIn(name, cells).byKey.keys()]

test('the texts of a column are found again while its cells are the same', () => {
  const first = valuesIn('Kept!A', ['North Bay', 'South'])
  expect(valuesIn('Kept!A', ['North Bay', 'South'])).toBe(first)
})

test('a column of which one cell was changed is read anew', () => {
  expect(keysOf('Changed!A', ['North', 'South'])).toEqual(['north', 'south'])
  expect(keysOf('Changed!A', ['North', 'West'])).toEqual(['north', 'west'])
  expect(keysOf('Changed!A', ['North', 'West', 'East'])).toEqual(['north', 'west', 'east'])
})

test('a column of the same name in another spreadsheet has its own texts', () => {
  expect(keysOf('Same!A', ['Ada'])).toEqual(['ada'])
  expect(keysOf('Same!A', ['Grace'])).toEqual(['grace'])
  expect(keysOf('Same!A', ['Ada'])).toEqual(['ada'])
})

test('what was used longest ago is forgotten first', () => {
  const cells = Array.from({ length: 20_000 }, (_, at) => `value ${at}`)
  const oldest = valuesIn('Oldest!A', cells)
  const used = valuesIn('Used!A', cells)
  expect(valuesIn('Oldest!A', [...cells])).toBe(oldest)
  valuesIn('Newest!A', cells)
  expect(valuesIn('Oldest!A', [...cells])).toBe(oldest)
  expect(valuesIn('Used!A', [...cells])).not.toBe(used)
})
