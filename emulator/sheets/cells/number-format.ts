/**
 * Number patterns: Google's, the engine's, and how a value looks in one. Google's pattern is the truth; the
 * engine gets the nearest one it can draw, and the exact one is kept in the cell's style beside it.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { format as formatPattern, getFormatInfo, isValidFormat } from 'numfmt'
import { formatAutomatic, STANDARD_TIMES } from '../../dialect/automatic.ts'
import type { CellValue, Style } from '../../dialect/engine.ts'
import { engine } from '../workbook/engine.ts'

export type NumberFormat = sheets_v4.Schema$NumberFormat

/** Kept in `style.google.numberFormat` when the engine cannot draw the pattern itself. */
interface KeptFormat extends NumberFormat {
  /** The engine's stand-in. When the cell's format is another one, a page has changed it since. */
  shownAs: string
}

const DEFAULT_PATTERNS: Record<string, string> = {
  NUMBER: '#,##0.00',
  PERCENT: '0.00%',
  CURRENCY: '"$"#,##0.00',
  DATE: 'm/d/yyyy',
  TIME: 'h:mm:ss am/pm',
  DATE_TIME: 'm/d/yyyy h:mm:ss',
  SCIENTIFIC: '0.00E+00',
  TEXT: '@',
}

export const NUMBER_FORMAT_TYPES = new Set([
  ...Object.keys(DEFAULT_PATTERNS),
  'NUMBER_FORMAT_TYPE_UNSPECIFIED',
])

export function patternOf(numberFormat: NumberFormat): string {
  return numberFormat.pattern || (DEFAULT_PATTERNS[numberFormat.type ?? ''] ?? '')
}

/** Google refuses patterns it cannot read. */
export function isPattern(pattern: string): boolean {
  return isValidFormat(pattern)
}

/** The cell's format and the style that keeps the exact pattern, for writing. */
export function writeNumberFormat(
  style: Style,
  numberFormat: NumberFormat | undefined,
): { style: Style; format: string } {
  const { google, ...rest } = style
  const { numberFormat: _old, ...others } = google ?? {}
  const pattern = numberFormat === undefined ? '' : patternOf(numberFormat)
  const shownAs = pattern === '' ? '' : toEnginePattern(pattern)
  const exact = pattern === shownAs && numberFormat?.type === typeOfPattern(pattern)
  const kept: Record<string, unknown> = { ...others }
  if (numberFormat !== undefined && !exact)
    kept.numberFormat = { ...numberFormat, pattern, shownAs } satisfies KeptFormat
  return { style: Object.keys(kept).length === 0 ? rest : { ...rest, google: kept }, format: shownAs }
}

/** Google's view of a cell's own number format; undefined: automatic. */
export function readNumberFormat(
  style: Style | undefined,
  format: string | undefined,
): NumberFormat | undefined {
  const kept = style?.google?.numberFormat as KeptFormat | undefined
  if (kept !== undefined && kept.shownAs === (format ?? '')) {
    const { shownAs: _shownAs, ...numberFormat } = kept
    return numberFormat
  }
  if (format === undefined || format === '') return undefined
  const pattern = toGooglePattern(format)
  return { type: typeOfPattern(pattern), pattern }
}

export function typeOfPattern(pattern: string): string {
  if (/[$€£¥₹₩]|\[\$[^\]]+\]/.test(pattern)) return 'CURRENCY'
  const { type } = getFormatInfo(pattern)
  switch (type) {
    case 'date':
      return 'DATE'
    case 'datetime':
      return 'DATE_TIME'
    case 'time':
      return 'TIME'
    case 'percent':
      return 'PERCENT'
    case 'scientific':
      return 'SCIENTIFIC'
    case 'text':
      return 'TEXT'
    default:
      return 'NUMBER'
  }
}

const enginePatterns = new Map<string, string>()

/** The nearest pattern the engine can draw; '' when there is none. */
export function toEnginePattern(pattern: string): string {
  const known = enginePatterns.get(pattern)
  if (known !== undefined) return known
  const simplified = simplify(pattern)
  const found = [pattern, simplified, simplified.split(';')[0] ?? ''].find(canDraw) ?? ''
  enginePatterns.set(pattern, found)
  return found
}

function simplify(pattern: string): string {
  return pattern
    .replace(/\[\$([^\]-]*)-[^\]]*\]/g, '[$$$1]')
    .replace(/\[(black|blue|cyan|green|magenta|red|white|yellow|color\s*\d+)\]/gi, '')
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/[_*](.)/g, '')
    .replace(/\\(.)/g, '"$1"')
    .replace(/am\/pm|a\/p/gi, 'a')
    .replace(/(?<![a-z])h(?!h)/gi, 'hh')
    .replace(/general/gi, '')
    .replace(/E[+-]0+/gi, '')
}

function canDraw(pattern: string): boolean {
  try {
    engine.helpers.formatValue(45325.75, { format: pattern, locale: engine.DEFAULT_LOCALE })
    engine.helpers.formatValue(-1, { format: pattern, locale: engine.DEFAULT_LOCALE })
    return true
  } catch {
    return false
  }
}

/** The engine writes "hh:mm a" where Google writes "hh:mm am/pm". */
function toGooglePattern(format: string): string {
  const exact = STANDARD_TIMES[format]
  return exact ?? format.replace(/(?<=[hms0] ?)a(?=$|;)/g, 'am/pm')
}

// ---- how values look

/** formattedValue for a cell without an error. */
export function formatCellValue(value: CellValue, numberFormat: NumberFormat | undefined): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  const pattern = numberFormat === undefined ? '' : patternOf(numberFormat)
  if (typeof value === 'string') return pattern.includes('@') ? formatWith(pattern, value) : value
  if (pattern === '' || pattern === '@' || /^general$/i.test(pattern)) return formatAutomatic(value)
  return formatWith(pattern, value)
}

function formatWith(pattern: string, value: string | number): string {
  try {
    return formatPattern(pattern, value, { throws: true })
  } catch {
    return String(value)
  }
}
