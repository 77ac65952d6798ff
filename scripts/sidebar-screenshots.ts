/** node scripts/sidebar-screenshots.ts: a picture of every screen of the sidebar, light and dark, for docs. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { buildForTest } from '../test/addon/built.ts'
import { screens } from '../test/sidebar/screens.ts'
import { openSidebarPage } from '../test/sidebar/sidebar-page.ts'
import { launchBrowserServer } from '../test/support/browser.ts'

const folder = resolve(import.meta.dirname, '../docs/screenshots/sidebar')
mkdirSync(folder, { recursive: true })
const built = await buildForTest()
const server = await launchBrowserServer()
const browser = await chromium.connect(server.wsEndpoint())
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, answers, act] of screens) {
      const page = await openSidebarPage(browser, built.folder, { answers, colorScheme, reducedMotion: true })
      await page.locator('main').first().waitFor()
      await act?.(page)
      await page.waitForTimeout(300)
      const file = `${name.replaceAll(/\W+/g, '-')}-${colorScheme}.png`
      await page.screenshot({ path: join(folder, file) })
      await page.close()
    }
  }
} finally {
  await browser.close()
  await server.close()
  built.remove()
}
