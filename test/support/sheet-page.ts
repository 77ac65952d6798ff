/** A person at the spreadsheet page: menus, grid, and the sidebar in its own frame. */
import { type Browser, chromium, type FrameLocator, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { giveBack, takePage } from './warm-pages.ts'

export const connectBrowser = (): Promise<Browser> => chromium.connect(inject('browserWs'))

export interface SheetPage {
  page: Page
  sidebar: FrameLocator
  openMenu(...path: string[]): Promise<void>
  openSidebar(): Promise<void>
  /** The sidebar without what was asked before: it opens on the person's last conversation. */
  openAnew(): Promise<void>
  closeSidebar(): Promise<void>
  ask(prompt: string): Promise<void>
  /** Errors that the page or its console showed. */
  problems: string[]
  close(): Promise<void>
}

export interface PageOptions {
  colorScheme?: 'light' | 'dark'
  width?: number
  height?: number
}

export async function openSheetPage(
  browser: Browser,
  address: string,
  { colorScheme = 'light', width = 1280, height = 800 }: PageOptions = {},
): Promise<SheetPage> {
  const page = await takePage(browser, { width, height, colorScheme })
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', message => message.type() === 'error' && problems.push(message.text()))
  await page.goto(address)
  await page.getByRole('menuitem', { name: 'Extensions' }).waitFor()
  const sidebar = page.frameLocator('iframe')

  async function openMenu(...path: string[]): Promise<void> {
    for (const [index, name] of path.entries()) {
      const item = page.getByRole('menuitem', { name, exact: true })
      await (index < path.length - 1 && index > 0 ? item.hover() : item.click())
    }
  }

  async function openSidebar(): Promise<void> {
    await openMenu('Extensions', 'Rowhand', 'Open sidebar')
    await sidebar.locator('.header, .connect').first().waitFor()
  }

  return {
    page,
    sidebar,
    problems,
    openMenu,
    openSidebar,
    openAnew: async () => {
      await openSidebar()
      await sidebar.getByRole('button', { name: 'New conversation' }).click()
      await sidebar.getByRole('heading', { name: 'New conversation' }).waitFor()
    },
    closeSidebar: () => page.getByRole('button', { name: /close/i }).first().click(),
    ask: async prompt => {
      const box = sidebar.getByRole('textbox', { name: 'What should be done?' })
      await box.fill(prompt)
      await box.press('Enter')
    },
    close: () => giveBack(page),
  }
}
