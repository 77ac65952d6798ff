/** What was once carried out otherwise than it was meant: each of these did something else, or nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seenOf } from '../../../../scripts/planner-model/pairs.ts'
import { readAgain } from '../../../../service/offline-planner/learned/reader.ts'
import { SheetIndex } from '../../../../service/offline-planner/linking/sheet.ts'
import { deedOf } from '../../../../service/offline-planner/meaning/meant.ts'
import { lexiconFor } from '../../../../service/offline-planner/words/index.ts'
import { openWorkbench, type Workbench } from '../../tools/open-bench.ts'
import { reading } from '../meanings.ts'
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

test('undo says where it is', () => {
  const { calls, answer } = run('Undo')
  expect(calls).toEqual([])
  expect(answer).toContain('press Undo')
})
