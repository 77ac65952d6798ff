/** Travel expenses in four currencies, within limits of a policy. */
import { day, money, tab } from '../book.ts'
import { figure, kept, newTab, noErrors } from '../checks.ts'
import { calendarDay, serial } from '../days.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'
import { near } from '../wants.ts'

const REIMBURSE = /reimburs/i
const PEOPLE = ['Ana', 'Bjorn', 'Celine', 'Dmitri', 'Emeka', 'Farah']
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF']
const LIMITS: Record<string, number> = { Hotel: 140, Meal: 45, Taxi: 60, Train: 250 }

interface Expense {
  person: string
  date: number
  kind: string
  currency: string
  amount: number
}

export const expenseReport: Job = {
  id: 'expense-report',
  title: 'Travel expenses Q2',
  prompts: [
    'Work out what we reimburse on a new tab Reimbursement, one row for each person: claimed total in EUR and reimbursed total in EUR, plus how many of their expenses were cut. Each expense is converted with the rate of its month (tab Rates, EUR for one unit; EUR itself is 1) and then cut to the limit of its kind (tab Policy, in EUR for each expense). Give the total reimbursed, labelled. You may add columns to the right on Expenses. With formulas, rates and limits will still change.',
  ],
  prepare(random) {
    const expenses = Array.from({ length: 190 }, (): Expense => {
      const kind = random.pick(Object.keys(LIMITS))
      return {
        person: random.pick(PEOPLE),
        date: serial(2025, random.int(4, 6), random.int(1, 30)),
        kind,
        currency: random.pick(CURRENCIES),
        amount: Math.round(LIMITS[kind]! * random.int(20, 160)) / 100,
      }
    })
    const rates = [4, 5, 6].map(month => ({
      month,
      EUR: 1,
      USD: random.int(86, 95) / 100,
      GBP: random.int(114, 120) / 100,
      CHF: random.int(103, 108) / 100,
    }))
    const higher = { ...LIMITS, Hotel: 160 }
    return {
      tabs: [
        tab('Expenses', [
          ['Date', 'Person', 'Kind', 'Currency', 'Amount'],
          ...expenses.map(({ person, date, kind, currency, amount }) => [
            day(date),
            person,
            kind,
            currency,
            money(amount),
          ]),
        ]),
        tab('Rates', [
          ['Month', 'USD', 'GBP', 'CHF'],
          ...rates.map(({ month, USD, GBP, CHF }) => [
            day(serial(2025, month, 1), 'mmm yyyy'),
            USD,
            GBP,
            CHF,
          ]),
        ]),
        tab('Policy', [
          ['Kind', 'Limit EUR'],
          ...Object.entries(LIMITS).map(([kind, limit]) => [kind, money(limit)]),
        ]),
      ],
      checks: [
        newTab(REIMBURSE),
        kept('Expenses'),
        kept('Rates'),
        kept('Policy'),
        ...outcome(expenses, rates, LIMITS),
        noErrors,
      ],
      probe: { cell: 'Policy!B2', value: 160, checks: outcome(expenses, rates, higher) },
    }
  },
}

function outcome(
  expenses: Expense[],
  rates: ({ month: number } & Record<string, number>)[],
  limits: Record<string, number>,
): Check[] {
  const paid = expenses.map(expense => {
    const rate = rates.find(({ month }) => month === calendarDay(expense.date).month)![expense.currency]!
    const claimed = expense.amount * rate
    return { ...expense, claimed, reimbursed: Math.min(claimed, limits[expense.kind]!) }
  })
  const sum = (of: typeof paid, what: 'claimed' | 'reimbursed') =>
    of.reduce((total, each) => total + each[what], 0)
  return [
    rows(
      'each person has claimed, reimbursed and cut expenses',
      PEOPLE.map(person => {
        const own = paid.filter(each => each.person === person)
        const cut = own.filter(({ claimed, reimbursed }) => reimbursed < claimed - 1e-9).length
        // Each expense may be rounded to cents.
        return [person, near(sum(own, 'claimed'), 0.3), near(sum(own, 'reimbursed'), 0.3), cut]
      }),
      { on: REIMBURSE, ordered: true, live: [1, 2, 3] },
    ),
    figure('the total is right', /total/i, near(sum(paid, 'reimbursed'), 1), { on: REIMBURSE, live: true }),
  ]
}
