/** Google's BooleanCondition: does a cell meet it? Shared by filters, validation and conditional formats. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition } from '../../dialect/engine.ts'
import { invalid } from '../google/errors.ts'
import { toEngineFormula } from '../workbook/titles.ts'
import type { Workbook } from '../workbook/workbook.ts'
import { formattedValue, isBlank, plainValue } from './cells.ts'
import { readUserEntered } from './input.ts'

type Condition = sheets_v4.Schema$BooleanCondition

/** How many values each type takes; [least, most]. */
const VALUE_COUNTS: Record<string, [number, number]> = {
  NUMBER_GREATER: [1, 1],
  NUMBER_GREATER_THAN_EQ: [1, 1],
  NUMBER_LESS: [1, 1],
  NUMBER_LESS_THAN_EQ: [1, 1],
  NUMBER_EQ: [1, 1],
  NUMBER_NOT_EQ: [1, 1],
  NUMBER_BETWEEN: [2, 2],
  NUMBER_NOT_BETWEEN: [2, 2],
  TEXT_CONTAINS: [1, 1],
  TEXT_NOT_CONTAINS: [1, 1],
  TEXT_STARTS_WITH: [1, 1],
  TEXT_ENDS_WITH: [1, 1],
  TEXT_EQ: [1, 1],
  TEXT_NOT_EQ: [1, 1],
  TEXT_IS_EMAIL: [0, 0],
  TEXT_IS_URL: [0, 0],
  DATE_EQ: [1, 1],
  DATE_NOT_EQ: [1, 1],
  DATE_BEFORE: [1, 1],
  DATE_AFTER: [1, 1],
  DATE_ON_OR_BEFORE: [1, 1],
  DATE_ON_OR_AFTER: [1, 1],
  DATE_BETWEEN: [2, 2],
  DATE_NOT_BETWEEN: [2, 2],
  DATE_IS_VALID: [0, 0],
  ONE_OF_RANGE: [1, 1],
  ONE_OF_LIST: [1, 500],
  BLANK: [0, 0],
  NOT_BLANK: [0, 0],
  CUSTOM_FORMULA: [1, 1],
  BOOLEAN: [0, 2],
  FILTER_EXPRESSION: [1, 1],
}

/** Throws Google's 400 for an unknown type or the wrong number of values. */
export function checkCondition(
  condition: Condition | null | undefined,
  path: string,
): Condition & { type: string } {
  const type = condition?.type ?? ''
  const counts = VALUE_COUNTS[type]
  if (!condition || counts === undefined)
    throw invalid(`Invalid ${path}: "${type}" is not a valid condition type`)
  const given = condition.values?.length ?? 0
  if (given < counts[0] || given > counts[1])
    throw invalid(
      `Invalid ${path}: Condition type ${type} needs ${counts[0] === counts[1] ? counts[0] : `${counts[0]} to ${counts[1]}`} ConditionValues, got ${given}`,
    )
  if (type === 'CUSTOM_FORMULA' && !valueAt(condition, 0).startsWith('='))
    throw invalid(
      `Invalid ${path}: ConditionValue.userEnteredValue: "${valueAt(condition, 0)}" is not a formula`,
    )
  return { ...condition, type }
}

export function valueAt(condition: Condition, index: number): string {
  const value = condition.values?.[index]
  return value?.userEnteredValue ?? RELATIVE_FORMULAS[value?.relativeDate ?? ''] ?? ''
}

/** For the engine's rules. */
export function engineValueAt(condition: Condition, index: number): string {
  const value = valueAt(condition, index)
  return value.startsWith('=') ? toEngineFormula(value) : value
}

const RELATIVE_FORMULAS: Record<string, string> = {
  TODAY: '=TODAY()',
  TOMORROW: '=TODAY()+1',
  YESTERDAY: '=TODAY()-1',
  PAST_WEEK: '=TODAY()-7',
  PAST_MONTH: '=EDATE(TODAY(),-1)',
  PAST_YEAR: '=EDATE(TODAY(),-12)',
}

/** `origin`: the top-left cell that the formulas of the condition are written for. */
export function meets(
  workbook: Workbook,
  position: CellPosition,
  condition: Condition,
  origin: CellPosition,
): boolean {
  const value = plainValue(workbook, position)
  const text = formattedValue(workbook, position)
  const type = condition.type ?? ''
  const operand = (index: number) => operandOf(workbook, position, valueAt(condition, index), origin)
  const lower = (it: unknown) => String(it).toLowerCase()
  switch (type) {
    case 'BLANK':
      return isBlank(workbook, position) || value === ''
    case 'NOT_BLANK':
      return !isBlank(workbook, position) && value !== ''
    case 'TEXT_CONTAINS':
      return lower(text).includes(lower(operand(0)))
    case 'TEXT_NOT_CONTAINS':
      return !lower(text).includes(lower(operand(0)))
    case 'TEXT_STARTS_WITH':
      return lower(text).startsWith(lower(operand(0)))
    case 'TEXT_ENDS_WITH':
      return lower(text).endsWith(lower(operand(0)))
    case 'TEXT_EQ':
      return lower(text) === lower(operand(0))
    case 'TEXT_NOT_EQ':
      return lower(text) !== lower(operand(0))
    case 'TEXT_IS_EMAIL':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
    case 'TEXT_IS_URL':
      return /^(https?:\/\/)?[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(text)
    case 'DATE_IS_VALID':
      return typeof value === 'number'
    case 'CUSTOM_FORMULA':
      return operand(0) === true || (typeof operand(0) === 'number' && operand(0) !== 0)
    case 'ONE_OF_LIST':
      return (condition.values ?? []).some((_, i) => lower(text) === lower(operand(i)))
    case 'BOOLEAN':
      return typeof value === 'boolean' || (condition.values ?? []).some((_, i) => text === operand(i))
    default:
      return typeof value === 'number' && comparesAs(type, value, Number(operand(0)), Number(operand(1)))
  }
}

function comparesAs(type: string, value: number, first: number, second: number): boolean {
  switch (type.replace(/^(NUMBER|DATE)_/, '')) {
    case 'GREATER':
    case 'AFTER':
      return value > first
    case 'GREATER_THAN_EQ':
    case 'ON_OR_AFTER':
      return value >= first
    case 'LESS':
    case 'BEFORE':
      return value < first
    case 'LESS_THAN_EQ':
    case 'ON_OR_BEFORE':
      return value <= first
    case 'EQ':
      return value === first
    case 'NOT_EQ':
      return value !== first
    case 'BETWEEN':
      return value >= Math.min(first, second) && value <= Math.max(first, second)
    case 'NOT_BETWEEN':
      return value < Math.min(first, second) || value > Math.max(first, second)
    default:
      return false
  }
}

function operandOf(
  workbook: Workbook,
  position: CellPosition,
  text: string,
  origin: CellPosition,
): string | number | boolean {
  const input = readUserEntered(text)
  if (input.kind === 'number' || input.kind === 'boolean') return input.value
  if (input.kind === 'text') return input.text
  if (input.kind === 'empty') return ''
  const shifted = workbook.shiftFormula(
    position.sheetId,
    input.formula,
    position.col - origin.col,
    position.row - origin.row,
  )
  const result = workbook.getters.evaluateFormula(position.sheetId, toEngineFormula(shifted), position)
  const value = Array.isArray(result) ? result[0]?.[0] : result
  return value ?? ''
}
