/** Six exports of a shop system, each with its columns in another order and under other names, made one list. */
import { day, money, tab } from '../book.ts'
import { dataRows, newTab, noErrors, untouched } from '../checks.ts'
import { MONTH_NAMES, serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import type { Random } from '../random.ts'
import { onDay } from '../wants.ts'

const MONTHS = MONTH_NAMES.slice(0, 6)
const ALL = /all|combined|merged/i
const HEADERS: Record<Field, string[]> = {
  order: ['Order', 'Order no.', 'OrderID', 'Nr'],
  date: ['Date', 'Order date', 'Created'],
  customer: ['Customer', 'Client', 'Buyer name'],
  net: ['Net', 'Net amount', 'Amount (net)'],
  country: ['Country', 'Ship to', 'Land'],
}
type Field = 'order' | 'date' | 'customer' | 'net' | 'country'
const FIELDS: Field[] = ['order', 'date', 'customer', 'net', 'country']

interface Order {
  order: string
  date: number
  customer: string
  net: number
  country: string
}

export const mergeMonths: Job = {
  id: 'merge-months',
  title: 'Shop exports',
  prompts: [
    'The tabs January to June are exports of our shop, but the columns stand in a different order every month, have different names, and some months have extra columns. Put all orders into one list on a new tab "All orders" with the columns Month, Order, Date, Customer, Net, Country (Month as the name of the tab). Each order once: some were exported again in the next month; keep the first. Skip the empty lines and the sum lines at the end. Leave the exports as they are; only values are needed, and nothing else on that tab.',
  ],
  prepare(random) {
    const months = MONTHS.map((_, at) =>
      Array.from({ length: random.int(35, 60) }, (__, row) => order(at, row, random)),
    )
    const tabs = months.map((orders, at) => {
      const repeated = at === 0 ? [] : months[at - 1]!.slice(-3)
      return exported(MONTHS[at]!, [...repeated, ...orders], random)
    })
    const wanted = months.flatMap((orders, at) => orders.map(each => ({ ...each, month: MONTHS[at]! })))
    return {
      tabs,
      checks: [
        newTab(ALL),
        untouched(...MONTHS),
        rows(
          'each order has its row',
          wanted.map(({ month, order, date, customer, net, country }) => [
            order,
            month,
            onDay(date),
            customer,
            net,
            country,
          ]),
          { on: ALL },
        ),
        {
          says: 'each order stands there once',
          fails(result) {
            const list = result.tabs.find(({ title }) => ALL.test(title))
            const count = list ? dataRows(list) - 1 : 0
            return count === wanted.length ? null : `${count} rows for ${wanted.length} orders`
          },
        },
        noErrors,
      ],
    }
  },
}

const order = (month: number, row: number, random: Random): Order => ({
  order: `W${month + 1}-${1_000 + row}`,
  date: serial(2025, month + 1, 1 + (row % 28)),
  customer: `${random.pick(['Ahrens', 'Bauer', 'Conti', 'Duval', 'Evans', 'Frank'])} ${random.pick(['KG', 'Ltd', 'SA'])}`,
  net: random.money(15, 900),
  country: random.pick(['DE', 'FR', 'IT', 'UK', 'AT']),
})

function exported(title: string, orders: Order[], random: Random) {
  const fields = random.shuffled(FIELDS)
  const extra = random.chance(0.5)
  const header = [...fields.map(field => random.pick(HEADERS[field])), ...(extra ? ['Remark'] : [])]
  const net = fields.indexOf('net')
  const lines = orders.flatMap((each, at) => {
    const cells = fields.map(field =>
      field === 'date' ? day(each.date, 'dd/mm/yyyy') : field === 'net' ? money(each.net) : each[field],
    )
    const line = [...cells, ...(extra ? [at % 6 === 0 ? 'gift' : null] : [])]
    return at % 20 === 19 ? [line, []] : [line]
  })
  const letter = String.fromCharCode(65 + net)
  const sum = fields.map((_, at) => (at === net ? `=SUM(${letter}2:${letter}${lines.length + 1})` : null))
  return tab(title, [header, ...lines, [], sum.with(net === 0 ? 1 : 0, 'Sum')])
}
