/**
 * node scripts/marketplace-assets.ts [--pictures icons|screenshots]: makes every picture of the Marketplace
 * listing at its exact size: icons and banner from the mark, screenshots from the running product.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type FrameLocator, type Page } from 'playwright-core'
import { launchBrowserServer } from '../test/support/browser.ts'
import { startStack } from './local/stack.ts'

const folder = resolve(import.meta.dirname, '../docs/marketplace/assets')
/** 120 is the consent screen's logo; the others are the listing's. */
const ICON_SIZES = [32, 48, 96, 120, 128]

const { values } = parseArgs({ options: { pictures: { type: 'string', default: 'all' } } })
const server = await launchBrowserServer()
const browser = await chromium.connect(server.wsEndpoint())
try {
  if (values.pictures !== 'screenshots') {
    await makeIcons(browser)
    await makeBanner(browser)
  }
  if (values.pictures !== 'icons') await makeScreenshots(browser)
} finally {
  await browser.close()
  await server.close()
}

async function makeIcons(on: Browser): Promise<void> {
  const mark = readFileSync(join(folder, 'mark.svg'), 'utf8')
  for (const size of ICON_SIZES) {
    const page = await on.newPage({ viewport: { width: size, height: size } })
    await page.setContent(
      `<style>body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${mark}`,
    )
    await page.screenshot({ path: join(folder, `icon-${size}.png`), omitBackground: true })
    await page.close()
  }
}

async function makeBanner(on: Browser): Promise<void> {
  const page = await on.newPage({ viewport: { width: 220, height: 140 } })
  await page.setContent(readFileSync(join(folder, 'banner.html'), 'utf8'))
  await page.screenshot({ path: join(folder, 'banner-220x140.png') })
  await page.close()
}

async function makeScreenshots(on: Browser): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-marketplace-'))
  const stack = await startStack(dataDir)
  try {
    const address = `${stack.emulatorUrl}/spreadsheets/d/${stack.account.spreadsheetId}/edit`
    await picture(on, address, 'screenshot-2.png', 'light', 'Leads', async (_, sidebar) => {
      await sidebar.getByRole('button', { name: 'Clean', exact: true }).click()
    })
    await picture(on, address, 'screenshot-1.png', 'light', 'Orders', async (_, sidebar) => {
      await ask(sidebar, 'Add a column Revenue that is Qty times Price')
      await ask(sidebar, 'Highlight Revenue above 2000')
    })
    await picture(on, address, 'screenshot-3.png', 'dark', 'Orders', async (_, sidebar) => {
      await sidebar.getByRole('button', { name: 'New conversation' }).click()
      await ask(sidebar, 'Sum of Revenue by Region in a new table')
      await sidebar.getByRole('button', { name: "Select 'Revenue by Region'!A1:B6 in the sheet" }).click()
    })
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Act = (page: Page, sidebar: FrameLocator) => Promise<void>

async function picture(
  on: Browser,
  address: string,
  name: string,
  colorScheme: 'light' | 'dark',
  tab: string,
  act: Act,
): Promise<void> {
  const page = await on.newPage({ viewport: { width: 1280, height: 800 }, colorScheme })
  page.setDefaultTimeout(120_000)
  await page.goto(address)
  await page.getByText(tab, { exact: true }).last().click()
  for (const item of ['Extensions', 'Rowhand', 'Open sidebar']) {
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const sidebar = page.frameLocator('iframe')
  // The box stands before the rest.
  await sidebar.locator('.header').waitFor()
  await act(page, sidebar)
  await page.waitForTimeout(600)
  await page.screenshot({ path: join(folder, name) })
  await page.close()
}

async function ask(sidebar: FrameLocator, prompt: string): Promise<void> {
  const box = sidebar.getByRole('textbox', { name: 'What should be done?' })
  await box.fill(prompt)
  await box.press('Enter')
  await sidebar.getByText(prompt).last().waitFor()
  await sidebar.getByText('Starting…').waitFor({ state: 'detached' })
  await sidebar.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
}
