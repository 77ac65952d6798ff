/** A budget laid out for print, with two header rows and subtotals, turned into a list. */
import { type Entry, money, tab } from '../book.ts'
import { dataRows, newTab, noErrors, untouched } from '../checks.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import type { Random } from '../random.ts'
import { anyOf } from '../wants.ts'

const DEPARTMENTS = ['Sales', 'Marketing', 'Operations', 'Research', 'Finance', 'People']
const ACCOUNTS = ['Salaries', 'Travel', 'Software', 'Training', 'Equipment', 'Consulting', 'Events']
const YEARS = [2023, 2024, 2025]
const LIST = /list|long|data/i

interface Amount {
  department: string
  account: string
  year: number
  quarter: number
  amount: number
}

export const unpivotBudget: Job = {
  id: 'unpivot-budget',
  title: 'Budget by department',
  prompts: [
    'I need the budget as a flat list for a pivot table: a new tab "Budget list" with the columns Department, Account, Year, Quarter, Amount and one row for each amount. Leave out subtotals and totals, skip empty cells and dashes, keep Budget as it is. Write the year as a number and the quarter as Q1 to Q4. Under or beside the list is no place for notes: only the list, with its header in row 1.',
  ],
  prepare(random) {
    const { amounts, grid } = layout(random)
    const total = amounts.reduce((sum, { amount }) => sum + amount, 0)
    return {
      tabs: [tab('Budget', grid, { merges: YEARS.map((_, at) => [1, 2 + at * 5, 1, 6 + at * 5]) })],
      checks: [
        newTab(LIST),
        untouched('Budget'),
        rows(
          'each amount has its row',
          amounts.map(each => [
            each.department, each.account, anyOf(each.year, String(each.year)), `Q${each.quarter}`, each.amount,
          ]), // biome-ignore format: one row
          { on: LIST, ordered: true },
        ),
        {
          says: 'the list has one row for each amount and no other',
          fails(result) {
            const list = result.tabs.find(({ title }) => LIST.test(title))
            const count = list ? dataRows(list) - 1 : 0
            return count === amounts.length ? null : `${count} rows for ${amounts.length} amounts`
          },
        },
        {
          says: 'the amounts add up',
          fails(result) {
            const list = result.tabs.find(({ title }) => LIST.test(title))
            const sum = (list?.grid ?? []).reduce((all, row) => all + Number(row[4]?.value ?? 0) || all, 0)
            return Math.abs(sum - total) < 0.5 ? null : `column E adds up to ${sum}, not ${total}`
          },
        },
        noErrors,
      ],
    }
  },
}

function layout(random: Random) {
  const amounts: Amount[] = []
  const columns = YEARS.flatMap(year => [1, 2, 3, 4].map(quarter => ({ year, quarter })))
  const years = YEARS.flatMap(year => [year, null, null, null, null])
  const quarters = YEARS.flatMap(year => ['Q1', 'Q2', 'Q3', 'Q4', `Total ${year}`])
  const grid: Entry[][] = [
    ['Budget by department and account, in euros'],
    [null, null, ...years],
    ['Department', 'Account', ...quarters],
  ]
  for (const department of DEPARTMENTS) {
    const top = grid.length + 1
    for (const [at, account] of ACCOUNTS.entries()) {
      const cells = columns.map(({ year, quarter }): Entry => {
        if (random.chance(0.12)) return random.chance(0.5) ? '-' : null
        const amount = random.int(8, 900) * 50
        amounts.push({ department, account, year, quarter, amount })
        return money(amount, '#,##0')
      })
      // The department stands once, above its accounts.
      grid.push([at === 0 ? department : null, account, ...withTotals(cells, grid.length + 1)])
    }
    const bottom = grid.length
    const sums = Array.from(
      { length: 15 },
      (_, at) => `=SUM(${letter(at + 2)}${top}:${letter(at + 2)}${bottom})`,
    )
    grid.push([`Total ${department}`, null, ...sums], [])
  }
  return { amounts, grid }
}

const letter = (column: number) => String.fromCharCode(65 + column)

function withTotals(cells: Entry[], row: number): Entry[] {
  return YEARS.flatMap((_, at) => {
    const first = 2 + at * 5
    return [...cells.slice(at * 4, at * 4 + 4), `=SUM(${letter(first)}${row}:${letter(first + 3)}${row})`]
  })
}
