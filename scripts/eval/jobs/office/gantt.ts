/** A plan with durations in working days and dependencies: dates by formulas, and bars in a calendar. */
import { day, tab } from '../book.ts'
import { figure, noErrors } from '../checks.ts'
import { calendarDay, serial } from '../days.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'
import type { Random } from '../random.ts'
import { onDay } from '../wants.ts'

/** So many weeks the calendar shows at least. */
const WEEKS = 12
const START = serial(2025, 3, 3)
const HOLIDAYS = [
  serial(2025, 4, 18),
  serial(2025, 4, 21),
  serial(2025, 5, 1),
  serial(2025, 5, 29),
  serial(2025, 6, 9),
]
const NAMES =
  'Kick-off|Site survey|Requirements|Budget approval|Concept|Tender documents|Tender period|Contract award|Detailed design|Permits|Order materials|Demolition|Foundations|Steelwork|Roof|Windows|Electrics|Plumbing|Heating|Plaster|Flooring|Painting|Furniture|Network|Inspection|Defects|Handover|Move|Opening'.split(
    '|',
  )

interface Task {
  id: string
  name: string
  days: number
  after: number[]
}

export const gantt: Job = {
  id: 'gantt',
  title: 'Office renovation',
  prompts: [
    'Make a project plan from the tab Tasks. Duration is in working days (Monday to Friday, without the days on the tab Holidays). A task starts on the first working day after all tasks in its "After" column have ended; tasks without one start on the project start in Tasks!B1. Add start and end dates to the tasks, then draw a Gantt chart on a tab Gantt: a row for each task, a column for each week, bars coloured by rule so that they move when a duration changes. Say the project end somewhere clearly labelled. Durations will change, so everything has to recalculate.',
  ],
  prepare(random) {
    const tasks = project(random)
    const slower = tasks.map((task, at) => (at === 6 ? { ...task, days: task.days + 7 } : task))
    return {
      tabs: [
        tasksTab(tasks),
        tab('Holidays', [
          ['Date', 'Holiday'],
          ...HOLIDAYS.map((date, at) => [day(date), `Holiday ${at + 1}`]),
        ]),
      ],
      checks: [
        datesOf(tasks),
        figure(
          'the project end is named',
          /end|finish|complet/i,
          onDay(Math.max(...planned(tasks).map(({ end }) => end))),
        ),
        {
          says: 'a tab Gantt has rules that colour cells of every task',
          fails: result =>
            barsOn(
              result.tabs.filter(({ title }) => /gantt/i.test(title)),
              tasks,
            ),
        },
        noErrors,
      ],
      probe: { cell: 'Tasks!C10', value: slower[6]!.days, checks: [datesOf(slower)] },
    }
  },
}

const datesOf = (tasks: Task[]): Check =>
  rows(
    'each task starts and ends on the right day',
    planned(tasks).map(({ name, start, end }) => [name, onDay(start), onDay(end)]),
    { live: [1, 2] },
  )

function barsOn(tabs: Parameters<Check['fails']>[0]['tabs'], tasks: Task[]): string | null {
  const gantt = tabs.find(({ rules }) => rules > 0)
  if (!gantt) return `${tabs.length} tabs of that name, no rule on them`
  const bare = tasks.filter(({ name }) => {
    const row = gantt.grid.findIndex(cells => cells?.some(cell => cell?.value === name))
    return row < 0 || !Array.from({ length: WEEKS }, (_, at) => at + 1).every(at => gantt.ruled(row, at + 3))
  })
  return bare.length === 0 ? null : `${bare.length} tasks have no bar, first ${bare[0]!.name}`
}

function project(random: Random): Task[] {
  return NAMES.map((name, at) => {
    const before = at === 0 ? [] : [at - 1 - random.int(0, Math.min(2, at - 1))]
    if (at > 4 && random.chance(0.35)) before.push(at - 1 - random.int(2, 4))
    return {
      id: `T${String(at + 1).padStart(2, '0')}`,
      name,
      days: random.int(1, 12),
      after: [...new Set(before)],
    }
  })
}

function planned(tasks: Task[]) {
  const plan: { name: string; start: number; end: number }[] = []
  for (const { name, days, after } of tasks) {
    const start = after.length === 0 ? START : next(Math.max(...after.map(index => plan[index]!.end)) + 1)
    let end = start
    for (let left = days - 1; left > 0; left--) end = next(end + 1)
    plan.push({ name, start, end })
  }
  return plan
}

/** This day, or the first working day after it. */
function next(date: number): number {
  let found = date
  while (calendarDay(found).weekday > 5 || HOLIDAYS.includes(found)) found++
  return found
}

const tasksTab = (tasks: Task[]) =>
  tab('Tasks', [
    ['Project start', day(START)],
    [],
    ['No', 'Task', 'Working days', 'After'],
    ...tasks.map(({ id, name, days, after }) => [
      id,
      name,
      days,
      after.map(index => tasks[index]!.id).join('; '),
    ]),
  ])
