/** Postage of parcels by zone and weight, with surcharges. */
import { money, tab } from '../book.ts'
import { figure, kept, noErrors } from '../checks.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'
import { near } from '../wants.ts'

const ZONES: Record<string, number> = { DE: 1, AT: 1, FR: 2, IT: 2, ES: 2, SE: 3, PL: 2, US: 4, JP: 4, UK: 3 }
const UP_TO = [0.5, 1, 2, 5, 10, 20]

interface Parcel {
  id: string
  country: string
  kilos: number
  express: boolean
}

export const shippingRates: Job = {
  id: 'shipping-rates',
  title: 'Parcels',
  prompts: [
    'Fill in the postage for every parcel on Parcels in a new column Postage. The zone of a country is on Zones; the price by zone and weight on Rates, where the weights are upper limits (a parcel of exactly 2 kg still pays the 2 kg price, one of 2.1 kg the 5 kg price). Express costs 60 % more. The fuel surcharge in Rates!H1 comes on top of everything. Below the parcels, or beside them, give the total postage, labelled. Use formulas, the surcharge changes every month.',
  ],
  prepare(random) {
    const rates = [1, 2, 3, 4].map(zone =>
      UP_TO.map((_, at) => Math.round((3 + zone * 2.2) * (1 + at * 0.7) * 100) / 100),
    )
    const parcels = Array.from(
      { length: 160 },
      (_, at): Parcel => ({
        id: `PK${7_000 + at}`,
        country: random.pick(Object.keys(ZONES)),
        kilos: random.chance(0.25) ? random.pick(UP_TO) : random.int(1, 199) / 10,
        express: random.chance(0.2),
      }),
    )
    return {
      tabs: [
        tab('Parcels', [
          ['Parcel', 'Country', 'Weight kg', 'Service'],
          ...parcels.map(({ id, country, kilos, express }) => [
            id,
            random.chance(0.1) ? country.toLowerCase() : country,
            kilos,
            express ? 'Express' : 'Standard',
          ]),
        ]),
        tab('Zones', [['Country', 'Zone'], ...Object.entries(ZONES)]),
        tab('Rates', [
          ['Zone', ...UP_TO, { value: 0.075, format: '0.0%' }],
          ...rates.map((prices, at) => [at + 1, ...prices.map(price => money(price))]),
        ]),
      ],
      checks: [kept('Parcels'), kept('Zones'), kept('Rates'), ...outcome(parcels, rates, 0.075), noErrors],
      probe: { cell: 'Rates!H1', value: 0.1, checks: outcome(parcels, rates, 0.1) },
    }
  },
}

function outcome(parcels: Parcel[], rates: number[][], surcharge: number): Check[] {
  const costs = parcels.map(({ country, kilos, express }) => {
    const price = rates[ZONES[country]! - 1]![UP_TO.findIndex(limit => kilos <= limit)]!
    return price * (express ? 1.6 : 1) * (1 + surcharge)
  })
  return [
    rows(
      'each parcel has its postage',
      parcels.map(({ id }, at) => [id, near(costs[at]!, 0.006)]),
      { on: /parcels/i, live: [1] },
    ),
    figure(
      'the total is right',
      /total/i,
      near(
        costs.reduce((sum, cost) => sum + cost, 0),
        0.9,
      ),
      { live: true },
    ),
  ]
}
