/** Orders typed as one line of text each, taken apart and summed. */
import { tab } from '../book.ts'
import { dataRows, newTab, noErrors, untouched } from '../checks.ts'
import { isoDay, serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import { anyOf, near, onDay, type Want } from '../wants.ts'

const ORDERS = /^orders$/i
const PRODUCTS = ['Blue Mug', 'Red Mug', 'Tea Pot', 'Tray, large', 'Spoon set', 'Sugar bowl']

export const orderLog: Job = {
  id: 'order-log',
  title: 'Order log',
  prompts: [
    'The tab Log has our telephone orders as free text, one in each cell of column A, written by different people. Take them apart into a table on a new tab Orders with the columns Date, Order, Quantity, Product, Unit price, Total, Paid (yes or no); one row for each order, in the same order. Remarks in brackets do not matter. Then add a tab Products with the quantity and the total for each product. Do not touch the log.',
  ],
  prepare(random) {
    const orders = Array.from({ length: 130 }, (_, at) => ({
      date: serial(2025, 3, 1) + Math.floor(at / 3),
      order: `T-${3_100 + at}`,
      quantity: random.int(1, 24),
      product: random.pick(PRODUCTS),
      price: random.money(2, 40),
      paid: random.chance(0.6),
    }))
    const written = orders.map(({ date, order, quantity, product, price, paid }) => {
      const amount = price.toFixed(2)
      const remark = random.chance(0.15) ? ' (call back)' : ''
      return random.pick([
        `${isoDay(date)} | ${order} | ${quantity} x ${product} @ ${amount} | ${paid ? 'paid' : 'open'}${remark}`,
        `${order}: ${quantity} pcs ${product} at EUR ${amount}, ${paid ? 'PAID' : 'not paid'}, ${isoDay(date)}${remark}`,
        `${isoDay(date)} ${order} - ${product} - qty ${quantity} - ${amount} each - ${paid ? 'paid' : 'unpaid'}${remark}`,
      ])
    })
    const sums = PRODUCTS.map(product => {
      const own = orders.filter(each => each.product === product)
      return {
        product,
        quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
        total: own.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
      }
    })
    return {
      tabs: [
        tab(
          'Log',
          written.map(text => [text]),
        ),
      ],
      checks: [
        newTab(ORDERS),
        untouched('Log'),
        rows(
          'each order is taken apart',
          orders.map(({ date, order, quantity, product, price, paid }) => [
            order,
            onDay(date),
            quantity,
            product,
            price,
            near(quantity * price, 0.011),
            yesNo(paid),
          ]),
          { on: ORDERS },
        ),
        {
          says: 'there are no more rows than orders',
          fails(result) {
            const list = result.tabs.find(({ title }) => ORDERS.test(title))
            const count = list ? dataRows(list) - 1 : 0
            return count === orders.length ? null : `${count} rows for ${orders.length} orders`
          },
        },
        rows(
          'each product has its quantity and total',
          sums.map(({ product, quantity, total }) => [product, quantity, near(total, 0.05)]),
          { on: /products/i },
        ),
        noErrors,
      ],
    }
  },
}

const yesNo = (is: boolean): Want => (is ? anyOf('yes', true, 'y') : anyOf('no', false, 'n'))
