/**
 * SpreadsheetBench's grading (its evaluation.py): only values count, numbers to two decimals, an empty
 * text equals an empty cell, kinds must agree. Beside it, our own question: did anything else change?
 */
import type { AnswerRange } from './dataset.ts'
import { type Bounds, boundsOf, cellKey, type Scalar, type WorkbookTab } from './workbook.ts'

export type TabValues = Pick<WorkbookTab, 'title' | 'rows' | 'columns'> & {
  at(row: number, column: number): Scalar
}

const round = (value: number) => Math.round(value * 100) / 100

/** Text that Python's float() reads is compared as a number. */
function comparable(value: Scalar): string | number | boolean {
  if (value === null) return ''
  if (typeof value === 'number') return round(value)
  if (typeof value === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value))
    return round(Number(value))
  return value
}

export const sameValue = (a: Scalar, b: Scalar) => comparable(a) === comparable(b)

/** The cells of the answer ranges in which `actual` differs from `expected`. */
export function differences(answers: AnswerRange[], expected: TabValues[], actual: TabValues[]): string[] {
  return answers.flatMap(answer => {
    const wanted = tabOf(answer, expected)
    const got = tabOf(answer, actual)
    if (!wanted || !got) return [`tab ${answer.tab ?? '(first)'} is missing`]
    return cellsOf(boundsOf(answer.range, wanted))
      .filter(([row, column]) => !sameValue(wanted.at(row, column), got.at(row, column)))
      .map(([row, column]) => `${got.title}!R${row + 1}C${column + 1}`)
  })
}

/**
 * Cells outside the answer ranges whose content (formula or value) is not what it was. Cells that the key
 * changes as well (`keyChanges`) are the task's own, though nobody grades them.
 */
export function changedOutside(
  answers: AnswerRange[],
  before: TabValues[],
  after: TabValues[],
  keyChanges: ReadonlySet<string> = new Set(),
): string[] {
  const spared = (title: string, first: boolean, tab: TabValues) =>
    answers
      .filter(answer => (answer.tab === null ? first : answer.tab === title))
      .map(answer => boundsOf(answer.range, tab))
  return before.flatMap((tab, index) => {
    const now = after.find(other => other.title === tab.title)
    if (!now) return [`tab ${tab.title} is gone`]
    const size = { rows: Math.max(tab.rows, now.rows), columns: Math.max(tab.columns, now.columns) }
    const ranges = spared(tab.title, index === 0, tab)
    return cellsOf({ top: 0, left: 0, bottom: size.rows - 1, right: size.columns - 1 })
      .filter(([row, column]) => !ranges.some(range => holds(range, row, column)))
      .filter(([row, column]) => (tab.at(row, column) ?? '') !== (now.at(row, column) ?? ''))
      .map(([row, column]) => nameOf(tab.title, row, column))
      .filter(name => !keyChanges.has(name))
  })
}

const nameOf = (title: string, row: number, column: number) => `${title}!R${row + 1}C${column + 1}`

/** Cells in which the key differs from the input, by value, on tabs that both have. */
export function changedByKey(input: TabValues[], key: TabValues[]): Set<string> {
  const names = input.flatMap(tab => {
    const now = key.find(other => other.title === tab.title)
    if (!now) return []
    const bottom = Math.max(tab.rows, now.rows) - 1
    const right = Math.max(tab.columns, now.columns) - 1
    return cellsOf({ top: 0, left: 0, bottom, right })
      .filter(([row, column]) => !sameValue(tab.at(row, column), now.at(row, column)))
      .map(([row, column]) => nameOf(tab.title, row, column))
  })
  return new Set(names)
}

/** Cells of the answer ranges whose fill differs; for tasks about formats. */
export function fillDifferences(
  answers: AnswerRange[],
  expected: {
    title: string
    rows: number
    columns: number
    fillAt(row: number, column: number): string | null
  }[],
  fillAt: (title: string, row: number, column: number) => string | null,
): string[] {
  return answers.flatMap(answer => {
    const wanted = answer.tab === null ? expected[0] : expected.find(tab => tab.title === answer.tab)
    if (!wanted) return []
    return cellsOf(boundsOf(answer.range, wanted))
      .filter(([row, column]) => wanted.fillAt(row, column) !== fillAt(wanted.title, row, column))
      .map(([row, column]) => nameOf(wanted.title, row, column))
  })
}

const holds = (range: Bounds, row: number, column: number) =>
  row >= range.top && row <= range.bottom && column >= range.left && column <= range.right

const tabOf = (answer: AnswerRange, tabs: TabValues[]) =>
  answer.tab === null ? tabs[0] : tabs.find(tab => tab.title === answer.tab)

function cellsOf({ top, left, bottom, right }: Bounds): [row: number, column: number][] {
  const cells: [number, number][] = []
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) cells.push([row, column])
  }
  return cells
}

/** An xlsx file's calculated values, in the shape that is compared. */
export const fileValues = (tabs: WorkbookTab[]): TabValues[] =>
  tabs.map(tab => ({
    title: tab.title,
    rows: tab.rows,
    columns: tab.columns,
    at: (row, column) => tab.cells.get(cellKey(row, column))?.value ?? null,
  }))
