/** Commissions in steps over a quarter's deals, with returns taken off. */
import { day, money, tab } from '../book.ts'
import { figure, kept, newTab, noErrors } from '../checks.ts'
import { serial } from '../days.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'
import { near } from '../wants.ts'

const COMMISSION = /commission/i
const REPS = 'Alvarez|Bond|Chowdhury|Diaz|Eriksen|Falk|Gupta|Horvat'.split('|')

interface Deal {
  rep: string
  amount: number
  type: string
}
type Steps = [from: number, rate: number][]

export const commission: Job = {
  id: 'commission',
  title: 'Sales Q3',
  prompts: [
    'Work out the commissions for Q3 on a new tab Commission: for each sales rep net sales (sales minus returns on the tab Deals), commission, and the rank by commission (1 is the highest). The tab Plan has the steps: each rate applies only to the part of the net sales within its step, like income tax. Reps who ended below the target in Plan!E2 get only 80 % of it. Below, the total commission, labelled. All with formulas, the plan is still discussed.',
  ],
  prepare(random) {
    const deals = Array.from(
      { length: 420 },
      (): Deal => ({
        rep: random.pick(REPS),
        amount: random.int(20, 520) * 10,
        type: random.chance(0.08) ? 'Return' : 'Sale',
      }),
    )
    const steps: Steps = [
      [0, 0.03],
      [50_000, 0.05],
      [100_000, 0.08],
      [140_000, 0.1],
    ]
    const target = 120_000
    return {
      tabs: [
        tab('Deals', [
          ['Closed', 'Rep', 'Customer', 'Type', 'Amount'],
          ...deals.map(({ rep, amount, type }, at) => [
            day(serial(2025, 7, 1) + Math.floor(at / 5)),
            rep,
            `Customer ${(at * 31) % 97}`,
            type,
            money(amount),
          ]),
        ]),
        tab('Plan', [
          ['Net sales from', 'Rate', null, null, 'Target'],
          ...steps.map(([from, rate], at) => [
            money(from, '#,##0'),
            { value: rate, format: '0%' },
            null,
            null,
            at === 0 ? money(target, '#,##0') : null,
          ]),
        ]),
      ],
      checks: [newTab(COMMISSION), kept('Deals'), kept('Plan'), ...outcome(deals, steps, target), noErrors],
      probe: { cell: 'Plan!B4', value: 0.09, checks: outcome(deals, steps.with(2, [100_000, 0.09]), target) },
    }
  },
}

function outcome(deals: Deal[], steps: Steps, target: number): Check[] {
  const earned = REPS.map(rep => {
    const net = deals
      .filter(each => each.rep === rep)
      .reduce((sum, { amount, type }) => sum + (type === 'Return' ? -amount : amount), 0)
    const full = steps.reduce(
      (sum, [from, rate], at) =>
        sum + rate * Math.max(0, Math.min(net, steps[at + 1]?.[0] ?? Infinity) - from),
      0,
    )
    return { rep, net, paid: net < target ? full * 0.8 : full }
  })
  const rankOf = (paid: number) => 1 + earned.filter(other => other.paid > paid).length
  return [
    rows(
      'each rep has net sales, commission and rank',
      earned.map(({ rep, net, paid }) => [rep, net, near(paid, 0.02), rankOf(paid)]),
      { on: COMMISSION, ordered: true, live: [1, 2, 3] },
    ),
    figure(
      'the total commission is right',
      /total/i,
      near(
        earned.reduce((sum, { paid }) => sum + paid, 0),
        0.1,
      ),
      { on: COMMISSION, live: true },
    ),
  ]
}
