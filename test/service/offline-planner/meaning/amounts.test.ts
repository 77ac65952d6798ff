/** Numbers as people write them in words. */
import { expect, test } from 'vitest'
import { amongNumbers, numberIn } from '../../../../service/offline-planner/meaning/amounts.ts'

test.each([
  ['six hundred', 600],
  ['a hundred', 100],
  ['two hundred and fifty', 250],
  ['three thousand two hundred', 3200],
  ['six hundred forty-two', 642],
  ['thirty-five', 35],
  ['2 thousand', 2000],
  ['a tenner', 10],
  ['two dozen', 24],
  ['five euros', 5],
  ['1,200', 1200],
  ['zwölf', 12],
  ['fünfzig', 50],
  ['zweihundert', 200],
  ['50 tausend', 50_000],
  ['2 mille', 2000],
  ['cinquante euros', 50],
  ['dos mil', 2000],
  ['tres mil quinientos', 3500],
  ['50 mil', 50_000],
  ['3 lucas', 3000],
  ['1 200', 1200],
  ['12 345,50 €', 12_345.5],
  ['zéro', 0],
])('%s is %d', (text, value) => {
  expect(numberIn(text)).toBe(value)
})

test.each(['a definir', 'a few', 'Grand total', 'one two three', 'constructor', 'five constructor six', ''])(
  '“%s” is no number',
  text => {
    expect(numberIn(text)).toBeNull()
  },
)

test.each([
  ['a nought', 0],
  ['fifty', 50],
  ['12.5', 12.5],
  ['tbc', 'tbc'],
  ['a few', 'a few'],
])('among numbers “%s” is written as %j', (text, value) => {
  expect(amongNumbers(text)).toBe(value)
})
