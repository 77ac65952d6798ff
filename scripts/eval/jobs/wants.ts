/** What a cell may hold to be right: tolerant of how a person would write it, not of what it says. */
import { calendarDay, isoDay, MONTH_NAMES } from './days.ts'
import type { ResultCell } from './result.ts'

export interface Want {
  text: string
  holds(cell: ResultCell): boolean
}

/** Numbers to a cent, texts without regard to case and spacing, patterns in what is shown. */
export type Wanted = number | string | boolean | RegExp | Want

export function want(wanted: Wanted): Want {
  if (typeof wanted === 'number') return near(wanted, 0.011)
  if (typeof wanted === 'string') return text(wanted)
  if (typeof wanted === 'boolean') return { text: String(wanted), holds: ({ value }) => value === wanted }
  if (wanted instanceof RegExp)
    return { text: String(wanted), holds: cell => wanted.test(cell.shown || String(cell.value ?? '')) }
  return wanted
}

export const near = (expected: number, within: number): Want => ({
  text: String(Math.round(expected * 10_000) / 10_000),
  holds: ({ value }) => typeof value === 'number' && Math.abs(value - expected) <= within + 1e-9,
})

/** The number with either sign: a shortage may be written as -3 or as 3. */
export const size = (expected: number, within = 0.011): Want => ({
  text: `±${Math.abs(expected)}`,
  holds: ({ value }) =>
    typeof value === 'number' && Math.abs(Math.abs(value) - Math.abs(expected)) <= within + 1e-9,
})

/** A share, as 0.125 or as 12.5. */
export const share = (expected: number, within = 0.0006): Want => ({
  text: `${(expected * 100).toFixed(1)} %`,
  holds: ({ value }) =>
    typeof value === 'number' &&
    (Math.abs(value - expected) <= within || Math.abs(value - expected * 100) <= within * 100),
})

export const plain = (value: string) => value.toLowerCase().replaceAll(/\s+/g, ' ').trim()

function text(expected: string): Want {
  const wanted = plain(expected)
  return {
    text: `"${expected}"`,
    holds: ({ value, shown }) => plain(String(value ?? '')) === wanted || plain(shown) === wanted,
  }
}

/** A day as a date or as a text that names it. */
export function onDay(expected: number): Want {
  const iso = isoDay(expected)
  const written = [iso, iso.split('-').reverse().join('.')]
  return {
    text: written[0]!,
    holds: ({ value }) =>
      typeof value === 'number' ? Math.floor(value) === expected : written.includes(String(value).trim()),
  }
}

/** A month as any of its days, or named: 2024-03, 03/2024, Mar 2024, March 2024, Mar-24. */
export function inMonth(year: number, month: number): Want {
  const name = MONTH_NAMES[month - 1]!.toLowerCase()
  const two = String(month).padStart(2, '0')
  const names = [name, name.slice(0, 3)].flatMap(each => [
    `${each} ${year}`,
    `${each} ${String(year).slice(2)}`,
  ])
  const accepted = new Set([
    `${year} ${two}`,
    `${two} ${year}`,
    `${month} ${year}`,
    `${year} m${two}`,
    ...names,
  ])
  const bare = (value: string) =>
    value
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim()
  return {
    text: `${year}-${two}`,
    holds({ value, shown }) {
      if (typeof value === 'number' && value > 20_000 && value < 80_000) {
        const day = calendarDay(value)
        return day.year === year && day.month === month
      }
      return accepted.has(bare(shown)) || accepted.has(bare(String(value ?? '')))
    },
  }
}

export const anyOf = (...wanted: Wanted[]): Want => {
  const wants = wanted.map(want)
  return {
    text: wants.map(each => each.text).join(' or '),
    holds: cell => wants.some(each => each.holds(cell)),
  }
}
