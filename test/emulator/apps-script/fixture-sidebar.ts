/** The sidebar of the fixture's add-on in the page, and calls of its script as its own code would make them. */
import type { FrameLocator, Page } from 'playwright-core'

export async function openSidebar(page: Page): Promise<FrameLocator> {
  await page.getByRole('menuitem', { name: 'Extensions' }).click()
  await page.getByRole('menuitem', { name: 'Rowhand' }).click()
  await page.getByRole('menuitem', { name: 'Open sidebar' }).click()
  const frame = page.frameLocator('.sidebar iframe')
  await frame.getByRole('heading', { name: 'Fixture sidebar' }).waitFor()
  return frame
}

/** Calls a script function as the sidebar's own code would. */
export function callScript(frame: FrameLocator, functionName: string, ...args: unknown[]): Promise<unknown> {
  return frame.locator('body').evaluate(
    (_body, [name, values]) =>
      new Promise(resolve => {
        const script = (globalThis as unknown as { google: { script: { run: ScriptRun } } }).google.script
        const run = script.run
          .withSuccessHandler(resolve)
          .withFailureHandler(error => resolve(`${error.name}: ${error.message}`))
        const target = run[name] as unknown as (...args: unknown[]) => void
        target(...values)
      }),
    [functionName, args] as const,
  )
}

interface ScriptRun {
  withSuccessHandler(handler: (value: unknown) => void): ScriptRun
  withFailureHandler(handler: (error: Error) => void): ScriptRun
  [name: string]: unknown
}
