/** Dates and grouped numbers as people type them, and the pattern that shows them so. For the page; dates for the API too. */
import { parseValue } from 'numfmt'

const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i
/** Of numfmt: the formats of dates. */
const DATES = new Set([14, 15, 16, 17])

/** A date with the name of its month; undefined where the text is none. */
export function readNamedDate(text: string): { value: number; pattern: string } | undefined {
  const trimmed = text.trim()
  if (!/^[\w\s,.-]+$/.test(trimmed) || !MONTH.test(trimmed) || !/\d/.test(trimmed)) return undefined
  const parsed = parseValue(trimmed)
  if (typeof parsed?.value !== 'number' || !DATES.has(parsed.formatId ?? 0)) return undefined
  return { value: parsed.value, pattern: datePattern(trimmed) }
}

/** Of a number with commas between its thousands; undefined for any other text. */
export function groupedPattern(text: string): string | undefined {
  if (!/^\s*[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?\s*$/.test(text)) return undefined
  return text.includes('.') ? '#,##0.00' : '#,##0'
}

export function datePattern(text: string): string {
  const date = text.replace(/\s+\d{1,2}:.*$/, '')
  if (/^\d{4}-/.test(date)) return 'yyyy-mm-dd'
  if (/^\d{4}\//.test(date)) return 'yyyy/mm/dd'
  if (/^\d{1,2}[-/]\d{1,2}[-/]\d{2,4}$/.test(date)) return 'm/d/yyyy'
  if (/^\d{1,2}[-/]\d{1,2}$/.test(date)) return 'm/d'
  const month = /[a-z]{4,}/i.test(date) ? 'mmmm' : 'mmm'
  if (/^[a-z]+\.?\s+\d{1,2},?\s+\d{4}$/i.test(date)) return `${month} d, yyyy`
  if (/^[a-z]+\.?\s+\d{4}$/i.test(date)) return `${month} yyyy`
  if (/^[a-z]+\.?\s+\d{1,2}$/i.test(date)) return `${month} d`
  if (/^\d{1,2}[-\s][a-z]+[-\s]\d{2,4}$/i.test(date)) return `d ${month} yyyy`
  return 'm/d/yyyy'
}
