/** The spreadsheet page: what it shows, whom it lets in, its menu bar. */
import { get } from 'node:http'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { cellText, enter, selectCells, waitForValue } from '../../support/grid.ts'
import { forAllTests, SHARED_SPREADSHEET, SPREADSHEET } from './fixture.ts'

const on = forAllTests()
const openPage = (suffix = ''): Promise<Page> => on.browser.open(`${on.server.pageUrl}${suffix}`)

describe('the page', () => {
  it('shows the file, its tabs and the menus that work', async () => {
    const page = await openPage()
    expect(await page.getByLabel('Name of the spreadsheet').inputValue()).toBe('Untitled spreadsheet')
    expect(await page.locator('.o-sheet-name').allTextContents()).toEqual(['Sales', 'My Tab'])
    expect(await page.locator('.menu-bar-item').allTextContents()).toEqual([
      'File',
      'Edit',
      'View',
      'Insert',
      'Format',
      'Data',
      'Tools',
      'Extensions',
      'Help',
    ])
  })

  it('shows a change made on the server within 100 ms', async () => {
    const page = await openPage()
    const times: number[] = []
    // Something else may have the processor at a time, but not always.
    for (let quantity = 101; quantity < 200 && !times.some(time => time < 100); quantity += 1) {
      const seen = waitForValue(page, quantity)
      on.server.write({ row: 1, col: 1 }, String(quantity))
      times.push(await seen)
    }
    on.server.write({ row: 1, col: 1 }, '10')
    expect(Math.min(...times)).toBeLessThan(100)
  })

  it('passes what one page types to the server and to another page', async () => {
    const [first, second] = await Promise.all([openPage(), openPage()])
    await selectCells(first, 'D5')
    await enter(first, 'typed here')
    await expect.poll(() => cellText(second, 'D5')).toBe('typed here')
    expect(on.server.workbook().getters.getEvaluatedCell({ sheetId: '0', col: 3, row: 4 }).value).toBe(
      'typed here',
    )
  })

  it('opens on the tab that the address names, and names the tab it shows', async () => {
    const page = await openPage('#gid=77')
    expect(await page.locator('.o-sheet.active').textContent()).toBe('My Tab')
    await page.locator('.o-sheet', { hasText: 'Sales' }).click()
    await expect.poll(() => page.url()).toContain('#gid=0')
  })

  it('renames the file for everyone', async () => {
    const [first, second] = await Promise.all([openPage(), openPage()])
    await first.getByLabel('Name of the spreadsheet').fill('Orders 2026')
    await first.keyboard.press('Enter')
    await expect.poll(() => second.getByLabel('Name of the spreadsheet').inputValue()).toBe('Orders 2026')
    expect(on.server.workbook().title).toBe('Orders 2026')
  })

  it('says so when a spreadsheet does not exist', async () => {
    const response = await fetch(`${on.server.url}/spreadsheets/d/no-such-file/edit`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('This spreadsheet isn’t here')
  })

  it('lets a reader look and not write', async () => {
    const page = await on.browser.open(`${on.server.url}/spreadsheets/d/${SHARED_SPREADSHEET}/edit`)
    await page.getByText('View only').waitFor()
    expect(await page.getByLabel('Name of the spreadsheet').isEditable()).toBe(false)
    await selectCells(page, 'A2')
    await enter(page, 'changed')
    expect(await cellText(page, 'A2')).toBe('North')
  })

  it('is not there for another name of this machine', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(on.server.url)
      get(
        { port, path: new URL(on.server.pageUrl).pathname, headers: { host: `rebound.example:${port}` } },
        response => {
          response.resume()
          resolve(response.statusCode)
        },
      ).on('error', reject)
    })
    expect(status).toBe(404)
  })

  it('opens no socket to a page of another site', async () => {
    const address = `${on.server.url.replace('http', 'ws')}/page/ws/${SPREADSHEET}`
    const socket = new WebSocket(address, { origin: 'https://elsewhere.example' })
    const message = await new Promise(resolve => socket.on('error', error => resolve(error.message)))
    expect(message).toBe('Unexpected server response: 403')
  })

  it('leads from the root to the demo', async () => {
    const response = await fetch(`${on.server.url}/`, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(`${on.server.url}${response.headers.get('location')}`).toBe(on.server.pageUrl)
  })
})

describe('the menu bar', () => {
  it('is driven by the keyboard alone', async () => {
    const page = await openPage()
    await page.getByRole('menuitem', { name: 'File' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.frameLocator('.sidebar iframe').getByRole('heading', { name: 'Fixture sidebar' }).waitFor()
  })

  it('holds the submenus of the add-on', async () => {
    const page = await openPage()
    await page.getByRole('menuitem', { name: 'Extensions' }).click()
    await page.getByRole('menuitem', { name: 'Rowhand' }).hover()
    await page.getByRole('menuitem', { name: 'More' }).hover()
    await page.getByRole('menuitem', { name: 'Greet' }).click()
    await page.getByLabel('What are you called?').last().fill('Olive')
    await page.keyboard.press('Enter')
    await page.getByText('OK Olive').waitFor()
  })

  it('shows the error of a menu item that fails', async () => {
    const page = await openPage()
    await page.getByRole('menuitem', { name: 'Extensions' }).click()
    await page.getByRole('menuitem', { name: 'Rowhand' }).hover()
    await page.getByRole('menuitem', { name: 'More' }).hover()
    await page.getByRole('menuitem', { name: 'Break' }).click()
    await page.getByText('Error: It broke.').waitFor()
  })

  it('undoes what was typed, from the Edit menu', async () => {
    const page = await openPage()
    await selectCells(page, 'F9')
    await enter(page, 'oops')
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('menuitem', { name: 'Undo' }).click()
    await expect.poll(() => cellText(page, 'F9')).toBe('')
  })
})
