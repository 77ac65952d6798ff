/** Conditions on cells, as tools take them: tested here, or told to Google. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { usesDecimalComma } from '../../sheets/formula/check.ts'
import type { CellValue } from './cells.ts'

export const operators = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'empty',
  'not_empty',
] as const
export type Operator = (typeof operators)[number]

export const conditionValue = z.union([z.string(), z.number(), z.boolean()])

export interface Condition {
  op: Operator
  value?: string | number | boolean | undefined
}

/** A cell twice: its value, and what the user sees. */
export interface SeenCell {
  value: CellValue
  shown: string
}

const DAY_MILLISECONDS = 86_400_000
/** Day 0 of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30)

/** An ISO date as the serial number that a date cell holds. */
function toSerial(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())
  if (!match) return null
  return (Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) - EPOCH) / DAY_MILLISECONDS
}

function toNumber(value: Condition['value']): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return null
  const plain = Number(value.replaceAll(/[,$€£\s]/g, ''))
  return Number.isFinite(plain) ? plain : toSerial(value)
}

const normal = (value: unknown): string =>
  String(value ?? '')
    .trim()
    .toLowerCase()

export function meets(cell: SeenCell, { op, value }: Condition): boolean {
  const shown = normal(cell.shown)
  const wanted = normal(value)
  switch (op) {
    case 'empty':
      return shown === ''
    case 'not_empty':
      return shown !== ''
    case 'contains':
      return shown.includes(wanted)
    case 'not_contains':
      return !shown.includes(wanted)
    case 'starts_with':
      return shown.startsWith(wanted)
    case 'ends_with':
      return shown.endsWith(wanted)
    case '=':
      return equals(cell, value)
    case '!=':
      return !equals(cell, value)
    default:
      return compares(cell, op, value)
  }
}

function equals(cell: SeenCell, value: Condition['value']): boolean {
  if (normal(cell.shown) === normal(value)) return true
  const number = toNumber(value)
  return typeof cell.value === 'number' && number !== null && cell.value === number
}

/** Numbers and dates by size, texts by alphabet; an empty cell is neither above nor below. */
function compares(cell: SeenCell, op: '>' | '>=' | '<' | '<=', value: Condition['value']): boolean {
  if (normal(cell.shown) === '') return false
  const number = toNumber(value)
  if (number !== null && typeof cell.value !== 'number') return false
  const order =
    number !== null && typeof cell.value === 'number'
      ? cell.value - number
      : normal(cell.shown).localeCompare(normal(value))
  if (op === '>') return order > 0
  if (op === '>=') return order >= 0
  return op === '<' ? order < 0 : order <= 0
}

const NUMERIC = {
  '=': 'NUMBER_EQ',
  '!=': 'NUMBER_NOT_EQ',
  '>': 'NUMBER_GREATER',
  '>=': 'NUMBER_GREATER_THAN_EQ',
  '<': 'NUMBER_LESS',
  '<=': 'NUMBER_LESS_THAN_EQ',
} as const
const TEXTUAL = {
  '=': 'TEXT_EQ',
  '!=': 'TEXT_NOT_EQ',
  contains: 'TEXT_CONTAINS',
  not_contains: 'TEXT_NOT_CONTAINS',
  starts_with: 'TEXT_STARTS_WITH',
  ends_with: 'TEXT_ENDS_WITH',
} as const

/** The same for Google's filters, rules and validations. Null where Google has no such condition. */
export function toBooleanCondition(
  condition: Condition,
  locale: string,
): sheets_v4.Schema$BooleanCondition | null {
  const { op, value } = condition
  if (op === 'empty') return { type: 'BLANK' }
  if (op === 'not_empty') return { type: 'NOT_BLANK' }
  const number = toNumber(value)
  if (number !== null && op in NUMERIC) {
    const text = usesDecimalComma(locale) ? String(number).replace('.', ',') : String(number)
    return { type: NUMERIC[op as keyof typeof NUMERIC], values: [{ userEnteredValue: text }] }
  }
  if (op in TEXTUAL) {
    return { type: TEXTUAL[op as keyof typeof TEXTUAL], values: [{ userEnteredValue: String(value ?? '') }] }
  }
  return null
}
