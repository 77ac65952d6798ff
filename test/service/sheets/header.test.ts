import { describe, expect, test } from 'vitest'
import { findHeaderRow } from '../../../service/sheets/overview/describe-columns.ts'
import type { GridCell } from '../../../service/sheets/overview/grid-cell.ts'

type Value = string | number | boolean | null

const cell = (value: Value): GridCell => {
  const isFormula = typeof value === 'string' && value.startsWith('=')
  return {
    value: isFormula || value === '' ? null : value,
    shown: value === null ? '' : String(value),
    error: null,
    formula: isFormula ? value : null,
    formatType: null,
    pattern: null,
  }
}
const headerOf = (rows: Value[][]) => findHeaderRow(rows.map(row => row.map(cell)))

describe('where the header is', () => {
  test.each<[string, Value[][], number | null]>([
    [
      'texts over numbers',
      [
        ['Name', 'Qty'],
        ['a', 1],
      ],
      0,
    ],
    [
      'texts over texts',
      [
        ['Name', 'City'],
        ['Ann', 'Rome'],
        ['Bo', 'Oslo'],
      ],
      0,
    ],
    [
      'years beside a text',
      [
        ['Region', 2023, 2024],
        ['North', 5, 6],
      ],
      0,
    ],
    [
      'empty rows above',
      [
        [null, null],
        ['Name', 'Qty'],
        ['a', 1],
      ],
      1,
    ],
    [
      'a title over a wide table',
      [
        ['Sales 2024', null, null],
        ['Name', 'Qty', 'Price'],
        ['a', 1, 2],
      ],
      1,
    ],
    [
      'a title over two columns',
      [
        ['Sales 2024', null],
        ['Name', 'Qty'],
        ['a', 1],
      ],
      1,
    ],
    [
      'one header over two columns',
      [
        ['Name', null],
        ['a', 1],
        ['b', 2],
      ],
      0,
    ],
    [
      'data from the first row',
      [
        ['a', 1],
        ['b', 2],
      ],
      null,
    ],
    [
      'a formula in the first row',
      [
        ['Total', '=SUM(B2:B9)'],
        ['a', 1],
      ],
      null,
    ],
    ['one column', [['Name'], ['Ann'], ['Bo']], 0],
    ['nothing', [], null],
  ])('%s', (_name, rows, expected) => {
    expect(headerOf(rows)).toBe(expected)
  })
})
