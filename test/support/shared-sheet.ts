/** The sample spreadsheet of the product that browser tests share, open in a browser of the test's own. */
import { type LocalProduct, sharedLocal } from './local.ts'
import { connectBrowser, openSheetPage, type SheetPage } from './sheet-page.ts'

export async function openSharedSheet(): Promise<{ local: LocalProduct; sheet: SheetPage }> {
  const [local, browser] = await Promise.all([sharedLocal(), connectBrowser()])
  const sheet = await openSheetPage(browser, local.demo.spreadsheet_url)
  return {
    local,
    sheet: {
      ...sheet,
      async close() {
        await sheet.close()
        await browser.close()
      },
    },
  }
}
