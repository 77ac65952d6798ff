/**
 * npm run screenshots: makes the pictures of the documentation from the real product: a turn in the middle of
 * its work, for which the local Google is slowed down, what a turn changed, and what an undo leaves alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type FrameLocator, type Page } from 'playwright-core'
import { launchBrowserServer } from '../test/support/browser.ts'
import { selectCells, sortCells, typeInto } from '../test/support/grid.ts'
import { startStack } from './local/stack.ts'

const folder = resolve(import.meta.dirname, '../docs/screenshots')
const PROMPTS = [
  'Add a column Revenue that is Qty times Price',
  'Highlight Qty above 30, then sum Revenue by Region in a new table',
]

async function openSidebar(page: Page, address: string) {
  await page.goto(address)
  for (const name of ['Extensions', 'Rowhand', 'Open sidebar']) {
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const sidebar = page.frameLocator('iframe')
  // The box stands before the rest.
  await sidebar.locator('.header').waitFor()
  return sidebar
}

const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-screenshots-'))
const stack = await startStack(dataDir)
const server = await launchBrowserServer()
const browser = await chromium.connect(server.wsEndpoint())
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 })
  page.setDefaultTimeout(120_000)
  const address = `${stack.emulatorUrl}/spreadsheets/d/${stack.account.spreadsheetId}/edit`
  const sidebar = await openSidebar(page, address)
  const box = sidebar.getByRole('textbox', { name: 'What should be done?' })
  await box.fill(PROMPTS[0] ?? '')
  await box.press('Enter')
  await sidebar
    .getByRole('main')
    .getByText(/Done ·/)
    .waitFor()
  await picturesOfUndo(page, sidebar)
  await slowDown(stack.emulatorUrl)
  await box.fill(PROMPTS[1] ?? '')
  await box.press('Enter')
  await sidebar.getByRole('button', { name: 'Stop' }).waitFor()
  await sidebar.getByText('Revenue by Region!A1:B1', { exact: true }).first().waitFor()
  await page.screenshot({ path: join(folder, 'turn.png') })
} finally {
  await browser.close()
  await server.close()
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** A wrong turn, taken back after the person has typed into two of its cells and sorted the table. */
async function picturesOfUndo(page: Page, sidebar: FrameLocator): Promise<void> {
  const box = sidebar.getByRole('textbox', { name: 'What should be done?' })
  await box.fill('Make Customer upper case')
  await box.press('Enter')
  const changes = sidebar.getByRole('region', { name: 'What this turn changed' }).nth(1)
  await changes.getByRole('button', { name: /^Changed \d+ cells/ }).click()
  await changes.getByRole('listitem').getByRole('button', { expanded: false }).first().click()
  // Said once the service has looked at everything else.
  await changes.getByText(/^Nothing else changed/).waitFor()
  await changes.evaluate(element => element.scrollIntoView())
  await page.screenshot({ path: join(folder, 'changes.png') })
  await typeInto(page, 'D5', 'Blue Door Café')
  await typeInto(page, 'D10', 'Northlight')
  await sortCells(page, 'A2', 'G121', /^Descending/)
  await selectCells(page, 'A1')
  await changes.getByRole('button', { name: /^Changed \d+ cells/ }).click()
  await changes.getByRole('button', { name: 'Undo', exact: true }).click()
  await changes.getByRole('button', { name: 'Redo' }).waitFor()
  await changes.evaluate(element => element.scrollIntoView())
  await page.screenshot({ path: join(folder, 'undo.png') })
}

/** Each write of the next turn takes long enough to be seen. */
async function slowDown(emulatorUrl: string): Promise<void> {
  await fetch(`${emulatorUrl}/emulator/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match: 'batchUpdate', delayMs: 1_500, times: 20 }),
  })
}
