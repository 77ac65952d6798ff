/** What is done where cells are as people leave them: blank, with spaces around, spelled in several ways. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkbench, type Workbench } from '../../tools/open-bench.ts'
import { carryOut } from './carried-out.ts'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())

const marina = () => [
  {
    title: 'Boats',
    rows: [
      ['Boat', 'Dock', 'Fee', 'Paid', 'Came in', 'Litres'],
      ['Osprey', 'Shed', 40, 10, '2026-05-02', 12],
      ['Puffin', 'Shed ', 60, 60, '2026-05-03', 8],
      ['Wanderer', 'Shed', 35, '', '2026-05-03', 9],
      ['Linda B', 'yard', '', '', '2026-05-09', 5],
      ['Reel', 'Yard', 90, 90, '2026-05-11', 7],
    ],
  },
  {
    title: 'Rates',
    rows: [
      ['Dock', 'Rate'],
      ['Shed', 12],
    ] as (string | number)[][],
  },
]

const on = (mean: string, say?: string) => carryOut(workbench, marina(), mean, say)
const shown = async (mean: string, range: string, say?: string): Promise<string[][]> =>
  (await on(mean, say)).bench.shown(range)

test('who has paid nothing yet has paid less than the fee, in words and in a formula', async () => {
  expect((await on('tell count where [Paid] < [Fee]')).answer).toContain('**2 rows**')
  expect((await on('tell count where [Fee] > [Paid]')).answer).toContain('**2 rows**')
  expect(await shown('put count where [Paid] < [Fee] at H2', 'Boats!H2')).toEqual([['2']])
  expect(await shown('put count where [Fee] > [Paid] at H2', 'Boats!H2')).toEqual([['2']])
})

test('what is set is spelled as in most cells that hold it', async () => {
  expect(await shown('set [Dock] "shed" where [Boat] = "Reel"', 'Boats!B6')).toEqual([['Shed']])
})

test('a value with a space behind it is replaced too', async () => {
  expect(await shown('replace "Shed" "Barn" in [Dock]', 'Boats!B2:B4')).toEqual([
    ['Barn'],
    ['Barn '],
    ['Barn'],
  ])
})

test('a value that is a part of others is replaced where it is all of a cell', async () => {
  const tabs = [{ title: 'Jobs', rows: [['State'], ['Open'], ['Open since May'], ['Open']] }]
  const { bench } = await carryOut(workbench, tabs, 'replace "Open" "Done" in [State]')
  expect(await bench.shown('Jobs!A2:A4')).toEqual([['Done'], ['Open since May'], ['Done']])
})

test('different values are as many as are told', async () => {
  const { answer } = await on('tell distinct [Dock]')
  expect(answer).toContain('**2 different values**')
})

test('two rows that are named are deleted, and none between them', async () => {
  const { bench } = await on('deleterow 2 to 5', 'delete the lines 2 and 5')
  expect(await bench.shown('Boats!A2:A4')).toEqual([['Puffin'], ['Wanderer'], ['Reel']])
})

test('a line over time has a point for each row, where few days have several', async () => {
  const { answer } = await on('chart line [Litres] by [Came in]')
  expect(answer).toBe('Drew a line chart of **Litres by Came in** beside the table.')
  expect((await on('chart column [Litres] by [Came in]')).answer).toContain('new tab')
})

test('a joined text has the unit that the example shows', async () => {
  const say = 'a column Label: boat then fee, like Osprey 40eur'
  expect(await shown('column "Label" = join [Boat], [Fee]', 'Boats!G1:G2', say)).toEqual([
    ['Label'],
    ['Osprey 40eur'],
  ])
})

test.each([
  ['Size: up to 40 small, above that big', 'small'],
  ['Size: from 40 on big, less is small', 'big'],
])('a bound belongs to what is said to end or to begin there: %s', async (say, size) => {
  const mean = 'column "Size" = tiers [Fee] >= 40 "big", else "small"'
  expect(await shown(mean, 'Boats!G2', say)).toEqual([[size]])
})

test('a tab of another name than the one that is said is not hidden', async () => {
  await expect(
    on('hidetab {Rates}', 'hide the tab Exams, the rates people should not see it'),
  ).rejects.toThrow('Nothing can be done')
  expect((await on('hidetab {Rates}', 'hide the tab Rates')).answer).toBe('Hid the tab **Rates**.')
  expect((await on('hidetab {Rates}', 'the rate tab should go out of sight')).answer).toContain('Hid')
})

test('a word that only looks a little like a header freezes no second column', async () => {
  expect((await on('freeze columns 1', '1 thing: boat names stay put when i go sideways')).answer).toBe(
    'Froze the first column of **Boats**.',
  )
})
