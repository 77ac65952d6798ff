/** Orders: five months of sales, waiting for a Revenue column. */
import { seededRandom } from './random.ts'

const HEADER = ['Date', 'Region', 'Product', 'Customer', 'Qty', 'Price']
export const ORDER_ROWS = 120

const REGIONS = ['North', 'South', 'East', 'West'] as const
type Product = readonly [name: string, price: number]
const PRODUCTS: readonly [Product, ...Product[]] = [
  ['Desk lamp', 34.9],
  ['Office chair', 189],
  ['Standing desk', 429],
  ['Monitor arm', 79.5],
  ['Keyboard', 64],
  ['Headset', 99.9],
  ['Notebook pack', 12.5],
]
const CUSTOMERS = [
  'Alder & Sons',
  'Blue Harbor',
  'Cedar Works',
  'Dune Studio',
  'Elm Street Books',
  'Foxglove Labs',
  'Granite Peak',
  'Harvest Foods',
  'Iris Design',
  'Juniper Health',
  'Kestrel Air',
  'Lumen Legal',
] as const

/** 2025-01-06, a Monday, as the serial number of a date. */
const FIRST_DAY = 45663

export function orders(): (string | number)[][] {
  const random = seededRandom(7)
  const rows: (string | number)[][] = []
  let day = FIRST_DAY
  for (let i = 0; i < ORDER_ROWS; i++) {
    day += random.below(3)
    const [product, price] = random.pick(PRODUCTS)
    const quantity = price > 150 ? 1 + random.below(6) : 1 + random.below(40)
    rows.push([day, random.pick(REGIONS), product, random.pick(CUSTOMERS), quantity, price])
  }
  return [HEADER, ...rows]
}
