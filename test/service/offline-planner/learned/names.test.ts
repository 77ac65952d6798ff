/** The name of something new is the one that stands behind "called". */
import { expect, test } from 'vitest'
import { seenOf } from '../../../../scripts/planner-model/pairs.ts'
import { itemsOf, type Sign } from '../../../../service/offline-planner/learned/items.ts'
import { withNameGiven } from '../../../../service/offline-planner/learned/names.ts'
import { sourceOf } from '../../../../service/offline-planner/learned/source.ts'
import { link } from '../../../../service/offline-planner/linking/link.ts'
import { indexFor } from '../../../../service/offline-planner/linking/sheet.ts'

/** The name that is taken where the network has `wrong`; `=` stands for the rest of a column. */
function nameIn(say: string, wrong: string, before: string, last = wrong): string | undefined {
  const { overview, data } = seenOf({ tabs: [{ title: 'Sheet1', rows: [['Wage'], [12]] }] })
  const index = indexFor({ overview, data }, say)
  const units = sourceOf(index, overview.tabs[0]!, link(index, { text: say, today: 46_347 }))!
  const at = units.findIndex(({ words }) => words.includes(wrong))
  const end = units.findIndex(({ words }) => words.includes(last))
  const wage = units.findIndex(({ column }) => column !== undefined)
  const signs: Sign[] = [before, ...(before === 'rename' ? [wage] : []), '"', at, end, '=']
  const items = itemsOf(withNameGiven(signs, units, say), units, say)
  return items?.flatMap(item => (item.kind === 'text' ? [item.text] : []))[0]
}

test.each([
  ['what share of the wages is each person? a new column called Share', 'share', 'Share'],
  ['what share of the wages is each person? a new column called Wage Share. Thanks', 'share', 'Wage Share'],
  ['the phone next to the booking please, column called phone', 'booking', 'phone'],
  ['what share of the wages is each person, as column Share', 'share', 'Share'],
  ['den Vornamen einzeln, eigene Spalte Vorname bitte', 'vornamen', 'Vorname'],
  ['hol mir den Saal dazu, die Spalte heißt dann auch Saal', 'dann', 'Saal'],
  ['room for phone numbers: an empty column, Phone at the top', 'phone', 'Phone'],
])('a new column is called as it is said behind "called": %s', (say, wrong, name) => {
  expect(nameIn(say, wrong, 'column')).toBe(name)
})

test('what is there gets the name as it is written', () => {
  expect(nameIn('That is the pay, not the wage. Alter the heading to Pay.', 'pay', 'rename')).toBe('Pay')
})

test('a name in quotation marks may stand beside the word for a heading', () => {
  expect(nameIn('賃金だけの列をください。見出しは「累計」で', '賃金', 'column')).toBe('累計')
})

test('a name ends before the word for a column', () => {
  expect(nameIn('Add a Room column here with the wage', 'room', 'column', 'here')).toBe('Room')
  expect(nameIn('Add a sheet Hidden columns', 'hidden', 'newtab', 'columns')).toBe('Hidden columns')
})

test('a name that begins like a cell is taken whole', () => {
  expect(nameIn('Give me a blank sheet called Q4 Notes.', 'notes', 'newtab')).toBe('Q4 Notes')
})

test('a column that is there gives no name to a new one', () => {
  expect(nameIn('insert a column Cost before the column called Wage', 'cost', 'insertcolumn')).toBe('Cost')
  expect(nameIn('a column Late with “yes” where the wage is over 10', 'late', 'column')).toBe('Late')
})

test('what stands in quotation marks is the name', () => {
  expect(nameIn('the wages added up as they go in a column “Running total”', 'wages', 'column')).toBe(
    'Running total',
  )
})

test('without a word for calling the name stays as it was read', () => {
  expect(nameIn('a column with the wages of each person', 'wages', 'column')).toBe('wages')
})
