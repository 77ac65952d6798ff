/** The add-on as a person uses it: the menu and the sidebar of the real page, on the real service. */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type LocalProduct, sharedLocal } from '../support/local.ts'
import { connectBrowser, openSheetPage, type SheetPage } from '../support/sheet-page.ts'

let local: LocalProduct
let browser: Browser
let sheet: SheetPage

beforeAll(async () => {
  ;[local, browser] = await Promise.all([sharedLocal(), connectBrowser()])
})
beforeEach(async () => {
  sheet = await openSheetPage(browser, local.demo.spreadsheet_url)
})
afterEach(() => sheet.close())
afterAll(() => browser?.close())

const button = (name: string | RegExp) => sheet.sidebar.getByRole('button', { name })
const prompt = () => sheet.sidebar.getByRole('textbox', { name: 'What should be done?' })
/** Without the words for screen readers, which say the same. */
const thread = () => sheet.sidebar.getByRole('main', { name: 'Conversation' })
/** The turn that was asked for last: earlier tests may have left others. */
const lastTurn = () => thread().locator('section.turn').last()
const done = () =>
  lastTurn()
    .getByText(/^Done ·/)
    .waitFor()
/** The prompt of the last turn alone: the answer may quote it. */
const asked = (words: string) => lastTurn().locator('.prompt').getByText(words)
const menu = (...path: string[]) => sheet.openMenu('Extensions', 'Rowhand', ...path)

async function more(name: string): Promise<void> {
  await button('More').click()
  await sheet.sidebar.getByRole('menuitem', { name }).click()
}

it('a quick action with the sidebar closed opens it on the running turn', async () => {
  await menu('With the selection', 'Clean up')
  await asked('Trim all cells and remove duplicate rows').waitFor()
  await done()
})

it('an action that needs a word asks for it in a dialog of the page', async () => {
  await menu('With the selection', 'Translate…')
  await sheet.page.getByRole('dialog').getByRole('textbox').fill('German')
  await sheet.page.getByRole('button', { name: 'OK' }).click()
  await asked('Translate the tab "Orders" into German. Put').waitFor()
  await done()
})

it('asking about the selection prepares the prompt and sends nothing', async () => {
  await menu('Ask about selection…')
  await expect.poll(() => prompt().inputValue()).toBe('About Orders!A1: ')
})

it('a backup from the menu is linked, and the link leads to the copy', async () => {
  await menu('Back up this tab')
  const link = sheet.sidebar.getByRole('link', { name: 'Open the copy' })
  const address = await link.getAttribute('href')
  expect(address).toMatch(new RegExp(`/spreadsheets/d/${local.demo.spreadsheet_id}/edit#gid=\\d+$`))
  await sheet.page.getByText('Copy of Orders').first().waitFor()
})

it('the connection check shows account, space and Google', async () => {
  await menu('Check connection')
  await sheet.sidebar.getByText('All is well.').waitFor()
  await sheet.sidebar.getByText(/ends in \w{4}/).waitFor()
})

it('a click on a range selects it, on its tab, and the chip follows', async () => {
  await sheet.openSidebar()
  await button('New conversation').click()
  await sheet.ask('Sum of Qty by Region in a new table')
  await done()
  await button(/^Select 'Qty by Region'!A1:B6/).click()
  await button("Attach the selection 'Qty by Region'!A1:B6").click()
  expect(await prompt().inputValue()).toBe("In 'Qty by Region'!A1:B6: ")
})

it('saved prompts wait in the library and come back', async () => {
  await sheet.openSidebar()
  await prompt().fill('Format Price as currency')
  await button('Saved prompts').click()
  await button('Save what stands in the prompt box').click()
  await button('Close').click()
  await prompt().fill('')
  await button('Saved prompts').click()
  await button('Format Price as currency').first().click()
  expect(await prompt().inputValue()).toBe('Format Price as currency')
})

it('models are offered for the next turn and as default', async () => {
  await sheet.openSidebar()
  await more('Models')
  const agent = sheet.sidebar.getByRole('group', { name: /^Agent/ })
  await agent.getByLabel('Always').selectOption({ index: 1 })
  await button('Close').click()
  await button(/^Models: Offline planner/).waitFor()
})

it('past conversations of this spreadsheet are listed and open', async () => {
  await sheet.openSidebar()
  await button('New conversation').click()
  await sheet.ask('Average of Price')
  await done()
  await button('New conversation').click()
  await thread().getByText('What should this sheet do?').waitFor()
  await button('Past conversations').click()
  await sheet.sidebar
    .getByRole('dialog')
    .getByRole('button', { name: /^Average of Price/ })
    .first()
    .click()
  await lastTurn()
    .getByText(/The average of/)
    .waitFor()
})

it('a copy to what is no spreadsheet is refused at once, to one that is not there with a next step', async () => {
  await sheet.openSidebar()
  await more('Copy or back up this tab')
  const destination = sheet.sidebar.getByLabel('To another spreadsheet')
  await destination.fill('hello')
  await button('Copy there').click()
  await sheet.sidebar.getByText('That is no address and no id of a spreadsheet.').waitFor()
  await destination.fill(`1${'n'.repeat(43)}`)
  await button('Copy there').click()
  const panel = sheet.sidebar.getByRole('dialog')
  await panel.getByText('The service cannot find the other spreadsheet').waitFor()
  await panel.getByText('Nothing was changed in the sheet.').waitFor()
})
