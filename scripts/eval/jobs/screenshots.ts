/** Pictures of a finished spreadsheet: one for each visible tab, taken from the local Google's page. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { launchBrowserServer } from '../../../test/support/browser.ts'

export interface Photographer {
  /** Never throws: a picture that can't be taken must not cost the result. */
  take(emulatorUrl: string, spreadsheetId: string, name: string): Promise<void>
  close(): Promise<void>
}

/** A busy machine draws a big sheet slowly. */
const PATIENCE_MILLISECONDS = 120_000

export async function photographer(folder: string): Promise<Photographer> {
  mkdirSync(folder, { recursive: true })
  const server = await launchBrowserServer()
  const browser = await chromium.connect(server.wsEndpoint())

  async function photograph(address: string, name: string): Promise<void> {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } })
    page.setDefaultTimeout(PATIENCE_MILLISECONDS)
    try {
      await page.goto(address)
      const tabs = page.locator('.o-sheet-list .o-sheet')
      await tabs.first().waitFor()
      for (let at = 0; at < (await tabs.count()); at++) {
        await tabs.nth(at).click()
        const title = ((await tabs.nth(at).textContent()) ?? '').trim().replaceAll(/[^\w-]+/g, '_')
        await page.screenshot({ path: join(folder, `${name}-${at + 1}-${title}.png`) })
      }
    } finally {
      await page.close()
    }
  }

  return {
    async take(emulatorUrl, spreadsheetId, name) {
      const address = `${emulatorUrl}/spreadsheets/d/${spreadsheetId}/edit`
      await photograph(address, name).catch((error: Error) =>
        console.error(`no picture of ${name}: ${error.message.split('\n')[0]}`),
      )
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}
