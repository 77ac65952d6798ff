/** Clockings of a terminal made into hours, with those that are missing. */
import { day, tab } from '../book.ts'
import { kept, newTab, noErrors } from '../checks.ts'
import { calendarDay, serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import { onDay, type Want } from '../wants.ts'

const HOURS = /hours/i
const PEOPLE = ['0101', '0102', '0105', '0110', '0117', '0123', '0140']

export const attendance: Job = {
  id: 'attendance',
  title: 'Time clock October',
  prompts: [
    'The terminal wrote the clockings on the tab Clock: badge, time, IN or OUT, several pairs a day for some people, in the order in which they happened. Make a tab Hours with a row for each badge and day: badge, date, hours worked that day (all pairs of IN and the following OUT). Where a clocking is missing (an IN without OUT before the next IN or at the end of the day, or an OUT without IN), put that day on a tab Missing instead, with badge and date, and leave it out of Hours. Nobody works past midnight. Sum the hours of each badge beside the list.',
  ],
  prepare(random) {
    const events: { badge: string; at: number; kind: string }[] = []
    const worked: { badge: string; date: number; hours: number }[] = []
    const missing: { badge: string; date: number }[] = []
    for (const badge of PEOPLE) {
      for (let date = serial(2025, 10, 1); date <= serial(2025, 10, 31); date++) {
        if (calendarDay(date).weekday > 5 || random.chance(0.1)) continue
        const minutes = [
          random.int(420, 560),
          random.int(690, 740),
          random.int(760, 800),
          random.int(960, 1_110),
        ]
        const isSplit = random.chance(0.6)
        const times = isSplit ? minutes : [minutes[0]!, minutes[3]!]
        const clockings = times.map((minute, at) => ({
          badge,
          at: date + minute / 1_440,
          kind: at % 2 === 0 ? 'IN' : 'OUT',
          minute,
        }))
        if (random.chance(0.06)) {
          clockings.splice(random.int(0, clockings.length - 1), 1)
          missing.push({ badge, date })
        } else {
          const sum = clockings.reduce(
            (total, { minute, kind }) => total + (kind === 'OUT' ? minute : -minute),
            0,
          )
          worked.push({ badge, date, hours: sum / 60 })
        }
        events.push(...clockings)
      }
    }
    events.sort((a, b) => a.at - b.at)
    return {
      tabs: [
        tab('Clock', [
          ['Badge', 'Time', 'Kind'],
          ...events.map(({ badge, at, kind }) => [
            { value: badge, format: '@' },
            day(at, 'yyyy-mm-dd hh:mm'),
            kind,
          ]),
        ]),
      ],
      checks: [
        newTab(HOURS),
        kept('Clock'),
        rows(
          'each badge and day has its hours',
          worked.map(({ badge, date, hours }) => [ofBadge(badge), onDay(date), duration(hours)]),
          { on: HOURS },
        ),
        rows(
          'days with a missing clocking are listed',
          missing.map(({ badge, date }) => [ofBadge(badge), onDay(date)]),
          { on: /missing/i },
        ),
        rows(
          'each badge has its sum',
          PEOPLE.map(badge => [
            ofBadge(badge),
            duration(worked.filter(each => each.badge === badge).reduce((sum, { hours }) => sum + hours, 0)),
          ]),
          { on: HOURS },
        ),
        noErrors,
      ],
    }
  },
}

/** 0101 as a text, or as the number 101. */
const ofBadge = (badge: string): Want => ({
  text: badge,
  holds: ({ value }) => String(value) === badge || value === Number(badge),
})

/** Hours as a number, or as a part of a day as spreadsheets count times. */
const duration = (hours: number): Want => ({
  text: `${hours.toFixed(2)} h`,
  holds: ({ value }) =>
    typeof value === 'number' && (Math.abs(value - hours) < 0.011 || Math.abs(value - hours / 24) < 0.0005),
})
