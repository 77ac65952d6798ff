/** The main job as a person does it: the page, the menu, the sidebar, the sheet beside it. */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readRange } from '../support/client.ts'
import { type LocalProduct, startLocal } from '../support/local.ts'
import { type ScriptedProvider, scriptedProvider } from '../support/providers/index.ts'
import { connectBrowser, openSheetPage, type SheetPage } from '../support/sheet-page.ts'
import { until } from '../support/until.ts'

let local: LocalProduct
let browser: Browser
let model: ScriptedProvider
let sheet: SheetPage | undefined

beforeAll(async () => {
  model = await scriptedProvider('openai-chat', () => ({ text: 'Done.', delayMs: 3_000 }))
  const environment = { OPENAI_COMPATIBLE_BASE_URL: model.url, OPENAI_COMPATIBLE_MODELS: 'slow' }
  ;[local, browser] = await Promise.all([startLocal(environment), connectBrowser()])
})
afterEach(async () => {
  await sheet?.close()
  sheet = undefined
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([local?.stop(), model?.close()])
})

const open = async () => {
  sheet = await openSheetPage(browser, local.demo.spreadsheet_url)
  return sheet
}

test('a prompt in the sidebar adds a column of right values to the sheet beside it', async () => {
  const { sidebar, openSidebar, ask, problems } = await open()
  await openSidebar()
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

test('a closed sidebar opens again on the conversation where it is, and takes a follow-up', async () => {
  const { sidebar, openSidebar, closeSidebar, ask } = await open()
  await openSidebar()
  await ask('What is the average of Price?')
  await sidebar
    .getByText(/average of/i)
    .last()
    .waitFor()
  await closeSidebar()
  await openSidebar()
  await sidebar.getByText('What is the average of Price?').first().waitFor()
  await ask('And the maximum of Qty?')
  await sidebar
    .getByText(/maximum/i)
    .last()
    .waitFor()
})

test('Stop ends a running turn at once and leaves the sheet as it was', async () => {
  const before = await readRange(local.demo, 'Orders!A1:Z')
  const { sidebar, openSidebar, ask } = await open()
  await openSidebar()
  await sidebar.getByRole('button', { name: /^Models:/ }).click()
  await sidebar.getByRole('combobox').first().selectOption({ label: 'slow' })
  await sidebar.getByRole('button', { name: 'Close' }).click()
  const asked = model.requests.length
  await ask('Think about it for a while')
  await until(() => model.requests.length > asked)
  await sidebar.getByRole('button', { name: 'Stop' }).click()
  await sidebar
    .getByText(/^Stopped/)
    .first()
    .waitFor()
  expect(await readRange(local.demo, 'Orders!A1:Z')).toEqual(before)
})
