/** Notes in the page: seen while the pointer rests on the cell, written from the menu, the same over the API. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { forAllTests } from './fixture.ts'

const on = forAllTests()

const notes = () =>
  on.server
    .workbook()
    .getters.getAnnotations('note', '0')
    .map(({ ranges, data }) => [ranges[0]?.zone.top, ranges[0]?.zone.left, data])

const CELL = { width: 96, height: 23 }

async function insertNote(page: Page, text: string): Promise<void> {
  await page.getByRole('menuitem', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: /note…/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Note' })
  await dialog.getByRole('textbox').fill(text)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.waitFor({ state: 'detached' })
}

describe('a note', { timeout: 120_000 }, () => {
  it('is written from the menu, shown on the cell, and taken away again', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    await insertNote(page, 'Counted twice.\nBy Ana')
    await expect.poll(notes).toEqual([[0, 0, 'Counted twice.\nBy Ana']])
    const grid = page.locator('.o-grid-overlay')
    await grid.hover({ position: { x: CELL.width / 2, y: CELL.height * 3.5 } })
    await grid.hover({ position: { x: CELL.width / 2, y: CELL.height / 2 } })
    await page.getByRole('note').getByText('Counted twice.').waitFor()
    await insertNote(page, '')
    await expect.poll(notes).toEqual([])
  })

  it('goes with its cell when a row is inserted', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    await insertNote(page, 'Moves')
    await page.getByRole('menuitem', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Insert row' }).click()
    await page.getByRole('menuitem', { name: /above/i }).click()
    await expect.poll(notes).toEqual([[1, 0, 'Moves']])
  })
})
