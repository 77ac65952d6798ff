/** Conditions on cells, and whether a cell meets one: for the tools and for the offline planner alike. */

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

export interface Condition {
  op: Operator
  value?: string | number | boolean | undefined
}

/** A cell twice: its value, and what the user sees. */
export interface SeenCell {
  value: string | number | boolean | null
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

export function toNumber(value: Condition['value']): number | null {
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
