/** Which share of each month's new customers bought again in the months after. */
import { day, money, tab } from '../book.ts'
import { kept, newTab, noErrors } from '../checks.ts'
import { calendarDay, serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import type { Random } from '../random.ts'
import { inMonth, share, type Wanted } from '../wants.ts'

const MONTHS = 9
const COHORTS = /cohort/i

interface Purchase {
  date: number
  customer: number
  amount: number
}

export const cohortRetention: Job = {
  id: 'cohort-retention',
  title: 'Shop purchases',
  prompts: [
    'From the Purchases I need a cohort table on a tab Cohorts: a row for each month in which customers bought for the first time, the number of those new customers, then columns for month 0, 1, 2 … with the share of them that bought in that month after their first one. Refunds (negative amounts) are no purchases. The shop system writes some customer numbers in small letters; they are the same customers. Months that have not happened yet stay empty. Colour the shares so that one sees the strong ones.',
  ],
  prepare(random) {
    const purchases = history(random)
    return {
      tabs: [purchasesTab(purchases, random)],
      checks: [
        newTab(COHORTS),
        kept('Purchases'),
        rows('each cohort has its size and its shares', table(purchases), { ordered: true }),
        {
          says: 'the shares are coloured',
          fails: result =>
            result.tabs.some(
              ({ title, rules, grid }) =>
                COHORTS.test(title) &&
                (rules > 0 || new Set(grid.flat().flatMap(cell => cell?.fill ?? [])).size > 3),
            )
              ? null
              : 'no rule and no shades',
        },
        noErrors,
      ],
    }
  },
}

function history(random: Random): Purchase[] {
  const purchases: Purchase[] = []
  for (let customer = 1; customer <= 420; customer++) {
    const first = random.int(0, MONTHS - 1)
    const loyalty = random.next() ** 2
    for (let month = first; month < MONTHS; month++) {
      if (month > first && !random.chance(0.1 + 0.6 * loyalty)) continue
      const count = random.chance(0.25) ? 2 : 1
      for (let at = 0; at < count; at++) purchases.push(purchase(random, customer, month))
      if (random.chance(0.05)) {
        const { date, amount } = purchases.at(-1)!
        // The refund may fall into a month in which the customer bought nothing.
        purchases.push({ date: Math.min(date + random.int(5, 50), LAST), customer, amount: -amount })
      }
    }
  }
  return purchases.sort((a, b) => a.date - b.date || a.customer - b.customer)
}

const LAST = serial(2024, MONTHS + 1, 0)

const purchase = (random: Random, customer: number, month: number): Purchase => ({
  date: serial(2024, month + 1, random.int(1, 28)),
  customer,
  amount: random.money(9, 240),
})

function table(purchases: Purchase[]): Wanted[][] {
  const active = new Map<number, Set<number>>()
  for (const { customer, date, amount } of purchases) {
    if (amount <= 0) continue
    const months = active.get(customer) ?? new Set()
    active.set(customer, months.add(calendarDay(date).month))
  }
  const customers = [...active.values()]
  return Array.from({ length: MONTHS }, (_, at) => at + 1).map(month => {
    const cohort = customers.filter(months => Math.min(...months) === month)
    const shares = Array.from({ length: MONTHS - month + 1 }, (_, after) =>
      share(cohort.filter(months => months.has(month + after)).length / cohort.length),
    )
    return [inMonth(2024, month), cohort.length, ...shares]
  })
}

const purchasesTab = (purchases: Purchase[], random: Random) =>
  tab('Purchases', [
    ['Receipt', 'Date', 'Customer no', 'Amount'],
    ...purchases.map(({ date, customer, amount }, at) => {
      const number = `C-${String(customer).padStart(4, '0')}`
      return [
        90_001 + at,
        day(date, 'dd/mm/yyyy'),
        random.chance(0.04) ? number.toLowerCase() : number,
        money(amount),
      ]
    }),
  ])
