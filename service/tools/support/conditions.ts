/** Conditions on cells, as tools take them and as Google is told them. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { type Condition, toNumber } from '../../sheets/conditions.ts'
import { usesDecimalComma } from '../../sheets/formula/check.ts'

export const conditionValue = z.union([z.string(), z.number(), z.boolean()])

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
