/** How long a spreadsheet's page takes to open in Chromium, and how long it freezes meanwhile. */
import { chromium } from 'playwright-core'
import type { Emulator } from '../../emulator/start.ts'
import { launchBrowserServer } from '../../test/support/browser.ts'

interface Opening {
  openMs: number
  longestFreezeMs: number
}

export async function measureOpening(emulator: Emulator, spreadsheetId: string): Promise<Opening> {
  const server = await launchBrowserServer()
  const browser = await chromium.connect(server.wsEndpoint())
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addInitScript(() => {
      const longTasks: number[] = []
      Object.assign(window, { longTasks })
      new PerformanceObserver(list => {
        longTasks.push(...list.getEntries().map(({ duration }) => duration))
      }).observe({ type: 'longtask', buffered: true })
    })
    const start = performance.now()
    await page.goto(`${emulator.url}/spreadsheets/d/${spreadsheetId}/edit`)
    await page.waitForSelector('html[data-ready]')
    const openMs = performance.now() - start
    // What comes after it can be used freezes it too.
    await page.waitForTimeout(2_000)
    const longestFreezeMs = await page.evaluate(() =>
      Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks),
    )
    return { openMs, longestFreezeMs }
  } finally {
    await browser.close()
    await server.close()
  }
}
