/** A physical count by several people against the books. */
import { money, tab } from '../book.ts'
import { coloured, figure, kept, newTab, noErrors } from '../checks.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'
import type { Random } from '../random.ts'
import { size } from '../wants.ts'

const DIFFERENCES = /differen|variance/i

export const inventoryCount: Job = {
  id: 'inventory-count',
  title: 'Stocktake 2025',
  prompts: [
    'We counted the warehouse. Books has what should be there with the unit cost, Count what people counted; an article may have been counted in several places, which add up. Make a tab Differences with every article of Books: article, booked, counted (0 where nobody counted it), difference (counted minus booked) and its value at cost, sorted with the largest loss first. Below or above, the total value of all differences, labelled, and the number of articles that are right. Colour losses above 500 by a rule. Articles counted that are not in the books: list them on a tab "Unknown" with their quantity.',
  ],
  prepare(random) {
    const { books, counts, unknown, lines } = stocktake(random)
    const total = lines.reduce((sum, { value }) => sum + value, 0)
    return {
      tabs: [
        tab('Books', [
          ['Article', 'Booked', 'Unit cost'],
          ...books.map(({ article, booked, cost }) => [article, booked, money(cost)]),
        ]),
        tab('Count', [
          ['Place', 'Article', 'Quantity', 'By'],
          ...random
            .shuffled([...counts, ...unknown])
            .map(({ article, quantity }, at) => [
              `R${(at % 12) + 1}`,
              article,
              quantity,
              ['Jo', 'Mia', 'Ren'][at % 3],
            ]),
        ]),
      ],
      checks: [
        newTab(DIFFERENCES),
        kept('Books'),
        kept('Count'),
        rows(
          'each article has booked, counted, difference and value',
          lines.map(({ article, booked, counted, value }) => [
            article,
            booked,
            counted,
            counted - booked,
            value,
          ]),
          { on: DIFFERENCES, ordered: true },
        ),
        largestLossFirst(lines),
        figure('the total value is right', /total/i, size(total), { on: DIFFERENCES, live: true }),
        figure(
          'articles that are right are counted',
          /right|correct|match|no difference|without/i,
          lines.filter(({ booked, counted }) => booked === counted).length,
          { on: DIFFERENCES },
        ),
        rows(
          'unknown articles are listed',
          unknown.map(({ article, quantity }) => [article, quantity]),
          { on: /unknown/i },
        ),
        coloured('large losses are coloured by a rule', DIFFERENCES),
        noErrors,
      ],
    }
  },
}

function stocktake(random: Random) {
  const books = Array.from({ length: 140 }, (_, at) => ({
    article: `A${String(at + 1).padStart(4, '0')}`,
    booked: random.int(0, 120),
    cost: random.money(2, 90),
  }))
  const real = books.map(({ booked }) =>
    random.chance(0.6) ? booked : Math.max(0, booked + random.int(-14, 9)),
  )
  const counts = books.flatMap(({ article }, at) => {
    const quantity = real[at]!
    if (quantity === 0) return []
    const first = random.chance(0.4) ? random.int(0, quantity) : quantity
    return first === quantity
      ? [{ article, quantity }]
      : [
          { article, quantity: first },
          { article, quantity: quantity - first },
        ]
  })
  const unknown = Array.from({ length: 5 }, (_, at) => ({
    article: `X9${at}1`,
    quantity: random.int(1, 30),
  }))
  const lines = books.map(({ article, booked, cost }, at) => ({
    article,
    booked,
    counted: real[at]!,
    value: (real[at]! - booked) * cost,
  }))
  return { books, counts, unknown, lines }
}

const largestLossFirst = (lines: { article: string; value: number }[]): Check => ({
  says: 'the largest loss stands first',
  fails(result) {
    const grid = result.tabs.find(({ title }) => DIFFERENCES.test(title))?.grid ?? []
    const order = grid.flatMap(row =>
      row.flatMap(cell => lines.find(({ article }) => article === cell?.value) ?? []),
    )
    const wrong = order.findIndex(({ value }, at) => value > (order[at + 1]?.value ?? Infinity) + 0.01)
    return order.length > 0 && wrong < 0
      ? null
      : `${order[wrong]?.article ?? 'nothing'} stands before a larger loss`
  },
})
