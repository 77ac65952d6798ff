/** Stock on hand from movements, and what has to be ordered. */
import { day, tab } from '../book.ts'
import { kept, newTab, noErrors } from '../checks.ts'
import { serial } from '../days.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'
import type { Random } from '../random.ts'

const REORDER = /reorder|order list/i
const FIRST = serial(2025, 1, 2)

interface Item {
  sku: string
  name: string
  start: number
  minimum: number
  lot: number
}

interface Movement {
  sku: string
  type: string
  quantity: number
}

export const stockReorder: Job = {
  id: 'stock-reorder',
  title: 'Warehouse 2025',
  prompts: [
    'Items has our opening stock, Movements what came in and went out this year (IN and RETURN add, OUT and SCRAP take away; quantities are always positive). Make a tab Reorder with a row for every item: SKU, name, stock on hand, minimum, and how many to order: if the stock is below the minimum, as many full lots (column Lot) as bring it to at least the minimum, else 0. Some movements write the SKU in small letters. Formulas please, movements are added every day.',
  ],
  prepare(random) {
    const items = Array.from(
      { length: 60 },
      (_, at): Item => ({
        sku: `WH-${String(400 + at * 3)}`,
        name: `Part ${String.fromCharCode(65 + (at % 26))}${at}`,
        start: random.int(5, 80),
        minimum: random.int(10, 60),
        lot: random.pick([5, 6, 10, 12, 25]),
      }),
    )
    const movements = Array.from({ length: 900 }, () => movement(items, random))
    const more = { ...movements[0]!, quantity: movements[0]!.quantity + 500 }
    return {
      tabs: [
        tab('Items', [
          ['SKU', 'Name', 'Opening stock', 'Minimum', 'Lot'],
          ...items.map(({ sku, name, start, minimum, lot }) => [sku, name, start, minimum, lot]),
        ]),
        tab('Movements', [
          ['Date', 'SKU', 'Type', 'Quantity'],
          ...movements.map(({ sku, type, quantity }, at) => [
            day(FIRST + Math.floor(at / 4)),
            random.chance(0.05) ? sku.toLowerCase() : sku,
            type,
            quantity,
          ]),
        ]),
      ],
      checks: [newTab(REORDER), kept('Items'), kept('Movements'), list(items, movements), noErrors],
      probe: {
        cell: 'Movements!D2',
        value: more.quantity,
        checks: [list(items, movements.with(0, more))],
      },
    }
  },
}

const movement = (items: Item[], random: Random): Movement => ({
  sku: random.pick(items).sku,
  type: random.pick(['OUT', 'OUT', 'IN', 'IN', 'RETURN', 'SCRAP']),
  quantity: random.int(1, 9),
})

const list = (items: Item[], movements: Movement[]): Check =>
  rows(
    'each item has its stock and its order',
    items.map(({ sku, start, minimum, lot }) => {
      const own = movements.filter(each => each.sku === sku)
      const stock = own.reduce(
        (sum, { type, quantity }) => sum + (type === 'IN' || type === 'RETURN' ? quantity : -quantity),
        start,
      )
      const order = stock < minimum ? Math.ceil((minimum - stock) / lot) * lot : 0
      return [sku, stock, minimum, order]
    }),
    { on: REORDER, ordered: true, live: [1, 3] },
  )
