/** Getting about in the page: keys out of the grid, which takes Tab for itself; menus longer than the window. */
import { expect, test } from 'vitest'
import { selectCells } from '../../support/grid.ts'
import { forAllTests } from './fixture.ts'

const on = forAllTests()

test('a menu that is longer than the window is within it, and scrolls to its end', async () => {
  const page = await on.browser.open(on.server.pageUrl)
  await page.getByRole('menuitem', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Function', exact: true }).hover()
  await page.getByRole('menuitem', { name: 'All', exact: true }).hover()
  const all = page.getByRole('menu', { name: 'All', exact: true })
  const box = await all.boundingBox()
  expect(box!.y).toBeGreaterThanOrEqual(0)
  expect(box!.y + box!.height).toBeLessThanOrEqual(800)
  await all.getByRole('menuitem', { name: 'ABS', exact: true }).hover()
  await all.getByRole('menuitem', { name: 'ZTEST', exact: true }).click()
  await expect.poll(() => page.locator('.o-composer').first().textContent()).toContain('=ZTEST(')
})

test('keys lead from the grid to the sidebar and to the bar above', async () => {
  const page = await on.browser.open(on.server.pageUrl)
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
})

test('a menu that a click has opened has the keyboard', async () => {
  const page = await on.browser.open(on.server.pageUrl)
  for (const name of ['Extensions', 'Rowhand'])
    await page.getByRole('menuitem', { name, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Open sidebar', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.frameLocator('.sidebar iframe').getByRole('heading', { name: 'Fixture sidebar' }).waitFor()
})

test('a menu for which a small window has no room beside the other is within it', async () => {
  const page = await on.browser.open(on.server.pageUrl)
  await page.setViewportSize({ width: 640, height: 400 })
  await page.keyboard.press('Alt+Shift+KeyI')
  await page.keyboard.press('ArrowRight')
  const box = await page.getByRole('menu', { name: 'Insert row', exact: true }).boundingBox()
  expect(box!.x).toBeGreaterThanOrEqual(0)
  expect(box!.x + box!.width).toBeLessThanOrEqual(640)
})
