/** Colours as people call them, in the languages that are read. */
import { expect, test } from 'vitest'
import { seenOf } from '../../../../scripts/planner-model/pairs.ts'
import { indexFor } from '../../../../service/offline-planner/linking/sheet.ts'
import { colorOf } from '../../../../service/offline-planner/meaning/colors.ts'
import { groundOf } from '../../../../service/offline-planner/meaning/ground.ts'

function colorIn(said: string, text: string): string | null {
  const { overview, data } = seenOf({ tabs: [{ title: 'Sheet1', rows: [['Name'], ['Ada']] }] })
  const index = indexFor({ overview, data }, said)
  const scope = { index, overview, tab: overview.tabs[0]!, today: 46_347, overwrite: false }
  return colorOf(text, groundOf(scope, said))
}

test.each([
  ['colour it', 'pale green', 'light green'],
  ['colour it', 'navy', 'dark blue'],
  ['colour it', 'yellowish', 'yellow'],
  ['färbe die Zeilen', 'hellgrün', 'light green'],
  ['färbe die Zeilen', 'dunkelrotes', 'dark red'],
  ['färbe die Zeilen', 'rötlich', 'red'],
  ['surligne les lignes', 'vert foncé', 'dark green'],
  ['surligne les lignes', 'bleu ciel', 'light blue'],
  ['surligne les lignes', 'rougeâtre', 'red'],
  ['pinta las filas', 'amarillito', 'yellow'],
  ['pinta las filas', 'rojo claro', 'light red'],
  ['行に色を付けて', '水色', 'light blue'],
  ['行に色を付けて', '赤っぽく', 'red'],
  ['行に色を付けて', '薄い黄色', 'light yellow'],
])('“%s”: “%s” is %s', (said, text, color) => {
  expect(colorIn(said, text)).toBe(color)
})

test.each(['Ada', 'whoever', 'redo', ''])('“%s” is no colour', text => {
  expect(colorIn('colour it', text)).toBeNull()
})
