/**
 * One cell as Google sees it: what was entered, what it amounts to, how it looks. And writing one.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition, Style } from '../../dialect/engine.ts'
import { type CellError, googleError } from '../../dialect/errors.ts'
import { formulaOf, rememberSpacing } from '../workbook/formula-text.ts'
import type { Transaction, Workbook } from '../workbook/workbook.ts'
import { type CellInput, engineContent } from './input.ts'
import {
  formatCellValue,
  type NumberFormat,
  readNumberFormat,
  typeOfPattern,
  writeNumberFormat,
} from './number-format.ts'

export function errorOf(workbook: Workbook, position: CellPosition): CellError | undefined {
  return googleError(workbook.getters.getEvaluatedCell(position))
}

/** The value without its format; errors as Google's text; '' where there is nothing. */
export function plainValue(workbook: Workbook, position: CellPosition): string | number | boolean {
  const { getters } = workbook
  const cell = getters.getCell(position)
  // A text that looks like a link to the engine is still the text that was written.
  if (cell !== undefined && !cell.isFormula && typeof cell.parsedValue === 'string') return cell.parsedValue
  const evaluated = getters.getEvaluatedCell(position)
  return errorOf(workbook, position)?.text ?? evaluated.value ?? ''
}

/** The number format a value is shown in: the cell's own, or the one its formula's result brings. */
export function shownNumberFormat(workbook: Workbook, position: CellPosition): NumberFormat | undefined {
  const cell = workbook.getters.getCell(position)
  return (
    readNumberFormat(cell?.style, cell?.format) ??
    readNumberFormat(undefined, workbook.getters.getEvaluatedCell(position).format)
  )
}

export function formattedValue(workbook: Workbook, position: CellPosition): string {
  const { getters } = workbook
  const evaluated = getters.getEvaluatedCell(position)
  if (evaluated.type === 'empty') return ''
  const error = errorOf(workbook, position)
  if (error !== undefined) return error.text
  return formatCellValue(plainValue(workbook, position), shownNumberFormat(workbook, position))
}

/** Nothing entered and nothing spilled here. A formula that gives '' is something. */
export function isBlank(workbook: Workbook, position: CellPosition): boolean {
  const cell = workbook.getters.getCell(position)
  if (cell?.isFormula === true) return false
  if (cell !== undefined && cell.content !== '') return false
  return workbook.getters.getEvaluatedCell(position).type === 'empty'
}

// ---- ExtendedValue

export function userEnteredValue(
  workbook: Workbook,
  position: CellPosition,
): sheets_v4.Schema$ExtendedValue | undefined {
  const cell = workbook.getters.getCell(position)
  if (cell === undefined) return undefined
  const formulaValue = formulaOf(cell, workbook.getters)
  if (formulaValue !== undefined) return { formulaValue }
  return cell.isFormula || cell.content === '' ? undefined : extended(cell.parsedValue)
}

export function effectiveValue(
  workbook: Workbook,
  position: CellPosition,
): sheets_v4.Schema$ExtendedValue | undefined {
  const evaluated = workbook.getters.getEvaluatedCell(position)
  const error = errorOf(workbook, position)
  if (error !== undefined)
    return {
      errorValue: { type: error.type, ...(error.message === '' ? {} : { message: error.message }) },
    }
  if (evaluated.type === 'empty') return undefined
  return extended(plainValue(workbook, position))
}

function extended(value: string | number | boolean | null): sheets_v4.Schema$ExtendedValue | undefined {
  if (value === null) return undefined
  if (typeof value === 'number') return { numberValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return { stringValue: value }
}

// ---- writing

/**
 * Enters a value. What was typed may bring a number format (12% → 0%); it yields to a format of the same
 * kind that the cell has already, as Google's does. A cell of plain-text format keeps everything as text.
 */
export function enterCell(
  workbook: Workbook,
  tx: Transaction,
  position: CellPosition,
  input: CellInput,
  typed?: string,
): void {
  const merge = workbook.getters.getMerge(position)
  // Only the top-left cell of a merge holds a value; what is written to the others is dropped.
  if (merge !== undefined && (merge.left !== position.col || merge.top !== position.row)) return
  const cell = workbook.getters.getCell(position)
  const existing = readNumberFormat(cell?.style, cell?.format)
  if (existing?.type === 'TEXT' && typed !== undefined) {
    tx.dispatch('UPDATE_CELL', { ...position, content: engineContent({ kind: 'text', text: typed }) })
    return
  }
  const content = engineContent(input)
  const before = cell?.style ?? {}
  const remembered = rememberSpacing(before, input.kind === 'formula' ? input.formula : undefined)
  const brought = input.kind === 'number' ? input.numberFormat : undefined
  const isNewFormat = brought !== undefined && (existing === undefined || !keepsFormat(existing, brought))
  const { style, format } = isNewFormat
    ? writeNumberFormat(remembered, brought)
    : { style: remembered, format: undefined }
  tx.dispatch('UPDATE_CELL', {
    ...position,
    content,
    ...(format === undefined ? {} : { format }),
    ...(style === before ? {} : styleChange(cell?.style, style)),
  })
}

function keepsFormat(existing: NumberFormat, brought: NumberFormat): boolean {
  const kindOf = (it: NumberFormat) => it.type ?? typeOfPattern(it.pattern ?? '')
  const isMoment = (kind: string) => kind === 'DATE' || kind === 'DATE_TIME'
  const [before, after] = [kindOf(existing), kindOf(brought)]
  return before === after || (isMoment(before) && isMoment(after))
}

/** Nothing to say when nothing changes: most cells have no style at all. */
function styleChange(before: Style | undefined, after: Style): { style?: Style | null } {
  if (Object.keys(after).length > 0) return { style: after }
  return before === undefined ? {} : { style: null }
}
