/** Hours of a month to pay, with overtime by the week, premiums and deductions. */
import { day, money, tab } from '../book.ts'
import { figure, kept, newTab, noErrors } from '../checks.ts'
import { calendarDay, serial } from '../days.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'
import { near } from '../wants.ts'

const PAYROLL = /payroll/i
const FIRST_MONDAY = serial(2025, 9, 1)
const WEEKS = 4
const NAMES = 'Abel|Brandt|Cruz|Demir|Eklund|Ferri|Gruber|Hoang|Iqbal|Jansen|Kolar|Lopes|Meyer|Nowak'.split(
  '|',
)

interface Shift {
  name: string
  date: number
  hours: number
}

export const payroll: Job = {
  id: 'payroll',
  title: 'Payroll September 2025',
  prompts: [
    'Work out the pay for the four weeks on Hours on a new tab Payroll, a row for each person: normal hours, overtime hours, gross, deductions, net. Overtime is what exceeds 40 hours within one week (Monday to Sunday) and is paid at 1.5 times the hourly rate (tab Rates). Sunday hours get 25 % of the hourly rate on top, whether overtime or not. Deductions are the percentage on the tab Rates (cell F1) of the gross. Give the total net below. Formulas, because hours are still corrected.',
  ],
  prepare(random) {
    const rates = new Map(NAMES.map(name => [name, random.int(36, 72) / 2]))
    const shifts = NAMES.flatMap(name =>
      Array.from(
        { length: WEEKS * 7 },
        (_, at): Shift => ({ name, date: FIRST_MONDAY + at, hours: random.int(12, 22) / 2 }),
      ).filter(({ date }) => !random.chance(calendarDay(date).weekday > 5 ? 0.75 : 0.12)),
    )
    const sorted = shifts.sort((a, b) => a.date - b.date || a.name.localeCompare(b.name))
    return {
      tabs: [
        tab('Hours', [
          ['Date', 'Person', 'Hours'],
          ...sorted.map(({ name, date, hours }) => [day(date, 'ddd dd.mm.yyyy'), name, hours]),
        ]),
        tab('Rates', [
          ['Person', 'Rate per hour', null, null, 'Deductions', { value: 0.21, format: '0%' }],
          ...[...rates].map(([name, rate]) => [name, money(rate)]),
        ]),
      ],
      checks: [newTab(PAYROLL), kept('Hours'), kept('Rates'), ...outcome(shifts, rates, 0.21), noErrors],
      probe: { cell: 'Rates!F1', value: 0.25, checks: outcome(shifts, rates, 0.25) },
    }
  },
}

function outcome(shifts: Shift[], rates: Map<string, number>, deduction: number): Check[] {
  const people = NAMES.map(name => {
    const own = shifts.filter(each => each.name === name)
    const weeks = [0, 1, 2, 3].map(week =>
      hoursOf(own.filter(({ date }) => Math.floor((date - FIRST_MONDAY) / 7) === week)),
    )
    const overtime = weeks.reduce((sum, hours) => sum + Math.max(0, hours - 40), 0)
    const normal = hoursOf(own) - overtime
    const sundays = hoursOf(own.filter(({ date }) => calendarDay(date).weekday === 7))
    const gross = rates.get(name)! * (normal + 1.5 * overtime + 0.25 * sundays)
    return { name, normal, overtime, gross, net: gross * (1 - deduction) }
  })
  return [
    rows(
      'each person has hours, gross and net',
      people.map(({ name, normal, overtime, gross, net }) => [
        name,
        normal,
        overtime,
        near(gross, 0.02),
        near(net, 0.02),
      ]),
      { on: PAYROLL, ordered: true, live: [1, 2, 3, 4] },
    ),
    figure(
      'the total net is right',
      /total/i,
      near(
        people.reduce((sum, { net }) => sum + net, 0),
        0.2,
      ),
      { on: PAYROLL, live: true },
    ),
  ]
}

const hoursOf = (shifts: Shift[]) => shifts.reduce((sum, { hours }) => sum + hours, 0)
