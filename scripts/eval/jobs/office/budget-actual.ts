/** A budget by month against a ledger of postings: variances by account. */
import { day, money, tab } from '../book.ts'
import { coloured, figure, kept, newTab, noErrors } from '../checks.ts'
import { MONTH_NAMES, serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import { share, size } from '../wants.ts'

const ACCOUNTS =
  'Salaries|Rent|Energy|Insurance|Marketing|Travel|Software|Training|Repairs|Postage|Consulting|Vehicles'.split(
    '|',
  )
const VARIANCE = /varianc|actual|compar/i
const MONTHS = 8

export const budgetActual: Job = {
  id: 'budget-actual',
  title: 'Budget and postings 2025',
  prompts: [
    'Compare budget and actuals for January to August on a new tab Variance: a row for each account with budget, actual, difference (actual minus budget) and the difference in percent of the budget, and a total row. Actuals are the sums of the Postings without those marked as reversed (column Status = "storno"). Mark accounts that are more than 10 % over budget in colour by a rule. With formulas, postings still come in.',
  ],
  prepare(random) {
    const budget = ACCOUNTS.map(() => MONTH_NAMES.map(() => random.int(8, 90) * 50))
    const postings = ACCOUNTS.flatMap((account, at) =>
      Array.from({ length: MONTHS }, (_, month) =>
        Array.from({ length: 4 }, () => ({
          account,
          date: serial(2025, month + 1, random.int(1, 28)),
          amount: Math.round(budget[at]![month]! * (20 + random.int(0, 11))) / 100,
          reversed: random.chance(0.06),
        })),
      ).flat(),
    )
    const mixed = random.shuffled(postings).sort((a, b) => a.date - b.date)
    const lines = ACCOUNTS.map((account, at) => {
      const planned = budget[at]!.slice(0, MONTHS).reduce((sum, each) => sum + each, 0)
      const actual = postings
        .filter(each => each.account === account && !each.reversed)
        .reduce((sum, { amount }) => sum + amount, 0)
      return { account, planned, actual }
    })
    const total = (of: (line: { planned: number; actual: number }) => number) =>
      lines.reduce((sum, line) => sum + of(line), 0)
    return {
      tabs: [
        tab('Budget', [
          ['Budget 2025 in EUR'],
          [],
          ['Account', ...MONTH_NAMES.map(name => name.slice(0, 3)), 'Year'],
          ...ACCOUNTS.map((account, at) => [
            account,
            ...budget[at]!.map(each => money(each, '#,##0')),
            `=SUM(B${at + 4}:M${at + 4})`,
          ]),
        ]),
        tab('Postings', [
          ['Date', 'Account', 'Text', 'Amount', 'Status'],
          ...mixed.map(({ account, date, amount, reversed }, at) => [
            day(date),
            account,
            `Doc ${5_000 + at}`,
            money(amount),
            reversed ? 'storno' : null,
          ]),
        ]),
      ],
      checks: [
        newTab(VARIANCE),
        kept('Budget'),
        kept('Postings'),
        rows(
          'each account has budget, actual, difference and percent',
          lines.map(({ account, planned, actual }) => [
            account,
            planned,
            actual,
            actual - planned,
            share((actual - planned) / planned),
          ]),
          { on: VARIANCE, live: [1, 2, 3, 4] },
        ),
        figure('the actuals are summed', /total|sum/i, size(total(line => line.actual)), {
          on: VARIANCE,
          live: true,
        }),
        coloured('overruns are marked by a rule', VARIANCE),
        noErrors,
      ],
    }
  },
}
