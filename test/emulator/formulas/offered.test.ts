/** The functions that the page offers are those that Google Sheets has. */
import { expect, test } from 'vitest'
import { Grid, loadEngine } from './grid.ts'

const offered = () =>
  Object.entries(loadEngine().registries.functionRegistry.content).filter(([, { hidden }]) => !hidden)

test('names that Google Sheets has not are offered to nobody', () => {
  const names = offered().map(([name]) => name)
  for (const name of ['SUM', 'QUERY', 'LET', 'NOW', 'RANDBETWEEN', 'ARRAYFORMULA', 'XLOOKUP'])
    expect(names).toContain(name)
  for (const name of [
    'TEXTSPLIT',
    'FORMAT.LARGE.NUMBER',
    'MONTH.START',
    'PIVOT.VALUE',
    'MATTHEWS',
    'RANGE_OF',
  ])
    expect(names).not.toContain(name)
})

test('each function stands in a category of the menu', () => {
  const without = offered().filter(([, { category }]) => !category)
  expect(without).toEqual([])
  // The engine's categories are objects that say a text.
  const categories = [...new Set(offered().map(([, { category }]) => category))].map(String)
  expect(categories.filter((name, at) => categories.indexOf(name) !== at)).toEqual([])
})

test('a formula with a name that Google Sheets has not says so', () => {
  const grid = new Grid([['=TEXTSPLIT("a b"," ")', '=QUARTER(1)']])
  expect([grid.value('A1'), grid.value('B1')]).toEqual(['#NAME?', '#NAME?'])
  expect(grid.message('A1')).toBe("Unknown function: 'TEXTSPLIT'.")
})
