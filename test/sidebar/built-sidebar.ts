/** The built sidebar of a test file in Chromium: built and connected before its first test, closed after its last. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { type BuiltAddon, buildForTest } from '../addon/built.ts'
import { giveBack, type Look, takePage } from '../support/warm-pages.ts'
import { type OpenOptions, openWarmSidebar } from './sidebar-page.ts'

export function useBuiltSidebar() {
  let built: BuiltAddon
  let browser: Browser
  let shown: Page[] = []

  beforeAll(async () => {
    ;[built, browser] = await Promise.all([buildForTest(), chromium.connect(inject('browserWs'))])
  })
  afterEach(async () => {
    await Promise.all(shown.map(giveBack))
    shown = []
  })
  afterAll(async () => {
    await browser.close()
    built.remove()
  })

  async function show(opening: Promise<Page>): Promise<Page> {
    const page = await opening
    shown.push(page)
    return page
  }
  return {
    folder: () => built.folder,
    /** Given back after the test. */
    openSidebar: (options?: OpenOptions) => show(openWarmSidebar(browser, built.folder, options)),
    takePage: (look?: Look) => show(takePage(browser, look)),
  }
}
