/** A register of assets written off over their lives, to the month, some sold on the way. */
import { day, money, tab } from '../book.ts'
import { figure, kept, newTab, noErrors } from '../checks.ts'
import { calendarDay, serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import { near } from '../wants.ts'

const DEPRECIATION = /depreciation/i
const YEARS = [2022, 2023, 2024, 2025, 2026]

interface Asset {
  id: string
  bought: number
  cost: number
  life: number
  sold: number | null
}

export const depreciation: Job = {
  id: 'depreciation',
  title: 'Fixed assets',
  prompts: [
    'Make the depreciation schedule on a tab Depreciation: a row for each asset on Assets with a column for each year 2022 to 2026, and a last column with the book value at the end of 2026. Straight line over the life in years without residual value, by months: it begins in the month of purchase, and ends when the life is over or, where the asset was sold, with the month before the sale. A sold asset has book value 0. Total row below. Formulas, new assets will be added in the same way.',
  ],
  prepare(random) {
    const assets = Array.from({ length: 42 }, (_, at): Asset => {
      const bought = serial(random.int(2019, 2026), random.int(1, 12), random.int(1, 28))
      const sold = random.chance(0.15) ? bought + random.int(200, 1_200) : null
      return {
        id: `FA-${100 + at}`,
        bought,
        cost: random.int(8, 600) * 60,
        life: random.pick([3, 4, 5, 8, 10]),
        sold: sold && sold < serial(2026, 12, 1) ? sold : null,
      }
    })
    const lines = assets.map(asset => ({
      asset,
      years: YEARS.map(year => charged(asset, year)),
      left: bookValue(asset),
    }))
    const total = lines.reduce((sum, { left }) => sum + left, 0)
    return {
      tabs: [
        tab('Assets', [
          ['Asset', 'Bought', 'Cost', 'Life (years)', 'Sold'],
          ...assets.map(({ id, bought, cost, life, sold }) => [
            id,
            day(bought),
            money(cost),
            life,
            sold === null ? null : day(sold),
          ]),
        ]),
      ],
      checks: [
        newTab(DEPRECIATION),
        kept('Assets'),
        rows(
          'each asset has its years and its book value',
          lines.map(({ asset, years, left }) => [
            asset.id,
            ...years.map(each => near(each, 0.02)),
            near(left, 0.02),
          ]),
          { on: DEPRECIATION, ordered: true, live: [1, 3, 6] },
        ),
        figure('the book values are summed', /total/i, near(total, 0.5), { on: DEPRECIATION, live: true }),
        noErrors,
      ],
    }
  },
}

const monthOf = (date: number) => {
  const { year, month } = calendarDay(date)
  return year * 12 + month - 1
}

/** Months from the first up to and without the last. */
const span = ({ bought, life, sold }: Asset) => {
  const first = monthOf(bought)
  return { first, last: Math.min(first + life * 12, sold === null ? Infinity : monthOf(sold)) }
}

function charged(asset: Asset, year: number): number {
  const { first, last } = span(asset)
  const months = Math.max(0, Math.min(last, (year + 1) * 12) - Math.max(first, year * 12))
  return (asset.cost / (asset.life * 12)) * months
}

function bookValue(asset: Asset): number {
  if (asset.sold !== null) return 0
  const { first, last } = span(asset)
  const months = Math.max(0, Math.min(last, 2027 * 12) - first)
  return asset.cost - (asset.cost / (asset.life * 12)) * months
}
