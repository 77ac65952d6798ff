/** A list of tasks made into a tracker: choices, overdue ones marked, a count for each person. */
import { day, tab } from '../book.ts'
import { coloured, figure, headerFrozen, kept, newTab, noErrors, validated } from '../checks.ts'
import { serial } from '../days.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'

const TODAY = serial(2025, 10, 15)
const STATUSES = ['Not started', 'In progress', 'Blocked', 'Done']
const OWNERS = ['Asha', 'Boris', 'Chen', 'Dilan', 'Esra']

interface Task {
  name: string
  owner: string
  due: number
  status: string
}

export const projectTracker: Job = {
  id: 'project-tracker',
  title: 'Website relaunch',
  prompts: [
    'Turn the list on Tasks into a proper tracker. Status must be chosen from Not started, In progress, Blocked, Done. The date in Tasks!H1 is "today" for all calculations. Add a column Days left (due date minus today; empty for tasks that are done). Colour the rows of overdue tasks that are not done by a rule. Keep the header row in view. On a new tab Overview give for each owner the number of open tasks (not done) and the number of overdue ones, with formulas, and the share of tasks that are done, labelled.',
  ],
  prepare(random) {
    const tasks = Array.from(
      { length: 64 },
      (_, at): Task => ({
        name: `${random.pick(['Design', 'Write', 'Test', 'Review', 'Build', 'Move'])} page ${at + 1}`,
        owner: random.pick(OWNERS),
        due: TODAY + random.int(-25, 40),
        status: random.pick(STATUSES),
      }),
    )
    return {
      tabs: [
        tab('Tasks', [
          ['Task', 'Owner', 'Due', 'Status', 'Notes', null, 'Today', day(TODAY)],
          ...tasks.map(({ name, owner, due, status }, at) => [
            name,
            owner,
            day(due),
            status,
            at % 9 === 0 ? 'see mail' : null,
          ]),
        ]),
      ],
      checks: [
        newTab(/overview/i),
        kept('Tasks'),
        validated('the status is chosen from a list', /^status$/i, tasks.length),
        coloured('overdue tasks are coloured by a rule', /tasks/i),
        headerFrozen(/tasks/i),
        rows(
          'open tasks have their days left',
          tasks.filter(({ status }) => status !== 'Done').map(({ name, due }) => [name, due - TODAY]),
          { on: /tasks/i, live: [1] },
        ),
        ...overview(tasks, TODAY),
        noErrors,
      ],
      probe: { cell: 'Tasks!H1', value: '2025-11-01', checks: overview(tasks, serial(2025, 11, 1)) },
    }
  },
}

function overview(tasks: Task[], today: number): Check[] {
  const open = tasks.filter(({ status }) => status !== 'Done')
  const done = 1 - open.length / tasks.length
  return [
    rows(
      'each owner has open and overdue tasks',
      OWNERS.map(owner => {
        const own = open.filter(task => task.owner === owner)
        return [owner, own.length, own.filter(({ due }) => due < today).length]
      }),
      { on: /overview/i, ordered: true, live: [1, 2] },
    ),
    figure(
      'the share of done tasks is right',
      /done|complete/i,
      {
        text: String(done),
        holds: ({ value }) =>
          typeof value === 'number' &&
          (Math.abs(value - done) < 0.0006 || Math.abs(value - done * 100) < 0.06),
      },
      { on: /overview/i, live: true },
    ),
  ]
}
