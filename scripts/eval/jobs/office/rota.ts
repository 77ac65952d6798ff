/** Four weeks of shifts for twelve people, within what each of them may and can work. */
import { day, tab } from '../book.ts'
import { newTab, tableUnder, untouched } from '../checks.ts'
import { calendarDay, serial } from '../days.ts'
import type { Check, Job } from '../job.ts'
import type { Random } from '../random.ts'
import type { ResultBook } from '../result.ts'
import { plain } from '../wants.ts'

const FIRST_DAY = serial(2025, 6, 2)
const DAYS = 28
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const ROTA = /rota/i
const NAMES = [
  'Amira',
  'Bo',
  'Clara',
  'Dario',
  'Edda',
  'Finn',
  'Gwen',
  'Hasan',
  'Iris',
  'Joel',
  'Kaya',
  'Luis',
]

interface Person {
  name: string
  senior: boolean
  perWeek: number
  never: string[]
  away: [from: number, to: number][]
}

export const rota: Job = {
  id: 'rota',
  title: 'Shifts June 2025',
  prompts: [
    'Please make the rota for the four weeks from Monday 2 June 2025 (until 29 June) on a tab Rota: one row a day with the columns Date, Early 1, Early 2, Late 1, Late 2, and in each a name from Staff. Rules: every shift has two different people and at least one of them is senior; nobody works twice on one day; nobody works early on the day after a late shift; nobody works more shifts in a week (Monday to Sunday) than Staff allows; nobody works on a weekday listed under Never or while on leave (tab Leave). Fill all shifts. Beside or below the rota, or on a tab of its own, count the shifts of each person with formulas.',
  ],
  prepare(random) {
    const people = staff(random)
    return {
      tabs: [
        tab('Staff', [
          ['Name', 'Level', 'Shifts a week', 'Never'],
          ...people.map(({ name, senior, perWeek, never }) => [
            name,
            senior ? 'Senior' : 'Junior',
            perWeek,
            never.join(', ') || null,
          ]),
        ]),
        tab('Leave', [
          ['Name', 'From', 'To'],
          ...people.flatMap(({ name, away }) => away.map(([from, to]) => [name, day(from), day(to)])),
        ]),
      ],
      checks: [newTab(ROTA), untouched('Staff', 'Leave'), ...rules(people), counted],
    }
  },
}

/** More than enough people for 112 places, so that a rota within the rules exists. */
const staff = (random: Random): Person[] =>
  NAMES.map((name, at) => ({
    name,
    senior: at % 2 === 0,
    perWeek: random.pick([4, 5, 5]),
    never: random.chance(0.6) ? [random.pick(WEEKDAYS)] : [],
    away: random.chance(0.35) ? [leave(random)] : [],
  }))

function leave(random: Random): [number, number] {
  const from = FIRST_DAY + random.int(0, 20)
  return [from, from + random.int(2, 5)]
}

interface Shift {
  date: number
  early: string[]
  late: string[]
}

const HEADERS = [/^date|^day$/i, /early.*1/i, /early.*2/i, /late.*1/i, /late.*2/i]

function shiftsOf(result: ResultBook): Shift[] {
  const table = tableUnder(result, ROTA, HEADERS)
  return (table?.rows ?? []).flatMap(([date, ...places]) => {
    if (typeof date?.value !== 'number') return []
    const names = places.map(cell => plain(String(cell?.value ?? '')))
    return [{ date: Math.floor(date.value), early: names.slice(0, 2), late: names.slice(2) }]
  })
}

/** A rule that no shift or person breaks; `broken` names what does. */
const rule = (says: string, broken: (shifts: Shift[]) => string[]): Check => ({
  says,
  fails(result) {
    const shifts = shiftsOf(result)
    if (shifts.length === 0) return 'there is no table with these headers and dates'
    const found = broken(shifts)
    return found.length === 0 ? null : `${found.length} times not, first ${found[0]}`
  },
})

function rules(people: Person[]): Check[] {
  const known = new Map(people.map(person => [plain(person.name), person]))
  const named = (names: string[]) => names.flatMap(name => known.get(name) ?? [])
  const each = (shifts: Shift[], broken: (person: Person, shift: Shift, at: number) => boolean) =>
    shifts.flatMap((shift, at) =>
      named([...shift.early, ...shift.late])
        .filter(person => broken(person, shift, at))
        .map(person => `${person.name} on day ${shift.date - FIRST_DAY + 1}`),
    )
  const both = (shifts: Shift[], broken: (names: string[]) => boolean) =>
    shifts.flatMap(({ date, early, late }) =>
      [early, late].filter(broken).map(() => `day ${date - FIRST_DAY + 1}`),
    )
  return [
    rule('all 28 days stand there once', shifts =>
      Array.from({ length: DAYS }, (_, at) => FIRST_DAY + at)
        .filter(date => shifts.filter(shift => shift.date === date).length !== 1)
        .map(date => `day ${date - FIRST_DAY + 1}`),
    ),
    rule('every place has somebody of the staff', shifts => both(shifts, names => named(names).length !== 2)),
    rule('every shift has a senior', shifts =>
      both(shifts, names => !named(names).some(({ senior }) => senior)),
    ),
    rule('nobody works twice on one day', shifts =>
      each(
        shifts,
        (person, { early, late }) =>
          [...early, ...late].filter(name => name === plain(person.name)).length > 1,
      ),
    ),
    rule('nobody works early after a late shift', shifts =>
      each(shifts, (person, { date, early }) => {
        const before = shifts.find(shift => shift.date === date - 1)
        return early.includes(plain(person.name)) && (before?.late.includes(plain(person.name)) ?? false)
      }),
    ),
    rule('nobody works on a day that is ruled out or on leave', shifts =>
      each(shifts, ({ never, away }, { date }) => {
        const weekday = WEEKDAYS[calendarDay(date).weekday - 1]!
        return never.includes(weekday) || away.some(([from, to]) => date >= from && date <= to)
      }),
    ),
    rule('nobody works more shifts a week than allowed', shifts =>
      people.flatMap(({ name, perWeek }) =>
        [0, 1, 2, 3]
          .filter(week => worked(shifts, name, week) > perWeek)
          .map(week => `${name} in week ${week + 1}`),
      ),
    ),
  ]
}

const worked = (shifts: Shift[], name: string, week: number) =>
  shifts
    .filter(({ date }) => Math.floor((date - FIRST_DAY) / 7) === week)
    .flatMap(({ early, late }) => [...early, ...late])
    .filter(each => each === plain(name)).length

const counted: Check = {
  says: 'the shifts of each person are counted by formulas',
  fails(result) {
    const shifts = shiftsOf(result)
    const missing = NAMES.filter(name => {
      const total = [0, 1, 2, 3].reduce((sum, week) => sum + worked(shifts, name, week), 0)
      return !result.tabs.some(({ grid }) =>
        grid.some(
          row =>
            row.some(cell => plain(String(cell?.value ?? '')) === plain(name)) &&
            row.some(cell => cell?.live && cell.value === total),
        ),
      )
    })
    return missing.length === 0 ? null : `not for ${missing.join(', ')}`
  },
}
