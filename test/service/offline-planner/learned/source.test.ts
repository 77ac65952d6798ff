/** What the learned reader sees of a sentence: its words, each of which can be pointed at. */
import { expect, test } from 'vitest'
import { seenOf } from '../../../../scripts/planner-model/pairs.ts'
import { sourceOf } from '../../../../service/offline-planner/learned/source.ts'
import { link } from '../../../../service/offline-planner/linking/link.ts'
import { indexFor } from '../../../../service/offline-planner/linking/sheet.ts'

function wordsIn(say: string, headers: string[]): string[] {
  const { overview, data } = seenOf({ tabs: [{ title: 'Sheet1', rows: [headers, headers.map(() => 'x')] }] })
  const index = indexFor({ overview, data }, say)
  const units = sourceOf(index, overview.tabs[0]!, link(index, { text: say, today: 46_347 }))
  return (units ?? []).map(({ words }) => words.join('·'))
}

test('a sign in the midst of words that belong together is one of its own', () => {
  expect(wordsIn('the bit after the @', ['Mail'])).toContain('@')
})

test('yes and no are two', () => {
  expect(wordsIn('only yes or no in Paid', ['Paid'])).toEqual(expect.arrayContaining(['yes', 'or', 'no']))
})

test('characters without spaces between them are the words of a dictionary', () => {
  const words = wordsIn('予約はまだ着いていない人だけ', ['予約した日'])
  expect(words).toContain('まだ')
  expect(words).toContain('予約·した·日')
})

test('a sentence of more words than were learned is not read', () => {
  expect(wordsIn('word '.repeat(80), ['Mail'])).toEqual([])
})

test('digits as wide as their script are numbers', () => {
  expect(wordsIn('作品５０点以上の人だけ', ['作品数'])).toContain('<number>')
})

test('a noun is seen without the article or the possessive that is written onto it', () => {
  expect(wordsIn("l'argent d'Oriane", ['Nom'])).toEqual(expect.arrayContaining(['argent', 'oriane']))
  expect(wordsIn("the ward's kettle", ['Name'])).toContain('ward')
  expect(wordsIn("what's in it, and d'oh", ['Name'])).toContain("what's")
})

test('words written as one are two, where the sheet knows a part', () => {
  const german = (say: string) => wordsIn(say, ['Patient', 'Abteilung'])
  expect(german('nur die Boule-Abteilung bitte')).toEqual(expect.arrayContaining(['boule', 'abteilung']))
  expect(german('die Patientenspalte bitte ganz nach vorne')).toEqual(
    expect.arrayContaining(['patienten', 'spalte']),
  )
  expect(german('die Fünf-Tage-Woche bitte streichen')).toContain('funf-tage-woche')
})

test('a French article that is written onto a word is a word of its own', () => {
  const words = wordsIn("les lignes d'Adam et la date d'arrivée d'abord", ['Nom', "Date d'arrivée"])
  expect(words).toEqual(expect.arrayContaining(['adam', 'date·de·arrivee', "d'abord"]))
})

test.each([
  ['bitte die Zeile mit INV-Abteilung9 und INV-1009 löschen', 'inv-1009'],
  ['please delete Mary-Patient from the list', 'mary-patient'],
  ['bitte die Zeile von Anna-Lena in der Liste löschen', 'anna-lena'],
  ['trie les lignes de la colonne constructor’a', 'constructor’a'],
])('a code or a name with a hyphen stays one word: %s', (say, word) => {
  expect(wordsIn(say, ['Patient', 'Abteilung', 'Anna']).join(' ')).toMatch(new RegExp(word.replace('’', '.')))
})
