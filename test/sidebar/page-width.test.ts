/** The built sidebar at its 300 pixels: what is long is cut off where it stands, and covers nothing. */
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type BuiltAddon, buildForTest } from '../addon/built.ts'
import { agent, opened, say, tool, user } from './screens.ts'
import { openSidebarPage } from './sidebar-page.ts'

let built: BuiltAddon
let browser: Browser
beforeAll(async () => {
  ;[built, browser] = await Promise.all([buildForTest(), chromium.connect(inject('browserWs'))])
})
afterAll(async () => {
  await browser.close()
  built.remove()
})

test('a list of many ranges stays within its mark', async () => {
  const range = 'A2:G121, A2:E31, A2:H10, A2:D21, A2:B6, A2:B9, A2:K400'
  const read = { tool: 'read_range', range, sheet_name: undefined, cells: 692 }
  const view = agent([user('t1', 'Compare all tabs'), tool('c1', read), say('t1', 'Done.')])
  const page = await openSidebarPage(browser, built.folder, { answers: opened(view) })
  const mark = page.locator('.range').first()
  await mark.waitFor()
  const [outer, inner] = await Promise.all([mark.boundingBox(), mark.locator('.range-cells').boundingBox()])
  expect(inner!.x + inner!.width).toBeLessThanOrEqual(outer!.x + outer!.width)
  expect(outer!.x + outer!.width).toBeLessThanOrEqual(300)
  await page.close()
})
