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
  const cells = ['x'.repeat(390_000)]
  const used = valuesIn('Used!A', cells)
  const unused = valuesIn('Unused!A', cells)
  for (let column = 0; column < 8; column++) valuesIn(`Others!${column}`, cells)
  expect(valuesIn('Used!A', [...cells])).toBe(used)
  for (let column = 0; column < 8; column++) valuesIn(`Later!${column}`, cells)
  expect(valuesIn('Used!A', [...cells])).toBe(used)
  expect(valuesIn('Unused!A', [...cells])).not.toBe(unused)
})

test('a column of long texts is not kept', () => {
  const cells = ['x'.repeat(600_000)]
  expect(valuesIn('Texts!A', cells)).not.toBe(valuesIn('Texts!A', cells))
})
