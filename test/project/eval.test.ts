/** The evaluation's own rules: SpreadsheetBench's answer ranges and its value comparison. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changedOutside, differences, sameValue, type TabValues } from '../../scripts/eval/compare.ts'
import { parseAnswerPosition } from '../../scripts/eval/dataset.ts'
import { keepResult, readEarlier } from '../../scripts/eval/earlier.ts'
import type { Scalar } from '../../scripts/eval/workbook.ts'

const tab = (title: string, cells: Scalar[][]): TabValues => ({
  title,
  rows: cells.length,
  columns: Math.max(...cells.map(row => row.length)),
  at: (row, column) => cells[row]?.[column] ?? null,
})

describe('answer positions', () => {
  test('a range without a tab means the first tab', () => {
    expect(parseAnswerPosition('A1:N53')).toEqual([{ tab: null, range: 'A1:N53' }])
  })

  test('several ranges are split, wherever the quotes stand', () => {
    expect(parseAnswerPosition("'Sheet1'!A2:B19,'Sheet3!'A2:D11'")).toEqual([
      { tab: 'Sheet1', range: 'A2:B19' },
      { tab: 'Sheet3', range: 'A2:D11' },
    ])
  })
})

describe('value comparison', () => {
  test.each<[Scalar, Scalar, boolean]>([
    [1.234, 1.2301, true],
    [1.23, 1.24, false],
    ['12.50', 12.5, true],
    ['', null, true],
    [0, null, false],
    ['Yes', 'yes', false],
    [true, 1, false],
  ])('%j against %j is %j', (a, b, same) => {
    expect(sameValue(a, b)).toBe(same)
  })

  test('only the answer range counts', () => {
    const expected = [
      tab('S', [
        ['a', 1],
        ['b', 2],
      ]),
    ]
    const actual = [
      tab('S', [
        ['other', 1],
        ['b', 3],
      ]),
    ]
    expect(differences([{ tab: null, range: 'B1:B2' }], expected, actual)).toEqual(['S!R2C2'])
  })

  test('a change outside the answer range is counted once', () => {
    const before = [
      tab('S', [
        ['a', 1],
        ['b', 2],
      ]),
    ]
    const after = [
      tab('S', [
        ['x', 1],
        ['b', 99],
      ]),
    ]
    expect(changedOutside([{ tab: 'S', range: 'B1:B2' }], before, after)).toEqual(['S!R1C1'])
  })

  test('a missing tab is a difference, not an error', () => {
    expect(differences([{ tab: 'Gone', range: 'A1' }], [tab('Gone', [['a']])], [tab('S', [['a']])])).toEqual([
      'tab Gone is missing',
    ])
  })
})

test('results that are kept are read again, and a line that was cut off is done anew', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-results-'))
  try {
    const file = join(folder, 'results.jsonl')
    expect(readEarlier(file)).toEqual([])
    keepResult(file, { id: 'a' })
    appendFileSync(file, '{"id":"b","pas')
    expect(readEarlier(file)).toEqual([{ id: 'a' }])
    keepResult(file, { id: 'b' })
    expect(readEarlier(file)).toEqual([{ id: 'a' }, { id: 'b' }])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
