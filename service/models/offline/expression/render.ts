/** A tree over columns as the formula of one row, and the format that its result should have. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { isNumeric, nameOf } from '../columns.ts'
import type { Condition } from '../conditions.ts'
import type { Node } from './node.ts'

/** The formula for the first row of data. */
export const formulaOf = (node: Node, { first, last }: { first: number; last: number }): string =>
  `=${render(node, first, 0)}`.replaceAll(LAST_ROW, String(last))

/** Stands for the last row of data until the rows are known. */
const LAST_ROW = '\uE002'

const STRENGTH = { '+': 1, '-': 1, '*': 2, '/': 2 } as const

function render(node: Node, row: number, outer: number): string {
  switch (node.kind) {
    case 'column':
      return `${node.column.column}${row}`
    case 'number':
      return String(node.value)
    case 'whole':
      return `${node.fn}(${node.column.column}$${row}:${node.column.column}$${LAST_ROW})`
    case 'text':
      return `"${node.value.replaceAll('"', '""')}"`
    case 'join':
      return joined(node, row)
    case 'if':
      return choice(node, row)
    case 'percent_of':
      return binary('/', node.left, node.right, row, outer)
    case 'function':
      return called(node, row)
    case 'binary':
      // A plus between texts can only mean joining.
      return isJoin(node)
        ? `${render(node.left, row, 0)}&${render(node.right, row, 0)}`
        : binary(node.operator, node.left, node.right, row, outer)
  }
}

function binary(
  operator: keyof typeof STRENGTH,
  left: Node,
  right: Node,
  row: number,
  outer: number,
): string {
  const strength = STRENGTH[operator]
  // The right side of a minus or a division keeps its parentheses.
  const inner = operator === '-' || operator === '/' ? strength + 1 : strength
  const text = `${render(left, row, strength)}${operator}${render(right, row, inner)}`
  return strength < outer ? `(${text})` : text
}

function joined({ parts, separator }: Extract<Node, { kind: 'join' }>, row: number): string {
  const between = separator === '' ? '&' : `&"${separator.replaceAll('"', '""')}"&`
  const text = parts.map(part => render(part, row, 9)).join(between)
  // A missing middle name leaves no double space.
  return separator === ' ' ? `TRIM(${text})` : text
}

function choice({ conditions, whenTrue, whenFalse }: Extract<Node, { kind: 'if' }>, row: number): string {
  const tests = conditions.map(condition => testOf(condition, row))
  const test = tests.length === 1 ? tests[0] : `AND(${tests.join(',')})`
  return `IF(${test},${render(whenTrue, row, 0)},${whenFalse ? render(whenFalse, row, 0) : '""'})`
}

/** A condition as a formula that is TRUE or FALSE. */
export function testOf({ column, op, value }: Condition, row: number, anchor = ''): string {
  const cell = `${anchor}${column.column}${row}`
  const text = `"${String(value ?? '').replaceAll('"', '""')}"`
  switch (op) {
    case 'empty':
      return `${cell}=""`
    case 'not_empty':
      return `${cell}<>""`
    case 'contains':
      return `ISNUMBER(SEARCH(${text},${cell}))`
    case 'not_contains':
      return `ISERROR(SEARCH(${text},${cell}))`
    case 'starts_with':
      return `LEFT(${cell},${String(value).length})=${text}`
    case 'ends_with':
      return `RIGHT(${cell},${String(value).length})=${text}`
    default:
      return `${cell}${op === '!=' ? '<>' : op}${constant(value)}`
  }
}

function constant(value: string | number | undefined): string {
  if (typeof value === 'number') return String(value)
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value ?? '')
  if (date) return `DATE(${Number(date[1])},${Number(date[2])},${Number(date[3])})`
  return `"${(value ?? '').replaceAll('"', '""')}"`
}

function called({ template, args }: Extract<Node, { kind: 'function' }>, row: number): string {
  // An argument next to an operator sign keeps its parentheses; between commas it needs none.
  const isInfix = /[-+&]/.test(template.replaceAll(/"[^"]*"/g, ''))
  return template.replaceAll(/\$(\d)/g, (_, index: string) =>
    render(args[Number(index) - 1]!, row, isInfix ? 2 : 0),
  )
}

const isText = (node: Node): boolean =>
  node.kind === 'text' ||
  node.kind === 'join' ||
  (node.kind === 'column' && node.column.type === 'text') ||
  (node.kind === 'function' && node.unit === 'text') ||
  (node.kind === 'binary' && isJoin(node))

const isJoin = ({ operator, left, right }: Extract<Node, { kind: 'binary' }>): boolean =>
  operator === '+' && (isText(left) || isText(right))

/** Name of a column of text in a calculation, which would only give errors; null where there is none. */
export function textInCalculation(node: Node): string | null {
  if (node.kind === 'percent_of' || (node.kind === 'binary' && !isJoin(node))) {
    for (const side of [node.left, node.right]) {
      if (side.kind === 'column' && side.column.type === 'text') return nameOf(side.column)
      if (side.kind === 'text') return `“${side.value}”`
    }
    return textInCalculation(node.left) ?? textInCalculation(node.right)
  }
  return null
}

export interface Format {
  pattern: string
  kind: 'currency' | 'percent' | 'date' | 'number'
}

/** The number format that fits the result; null where the sheet's own will do. */
export function formatOf(node: Node): Format | null {
  switch (node.kind) {
    case 'column':
    case 'whole':
      return columnFormat(node.column)
    case 'if':
      return formatOf(node.whenTrue) ?? (node.whenFalse && formatOf(node.whenFalse))
    case 'percent_of':
      return { pattern: '0.0%', kind: 'percent' }
    case 'function':
      return node.unit === 'same'
        ? (node.args.map(formatOf).find(format => format !== null) ?? null)
        : ofUnit(node.unit)
    case 'binary':
      return binaryFormat(node)
    default:
      return null
  }
}

function columnFormat(column: ColumnOverview): Format | null {
  const { type, number_format: pattern } = column
  if (pattern === undefined || !(isNumeric(column) || type === 'date')) return null
  return type === 'currency' || type === 'percent' || type === 'date' || type === 'number'
    ? { pattern, kind: type }
    : null
}

/** Google shows the difference of two dates as a date unless told otherwise. */
const ofUnit = (unit: 'number' | 'text' | 'days'): Format | null =>
  unit === 'days' || unit === 'number' ? { pattern: '0', kind: 'number' } : null

function binaryFormat({ operator, left, right }: Extract<Node, { kind: 'binary' }>): Format | null {
  const [a, b] = [formatOf(left), formatOf(right)]
  if (a?.kind === 'date' && b?.kind === 'date') return operator === '-' ? ofUnit('days') : null
  if (a?.kind === 'date' || b?.kind === 'date')
    return operator === '+' || operator === '-' ? (a?.kind === 'date' ? a : b) : null
  if (operator === '/') return a?.kind === 'currency' && b?.kind !== 'currency' ? a : null
  const currency = [a, b].find(format => format?.kind === 'currency')
  if (currency) return currency
  // A share of something has the something's format, not the share's.
  if (operator === '*') return [a, b].find(format => format && format.kind !== 'percent') ?? null
  return a ?? b
}
