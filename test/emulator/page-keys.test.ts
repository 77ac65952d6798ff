/** The page by the keyboard alone: out of the grid, which takes Tab for itself, and into the sidebar. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { selectCells } from '../support/grid.ts'
import { type OpenBrowser, openBrowser, type PageServerFixture, startPageServer } from './page-fixture.ts'

let server: PageServerFixture
let browser: OpenBrowser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startPageServer(), openBrowser(inject('browserWs'))])
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

test('keys lead from the grid to the sidebar and to the bar above', async () => {
  const page = await browser.open(server.pageUrl)
  for (const name of ['Extensions', 'Rowhand', 'Open sidebar'])
    await page.getByRole('menuitem', { name, exact: true }).click()
  await page.frameLocator('.sidebar iframe').getByRole('heading', { name: 'Fixture sidebar' }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName)
  await selectCells(page, 'A1')
  await expect.poll(focused).toBe('DIV')
  await page.keyboard.press('Control+Alt+Period')
  await expect.poll(focused).toBe('IFRAME')
  await selectCells(page, 'A1')
  await expect.poll(focused).toBe('DIV')
  await page.keyboard.press('Control+Alt+Shift+KeyM')
  await expect.poll(focused).toBe('document-title')
  await page.context().close()
})
