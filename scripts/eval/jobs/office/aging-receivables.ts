/** Open invoices after partial payments, by how long they are overdue. */
import { day, money, tab } from '../book.ts'
import { figure, kept, newTab, noErrors } from '../checks.ts'
import { serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'

const AGING = /aging|ageing/i
const AS_OF = serial(2025, 6, 30)
const CUSTOMERS =
  'Adler AG|Bianchi Srl|Corbeau SA|Dietz KG|Eastway Ltd|Fjord AS|Gomez SL|Harbor Inc|Iris GmbH|Jolly BV|Kestrel plc|Lindt & Co'.split(
    '|',
  )
const BUCKETS: [from: number, to: number][] = [
  [-Infinity, 0],
  [1, 30],
  [31, 60],
  [61, 90],
  [91, Infinity],
]

export const agingReceivables: Job = {
  id: 'aging-receivables',
  title: 'Receivables June 2025',
  prompts: [
    'Please make the aging list as of 30 June 2025 on a tab Aging: a row for each customer with the open amounts that are not yet due, 1–30, 31–60, 61–90 and more than 90 days overdue, and the total; a total row below. Invoices has amounts and due dates, Payments what was paid for which invoice number, often in parts. Credit notes stand in Invoices with a negative amount and count as open amounts too, by their due date. Fully paid invoices drop out by themselves. With formulas.',
  ],
  prepare(random) {
    const invoices = Array.from({ length: 260 }, (_, at) => ({
      number: `INV-${2_300 + at}`,
      customer: random.pick(CUSTOMERS),
      due: AS_OF + random.int(-140, 45),
      amount: random.chance(0.05) ? -random.money(20, 300) : random.money(80, 4_000),
    }))
    const payments = invoices.flatMap(({ number, amount, due }) => {
      if (amount < 0 || random.chance(0.35)) return []
      if (random.chance(0.6)) return [{ number, paid: amount, date: Math.min(AS_OF, due + 3) }]
      const part = Math.round(amount * random.int(20, 70)) / 100
      return [{ number, paid: part, date: Math.min(AS_OF, due) }]
    })
    const open = invoices.map(invoice => ({
      ...invoice,
      left:
        invoice.amount -
        payments.filter(({ number }) => number === invoice.number).reduce((sum, { paid }) => sum + paid, 0),
    }))
    const inBucket = (of: typeof open, [from, to]: [number, number]) =>
      of
        .filter(({ due }) => AS_OF - due >= from && AS_OF - due <= to)
        .reduce((sum, { left }) => sum + left, 0)
    const total = open.reduce((sum, { left }) => sum + left, 0)
    return {
      tabs: [
        tab('Invoices', [
          ['Number', 'Customer', 'Due date', 'Amount'],
          ...invoices.map(({ number, customer, due, amount }) => [
            number,
            customer,
            day(due, 'dd.mm.yyyy'),
            money(amount),
          ]),
        ]),
        tab('Payments', [
          ['Paid on', 'Invoice', 'Amount'],
          ...random
            .shuffled(payments)
            .map(({ number, paid, date }) => [day(date, 'dd.mm.yyyy'), number, money(paid)]),
        ]),
      ],
      checks: [
        newTab(AGING),
        kept('Invoices'),
        kept('Payments'),
        rows(
          'each customer has its open amounts by age',
          CUSTOMERS.map(customer => {
            const own = open.filter(each => each.customer === customer)
            return [
              customer,
              ...BUCKETS.map(bucket => inBucket(own, bucket)),
              own.reduce((sum, { left }) => sum + left, 0),
            ]
          }),
          { on: AGING, ordered: true, live: [1, 2, 6] },
        ),
        figure('the total is right', /total/i, total, { on: AGING, live: true }),
        noErrors,
      ],
    }
  },
}
