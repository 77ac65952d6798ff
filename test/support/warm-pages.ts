/**
 * Pages of the browser that one test after another is given. Making a page, and compiling in a new process
 * what the last page had compiled, takes most of the time of opening one. A page comes back empty: no storage,
 * cookie, route, listener or second window of the test before.
 */
import type { Browser, Page } from 'playwright-core'

export interface Look {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
}

/** Those that wait; a browser takes its own with it when it closes. */
const waiting = new WeakMap<Browser, Page[]>()

export async function takePage(browser: Browser, look: Look = {}): Promise<Page> {
  const { width = 1280, height = 800, colorScheme = 'light', reducedMotion = 'no-preference' } = look
  const page = waiting.get(browser)?.pop() ?? (await newPage(browser))
  await Promise.all([
    page.setViewportSize({ width, height }),
    page.emulateMedia({ colorScheme, reducedMotion }),
  ])
  return page
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US' })
  return context.newPage()
}

/** What cannot be emptied, because it crashed or hangs, is closed. */
export async function giveBack(page: Page): Promise<void> {
  const context = page.context()
  const browser = context.browser()
  try {
    page.removeAllListeners()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const others = context.pages().filter(other => other !== page)
    await Promise.all(others.map(other => other.close()))
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearCookies()
    await page.goto('about:blank', { timeout: 5_000 })
    if (browser) waiting.set(browser, [...(waiting.get(browser) ?? []), page])
  } catch {
    await context.close()
  }
}
