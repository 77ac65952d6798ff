import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Box,
  columnIndex,
  columnLetters,
  formatBox,
  formatRange,
  MAX_COLUMNS,
  overlaps,
  parseBox,
  parseRange,
} from '../../../service/sheets/a1.ts'

const row = fc.integer({ min: 0, max: 999_999 })
const column = fc.integer({ min: 0, max: MAX_COLUMNS - 1 })

const boxOf = ([a, b, c, d]: [number, number, number, number]): Box => ({
  startRow: Math.min(a, b),
  endRow: Math.max(a, b) + 1,
  startColumn: Math.min(c, d),
  endColumn: Math.max(c, d) + 1,
})
const closedBox = fc.tuple(row, row, column, column).map(boxOf)
const columnBox = fc
  .tuple(column, column)
  .map(([c, d]): Box => ({ startColumn: Math.min(c, d), endColumn: Math.max(c, d) + 1 }))
const rowBox = fc
  .tuple(row, row)
  .map(([a, b]): Box => ({ startRow: Math.min(a, b), endRow: Math.max(a, b) + 1 }))
const openDown = fc.tuple(row, columnBox).map(([startRow, box]): Box => ({ startRow, ...box }))
const anyBox = fc.oneof(closedBox, columnBox, rowBox, openDown)

describe('columns', () => {
  test('letters and indexes are each other turned round', () => {
    fc.assert(fc.property(column, index => columnIndex(columnLetters(index)) === index))
  })

  test.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [18_277, 'ZZZ'],
  ])('column %i is written %s', (index, letters) => {
    expect(columnLetters(index)).toBe(letters)
  })

  test('what is no column has index -1', () => {
    expect(['', 'A1', '1', 'ABCD', 'Ä'].map(columnIndex)).toEqual([-1, -1, -1, -1, -1])
  })
})

describe('ranges', () => {
  test('every box reads back as it was written', () => {
    fc.assert(
      fc.property(anyBox, box => {
        expect(parseBox(formatBox(box))).toEqual(box)
      }),
    )
  })

  test('every tab name survives quoting, also with apostrophes, exclamation marks and cell-like names', () => {
    const title = fc.oneof(
      fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
      fc.constantFrom("Q1 '24", 'A1', 'R1C1', '2024', "it's!", "'", "''", 'a!b', 'TRUE', ' padded '),
    )
    fc.assert(
      fc.property(title, anyBox, (tab, box) => {
        expect(parseRange(formatRange(tab, box))).toEqual({ tab, box })
      }),
    )
  })

  test.each([
    ['A1', { startRow: 0, endRow: 1, startColumn: 0, endColumn: 1 }],
    ['$B$2:$A$1', { startRow: 0, endRow: 2, startColumn: 0, endColumn: 2 }],
    ['A2:A', { startRow: 1, startColumn: 0, endColumn: 1 }],
    ['A:C5', { startRow: 0, endRow: 5, startColumn: 0, endColumn: 3 }],
    ['C:A', { startColumn: 0, endColumn: 3 }],
    ['3:5', { startRow: 2, endRow: 5 }],
    ['AA10:AB', { startRow: 9, startColumn: 26, endColumn: 28 }],
  ])('%s is read', (text, box) => {
    expect(parseBox(text)).toEqual(box)
  })

  test.each(['', 'A', '1', 'A1:B2:C3', 'A0', 'ZZZZ1', 'Leads', 'A1:', ':A1', 'A1;B2', 'AAAA:AAAB'])(
    '"%s" is no range',
    text => {
      expect(parseBox(text)).toBeNull()
    },
  )

  test('a tab without quotes may hold spaces', () => {
    expect(parseRange('My tab!A1')?.tab).toBe('My tab')
  })

  test('a quoted tab alone is the whole tab', () => {
    expect(parseRange("'It''s mine'")).toEqual({ tab: "It's mine", box: {} })
  })

  test('an unquoted word alone is left to whoever knows the tabs', () => {
    expect(parseRange('Leads')).toBeNull()
  })

  test('boxes overlap exactly when they share a cell', () => {
    const cell = (box: Box, r: number, c: number) =>
      r >= (box.startRow ?? 0) &&
      r < (box.endRow ?? 9) &&
      c >= (box.startColumn ?? 0) &&
      c < (box.endColumn ?? 9)
    const tiny = fc.integer({ min: 0, max: 4 })
    const small = fc.tuple(tiny, tiny, tiny, tiny).map(boxOf)
    fc.assert(
      fc.property(small, small, (a, b) => {
        let shared = false
        for (let r = 0; r < 9; r += 1)
          for (let c = 0; c < 9; c += 1) shared ||= cell(a, r, c) && cell(b, r, c)
        expect(overlaps(a, b)).toBe(shared)
      }),
    )
  })
})
