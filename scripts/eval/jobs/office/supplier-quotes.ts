/** Four suppliers' quotes, each laid out in its own way, compared a piece and in euros. */
import { money, tab } from '../book.ts'
import { figure, newTab, noErrors, untouched } from '../checks.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'
import type { Random } from '../random.ts'
import { anyOf, near } from '../wants.ts'

const ITEMS =
  'Copy paper A4|Toner black|Toner colour|Ballpoint pens|Marker set|Notebook A5|Envelopes C5|Sticky notes|Stapler|Staples|Folder grey|Folder blue|Desk pad|Batteries AA|Cleaning wipes|Hand soap|Coffee beans|Tea assorted|Sugar sticks|Oat milk|Paper cups|Bin bags|Light bulbs|Extension lead'.split(
    '|',
  )
const SUPPLIERS = ['Alpha', 'Brightway', 'Cobalt', 'Dunmore'] as const
type Supplier = (typeof SUPPLIERS)[number]
const RATES: Record<string, number> = { EUR: 1, USD: 0.92, GBP: 1.17 }
const COMPARISON = /comparison|compare/i

interface Item {
  sku: string
  name: string
  quantity: number
  /** What stands in each quote: price of a pack in the quote's currency. */
  quotes: Partial<Record<Supplier, { pack: number; price: number }>>
}

const CURRENCY: Record<Supplier, string> = { Alpha: 'EUR', Brightway: 'USD', Cobalt: 'GBP', Dunmore: 'EUR' }

export const supplierQuotes: Job = {
  id: 'supplier-quotes',
  title: 'Office supplies tender',
  prompts: [
    'We have quotes of four suppliers (tabs Alpha, Brightway, Cobalt, Dunmore; each lays them out in its own way). Compare them on a tab Comparison: a row for each article on Needs with SKU, article, quantity, the price per piece in EUR from each supplier (empty where not offered), the lowest price per piece, the supplier that has it, and the cost of our quantity at that price; below, the total cost, clearly labelled. Mind: Brightway quotes in USD, Cobalt in GBP (tab Rates: EUR for one unit), some quote by the pack, and Dunmore gives a discount on its list prices. SKUs are sometimes written without the hyphen. Use formulas, the rates change daily.',
  ],
  prepare(random) {
    const items = ITEMS.map((name, at) => item(name, at, random))
    return {
      tabs: tabs(items, random),
      checks: [
        newTab(COMPARISON),
        untouched('Needs', 'Rates', ...SUPPLIERS),
        ...outcome(items, RATES),
        noErrors,
      ],
      probe: { cell: 'Rates!B3', value: 0.7, checks: outcome(items, { ...RATES, USD: 0.7 }) },
    }
  },
}

const DUNMORE_DISCOUNT = 0.08

function outcome(items: Item[], rates: Record<string, number>): Check[] {
  const best = items.map(each => ({ ...each, best: cheapest(each, rates) }))
  const total = best.reduce((sum, { quantity, best: { price } }) => sum + quantity * price, 0)
  return [
    rows(
      'each article has its lowest price, supplier and cost',
      best.map(({ sku, quantity, best: { supplier, price } }) => [
        anyOf(sku, sku.replace('-', '')),
        near(price, 0.006),
        supplier,
        near(quantity * price, 0.006 * quantity + 0.01),
      ]),
      { on: COMPARISON, live: [1, 3] },
    ),
    // Prices a piece may be rounded to cents before they are multiplied.
    figure('the total cost is right', /total/i, near(total, total * 0.002), { on: COMPARISON, live: true }),
  ]
}

function cheapest({ quotes }: Item, rates: Record<string, number>) {
  const offers = SUPPLIERS.flatMap(supplier => {
    const quote = quotes[supplier]
    if (!quote) return []
    const discount = supplier === 'Dunmore' ? 1 - DUNMORE_DISCOUNT : 1
    return [{ supplier, price: ((quote.price * discount) / quote.pack) * rates[CURRENCY[supplier]]! }]
  })
  return offers.reduce((best, offer) => (offer.price < best.price ? offer : best))
}

function item(name: string, at: number, random: Random): Item {
  const base = random.money(2, 60)
  const pack = random.pick([1, 1, 5, 10])
  // Far enough apart that rounding never decides.
  const factors = random.shuffled([0.8, 0.95, 1.1, 1.25])
  const quote = (supplier: Supplier, index: number, size: number) =>
    random.chance(0.12) && supplier !== 'Alpha'
      ? {}
      : {
          [supplier]: {
            pack: size,
            price: cents((base * size * factors[index]!) / RATES[CURRENCY[supplier]]!),
          },
        }
  return {
    sku: `OF-${3_000 + at * 17}`,
    name,
    quantity: random.int(3, 120),
    quotes: {
      ...quote('Alpha', 0, 1),
      ...quote('Brightway', 1, pack),
      ...quote('Cobalt', 2, 1),
      ...quote('Dunmore', 3, pack === 1 ? 1 : 12),
    },
  }
}

const cents = (amount: number) => Math.max(0.01, Math.round(amount * 100) / 100)

function tabs(items: Item[], random: Random) {
  const offered = (supplier: Supplier) =>
    random.shuffled(
      items.flatMap(each => (each.quotes[supplier] ? [{ ...each, quote: each.quotes[supplier] }] : [])),
    )
  const bare = (sku: string) => (random.chance(0.3) ? sku.replace('-', '') : sku)
  return [
    tab('Needs', [
      ['SKU', 'Article', 'Quantity'],
      ...items.map(({ sku, name, quantity }) => [sku, name, quantity]),
    ]),
    tab('Rates', [['Currency', 'EUR for one'], ...Object.entries(RATES).map(([code, rate]) => [code, rate])]),
    tab('Alpha', [
      ['Article', 'SKU', 'Price EUR'],
      ...offered('Alpha').map(({ name, sku, quote }) => [name, bare(sku), money(quote.price)]),
    ]),
    tab('Brightway', [
      ['BRIGHTWAY INC. QUOTATION 2025-118'],
      ['All prices in USD, per pack'],
      [],
      ['#', 'Item code', 'Pcs/pack', 'Pack price'],
      ...offered('Brightway').map(({ sku, quote }, at) => [
        at + 1,
        bare(sku),
        quote.pack,
        money(quote.price, '[$$]#,##0.00'),
      ]),
    ]),
    tab('Cobalt', [
      ['Cobalt Ltd', null, 'GBP per piece'],
      ...offered('Cobalt').map(({ sku, name, quote }) => [
        bare(sku),
        name.toLowerCase(),
        money(quote.price, '[$£]#,##0.00'),
      ]),
    ]),
    tab('Dunmore', [
      ['Our discount on all list prices', { value: DUNMORE_DISCOUNT, format: '0%' }],
      [],
      ['SKU', 'List price EUR', 'Unit'],
      ...offered('Dunmore').map(({ sku, quote }) => [
        bare(sku),
        money(quote.price),
        quote.pack === 1 ? 'piece' : `pack of ${quote.pack}`,
      ]),
    ]),
  ]
}
