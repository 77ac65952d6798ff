/** Tiers, days so long after others, and what another tab says of a row: done on the sheet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkbench, type Workbench } from '../../tools/open-bench.ts'
import { carryOut } from './carried-out.ts'
import { kennel } from './kennel.ts'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())

const on = (mean: string, say?: string) => carryOut(workbench, kennel(), mean, say)
const column = async (mean: string, say?: string): Promise<string[]> => {
  const { bench } = await on(mean, say)
  return (await bench.shown('Stays!I1:I5')).map(([cell = '']) => cell)
}

describe('rows of two tabs', () => {
  const station = () => [
    {
      title: 'Guests',
      rows: [
        ['Guest', 'Ep', 'Show'],
        ['Vega', 201, 'Morning'],
        ['Cole', 203, 'Night'],
        ['Dent', 202, 'morning'],
        ['Ames', '', 'Night'],
      ],
    },
    {
      title: 'Episodes',
      rows: [
        ['Ep', 'Title', 'Show'],
        [201, 'Signs', 'Morning'],
        [202, 'Alley', 'Morning'],
        [203, 'Bees', 'Night'],
      ],
    },
  ]

  test('are known by a number, where other columns fit several rows', async () => {
    const { bench } = await carryOut(workbench, station(), 'column = lookup [Title] {Episodes}')
    expect((await bench.shown('Guests!D1:D5')).map(([cell = '']) => cell)).toEqual([
      'Title',
      'Signs',
      'Bees',
      'Alley',
      '',
    ])
  })
})

describe('tiers', () => {
  test.each([
    [
      'by days, the first that holds',
      'tiers [In] before "October 3" "early", until "November 15" "mid", else "late"',
      ['early', 'mid', 'mid', 'late'],
    ],
    [
      'of days that are counted',
      'tiers days [In] to "November 21" > 40 "long", > 4 "mid", else "short"',
      ['long', 'long', 'mid', 'short'],
    ],
    [
      'of what is calculated, where a blank counts as 0',
      'tiers [Fee] - [Paid] > 100 "chase", > 0 "remind", else "fine"',
      ['fine', 'chase', 'remind', 'remind'],
    ],
    [
      'with a case for blanks',
      'tiers [Paid] empty "?", >= 100 "big", else "small"',
      ['small', 'big', '?', '?'],
    ],
    ['that leave blanks blank', 'tiers [Paid] >= 100 "big", else "small"', ['small', 'big', '', '']],
    ['of texts', 'tiers [Owner] = "Ada" "first", = "Bo Cole" "second"', ['first', 'second', '', 'first']],
  ])('%s', async (_, mean, cells) => {
    expect((await column(`column "Tier" = ${mean}`)).slice(1)).toEqual(cells)
  })
})

describe('a length of time', () => {
  const days = async (mean: string): Promise<string[]> =>
    (await (await on(mean)).bench.shown('Stays!C2:C5')).map(([cell = '']) => cell)

  test.each([
    ['shift [In] "a week"', ['2026-10-08', '2026-10-10', '2026-11-22', '2026-11-25']],
    [
      'shift [In] - "two months" where [Owner] = "Ada Bell"',
      ['2026-08-01', '2026-10-03', '2026-11-15', '2026-09-18'],
    ],
    [
      'shift [In] "a fortnight" where [Dog] = "Luna"',
      ['2026-10-01', '2026-10-03', '2026-11-29', '2026-11-18'],
    ],
    ['shift [In] 3 days where [Dog] = "Rex"', ['2026-10-04', '2026-10-03', '2026-11-15', '2026-11-18']],
  ])('moves days: %s', async (mean, cells) => {
    expect(await days(mean)).toEqual(cells)
  })

  test.each([
    ['column "Next" = [Out] + "two weeks"', ['2026-10-19', '2026-10-31', '', '2026-12-04']],
    ['column "Next" = [Out] + "4 months"', ['2027-02-05', '2027-02-17', '', '2027-03-20']],
    ['column "Next" = [Out] - "a year"', ['2025-10-05', '2025-10-17', '', '2025-11-20']],
  ])('makes a column of days: %s', async (mean, cells) => {
    expect((await column(mean)).slice(1)).toEqual(cells)
  })

  test.each([
    ['eine Woche', 'Rex kommt eine Woche später, bitte alles nach hinten schieben'],
    ['una semana', 'Rex llega una semana más tarde, mueve la fecha de todos sus días'],
    ['une semaine', 'Rex arrive une semaine plus tard, décale la date pour lui'],
    ['sept jours', 'Rex arrive avec sept jours de retard, décale la date pour lui'],
    ['1週間', 'Rexは1週間遅れます、日付をずらしてください'],
  ])('is read in other words: %s', async (said, say) => {
    const { bench } = await on(`shift [In] "${said}" where [Dog] = "Rex"`, say)
    expect(await bench.shown('Stays!C2')).toEqual([['2026-10-08']])
  })

  test.each(['a few weeks', 'several months', 'half a year'])(
    'is refused where nobody says how long: %s',
    async said => {
      await expect(on(`shift [In] "${said}" where [Dog] = "Rex"`)).rejects.toThrow('Nothing can be done')
    },
  )

  test.each([
    ['Rex comes two months later', '2026-12-01'],
    ['Rex comes 2 weeks later', '2026-10-15'],
    ['Rex comes two days later, not two months', '2026-10-03'],
  ])('is counted as the sentence does: %s', async (say, day) => {
    const count = say.includes('2') ? '2' : 'two'
    const { bench } = await on(`shift [In] ${count} days where [Dog] = "Rex"`, say)
    expect(await bench.shown('Stays!C2')).toEqual([[day]])
    expect((await column(`column = [In] + ${count} days`, say))[1]).toBe(day)
  })

  test('is counted in words of several parts', async () => {
    const say = 'Rex arrive dix-huit mois plus tard, décale la date pour lui'
    const { bench } = await on('shift [In] "dix-huit mois" where [Dog] = "Rex"', say)
    expect(await bench.shown('Stays!C2')).toEqual([['2028-04-01']])
  })
})
