/** Which tabs stand whole in a model's context, and in which words. */
import { expect, test } from 'vitest'
import type { GridCell } from '../../../service/sheets/overview/grid-cell.ts'
import { wholeTab } from '../../../service/sheets/whole-tab.ts'

const cell = (value: GridCell['value'], more: Partial<GridCell> = {}): GridCell => ({
  value,
  shown: String(value ?? ''),
  error: null,
  formula: null,
  formatType: null,
  pattern: null,
  ...more,
})
const grid = (rows: number, columns: number, value: string | number = 'abc'): GridCell[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => cell(value)))

test('the tab of the turn stands whole as long as it is told in few words', () => {
  const table = grid(70, 8)
  expect(wholeTab(table, 70, 8, true)?.rows).toHaveLength(70)
  expect(wholeTab(grid(55, 11, 'a longer text in each'), 55, 11, true)).toBeUndefined()
  expect(wholeTab(grid(1_001, 1), 1_001, 1, true)).toBeUndefined()
})

test('another tab stands whole where it is smaller', () => {
  expect(wholeTab(grid(55, 11), 55, 11, false)).toBeUndefined()
  expect(wholeTab(grid(66, 6, 8.5), 66, 6, false)?.rows).toHaveLength(66)
  expect(wholeTab(grid(37, 8, 'a longer text in each'), 37, 8, false)?.rows).toHaveLength(37)
})

test('long texts stand in full where there are few of them', () => {
  const long = 'x'.repeat(300)
  expect(wholeTab([[cell(long)]], 1, 1, true)?.rows).toEqual([`1: ${long}`])
  const many = wholeTab(grid(20, 1, long), 20, 1, true)
  expect(many?.rows[0]).toHaveLength(3 + 80)
})

test('dates that show only a part of themselves are told as dates', () => {
  const month = cell(44_013, { shown: 'July', formatType: 'DATE', pattern: 'mmmm' })
  const day = cell(44_013, { shown: '7/1/20', formatType: 'DATE', pattern: 'm/d/yy' })
  const whole = wholeTab(
    [
      [cell('Month'), cell('Day')],
      [month, day],
    ],
    2,
    2,
    true,
  )
  expect(whole?.formats).toEqual(['A mmmm (whole dates; in conditions ">="&N(A2))', 'B m/d/yy'])
})

test('columns that look alike are told with their format once', () => {
  const share = cell(0.5, { formatType: 'PERCENT', pattern: '0%' })
  expect(wholeTab([[share, share, cell(1), share]], 1, 4, true)?.formats).toEqual(['A:B, D 0%'])
})

test('fills, notes and what cells accept are told as ranges, and what is not there is said', () => {
  const yellow = cell(1, { fill: '#ffff00' })
  const cells = [
    [cell('Stage'), yellow],
    [cell('open', { accepts: 'list open | done' }), yellow],
    [cell('done', { accepts: 'list open | done' }), cell(3)],
  ]
  expect(wholeTab(cells, 3, 2, true)?.looks).toEqual([
    'fills: #ffff00 B1:B2',
    'validation: list open | done A2:A3',
    'no notes',
  ])
  expect(wholeTab([[cell(1, { note: 'ask Ann' })]], 1, 1, true)?.looks).toEqual([
    'notes: "ask Ann" A1',
    'no fills, validation',
  ])
})

test('a wide tab has the letters of its columns above its rows', () => {
  expect(wholeTab(grid(1, 9, 'x'), 1, 9, true)?.rows[0]).toBe('row: A | B | C | D | E | F | G | H | I')
  expect(wholeTab(grid(1, 3, 'x'), 1, 3, true)?.rows).toEqual(['1: x | x | x'])
})
