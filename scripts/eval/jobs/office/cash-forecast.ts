/** Cash in the next 13 weeks from open invoices, bills and what comes regularly. */
import { day, money, tab } from '../book.ts'
import { charts, figure, kept, newTab, noErrors } from '../checks.ts'
import { serial } from '../days.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'
import { near, onDay } from '../wants.ts'

const FORECAST = /forecast/i
const MONDAY = serial(2025, 11, 3)
const WEEKS = 13

interface Flow {
  date: number
  amount: number
}

export const cashForecast: Job = {
  id: 'cash-forecast',
  title: 'Liquidity',
  prompts: [
    'Please make a 13-week cash forecast on a tab Forecast, a row for each week from Monday 3 November 2025: week (its Monday), opening balance, money in, money out, closing balance. Money in are the open invoices on Receivables, which customers pay late: due date plus the days in Setup!B3. Money out are the bills on Payables at their due dates, and the wages in Setup!B4, paid every second week beginning with the first. Whatever was due before the first week counts in the first week. The balance to begin with is Setup!B2. Say the lowest closing balance, labelled, and draw the closing balances as a line. Formulas: I want to change the delay and see.',
  ],
  prepare(random) {
    const receivables = Array.from(
      { length: 90 },
      (): Flow => ({ date: MONDAY + random.int(-30, 95), amount: random.money(300, 6_500) }),
    )
    const payables = Array.from(
      { length: 110 },
      (): Flow => ({ date: MONDAY + random.int(-12, 100), amount: random.money(100, 3_800) }),
    )
    const setup = { balance: 48_000, delay: 9, wages: 14_500 }
    const flows = (list: Flow[], what: string) =>
      list.map(({ date, amount }, at) => [`${what}-${700 + at}`, day(date), money(amount)])
    return {
      tabs: [
        tab('Setup', [
          ['Setting', 'Value'],
          ['Balance on 3 November', money(setup.balance)],
          ['Customers pay late by (days)', setup.delay],
          ['Wages, every second week', money(setup.wages)],
        ]),
        tab('Receivables', [['Invoice', 'Due', 'Open amount'], ...flows(receivables, 'R')]),
        tab('Payables', [['Bill', 'Due', 'Amount'], ...flows(payables, 'P')]),
      ],
      checks: [
        newTab(FORECAST),
        kept('Setup'),
        kept('Receivables'),
        kept('Payables'),
        ...outcome(receivables, payables, setup),
        charts(1),
        noErrors,
      ],
      probe: { cell: 'Setup!B3', value: 21, checks: outcome(receivables, payables, { ...setup, delay: 21 }) },
    }
  },
}

function outcome(
  receivables: Flow[],
  payables: Flow[],
  { balance, delay, wages }: { balance: number; delay: number; wages: number },
): Check[] {
  const within = (list: Flow[], week: number, late: number) =>
    list
      .filter(({ date }) => Math.max(0, Math.floor((date + late - MONDAY) / 7)) === week)
      .reduce((sum, { amount }) => sum + amount, 0)
  let opening = balance
  const weeks = Array.from({ length: WEEKS }, (_, week) => {
    const [income, spent] = [
      within(receivables, week, delay),
      within(payables, week, 0) + (week % 2 === 0 ? wages : 0),
    ]
    const closing = opening + income - spent
    const line = { week: MONDAY + week * 7, opening, income, closing }
    opening = closing
    return line
  })
  return [
    rows(
      'each week has its balances',
      weeks.map(({ week, opening: from, income, closing }) => [
        onDay(week),
        near(from, 0.05),
        near(income, 0.05),
        near(closing, 0.05),
      ]),
      { on: FORECAST, ordered: true, live: [2, 3] },
    ),
    figure(
      'the lowest balance is named',
      /lowest|minimum|min\b/i,
      near(Math.min(...weeks.map(({ closing }) => closing)), 0.05),
      { on: FORECAST, live: true },
    ),
  ]
}
