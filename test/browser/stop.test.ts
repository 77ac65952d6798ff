/** Stop, with a language model that takes its time. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRange } from '../support/client.ts'
import { type LocalProduct, startLocal } from '../support/local.ts'
import { type ScriptedProvider, scriptedProvider } from '../support/providers/index.ts'
import { connectBrowser, openSheetPage } from '../support/sheet-page.ts'
import { until } from '../support/until.ts'

let local: LocalProduct
let browser: Browser
let model: ScriptedProvider

beforeAll(async () => {
  model = await scriptedProvider('openai-chat', () => ({ text: 'Done.', delayMs: 3_000 }))
  const environment = { OPENAI_COMPATIBLE_BASE_URL: model.url, OPENAI_COMPATIBLE_MODELS: 'slow' }
  ;[local, browser] = await Promise.all([startLocal(environment), connectBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([local?.stop(), model?.close()])
})

test('Stop ends a running turn at once and leaves the sheet as it was', async () => {
  const before = await readRange(local.demo, 'Orders!A1:Z')
  const { sidebar, openSidebar, ask, close } = await openSheetPage(browser, local.demo.spreadsheet_url)
  await openSidebar()
  await ask('Think about it for a while')
  await until(() => model.requests.length > 0)
  await sidebar.getByRole('button', { name: 'Stop' }).click()
  await sidebar
    .getByText(/^Stopped/)
    .first()
    .waitFor()
  expect(await readRange(local.demo, 'Orders!A1:Z')).toEqual(before)
  await close()
})
