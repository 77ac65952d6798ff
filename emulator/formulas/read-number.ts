/**
 * The number a text stands for where Google wants a number: "1,234", "12%", "$5", "2024-02-03", "3:30 PM",
 * "1e3". Text in, number out; refuses to know cells and functions.
 */
import { parseValue } from 'numfmt'

const CURRENCY = /^([-+]?)\s*([$€£¥₹₩])\s*([-+]?)(\d[\d,]*(?:\.\d*)?|\.\d+)$/
const PLAIN = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i
const MAX_REMEMBERED = 20_000

const remembered = new Map<string, number | undefined>()

export function readNumber(text: string): number | undefined {
  if (PLAIN.test(text)) return Number(text)
  if (remembered.has(text)) return remembered.get(text)
  const value = read(text.trim())
  if (remembered.size > MAX_REMEMBERED) remembered.clear()
  remembered.set(text, value)
  return value
}

function read(text: string): number | undefined {
  if (!/\d/.test(text)) return undefined
  if (PLAIN.test(text)) return Number(text)
  const currency = CURRENCY.exec(text)
  if (currency !== null) {
    const [, before, , after, digits = ''] = currency
    const value = Number(digits.replaceAll(',', ''))
    return before === '-' || after === '-' ? -value : value
  }
  return readDateTime(text) ?? readFormatted(text)
}

function readFormatted(text: string): number | undefined {
  // Anything with letters that is no date is no number either (numfmt reads some that Google does not).
  if (/[a-z]/i.test(text) && !/^[-+]?[\d.,]+e[-+]?\d+%?$/i.test(text)) return undefined
  if (/[/:]/.test(text) || /\d-\d/.test(text)) return undefined
  const parsed = parseValue(text)
  return typeof parsed?.value === 'number' ? parsed.value : undefined
}

// ---- dates and times

const DAY_MS = 86_400_000
const EPOCH_MS = Date.UTC(1899, 11, 30)
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Days since 1899-12-30, Google's day 0, for a date in the proleptic calendar; months may overflow. */
export function serialOf(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return Math.round((date.getTime() - EPOCH_MS) / DAY_MS)
}

export function dateOf(serial: number): { year: number; month: number; day: number } {
  const date = new Date(EPOCH_MS + Math.floor(serial) * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const TIME = /^(\d{1,4}):(\d{1,2})(?::(\d{1,2}(?:\.\d+)?))?\s*([ap])?\.?(?:m\.?)?$/i
const HOUR_ONLY = /^(\d{1,2})\s*([ap])\.?m\.?$/i

export function readTime(text: string): number | undefined {
  const hour = HOUR_ONLY.exec(text)
  const match = hour === null ? TIME.exec(text) : [text, hour[1], '0', undefined, hour[2]]
  if (match === null) return undefined
  const half = match[4]?.toLowerCase()
  let hours = Number(match[1])
  const [minutes, seconds] = [Number(match[2]), Number(match[3] ?? 0)]
  if (minutes > 59 || seconds >= 60) return undefined
  if (half !== undefined) {
    if (hours > 12) return undefined
    hours = (hours % 12) + (half === 'p' ? 12 : 0)
  }
  return (hours * 3600 + minutes * 60 + seconds) / 86_400
}

export function readDateTime(text: string): number | undefined {
  const time = readTime(text)
  if (time !== undefined) return time
  const split = /^(.*?\d{4}|.*?\d)[T ,]+(\d{1,2}(?::\d.*|\s*[ap]\.?m\.?))$/i.exec(text)
  const date = readDate(split?.[1] ?? text)
  if (date === undefined) return undefined
  if (split === null) return date
  const clock = readTime((split[2] ?? '').replace(/Z$/i, ''))
  return clock === undefined ? undefined : date + clock
}

function readDate(given: string): number | undefined {
  const text = given.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i, '')
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (iso !== null) return valid(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const us = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)
  if (us !== null) return valid(fullYear(us[4] ?? ''), Number(us[1]), Number(us[3]))
  const short = /^(\d{1,2})[/-](\d{1,2})$/.exec(text)
  if (short !== null) return valid(new Date().getFullYear(), Number(short[1]), Number(short[2]))
  const monthYear = /^(\d{1,2})[/-](\d{4})$/.exec(text)
  if (monthYear !== null) return valid(Number(monthYear[2]), Number(monthYear[1]), 1)
  return readNamedMonth(text)
}

function readNamedMonth(text: string): number | undefined {
  const first = /^([a-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?(?:(?:,\s*|[\s-]+)(\d{4}|\d{2}))?$/i.exec(
    text,
  )
  if (first !== null) return named(first[1], first[2], first[3])
  const second = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]*([a-z]{3,9})\.?(?:(?:,\s*|[\s-]+)(\d{4}|\d{2}))?$/i.exec(
    text,
  )
  if (second !== null) return named(second[2], second[1], second[3])
  const yearFirst = /^(\d{4})[\s-]+([a-z]{3,9})[\s-]+(\d{1,2})$/i.exec(text)
  if (yearFirst !== null) return named(yearFirst[2], yearFirst[3], yearFirst[1])
  const monthYear = /^([a-z]{3,9})\.?[\s-]+(\d{4})$/i.exec(text)
  return monthYear === null ? undefined : named(monthYear[1], '1', monthYear[2])
}

const LONG_MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

function named(name = '', day = '1', year?: string): number | undefined {
  const lower = name.toLowerCase()
  const month = MONTHS.indexOf(lower.slice(0, 3))
  const isMonth = lower.length === 3 || lower === 'sept' || LONG_MONTHS.includes(lower)
  if (month < 0 || !isMonth) return undefined
  return valid(year === undefined ? new Date().getFullYear() : fullYear(year), month + 1, Number(day))
}

/** Google's century for two digits: 00–29 are 20xx. */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length === 4) return year
  return year < 30 ? 2000 + year : 1900 + year
}

function valid(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1) return undefined
  const serial = serialOf(year, month, day)
  return dateOf(serial).month === month ? serial : undefined
}
