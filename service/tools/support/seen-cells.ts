/**
 * Cells as they are told after a write: all of them where they are few, else some rows and the distinct values;
 * each different error once, with Google's own words. Reads nothing.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { type ClosedBox, cellName } from '../../sheets/a1.ts'
import { cut } from '../../sheets/cut.ts'
import type { CellValue } from './cells.ts'

/** Shown whole up to here. */
const FEW_CELLS = 60
const MOST_ERROR_KINDS = 5
const MOST_DISTINCT = 10
const LONGEST_SHOWN = 120
const MOST_EMPTY_ROWS = 3
const MANY_SENT = 12
const AS_SENT = 'first row; all the others show as sent'

/** What `seeCell` looks at. */
export const SEEN_FIELDS =
  'sheets(properties(sheetId),data(rowData(values(userEnteredValue,effectiveValue,formattedValue))))'

export interface SeenCell {
  shown: string
  entered: CellValue
  isText: boolean
  error: { value: string; message: string } | null
}

export interface WrittenError {
  cell: string
  error: string
  count: number
  message?: string
}

export interface Shown {
  sample: string[][]
  /** The sample is all of them, or what is not in it is known: there is nothing left to read. */
  sample_is?: 'all' | typeof AS_SENT
  /** "rows 8 to 31 show nothing": rows at the end, which are not in the sample. */
  rest?: string
  middle?: Record<string, string[]>
  last?: Record<string, string[]>
  /** "value ×count", most frequent first. */
  distinct?: string[]
  distinct_values?: number
}

export interface Errors {
  errors: 0 | WrittenError[]
  error_cells?: number
}

export function seeCell(cell: sheets_v4.Schema$CellData | undefined): SeenCell {
  const value = cell?.effectiveValue
  const error = value?.errorValue
  const shown = cell?.formattedValue ?? ''
  return {
    shown: cut(shown, LONGEST_SHOWN),
    entered: enteredOf(cell?.userEnteredValue),
    isText: typeof value?.stringValue === 'string' && value.stringValue !== '',
    error: error ? { value: shown || `#${error.type ?? 'ERROR'}`, message: error.message ?? '' } : null,
  }
}

const enteredOf = (value: sheets_v4.Schema$ExtendedValue | undefined): CellValue =>
  value?.formulaValue ?? value?.numberValue ?? value?.stringValue ?? value?.boolValue ?? ''

export function shownCells({ startRow }: Pick<ClosedBox, 'startRow'>, cells: SeenCell[][]): Shown {
  const shown = (row: number) => (cells[row] ?? []).map(cell => cell.shown)
  const named = (row: number) => ({ [`row ${startRow + row + 1}`]: shown(row) })
  const count = cells.reduce((sum, row) => sum + row.length, 0)
  if (count <= FEW_CELLS)
    return {
      ...withoutEmptyEnd(
        startRow,
        cells.map((_, row) => shown(row)),
      ),
      sample_is: 'all',
    }
  const frequent = distinctOf(cells)
  // Of many values only those that come again say something.
  const told = frequent.length > MOST_DISTINCT ? frequent.filter(([, times]) => times > 1) : frequent
  return {
    sample: [0, 1, 2].filter(row => row < cells.length).map(shown),
    ...(cells.length > 4 ? { middle: named(Math.floor(cells.length / 2)) } : {}),
    ...(cells.length > 3 ? { last: named(cells.length - 1) } : {}),
    ...(told.length > 0
      ? { distinct: told.slice(0, MOST_DISTINCT).map(([value, times]) => `${value} ×${times}`) }
      : {}),
    distinct_values: frequent.length,
  }
}

/** Formulas filled further than their data show nothing: that is told once. */
function withoutEmptyEnd(startRow: number, sample: string[][]): Pick<Shown, 'sample' | 'rest'> {
  const kept = sample.findLastIndex(row => row.some(shown => shown !== '')) + 1
  const left = sample.length - kept
  if (left < MOST_EMPTY_ROWS) return { sample }
  return {
    sample: sample.slice(0, kept),
    rest: `rows ${startRow + kept + 1} to ${startRow + sample.length} show nothing`,
  }
}

/** Values that show as they were sent need not come back whole. */
export function shownAsSent(shown: Shown, sent: readonly (readonly CellValue[])[]): Shown {
  const { sample, sample_is: is } = shown
  if (is !== 'all' || sent.length < 2 || sent.flat().length < MANY_SENT) return shown
  const same =
    sample.length === sent.length && sample.every((row, at) => row.every((cell, i) => cell === sent[at]?.[i]))
  return same ? { sample: sample.slice(0, 1), sample_is: AS_SENT } : shown
}

function distinctOf(cells: SeenCell[][]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { shown } of cells.flat()) counts.set(shown, (counts.get(shown) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([value, count]) => [value === '' ? '(empty)' : value, count])
}

export interface SeenPart {
  box: ClosedBox
  cells: SeenCell[][]
}

/** Parts may share cells: the first cell of a spill is part of what was written. */
export function errorsIn(parts: readonly SeenPart[]): Errors {
  const kinds = new Map<string, WrittenError>()
  const counted = new Set<string>()
  for (const { box, cells } of parts) {
    for (const [row, values] of cells.entries()) {
      for (const [column, { error }] of values.entries()) {
        if (!error) continue
        const cell = cellName(box.startRow + row, box.startColumn + column)
        if (counted.has(cell)) continue
        counted.add(cell)
        const key = `${error.value} ${error.message.replaceAll(/\d+/g, '#')}`
        const known = kinds.get(key)
        if (known) known.count += 1
        else {
          const message = error.message ? { message: error.message } : {}
          kinds.set(key, { cell, error: error.value, count: 1, ...message })
        }
      }
    }
  }
  if (counted.size === 0) return { errors: 0 }
  return { errors: [...kinds.values()].slice(0, MOST_ERROR_KINDS), error_cells: counted.size }
}
