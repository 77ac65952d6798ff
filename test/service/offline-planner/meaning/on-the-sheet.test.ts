/** What the meaning language says is done on the sheet: cells, formulas and answers. */
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
const column = async (mean: string, say?: string, letters = 'I'): Promise<string[]> => {
  const { bench } = await on(mean, say)
  return (await bench.shown(`Stays!${letters}1:${letters}5`)).map(([cell = '']) => cell)
}

describe('a figure of what is calculated in each row', () => {
  test.each([
    ['tell sum [Fee] - [Paid]', '**280**'],
    ['tell avg days [In] to [Out]', '**6.6667**'],
    ['tell max days [In] to today where [Out] empty', '**6**'],
    ['tell count where days [In] to [Out] > 3', '**2 rows**'],
    ['tell count where [Fee] - [Paid] between 50 and 200', '**2 rows**'],
  ])('is told: %s', async (mean, answer) => {
    expect((await on(mean)).answer).toContain(answer)
  })

  test('is written as one formula, where a place is named', async () => {
    const { bench, answer } = await on('put sum [Fee] - [Paid] at K2')
    expect(await bench.shown('Stays!K2')).toEqual([['280']])
    expect(answer).toContain('Fee - Paid')
  })

  test('leaves out rows without a day where it is about days', async () => {
    const { bench } = await on('put avg days [In] to [Out] at K2')
    expect(Number((await bench.shown('Stays!K2'))[0]![0])).toBeCloseTo(20 / 3, 4)
  })

  test('is written for each category', async () => {
    const { bench } = await on('table sum [Fee] - [Paid] by [Owner] tab "Owed"')
    expect((await bench.shown('Owed!A2:B4')).map(([name, owed]) => [name, Number(owed)])).toEqual(
      expect.arrayContaining([
        ['Ada Bell', 40],
        ['Bo Cole', 180],
        ['Cy Dane', 60],
      ]),
    )
  })
})

describe('an amount with its unit behind it', () => {
  test.each([
    ['tell sum [Weight]', '**59**'],
    ['tell avg [Weight] where [Owner] = "Ada Bell"', '**10.5**'],
    ['tell max [Weight]', '**31**'],
  ])('counts in an answer: %s', async (mean, answer) => {
    expect((await on(mean)).answer).toContain(answer)
  })

  test.each([
    ['put sum [Weight] at J2', '59'],
    ['put avg [Weight] where [Owner] = "Ada Bell" at J2', '10.5'],
    ['put max [Weight] where [Fee] < 70 at J2', '31'],
  ])('counts in a formula: %s', async (mean, wanted) => {
    const { bench } = await on(mean)
    expect(await bench.shown('Stays!J2')).toEqual([[wanted]])
  })

  test('counts for each category', async () => {
    const { bench } = await on('table sum [Weight], avg [Weight] by [Owner] tab "Loads"')
    expect(await bench.shown('Loads!A2:C4')).toEqual([
      ['Ada Bell', '21', '10.5'],
      ['Bo Cole', '7', '7'],
      ['Cy Dane', '31', '31'],
    ])
  })

  test('is compared in a condition, by rows and by formula', async () => {
    expect((await on('tell rows where [Weight] > 10')).answer).toMatch(/2 rows.*Rex.*Luna/s)
    const { bench } = await on('put count where [Weight] between 8 and 12 at J2')
    expect(await bench.shown('Stays!J2')).toEqual([['2']])
  })

  test('is compared in each row, where a text without a number is neither more nor less', async () => {
    const tabs = [
      {
        title: 'Log',
        rows: [
          ['Who', 'Hours'],
          ['A', 8],
          ['B', '16 hrs'],
          ['C', 4],
          ['D', 'TBC'],
          ['E', 12],
        ],
      },
    ]
    const { bench } = await carryOut(workbench, tabs, 'column "Big" = if [Hours] > 10 then "yes" else "no"')
    expect((await bench.shown('Log!C1:C6')).flat()).toEqual(['Big', 'no', 'yes', 'no', 'no', 'yes'])
  })
})

describe('most and least by a calculation', () => {
  test('tells the row that stayed longest', async () => {
    expect((await on('tell top 1 rows by days [In] to [Out] desc')).answer).toContain('Fips')
  })

  test('tells who owes most, where nothing was paid yet as well', async () => {
    const { answer } = await on('tell top 2 rows by [Fee] - [Paid] desc')
    expect(answer.indexOf('Fips')).toBeLessThan(answer.indexOf('Luna'))
    expect(answer).not.toContain('Otto')
  })
})

describe('rows by a condition on a calculation', () => {
  test('are shown alone, without those that lack a day', async () => {
    const { answer } = await on('filter where days [In] to [Out] > 3')
    expect(answer).toContain('only the 2 rows where days from In to Out is more than 3')
  })

  test('are copied to a new tab', async () => {
    const { bench } = await on('copyrows where [Fee] - [Paid] > 50 columns [Dog] tab "Owing"')
    expect((await bench.shown('Owing!A1:A4')).flat()).toEqual(['Dog', 'Fips', 'Luna'])
  })
})

test.each([
  ['times [Fee] double where [Dog] = "Rex"', 'double the fee of Rex', '160'],
  ['times [Fee] halve where [Dog] = "Rex"', 'halve the fee of Rex', '40'],
])('numbers are doubled and halved by that word: %s', async (mean, say, wanted) => {
  const { bench } = await on(mean, say)
  expect(await bench.shown('Stays!E2')).toEqual([[wanted]])
})

