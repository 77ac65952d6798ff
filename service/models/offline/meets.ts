/** Whether a cell meets a condition, as the filter tool would decide it. */
import type { Condition } from './conditions.ts'
import { daySerial } from './dates.ts'
import { numberIn } from './numbers.ts'

export function meets(cell: unknown, { column, op, value }: Condition, locale: string): boolean {
  const text = String(cell ?? '')
    .trim()
    .toLowerCase()
  const wanted = String(value ?? '')
    .trim()
    .toLowerCase()
  const [number, limit] =
    column.type === 'date'
      ? [daySerial(cell, column, locale), daySerial(value, column, locale)]
      : [numberIn(cell), numberIn(value)]
  const isNumber = number !== null && limit !== null
  switch (op) {
    case 'empty':
      return text === ''
    case 'not_empty':
      return text !== ''
    case 'contains':
      return text.includes(wanted)
    case 'not_contains':
      return !text.includes(wanted)
    case 'starts_with':
      return text.startsWith(wanted)
    case 'ends_with':
      return text.endsWith(wanted)
    case '=':
      return isNumber ? number === limit : text === wanted
    case '!=':
      return isNumber ? number !== limit : text !== wanted
    case '>':
      return isNumber && number > limit
    case '>=':
      return isNumber && number >= limit
    case '<':
      return isNumber && number < limit
    case '<=':
      return isNumber && number <= limit
  }
}
