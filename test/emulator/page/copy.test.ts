/** File ▸ Make a copy, and what Google has in that menu and this page has not. */
import { expect, it } from 'vitest'
import { cellText } from '../../support/grid.ts'
import { forAllTests, SHARED_SPREADSHEET } from './fixture.ts'

const on = forAllTests()

it('a copy has the cells and a name of its own, and changes no more with the original', async () => {
  const page = await on.browser.open(on.server.pageUrl)
  await page.getByRole('menuitem', { name: 'File', exact: true }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'Make a copy', exact: true }).click()
  const copy = await opened
  try {
    await copy.waitForSelector('html[data-ready]')
    expect(await copy.locator('#document-title').inputValue()).toMatch(/^Copy of /)
    expect(await cellText(copy, 'B4')).toBe('15')
    on.server.write({ row: 1, col: 1 }, '100')
    await expect.poll(() => cellText(page, 'B4')).toBe('105')
    expect(await cellText(copy, 'B4')).toBe('15')
  } finally {
    await copy.close()
  }
})

it('what the page has not is in its place and greyed out', async () => {
  const page = await on.browser.open(on.server.pageUrl)
  await page.getByRole('menuitem', { name: 'File', exact: true }).click()
  for (const name of ['Share', 'Version history'])
    expect(await page.getByRole('menuitem', { name, exact: true }).getAttribute('aria-disabled')).toBe('true')
})

it('a spreadsheet that is only read may be copied, one that is not there not', async () => {
  const ask = (id: string) =>
    fetch(`${on.server.url}/page/files/${id}/copy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Mine' }),
    })
  expect((await ask(SHARED_SPREADSHEET)).status).toBe(200)
  expect((await ask('not-there')).status).toBe(404)
})