describe('cells of rows that are named', () => {
  test('are made empty', async () => {
    const { bench } = await on('set [Out] empty where [Dog] = "Otto"')
    expect(await bench.shown('Stays!D5:E5')).toEqual([['', '40']])
  })

  test('take several values at once', async () => {
    const { bench } = await on('set [Paid] 40, [Out] "today" where [Dog] = "Luna"')
    expect(await bench.formulas('Stays!D4:F4')).toEqual([[46_347, 60, 40]])
  })

  test('take what another cell of the row holds', async () => {
    const { bench } = await on('set [Paid] [Fee] where [Owner] = "ada"')
    expect((await bench.shown('Stays!F2:F5')).map(([cell = '']) => cell)).toEqual(['80', '100', '', '40'])
  })

  test('get a text before or behind what they hold, and blank ones stay blank', async () => {
    const { bench } = await on('append [Remark] "(checked)"')
    expect((await bench.shown('Stays!H2:H5')).map(([cell = '']) => cell)).toEqual([
      'barks (checked)',
      '',
      'Shy (checked)',
    ])
  })

  test('lose a text that is taken out', async () => {
    const { bench } = await on('replace " kg" empty in [Weight]', 'take the " kg" out of weight')
    expect((await bench.shown('Stays!G2:G5')).flat()).toEqual(['12', '7', '31', '9'])
  })

  test('begin with a capital, and the rest is small', async () => {
    const { bench } = await on('capital [Remark]')
    expect((await bench.shown('Stays!H2')).flat()).toEqual(['Barks'])
  })
})

describe('a new column', () => {
  test('joins as an example of the sentence shows it', async () => {
    expect(
      await column(
        'column "Label" = join [Dog], [Owner]',
        'a column Label with dog and owner, like Rex (Ada Bell)',
      ),
    ).toEqual(['Label', 'Rex (Ada Bell)', 'Fips (Bo Cole)', 'Luna (Cy Dane)', 'Otto (Ada Bell)'])
  })

  test.each([
    ['colon', 'Rex: Ada Bell'],
    ['dash', 'Rex - Ada Bell'],
    ['brackets', 'Rex (Ada Bell)'],
    ['comma', 'Rex, Ada Bell'],
    ['slash', 'Rex/Ada Bell'],
  ])('joins by a %s', async (sign, first) => {
    expect((await column(`column "Label" = join [Dog], [Owner] with "${sign}"`))[1]).toBe(first)
  })

  test('takes nothing away where nothing was paid yet', async () => {
    expect(await column('column "Owed" = [Fee] - [Paid]')).toEqual(['Owed', '0', '180', '60', '40'])
  })

  test('is rounded', async () => {
    expect(await column('column "Third" = round [Fee] / 3')).toEqual(['Third', '27', '93', '20', '13'])
  })

  test('is calculated with what another tab says', async () => {
    expect(await column('column "Price" = days [In] to [Out] * lookup [Rate] {Owners}')).toEqual([
      'Price',
      '80',
      '350',
      '',
      '40',
    ])
  })

  test('counts and adds up the rows of another tab', async () => {
    expect(await column('column "Visits" = count {Visits}')).toEqual(['Visits', '2', '0', '1', '0'])
    expect(await column('column "Vet" = sum [Cost] {Visits}')).toEqual(['Vet', '75', '0', '20', '0'])
  })

  test('has the days from a day that is named', async () => {
    expect(await column('column "Late" = days "10 October 2026" to [Out]')).toEqual([
      'Late',
      '-5',
      '7',
      '',
      '41',
    ])
  })

  test('is one calculation or another', async () => {
    expect(await column('column "Due" = if [Paid] empty then [Fee] * 2 else 0')).toEqual([
      'Due',
      '0',
      '0',
      '120',
      '80',
    ])
  })

  test('holds the same in each row, as a value', async () => {
    const { bench } = await on('column "Season" = "2026"')
    expect(await bench.formulas('Stays!I1:I3')).toEqual([['Season'], [2026], [2026]])
  })

  test('numbers the rows', async () => {
    expect(await column('column "No" = rownumber')).toEqual(['No', '1', '2', '3', '4'])
  })
})

describe('the first so many rows', () => {
  test('are shown alone', async () => {
    const { answer } = await on('filter top 2 by [Fee] desc')
    expect(answer).toContain('only the 2 rows with the highest Fee are shown')
  })

  test('are copied in their order', async () => {
    const { bench } = await on('copyrows top 2 by [In] desc columns [Dog], [In] tab "Newest"')
    expect(await bench.shown('Newest!A1:B4')).toEqual([
      ['Dog', 'In'],
      ['Otto', '2026-11-18'],
      ['Luna', '2026-11-15'],
    ])
  })
})

test('rows that are named are struck through', async () => {
  const { answer } = await on('style rows where [Owner] = "Ada Bell" strike')
  expect(answer).toBe('row 2 and row 5 now are: strikethrough.')
})

test('whole rows that are there twice are coloured', async () => {
  const { answer } = await on('highlight rows duplicates "yellow"')
  expect(answer).toContain('rows that are there more than once')
})
