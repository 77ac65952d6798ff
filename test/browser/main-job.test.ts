/** The main job as a person does it: the page, the menu, the sidebar, the sheet beside it. */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readRange } from '../support/client.ts'
import { type LocalProduct, sharedLocal } from '../support/local.ts'
import { connectBrowser, openSheetPage, type SheetPage } from '../support/sheet-page.ts'

let local: LocalProduct
let browser: Browser
let sheet: SheetPage | undefined

beforeAll(async () => {
  ;[local, browser] = await Promise.all([sharedLocal(), connectBrowser()])
})
afterEach(async () => {
  await sheet?.close()
  sheet = undefined
})
afterAll(() => browser?.close())

const open = async () => {
  sheet = await openSheetPage(browser, local.demo.spreadsheet_url)
  return sheet
}

test('a prompt in the sidebar adds a column of right values to the sheet beside it', async () => {
  const { sidebar, openAnew, ask, problems } = await open()
  await openAnew()
  await ask('Add a column Revenue that is Qty times Price')
  await sidebar.getByText('Add a column Revenue that is Qty times Price').first().waitFor()
  await sidebar.getByText(/Wrote 120 cells/).waitFor()
  await sidebar
    .getByText(/Free|\$0/)
    .first()
    .waitFor()

  const rows = await readRange(local.demo, 'Orders!A1:G')
  expect(rows[0]).toContain('Revenue')
  for (const row of rows.slice(1)) expect(row[6]).toBeCloseTo(Number(row[4]) * Number(row[5]), 6)
  expect(problems).toEqual([])
})

test('a file stands under the prompt that it came with, also when the sidebar is opened again', async () => {
  const { sidebar, openAnew, openSidebar, closeSidebar, ask, problems } = await open()
  await openAnew()
  await sidebar.getByRole('button', { name: 'Attach files' }).waitFor()
  const buffer = Buffer.from('Region,Target\nNorth,1200\nSouth,900\n')
  await sidebar
    .locator('input[type=file]')
    .setInputFiles({ name: 'targets.csv', mimeType: 'text/csv', buffer })
  await sidebar.getByRole('group', { name: 'Attached files' }).getByText('1 table, 3 rows').waitFor()
  await ask('What is the average of Price?')
  const chip = sidebar.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  const words = async () => {
    await chip.first().waitFor()
    return chip.allTextContents()
  }
  expect(await words()).toEqual(['targets.csv1 table, 3 rows, 35 B'])
  await sidebar.getByText(/^Done ·/).waitFor()
  await closeSidebar()
  await openSidebar()
  expect(await words()).toEqual(['targets.csv1 table, 3 rows, 35 B'])
  expect(problems).toEqual([])
})

test('a closed sidebar opens again on the conversation where it is, and takes a follow-up', async () => {
  const { sidebar, openAnew, openSidebar, closeSidebar, ask } = await open()
  await openAnew()
  await ask('What is the average of Price?')
  await sidebar
    .getByText(/average of/i)
    .last()
    .waitFor()
  await closeSidebar()
  await openSidebar()
  await sidebar.getByText('What is the average of Price?').first().waitFor()
  // While the turn runs, the composer takes no other prompt.
  const ends = sidebar.getByText(/^Done ·/)
  await ends.first().waitFor()
  await ask('And the maximum of Qty?')
  await ends.nth(1).waitFor()
})
