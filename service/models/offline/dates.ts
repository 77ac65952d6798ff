/** Dates of cells as days since the spreadsheet's day 0. Reading tools answer them as they are shown. */
import type { ColumnOverview } from '../../sheets/overview.ts'

const DAY_MILLISECONDS = 86_400_000
/** Day 0 of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30)

export const dateOf = (serial: number): Date => new Date(EPOCH + serial * DAY_MILLISECONDS)

export const serialOf = (year: number, month: number, day: number): number =>
  (Date.UTC(year, month - 1, day) - EPOCH) / DAY_MILLISECONDS

export const isoDate = (serial: number): string => dateOf(serial).toISOString().slice(0, 10)

/** Null where the cell is no date. `column` tells whether 3/4 is in March or in April. */
export function daySerial(
  cell: unknown,
  column: Pick<ColumnOverview, 'number_format'>,
  locale: string,
): number | null {
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string') return null
  const text = cell.trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text)
  if (iso) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})(?!\d)/.exec(text)
  if (parts) {
    const [first, second, year] = [Number(parts[1]), Number(parts[2]), fullYear(Number(parts[3]))]
    return isMonthFirst(column.number_format, locale)
      ? valid(year, first, second)
      : valid(year, second, first)
  }
  if (!/[a-z]{3}/i.test(text) || !/\d{4}/.test(text)) return null
  // Months in words leave no doubt; without a zone the text would be read in the server's own.
  const time = Date.parse(`${text} UTC`)
  return Number.isNaN(time) ? null : Math.floor((time - EPOCH) / DAY_MILLISECONDS)
}

function isMonthFirst(pattern: string | undefined, locale: string): boolean {
  const [month, day] = [pattern?.toLowerCase().indexOf('m') ?? -1, pattern?.toLowerCase().indexOf('d') ?? -1]
  return month === -1 || day === -1 ? locale === 'en_US' : month < day
}

const fullYear = (year: number): number => (year < 100 ? 2000 + year : year)

function valid(year: number, month: number, day: number): number | null {
  const serial = serialOf(year, month, day)
  const date = dateOf(serial)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? serial : null
}
