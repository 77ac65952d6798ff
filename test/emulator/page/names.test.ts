/** What somebody who hears the page is told of the bars around the grid. */
import { expect, it } from 'vitest'
import { selectCells } from '../../support/grid.ts'
import { forAllTests } from './fixture.ts'

const on = forAllTests()

it('the bars are buttons, fields and tabs with names, and say what is on', async () => {
  const page = await on.browser.open(`${on.server.pageUrl}#gid=0`)
  await selectCells(page, 'A1')
  const bold = page.getByRole('button', { name: 'Bold (Ctrl+B)', exact: true })
  expect(await bold.getAttribute('aria-pressed')).toBe(null)
  await bold.click()
  await expect.poll(() => bold.getAttribute('aria-pressed')).toBe('true')
  for (const name of ['Undo (Ctrl+Z)', 'Text Color', 'Horizontal align', 'Add sheet', 'All sheets'])
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(1)
  expect(await page.getByRole('spinbutton', { name: 'Zoom', exact: true }).inputValue()).toBe('100')
  expect(await page.getByRole('spinbutton', { name: 'Font Size', exact: true }).inputValue()).toBe('10')
  expect(await page.getByRole('textbox', { name: 'Cell, range or name' }).inputValue()).toBe('A1')
  expect(await page.getByRole('textbox', { name: 'Formula bar' }).innerText()).toBe('Region')
})

it('the tabs say which of them is open', async () => {
  const page = await on.browser.open(`${on.server.pageUrl}#gid=0`)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  expect(await tab('Sales').getAttribute('aria-selected')).toBe('true')
  await tab('My Tab').click()
  await expect.poll(() => tab('My Tab').getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => tab('Sales').getAttribute('aria-selected')).toBe('false')
})
