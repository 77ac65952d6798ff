/** A loan with a monthly extra payment: schedule, totals, and what the extra saves. */
import { day, money, tab } from '../book.ts'
import { figure, newTab, noErrors } from '../checks.ts'
import { addMonths, serial } from '../days.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'
import { near, onDay } from '../wants.ts'

const FIRST = serial(2025, 2, 1)
const YEARS = 20
const SCHEDULE = /schedule/i

export const amortisation: Job = {
  id: 'amortisation',
  title: 'Loan Hafenstrasse',
  prompts: [
    'The tab Loan holds the terms of our mortgage. Please make the repayment plan on a tab Schedule, one row for each month: number, date, opening balance, interest, principal, extra payment, closing balance. The payment is the usual annuity over the full term; the extra payment comes on top of it every month, so the loan is paid off early: the plan has to end there, with a last payment that brings the balance to exactly 0. On the tab Loan, below the terms, add the monthly payment (without the extra), the number of payments, the total interest, and the interest saved by paying extra. I want to be able to change the rate or the extra payment and see everything follow.',
  ],
  prepare(random) {
    const amount = random.int(240, 390) * 1_000
    const rate = random.int(340, 480) / 10_000
    const extra = random.int(3, 6) * 50
    const other = Math.round((rate + 0.0065) * 10_000) / 10_000
    const plan = schedule(amount, rate, extra)
    return {
      tabs: [loanTab(amount, rate, extra)],
      checks: [
        newTab(SCHEDULE),
        ...totals(amount, rate, extra),
        rows(
          'the first payments and the last one are right',
          [plan[0]!, plan[1]!, plan[11]!, plan.at(-1)!].map(row => [
            row.number,
            onDay(row.date),
            near(row.opening, 0.6),
            near(row.interest, 0.06),
            near(row.closing, 0.6),
          ]),
          { on: SCHEDULE, live: [2, 3, 4] },
        ),
        noErrors,
      ],
      probe: { cell: 'Loan!B5', value: other, checks: totals(amount, other, extra) },
    }
  },
}

/** Interest may be rounded to cents or not: over 20 years that is a few euros. */
const ROUNDING = 4

function totals(amount: number, rate: number, extra: number): Check[] {
  const plan = schedule(amount, rate, extra)
  const interest = plan.reduce((sum, row) => sum + row.interest, 0)
  const without = schedule(amount, rate, 0).reduce((sum, row) => sum + row.interest, 0)
  const on = /loan/i
  return [
    figure('the monthly payment is the annuity', /payment/i, near(annuity(amount, rate), 0.02), {
      on,
      live: true,
    }),
    figure('the number of payments is right', /number|count|payments|months/i, plan.length, {
      on,
      live: true,
    }),
    figure('the total interest is right', /interest/i, near(interest, ROUNDING), { on, live: true }),
    figure('the saved interest is right', /saved|saving/i, near(without - interest, 2 * ROUNDING), {
      on,
      live: true,
    }),
  ]
}

const annuity = (amount: number, rate: number) => {
  const monthly = rate / 12
  return (amount * monthly) / (1 - (1 + monthly) ** (-YEARS * 12))
}

function schedule(amount: number, rate: number, extra: number) {
  const payment = annuity(amount, rate)
  const plan: { number: number; date: number; opening: number; interest: number; closing: number }[] = []
  let opening = amount
  while (opening > 0.005 && plan.length < YEARS * 12) {
    const interest = (opening * rate) / 12
    const closing = Math.max(0, opening + interest - payment - extra)
    plan.push({ number: plan.length + 1, date: addMonths(FIRST, plan.length), opening, interest, closing })
    opening = closing
  }
  return plan
}

const loanTab = (amount: number, rate: number, extra: number) =>
  tab('Loan', [
    ['Mortgage Hafenstrasse 12'],
    [],
    ['Terms', null],
    ['Amount', money(amount, '#,##0 "€"')],
    ['Annual rate', { value: rate, format: '0.00%' }],
    ['Term (years)', YEARS],
    ['First payment', day(FIRST)],
    ['Extra payment a month', money(extra, '#,##0 "€"')],
  ])
