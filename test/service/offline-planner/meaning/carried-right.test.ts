/** What was once carried out otherwise than it was meant: each of these did something else, or nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seenOf } from '../../../../scripts/planner-model/pairs.ts'
import { readAgain } from '../../../../service/offline-planner/learned/reader.ts'
import { SheetIndex } from '../../../../service/offline-planner/linking/sheet.ts'
import { meantBy } from '../../../../service/offline-planner/meaning/instructions.ts'
import { deedOf } from '../../../../service/offline-planner/meaning/meant.ts'
import { lexiconFor } from '../../../../service/offline-planner/words/index.ts'
import { openWorkbench, type Workbench } from '../../tools/open-bench.ts'
import { itemsOf, reading } from '../meanings.ts'
import { run } from '../sample.ts'
import { carryOut } from './carried-out.ts'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())

const club = () => [
  {
    title: 'Members',
    rows: [
      ['Name', 'Team', 'Paid on', 'Fee', 'Paid', 'Balance', 'Guess'],
      ['Ada', 'Ice', '2026-01-10', 40, 40, -8, 'Ada'],
      ['Bo', 'Ice', '2026-02-03', 40, 10, 3, 'Cy'],
      ['Cy', 'Oak', '', 60, 20, -2, 'Cy'],
      ['Di', 'Oak', '2026-01-20', 60, 60, 5, 'Bo'],
    ],
  },
  {
    title: 'Games',
    rows: [
      ['Day', 'Goals', 'Place'],
      ['2026-03-01', 3, 'Ely'],
      ['2026-03-08', 1, 'Ware'],
    ],
  },
]

const on = (mean: string, say?: string) => carryOut(workbench, club(), mean, say)
const shown = async (mean: string, range: string): Promise<string[][]> => (await on(mean)).bench.shown(range)

describe('conditions', () => {
  test('“or” beside a span of days holds for both of its ends', async () => {
    const { answer } = await on('tell count where [Paid on] in "january" or [Team] = "Oak"')
    expect(answer).toContain('**3 rows**')
    const turned = await on('tell count where [Team] = "Oak" or [Paid on] in "january"')
    expect(turned.answer).toContain('**3 rows**')
  })

  test('two columns that differ make a formula that holds', async () => {
    expect(await shown('column "Wrong" = if [Guess] != [Name] then "x"', 'Members!H2:H5')).toEqual([
      [''],
      ['x'],
      [''],
      ['x'],
    ])
  })

  test('a number below zero is compared as such', async () => {
    expect((await on('tell count where [Balance] < -5')).answer).toContain('**1 row**')
  })

  test('a share of one column in another is compared with a percentage', async () => {
    expect((await on('tell count where [Paid] / [Fee] < 50%')).answer).toContain('**2 rows**')
  })
})

describe('cells', () => {
  test('half of each number is not fifty times as much', async () => {
    expect(await shown('times [Fee] 50%', 'Members!D2:D3')).toEqual([['20'], ['20']])
  })

  test('a number below zero is written as such', async () => {
    expect(await shown('set [Balance] -3 where [Name] = "Bo"', 'Members!F3')).toEqual([['-3']])
  })

  test('a whole column is not filled from its header on', async () => {
    const { answer, bench } = await on('fill K:K "open"')
    expect(answer).toContain('Nothing was changed')
    expect(await bench.shown('Members!K1:K5')).toEqual([])
  })

  test('columns that are named twice are deleted once', async () => {
    expect(await shown('deletecolumn [Fee], [Fee]', 'Members!A1:G1')).toEqual([
      ['Name', 'Team', 'Paid on', 'Paid', 'Balance', 'Guess'],
    ])
  })

  test('columns alone are copied where no condition is said', async () => {
    expect(await shown('copyrows columns [Name], [Fee] tab "Fees"', 'Fees!A1:B3')).toEqual([
      ['Name', 'Fee'],
      ['Ada', '40'],
      ['Bo', '40'],
    ])
  })

  test('what is cut goes beside the table, not over a column of it', async () => {
    const { bench } = await on('split [Name] at "o" into "First", "Last"')
    expect(await bench.shown('Members!A1:I1')).toEqual([
      ['Name', 'Team', 'Paid on', 'Fee', 'Paid', 'Balance', 'Guess', 'First', 'Last'],
    ])
  })
})

describe('other tabs', () => {
  test('a range on another tab is worked on with its columns', async () => {
    expect(await shown('sort [Goals] asc in Games!A1:C3', 'Games!B2:B3')).toEqual([['1'], ['3']])
  })

  test('a range on one tab and a column of another are nothing that can be done', async () => {
    await expect(on('fill Games!E2:E3 = [Fee] * [Paid]')).rejects.toThrow('Nothing can be done')
  })

  test('columns of another tab are told of that tab', async () => {
    expect((await on('tell sum [Goals]')).answer).toContain('**4**')
  })
})

test('a row can’t be added where there is no table', async () => {
  const tabs = [{ title: 'New', rows: [['Name', 'Fee']] }]
  await expect(carryOut(workbench, tabs, 'addrow [Name] "Ada"')).rejects.toThrow('Nothing can be done')
})

describe('several instructions', () => {
  test('what is renamed is known by its new name afterwards', () => {
    const headed = (header: string) => {
      const { overview, data } = seenOf({
        tabs: [
          {
            title: 'Fleet',
            rows: [
              ['Name', header],
              ['Ada', 3],
            ],
          },
        ],
      })
      const index = new SheetIndex(overview, data, lexiconFor('boat'))
      return {
        nodes: [],
        scope: { index, overview, tab: overview.tabs[0]!, today: 46_347, overwrite: false },
      }
    }
    const before = headed('Boat')
    const [read] = reading(['rename [Boat] "Vessel" then move [Boat] first', 0.9])(before, '')
    expect(deedOf(readAgain(read!, 1, headed('Vessel'))!)!.says).toBe('Move the column Vessel to the front')
  })

  test('after one that was not done the others are left', () => {
    const { calls, answer } = run('copy the open ones away, then take them out here', {
      read: reading([
        'copyrows where [Status] = "Open" tab "Old" then deleterows where [Status] = "Open"',
        0.9999,
      ]),
      respond: ({ tool }) =>
        tool === 'sort_filter_range' ? { output: null, error: 'Nobody may.' } : undefined,
    })
    expect(answer).toContain('**Not done.** Nobody may.')
    expect(calls.map(({ tool }) => tool)).toEqual(['sort_filter_range'])
  })
})

test('help has an example of each kind', () => {
  const { answer } = run('Help')
  expect(answer).toContain('- Sort by Date')
  expect(answer).toContain('- Freeze the header')
})

test.each(['Undo', 'undo that', 'please take that back', 'Mach das bitte rückgängig'])(
  'a wish to undo is told where that is done: %s',
  said => {
    const { calls, answer } = run(said)
    expect(calls).toEqual([])
    expect(answer).toMatch(/^Nothing was changed yet: to take something back, press Undo/)
  },
)

describe('figures', () => {
  test('of each year are those of this year alone', async () => {
    const days = ['2024-05-01', '2025-02-01', '2025-09-01']
    const crew = [{ title: 'Crew', rows: [['Name', 'Started'], ...days.map(day => ['Ada', day])] }]
    const { bench } = await carryOut(workbench, crew, 'table count by year [Started]')
    // Joined to a sign, a day is compared as it is shown: "2025" is long ago.
    expect(await bench.shown('Count by year!B2:B4')).toEqual([['1'], ['2'], ['3']])
  })

  test('of several the amount says which category is the largest', async () => {
    const { answer } = await on('table count , sum [Balance] by [Team] order desc')
    expect(answer.indexOf('Oak')).toBeLessThan(answer.indexOf('Ice'))
  })

  test('of amounts as they are written in the language of the sentence', async () => {
    const jobs = [{ title: 'Jobs', rows: [['Job', 'Price'], ...[900, 1200, 1300].map(fee => ['Dach', fee])] }]
    const mean = 'tell count where [Price] >= 1.200'
    const { answer } = await carryOut(
      workbench,
      jobs,
      mean,
      'wie viele Zeilen mit Price ab 1.200 € haben wir?',
    )
    expect(answer).toContain('**2 rows**')
  })
})

describe('a new row', () => {
  const jobs = () => [
    {
      title: 'Jobs',
      rows: [
        ['Job', 'Paid?', 'From', 'To', 'Price'],
        ['Dach', 'Ja', '2026-03-01', '2026-03-04', 900],
        ['Tor', 'Nein', '2026-04-01', '2026-04-02', 120],
      ],
    },
  ]

  test('says yes and no as its column does', async () => {
    const { bench } = await carryOut(
      workbench,
      jobs(),
      'addrow [Job] "Zaun", [Paid?] no, [Price] 80',
      'Zaun, 80, not paid',
    )
    expect(await bench.shown('Jobs!A4:E4')).toEqual([['Zaun', 'Nein', '', '', '80']])
  })

  test('has its first day in the month of its last', async () => {
    const said = 'addrow [Job] "Zaun", [From] "15", [To] "16 Feb 2027"'
    const { bench } = await carryOut(workbench, jobs(), said, 'Zaun, 15 to 16 Feb 2027')
    expect(await bench.shown('Jobs!C4:D4')).toEqual([['2027-02-15', '2027-02-16']])
  })
})

test('several numbers of one column are one condition', async () => {
  expect((await on('tell count where [Fee] = 40 or 60')).answer).toContain('**4 rows**')
  expect((await on('tell count where [Paid] = 10 or 20')).answer).toContain('**2 rows**')
})

test('a pattern of days is written in any of the languages', async () => {
  const formats = async (pattern: string) => {
    const { bench } = await on(`format [Paid on] "${pattern}"`)
    return bench.shown('Members!C2')
  }
  expect(await formats('jj/mm/aaaa')).toEqual([['10/01/2026']])
  expect(await formats('tt.mm.jjjj')).toEqual([['10.01.2026']])
})

describe('a new column', () => {
  test('adds up what is there of two amounts', async () => {
    const rows = [
      ['Name', 'Sub', 'Gift'],
      ['Ada', 30, ''],
      ['Bo', '', 100],
      ['Cy', 20, 5],
      ['Di', '', 7],
    ]
    const { bench } = await carryOut(workbench, [{ title: 'Members', rows }], 'column "All" = [Sub] + [Gift]')
    expect(await bench.shown('Members!D2:D5')).toEqual([['30'], ['100'], ['25'], ['7']])
  })

  test('is calculated where one of the amounts is a text, and says nothing there', async () => {
    const rows = [
      ['Item', 'Qty', 'Price'],
      ['Fish', 8, 10],
      ['Rice', '30 kg', 4],
      ['Wine', 2, 5],
    ]
    const { bench } = await carryOut(workbench, [{ title: 'Buys', rows }], 'column "Sum" = [Qty] * [Price]')
    expect(await bench.shown('Buys!D2:D4')).toEqual([['80'], [''], ['10']])
  })

  test('takes from another tab what rows that are there twice both say', async () => {
    const tabs = [
      {
        title: 'Days',
        rows: [
          ['No', 'Hours'],
          ['M1', 4],
          ['M2', 5],
        ],
      },
      {
        title: 'Members',
        rows: [
          ['No', 'Mail'],
          ['M1', 'a@b.c'],
          ['M2', 'd@e.f'],
          ['M1', 'A@b.c'],
        ],
      },
    ]
    const { bench } = await carryOut(workbench, tabs, 'column = lookup [Mail] {Members}')
    expect(await bench.shown('Days!C2:C3')).toEqual([['a@b.c'], ['d@e.f']])
    tabs[1]!.rows.push(['M2', 'other@e.f'])
    await expect(carryOut(workbench, tabs, 'column = lookup [Mail] {Members}')).rejects.toThrow(
      'Nothing can be',
    )
  })

  test('counts days forwards, in whichever order its ends are named', async () => {
    const rows = [
      ['Guest', 'In', 'Out'],
      ...['03', '04', '05'].map(month => ['Ada', `2026-${month}-01`, `2026-${month}-04`]),
    ]
    for (const mean of ['column = days [In] to [Out]', 'column = days [Out] to [In]']) {
      const { bench } = await carryOut(workbench, [{ title: 'Stays', rows }], mean)
      expect(await bench.shown('Stays!D2:D4')).toEqual([['3'], ['3'], ['3']])
    }
  })

  test('has the family’s name of names that begin with it', async () => {
    const rows = [
      ['氏名', '組'],
      ['佐藤 健一', 'A'],
      ['高橋\u3000由美', 'B'],
    ]
    const { bench } = await carryOut(workbench, [{ title: '名簿', rows }], 'column "姓" = lastname [氏名]')
    expect(await bench.shown('名簿!C2:C3')).toEqual([['佐藤'], ['高橋']])
    const first = await carryOut(workbench, [{ title: '名簿', rows }], 'column "名" = firstname [氏名]')
    expect(await first.bench.shown('名簿!C2:C3')).toEqual([['健一'], ['由美']])
  })
})

test('texts become numbers in the cells of a range and in no others', async () => {
  const rows = [
    ['Item', 'Qty', 'Weight'],
    ['Tin 5', '8 pcs', '2 kg'],
    ['Bag 7', '3 pcs', '4 kg'],
    ['Jar', '1 pc', '6 kg'],
  ]
  const { bench } = await carryOut(workbench, [{ title: 'Stock', rows }], 'tonumber B2:C3')
  expect(await bench.shown('Stock!A2:C4')).toEqual([
    ['Tin 5', '8', '2'],
    ['Bag 7', '3', '4'],
    ['Jar', '1 pc', '6 kg'],
  ])
})

test('a percentage in wide digits is one', async () => {
  const shop = [
    {
      title: 'Shop',
      rows: [
        ['品', '単価'],
        ['茶', 100],
        ['紙', 50],
      ],
    },
  ]
  const { bench } = await carryOut(workbench, shop, 'raise [単価] ８％', '単価を８％上げて')
  expect(await bench.shown('Shop!B2:B3')).toEqual([['108'], ['54']])
})

test('pence are parts of what a price counts in, whatever its column looks like', async () => {
  const shop = [
    {
      title: 'Shop',
      rows: [
        ['Item', 'Unit price'],
        ['Canes', 0.6],
        ['Compost', 5.5],
      ],
    },
  ]
  const { bench } = await carryOut(workbench, shop, 'lowerby [Unit price] 10p')
  expect(await bench.shown('Shop!B2:B3')).toEqual([['0.5'], ['5.4']])
})

test('a count of each of what there is only one of is hardly meant', () => {
  const { overview, data } = seenOf({ tabs: club() })
  const index = new SheetIndex(overview, data, lexiconFor('count'))
  const scope = { index, overview, tab: overview.tabs[0]!, today: 46_347, overwrite: false }
  const isVain = (mean: string) => meantBy(itemsOf(mean, scope), scope, mean)![0]!.isVain
  expect(isVain('chart column count by [Name]')).toBe(true)
  expect(isVain('chart column count by [Team]')).toBe(false)
})
