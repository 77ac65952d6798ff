/** Days as spreadsheets count them: whole numbers since 30 December 1899, without time zones. */

const EPOCH = Date.UTC(1899, 11, 30)
const DAY_MILLISECONDS = 86_400_000

/** `month` from 1. */
export const serial = (year: number, month: number, day: number): number =>
  Math.round((Date.UTC(year, month - 1, day) - EPOCH) / DAY_MILLISECONDS)

export interface CalendarDay {
  year: number
  month: number
  day: number
  /** Monday is 1, Sunday 7. */
  weekday: number
}

export function calendarDay(of: number): CalendarDay {
  const date = new Date(EPOCH + Math.floor(of) * DAY_MILLISECONDS)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: ((date.getUTCDay() + 6) % 7) + 1,
  }
}

/** Same day of a later month; the last day where that month is shorter. */
export function addMonths(of: number, months: number): number {
  const { year, month, day } = calendarDay(of)
  const lastDay = calendarDay(serial(year, month + months + 1, 0)).day
  return serial(year, month + months, Math.min(day, lastDay))
}

const two = (value: number) => String(value).padStart(2, '0')

export function isoDay(of: number): string {
  const { year, month, day } = calendarDay(of)
  return `${year}-${two(month)}-${two(day)}`
}

export const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ')
