/**
 * One cell, three ways: what it held before the write, what the write left, what it holds now. A part goes
 * back only where it still is as the write left it.
 */
import { mergeFormats, PARTS, type Part, partOf } from '../image/cells.ts'
import type { CellData } from '../image/image.ts'

export interface Merged {
  /** Parts to write, with what they become in `cell`. */
  parts: Part[]
  cell: CellData
  /** Something of it was changed since. */
  kept: boolean
  /** It had been changed by the write at all. */
  touched: boolean
}

/** Formulas are told as they read today: references moved to where their cells are. */
export interface Translate {
  /** A formula of before the write, for the tabs as they will be. */
  before(formula: string): string
  /** A formula of after the write, for the tabs as they are now. */
  after(formula: string): string
}

const withFormula = (cell: CellData, translate: (formula: string) => string): CellData => {
  const formula = cell.userEnteredValue?.formulaValue
  return formula == null ? cell : { ...cell, userEnteredValue: { formulaValue: translate(formula) } }
}

export function mergeCell(
  before: CellData,
  after: CellData,
  current: CellData,
  translate: Translate,
): Merged {
  const merged: Merged = { parts: [], cell: {}, kept: false, touched: false }
  const wanted = withFormula(before, translate.before)
  const left = withFormula(after, translate.after)
  for (const part of PARTS) {
    if (partOf(before, part) === partOf(after, part)) continue
    merged.touched = true
    const is = partOf(current, part)
    if (part === 'format') mergeFormat(merged, before, after, current)
    else if (is === partOf(left, part) || is === partOf(after, part)) take(merged, part, wanted)
    else if (is !== partOf(wanted, part)) merged.kept = true
  }
  // Writing a text takes the looks of its letters away.
  if (merged.parts.includes('value') && !merged.parts.includes('runs') && partOf(wanted, 'runs') !== '')
    take(merged, 'runs', wanted)
  return merged
}

function take(merged: Merged, part: Part, wanted: CellData): void {
  merged.parts.push(part)
  if (part === 'value') merged.cell.userEnteredValue = wanted.userEnteredValue ?? {}
  if (part === 'note') merged.cell.note = wanted.note ?? ''
  if (part === 'validation' && wanted.dataValidation) merged.cell.dataValidation = wanted.dataValidation
  if (part === 'runs') merged.cell.textFormatRuns = wanted.textFormatRuns ?? []
  if (part === 'pivot' && wanted.pivotTable) merged.cell.pivotTable = wanted.pivotTable
}

function mergeFormat(merged: Merged, before: CellData, after: CellData, current: CellData): void {
  const { format, kept } = mergeFormats(
    before.userEnteredFormat,
    after.userEnteredFormat,
    current.userEnteredFormat,
  )
  if (kept) merged.kept = true
  if (partOf({ userEnteredFormat: format }, 'format') === partOf(current, 'format')) return
  merged.parts.push('format')
  merged.cell.userEnteredFormat = format
}

/** Everything of a cell, for a line that is made anew. */
export function wholeCell(before: CellData, translate: Translate): Merged {
  const wanted = withFormula(before, translate.before)
  const merged: Merged = { parts: [], cell: {}, kept: false, touched: true }
  for (const part of PARTS) {
    // The line takes its looks from its neighbour: also what was plain is written.
    if (part !== 'format' && part !== 'validation' && partOf(wanted, part) === '') continue
    if (part === 'format') {
      merged.parts.push('format')
      merged.cell.userEnteredFormat = wanted.userEnteredFormat ?? {}
    } else take(merged, part, wanted)
  }
  return merged
}
