/**
 * What a person means by what they type into a cell, as Google's USER_ENTERED reads it: numbers, per cents,
 * currencies, dates and times in several forms, booleans, formulas, a leading apostrophe. Pure: text in,
 * value and number format out.
 */
import { parseValue } from 'numfmt'
import { datePattern } from '../../dialect/typed-dates.ts'
import { engine } from '../workbook/engine.ts'
import { toEngineFormula } from '../workbook/titles.ts'
import type { NumberFormat } from './number-format.ts'

export type CellInput =
  | { kind: 'empty' }
  | { kind: 'formula'; formula: string }
  | { kind: 'text'; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'number'; value: number; numberFormat?: NumberFormat }

/** Google's limit on one cell. */
export const MAX_CELL_CHARACTERS = 50_000

export function readUserEntered(text: string): CellInput {
  if (text === '') return { kind: 'empty' }
  if (text.startsWith("'")) return { kind: 'text', text: text.slice(1) }
  if (text.startsWith('=') && text.length > 1) return { kind: 'formula', formula: text }
  const trimmed = text.trim()
  if (/^(true|false)$/i.test(trimmed)) return { kind: 'boolean', value: /^true$/i.test(trimmed) }
  return readNumber(trimmed) ?? { kind: 'text', text }
}

const CURRENCY = /^([-+]?)\s*([$€£¥₹₩])\s*([-+]?)(\d[\d,]*(?:\.\d*)?|\.\d+)$/

function readNumber(text: string): CellInput | undefined {
  if (text === '' || !/\d/.test(text)) return undefined
  const currency = CURRENCY.exec(text)
  if (currency !== null) return readCurrency(currency)
  const parsed = parseValue(text)
  if (parsed === undefined || typeof parsed.value !== 'number') return undefined
  const numberFormat = formatOfInput(text, parsed.formatId)
  return { kind: 'number', value: parsed.value, ...(numberFormat === undefined ? {} : { numberFormat }) }
}

function readCurrency(match: RegExpExecArray): CellInput | undefined {
  const [, signBefore, symbol = '$', signAfter, digits = ''] = match
  const plain = parseValue(digits)
  if (typeof plain?.value !== 'number') return undefined
  const negative = signBefore === '-' || signAfter === '-'
  const places = digits.includes('.') ? '#,##0.00' : '#,##0'
  const pattern = symbol === '$' ? `"$"${places}` : `[$${symbol}]${places}`
  return {
    kind: 'number',
    value: negative ? -plain.value : plain.value,
    numberFormat: { type: 'CURRENCY', pattern },
  }
}

function formatOfInput(text: string, formatId: number | undefined): NumberFormat | undefined {
  switch (formatId) {
    case 3:
      return { type: 'NUMBER', pattern: '#,##0' }
    case 4:
      return { type: 'NUMBER', pattern: '#,##0.00' }
    case 9:
      return { type: 'PERCENT', pattern: '0%' }
    case 10:
      return { type: 'PERCENT', pattern: '0.00%' }
    case 11:
      return { type: 'SCIENTIFIC', pattern: '0.00E+00' }
    case 14:
    case 15:
    case 16:
    case 17:
      return { type: 'DATE', pattern: datePattern(text) }
    case 18:
    case 19:
    case 20:
    case 21:
      return { type: 'TIME', pattern: timePattern(text) }
    case 22:
      return { type: 'DATE_TIME', pattern: `${datePattern(text)} h:mm:ss` }
    default:
      return undefined
  }
}

function timePattern(text: string): string {
  const seconds = /:\d{1,2}:\d/.test(text) ? ':ss' : ''
  return /[ap]\.?m?\.?$/i.test(text) ? `h:mm${seconds} am/pm` : `h:mm${seconds}`
}

// ---- the engine's content

/** What the engine must be given so that the cell holds exactly this. */
export function engineContent(input: CellInput): string {
  switch (input.kind) {
    case 'empty':
      return ''
    case 'formula':
      return toEngineFormula(input.formula)
    case 'boolean':
      return input.value ? 'TRUE' : 'FALSE'
    case 'number':
      return String(input.value)
    case 'text':
      return textContent(input.text)
  }
}

/** The engine reads numbers, dates, booleans, errors and formulas out of text; an apostrophe stops it. */
function textContent(text: string): string {
  if (text === '') return ''
  const first = text.charCodeAt(0)
  const isWord = (first >= 65 && first <= 90) || (first >= 97 && first <= 122) || first > 127
  if (isWord && !/^(true|false)$/i.test(text)) return text
  return mayBeRead(text) ? `'${text}` : text
}

function mayBeRead(text: string): boolean {
  const { isNumber, isDateTime } = engine.helpers
  return (
    /^['=+#]/.test(text) ||
    /^\s*(true|false)\s*$/i.test(text) ||
    isNumber(text, engine.DEFAULT_LOCALE) ||
    isDateTime(text, engine.DEFAULT_LOCALE)
  )
}
