/** A supplier's new prices brought into a catalogue by article numbers that are written differently. */
import { money, tab } from '../book.ts'
import { newTab, noErrors, untouched } from '../checks.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import { near, share } from '../wants.ts'

const CHANGES = /price changes/i

export const priceUpdate: Job = {
  id: 'price-update',
  title: 'Catalogue 2026',
  prompts: [
    'The supplier sent new prices (tab New prices). Article numbers there are the same as in Catalogue, only with spaces, dots or small letters in them. Make a tab "Price changes" with every catalogue article whose price changes: article number as in the catalogue, old price, new price, change in percent. Then, apart from it on a tab "Not found", the articles of the supplier that the catalogue does not have (number as the supplier writes it, price). Articles that the supplier does not mention, or with the same price, appear nowhere. Change neither of the two tabs.',
  ],
  prepare(random) {
    const articles = Array.from({ length: 180 }, (_, at) => ({
      number: `KX${String(1_000 + at * 13)}${random.pick(['A', 'B', 'C'])}`,
      price: random.money(3, 400),
    }))
    const untidy = (number: string) =>
      random.pick([
        number,
        `${number.slice(0, 2)} ${number.slice(2)}`,
        `${number.slice(0, 2)}.${number.slice(2)}`,
        number.toLowerCase(),
        ` ${number}`,
      ])
    const offered = articles
      .filter(() => random.chance(0.7))
      .map(({ number, price }) => ({
        number,
        old: price,
        price: random.chance(0.25) ? price : Math.round(price * random.int(90, 125)) / 100,
      }))
    const strangers = Array.from({ length: 9 }, (_, at) => ({
      number: `KX${9_000 + at * 7}Z`,
      price: random.money(5, 90),
    }))
    const changed = offered.filter(({ old, price }) => old !== price)
    const kept = offered.filter(({ old, price }) => old === price)
    return {
      tabs: [
        tab('Catalogue', [
          ['Article', 'Description', 'Price'],
          ...articles.map(({ number, price }, at) => [number, `Valve ${at}`, money(price)]),
        ]),
        tab('New prices', [
          ['Price list valid from 1 January 2026'],
          ['Item number', 'EUR'],
          ...random
            .shuffled([...offered, ...strangers])
            .map(({ number, price }) => [untidy(number), money(price)]),
        ]),
      ],
      checks: [
        newTab(CHANGES),
        untouched('Catalogue', 'New prices'),
        rows(
          'each changed price is listed',
          changed.map(({ number, old, price }) => [number, old, price, share((price - old) / old)]),
          { on: CHANGES, ordered: true },
        ),
        rows(
          'each unknown article is listed',
          strangers.map(({ number, price }) => [
            {
              text: number,
              holds: ({ value }) => String(value).replaceAll(/[\s.]/g, '').toUpperCase() === number,
            },
            near(price, 0.001),
          ]),
          { on: /not found/i },
        ),
        {
          says: 'prices that stay are not listed',
          fails(result) {
            const listed = new Set(
              result.tabs
                .filter(({ title }) => CHANGES.test(title))
                .flatMap(({ grid }) => grid.flat().map(cell => cell?.value)),
            )
            const wrong = kept.filter(({ number }) => listed.has(number))
            return wrong.length === 0 ? null : `${wrong.length} are, first ${wrong[0]!.number}`
          },
        },
        noErrors,
      ],
    }
  },
}
