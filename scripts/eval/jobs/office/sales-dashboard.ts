/** A page of figures, tables and charts over 1,500 orders, some of them cancelled. */
import { DAY, day, money, tab } from '../book.ts'
import { charts, figure, kept, newTab, noErrors } from '../checks.ts'
import { calendarDay, serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import type { Random } from '../random.ts'
import { inMonth } from '../wants.ts'

const PRODUCTS: [name: string, price: number][] = [
  ['Desk lamp', 34.8], ['Standing desk', 429.2], ['Office chair', 189.6], ['Monitor arm', 78.4],
  ['Cable tray', 18.8], ['Whiteboard', 112.4], ['Filing cabinet', 164], ['Footrest', 27.2],
  ['Keyboard', 58.8], ['Headset', 96.4], ['Webcam', 74], ['Bookshelf', 138.8],
] // biome-ignore format: a table
const REGIONS = ['North', 'South', 'East', 'West']
const DASHBOARD = /dashboard/i

interface Order {
  date: number
  region: string
  product: string
  quantity: number
  price: number
  discount: number
  status: string
}

export const salesDashboard: Job = {
  id: 'sales-dashboard',
  title: 'Orders 2024',
  prompts: [
    'Build me a tab Dashboard for the management meeting from the Orders: at the top revenue, number of orders and average order value; revenue by month; revenue by region; the five products with the highest revenue. Revenue is Qty × Unit price less the discount. Cancelled orders do not count anywhere. Add a chart for the months and one for the regions. It has to follow when orders are corrected, so formulas please, no typed numbers.',
  ],
  prepare(random) {
    const orders = Array.from({ length: 1_500 }, () => order(random)).sort((a, b) => a.date - b.date)
    const counted = orders.filter(({ status }) => status !== 'Cancelled')
    const revenue = sum(counted)
    const months = Array.from({ length: 12 }, (_, at) => at + 1)
    const products = PRODUCTS.map(([name]) => ({
      name,
      revenue: sum(counted.filter(o => o.product === name)),
    }))
    const top = products.sort((a, b) => b.revenue - a.revenue).slice(0, 5)
    const target = orders.findIndex(({ status }) => status === 'Completed')
    const without = revenue - amount(orders[target]!)
    return {
      tabs: [ordersTab(orders)],
      checks: [
        newTab(DASHBOARD),
        kept('Orders'),
        figure('revenue leaves cancelled orders out', /revenue|sales|umsatz/i, revenue, {
          on: DASHBOARD,
          live: true,
        }),
        figure('orders are counted', /orders/i, counted.length, { on: DASHBOARD, live: true }),
        figure('the average is right', /average|avg|aov/i, revenue / counted.length, {
          on: DASHBOARD,
          live: true,
        }),
        rows(
          'each month has its revenue',
          months.map(month => [
            inMonth(2024, month),
            sum(counted.filter(o => calendarDay(o.date).month === month)),
          ]),
          { live: [1] },
        ),
        rows(
          'each region has its revenue',
          REGIONS.map(region => [region, sum(counted.filter(o => o.region === region))]),
          { live: [1] },
        ),
        rows(
          'the five best products are listed',
          top.map(each => [each.name, each.revenue]),
          { live: [1] },
        ),
        charts(2),
        noErrors,
      ],
      probe: {
        cell: `Orders!I${target + 2}`,
        value: 'Cancelled',
        checks: [figure('revenue follows', /revenue|sales/i, without, { on: DASHBOARD })],
      },
    }
  },
}

function order(random: Random): Order {
  const [product, price] = random.pick(PRODUCTS)
  return {
    date: serial(2024, 1, 1) + random.int(0, 365),
    region: random.pick(REGIONS),
    product,
    quantity: random.chance(0.1) ? random.int(10, 40) : random.int(1, 6),
    price,
    discount: random.chance(0.2) ? random.pick([0.05, 0.1, 0.25]) : 0,
    status: random.chance(0.07) ? 'Cancelled' : random.chance(0.1) ? 'Open' : 'Completed',
  }
}

const amount = ({ quantity, price, discount }: Order) => quantity * price * (1 - discount)
const sum = (orders: Order[]) => orders.reduce((total, each) => total + amount(each), 0)

const ordersTab = (orders: Order[]) =>
  tab('Orders', [
    ['Order', 'Date', 'Customer', 'Region', 'Product', 'Qty', 'Unit price', 'Discount', 'Status'],
    ...orders.map((each, at) => [
      `SO-${20_001 + at}`,
      day(each.date, DAY),
      `Customer ${((at * 37) % 180) + 1}`,
      each.region,
      each.product,
      each.quantity,
      money(each.price),
      // No discount is left empty, as people do.
      each.discount === 0 ? null : { value: each.discount, format: '0%' },
      each.status,
    ]),
  ])
