/** A workbook too large to be read at once: it can be used like any other as soon as it is all there. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as xlsx from 'xlsx'
import { forAllTests } from './fixture.ts'

/** More cells than the page reads in one go. */
const ROWS = 1_500
const COLUMNS = 4

const on = forAllTests(server => {
  server.workbook().change(tx => {
    tx.dispatch('CREATE_SHEET', { sheetId: '5', name: 'Big', position: 0, rows: ROWS, cols: 20 })
    for (let row = 0; row < ROWS; row++)
      for (let col = 0; col < COLUMNS; col++) {
        const content = col === 0 ? String(row) : `=$A${row + 1}*${col}`
        tx.dispatch('UPDATE_CELL', { sheetId: '5', row, col, content })
      }
  })
})

const CELL = { width: 96, height: 23 }

async function clickCell(page: Page, row: number, col: number): Promise<void> {
  await page
    .locator('.o-grid-overlay')
    .click({ position: { x: (col + 0.5) * CELL.width, y: (row + 0.5) * CELL.height } })
}

const value = (row: number, col: number) =>
  on.server.workbook().getters.getEvaluatedCell({ sheetId: '5', row, col }).value

describe('a large workbook in the page', { timeout: 120_000 }, () => {
  it('keeps what is typed, and takes it back', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    await clickCell(page, 1, 0)
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await expect.poll(() => value(1, 3)).toBe(21)
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => value(1, 3)).toBe(3)
    await page.getByText('Saved', { exact: true }).waitFor()
  })

  it('passes on a row that is inserted, and shows what others enter', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    await clickCell(page, 1, 0)
    await page.getByRole('menuitem', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Insert row' }).click()
    await page.getByRole('menuitem', { name: /above/i }).click()
    await expect.poll(() => value(2, 3)).toBe(3)
    on.server
      .workbook()
      .change(tx => tx.dispatch('UPDATE_CELL', { sheetId: '5', row: 1, col: 0, content: 'Mine' }))
    await clickCell(page, 1, 0)
    await expect.poll(() => page.locator('.o-topbar-composer').innerText()).toBe('Mine')
  })

  it('opens after it was imported', async () => {
    const rows = Array.from({ length: ROWS }, (_, i) => [
      i,
      ...[2, 3, 4].map(n => ({ t: 'n', v: i * n, f: `$A${i + 1}*${n}` })),
    ])
    const book = xlsx.utils.book_new()
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), 'Much')
    const page = await on.browser.open(on.server.pageUrl)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'File', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Import/ }).click()
    const opened = page.context().waitForEvent('page')
    const body = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    await (await chooser).setFiles({ name: 'much.xlsx', mimeType: 'application/zip', buffer: body })
    const imported = await opened
    await imported.waitForSelector('html[data-ready]')
    // Its columns have widths of their own.
    await clickCell(imported, 0, 0)
    for (let i = 0; i < 3; i++) await imported.keyboard.press('ArrowRight')
    await expect.poll(() => imported.locator('.o-topbar-composer').innerText()).toBe('=$A1*4')
  })
})
