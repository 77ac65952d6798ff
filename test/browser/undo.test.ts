/** A wrong turn is taken back in the sidebar, after the person has worked on: what they did stays. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRange } from '../support/client.ts'
import { selectCells, sortCells, typeInto } from '../support/grid.ts'
import type { LocalProduct } from '../support/local.ts'
import { openSharedSheet } from '../support/shared-sheet.ts'
import type { SheetPage } from '../support/sheet-page.ts'

const TABLE = 'Orders!A1:F121'
const CUSTOMER = 3

let local: LocalProduct
let sheet: SheetPage

beforeAll(async () => {
  ;({ local, sheet } = await openSharedSheet())
  await sheet.openAnew()
})
afterAll(() => sheet?.close())

const thread = () => sheet.sidebar.getByRole('main', { name: 'Conversation' })
const changes = () => thread().getByRole('region', { name: 'What this turn changed' })
const button = (name: string | RegExp) => changes().getByRole('button', { name })

/** A row by everything in it but the customer, wherever it stands. */
const keyOf = (row: unknown[]) => row.filter((_, column) => column !== CUSTOMER).join(' | ')

async function customers(): Promise<Map<string, unknown>> {
  const [, ...rows] = await readRange(local.demo, TABLE)
  return new Map(rows.map(row => [keyOf(row), row[CUSTOMER]]))
}

it('a wrong turn is undone after the person typed into two of its cells and sorted the table', async () => {
  const before = await customers()
  expect(before.size, 'rows can be told apart').toBe(120)
  await sheet.ask('Make Customer upper case')
  await button(/^Changed \d+ cells in Orders/).waitFor()
  const [, ...upper] = await readRange(local.demo, TABLE)
  expect(upper.every(row => row[CUSTOMER] === String(row[CUSTOMER]).toUpperCase())).toBe(true)

  const mine = new Map([
    [keyOf(upper[3] ?? []), 'typed by hand'],
    [keyOf(upper[8] ?? []), 'also typed'],
  ])
  await typeInto(sheet.page, 'D5', 'typed by hand')
  await typeInto(sheet.page, 'D10', 'also typed')
  await sortCells(sheet.page, 'A2', 'F121', /^Descending/)
  const last = keyOf(upper[119] ?? [])
  await expect
    .poll(async () => keyOf((await readRange(local.demo, 'Orders!A121:F121'))[0] ?? []))
    .not.toBe(last)
  await selectCells(sheet.page, 'A1')

  await button('Undo').click()
  await button('Redo').waitFor()
  await changes()
    .getByText(/2 cells were changed since and stay/)
    .waitFor()
  const expected = new Map([...before].map(([row, name]) => [row, mine.get(row) ?? name]))
  expect(await customers()).toEqual(expected)
})

it('what a turn changed goes by the new name of a tab that was renamed since', async () => {
  await sheet.ask('Rename this tab to Sales')
  await thread()
    .getByRole('region', { name: 'What this turn changed' })
    .first()
    .getByRole('button', { name: /^Changed 120 cells in Sales/ })
    .waitFor()
})
