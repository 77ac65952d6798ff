/** Products by their share of revenue: A, B and C. */
import { money, tab } from '../book.ts'
import { charts, figure, kept, newTab, noErrors } from '../checks.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import { share } from '../wants.ts'

const ABC = /abc/i

export const abcAnalysis: Job = {
  id: 'abc-analysis',
  title: 'Products',
  prompts: [
    'Please make an ABC analysis on a new tab ABC from the Sales lines: a row for each product with revenue (Qty × Price), its share, the cumulative share and the class, sorted with the largest revenue first. A is everything whose cumulative share, the product included, is at most 80 %, B up to 95 %, C the rest. Beside it, how many products are in each class and which share of the revenue they make. Add a chart of the cumulative share.',
  ],
  prepare(random) {
    const products = Array.from({ length: 70 }, (_, at) => ({
      name: `P-${String(at * 7 + 11).padStart(3, '0')}`,
      price: random.int(2, 180) + at / 100,
      weight: random.next() ** 3,
    }))
    const lines = products.flatMap(({ name, price, weight }) =>
      Array.from({ length: random.int(3, 12) }, () => ({
        name,
        price,
        quantity: 1 + Math.floor(weight * random.int(5, 60)),
      })),
    )
    const revenue = products.map(({ name }) => ({
      name,
      value: lines
        .filter(each => each.name === name)
        .reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    }))
    const total = revenue.reduce((sum, { value }) => sum + value, 0)
    let reached = 0
    const ranked = revenue
      .sort((a, b) => b.value - a.value)
      .map(({ name, value }) => {
        reached += value / total
        return { name, value, reached, kind: reached <= 0.8 ? 'A' : reached <= 0.95 ? 'B' : 'C' }
      })
    const kinds = ['A', 'B', 'C'].map(kind => ({ kind, own: ranked.filter(each => each.kind === kind) }))
    return {
      tabs: [
        tab('Sales', [
          ['Product', 'Qty', 'Price'],
          ...random.shuffled(lines).map(({ name, quantity, price }) => [name, quantity, money(price)]),
        ]),
      ],
      checks: [
        newTab(ABC),
        kept('Sales'),
        rows(
          'each product has revenue, cumulative share and class',
          ranked.map(({ name, value, reached: upTo, kind }) => [name, value, share(upTo), kind]),
          { on: ABC, ordered: true },
        ),
        rows(
          'each class has its number and share',
          kinds.map(({ kind, own }) => [
            new RegExp(`^(class )?${kind}$`, 'i'),
            own.length,
            share(own.reduce((sum, { value }) => sum + value, 0) / total),
          ]),
          { on: ABC, ordered: true },
        ),
        figure('the first product leads', new RegExp(`^${ranked[0]!.name}$`), ranked[0]!.value, {
          on: ABC,
          live: true,
        }),
        charts(1),
        noErrors,
      ],
    }
  },
}
