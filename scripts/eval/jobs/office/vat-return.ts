/** Boxes of a VAT return from sales and purchases with tax codes, gross amounts and credit notes. */
import { day, money, tab } from '../book.ts'
import { figure, kept, newTab, noErrors } from '../checks.ts'
import { calendarDay, serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import type { Random } from '../random.ts'
import { near } from '../wants.ts'

const VAT = /vat/i
const RATES: Record<string, number> = { S20: 0.2, R10: 0.1, Z00: 0 }

interface Entry {
  date: number
  code: string
  gross: number
}

export const vatReturn: Job = {
  id: 'vat-return',
  title: 'VAT 2025',
  prompts: [
    'Prepare the VAT returns for 2025 on a new tab "VAT return": a row for each quarter (Q1 to Q4) with output VAT (from Sales), input VAT (from Purchases) and the VAT to pay (output minus input); a total row. Amounts on both tabs are gross, the tax codes and rates stand on Codes. Lines with the code EXP are exports and those with the code PRV private; neither counts. Credit notes are negative and count. VAT is in the gross amount: gross × rate / (1 + rate). With formulas.',
  ],
  prepare(random) {
    const sales = entries(random, 360, 'EXP')
    const purchases = entries(random, 280, 'PRV')
    const quarters = [1, 2, 3, 4].map(quarter => {
      const [output, input] = [taxOf(sales, quarter), taxOf(purchases, quarter)]
      return { quarter, output, input, due: output - input }
    })
    const total = quarters.reduce((sum, { due }) => sum + due, 0)
    const sheet = (title: string, list: Entry[], party: string) =>
      tab(title, [
        ['Date', party, 'Tax code', 'Gross'],
        ...list.map(({ date, code, gross }, at) => [
          day(date, 'dd.mm.yyyy'),
          `${party} ${(at * 17) % 60}`,
          random.chance(0.05) ? code.toLowerCase() : code,
          money(gross),
        ]),
      ])
    return {
      tabs: [
        sheet('Sales', sales, 'Customer'),
        sheet('Purchases', purchases, 'Supplier'),
        tab('Codes', [
          ['Code', 'Meaning', 'Rate'],
          ['S20', 'Standard', { value: 0.2, format: '0%' }],
          ['R10', 'Reduced', { value: 0.1, format: '0%' }],
          ['Z00', 'Zero', { value: 0, format: '0%' }],
          ['EXP', 'Export, not in the return', null],
          ['PRV', 'Private, not in the return', null],
        ]),
      ],
      checks: [
        newTab(VAT),
        kept('Sales'),
        kept('Purchases'),
        kept('Codes'),
        rows(
          'each quarter has output, input and payment',
          quarters.map(({ quarter, output, input, due }) => [
            new RegExp(`\\bQ${quarter}\\b`),
            near(output, 1),
            near(input, 1),
            near(due, 1.5),
          ]),
          { on: VAT, ordered: true, live: [1, 2, 3] },
        ),
        figure('the year is summed', /total|year/i, near(total, 3), { on: VAT, live: true }),
        noErrors,
      ],
    }
  },
}

const entries = (random: Random, count: number, other: string): Entry[] =>
  Array.from({ length: count }, () => ({
    date: serial(2025, 1, 1) + random.int(0, 364),
    code: random.pick(['S20', 'S20', 'S20', 'R10', 'Z00', other]),
    gross: random.chance(0.05) ? -random.money(10, 200) : random.money(12, 1_900),
  })).sort((a, b) => a.date - b.date)

const taxOf = (list: Entry[], quarter: number) =>
  list
    .filter(({ date }) => Math.ceil(calendarDay(date).month / 3) === quarter)
    .reduce((sum, { code, gross }) => sum + (gross * (RATES[code] ?? 0)) / (1 + (RATES[code] ?? 0)), 0)
