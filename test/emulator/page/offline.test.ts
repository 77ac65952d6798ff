/** The page while its server is away, and when it is back. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { enter, scrollOf, selectCells, startOver } from '../../support/grid.ts'
import { callScript, openSidebar } from '../apps-script/fixture-sidebar.ts'
import { forAllTests } from './fixture.ts'

const on = forAllTests()
const openPage = (suffix = ''): Promise<Page> => on.browser.open(`${on.server.pageUrl}${suffix}`)

describe('a page whose server goes away', () => {
  it('keeps what is typed meanwhile, says that it is trying, and comes back with it', async () => {
    const page = await openPage()
    await on.server.restart(async () => {
      await page.getByText('Trying to connect…').waitFor()
      await selectCells(page, 'E7')
      await enter(page, 'typed offline')
      await enter(page, 'and more')
      await page.getByText('Not saved yet').waitFor()
    })
    await page.getByText('Saved', { exact: true }).waitFor()
    const read = (row: number) =>
      on.server.workbook().getters.getEvaluatedCell({ sheetId: '0', col: 4, row }).value
    expect([read(6), read(7)]).toEqual(['typed offline', 'and more'])
    expect(await page.getByText('Trying to connect…').count()).toBe(0)
  })

  it('loses nothing and doubles nothing when the server is killed', async () => {
    const page = await openPage()
    await selectCells(page, 'K2')
    for (const text of ['one', 'two', 'three']) {
      await enter(page, text)
    }
    await on.server.crash(async () => {
      await page.getByText('Trying to connect…').waitFor()
      await enter(page, 'four')
      await page.getByRole('menuitem', { name: 'Insert' }).click()
      await page.getByRole('menuitem', { name: 'Insert sheet' }).click()
    })
    await page.getByText('Saved', { exact: true }).waitFor()
    const { getters } = on.server.workbook()
    const column = [1, 2, 3, 4].map(row => getters.getEvaluatedCell({ sheetId: '0', col: 10, row }).value)
    expect(column).toEqual(['one', 'two', 'three', 'four'])
    expect(getters.getSheetIds()).toHaveLength(3)
  })

  it('keeps the text of a cell that is being edited meanwhile', async () => {
    const page = await openPage()
    await selectCells(page, 'H9')
    await page.keyboard.insertText('half a sen')
    await on.server.restart()
    await page.getByText('Trying to connect…').waitFor({ state: 'detached' })
    await expect
      .poll(() => on.server.workbook().getters.getEvaluatedCell({ sheetId: '0', col: 7, row: 8 }).value)
      .toBe('half a sen')
  })

  it('shows the same part of the sheet when it has to start over', async () => {
    const page = await openPage('#gid=77')
    await selectCells(page, 'C40')
    await page.mouse.move(500, 400)
    await page.mouse.wheel(96, 1_150)
    await expect.poll(async () => (await scrollOf(page)).scrollY).toBeGreaterThan(1_000)
    const before = await scrollOf(page)
    await startOver(page)
    await expect.poll(() => scrollOf(page)).toEqual(before)
  })

  it('fails the calls of its sidebar, which works again afterwards', async () => {
    const page = await openPage()
    const frame = await openSidebar(page)
    const lost = callScript(frame, 'sleepAndReturn', 10_000, 1)
    await expect.poll(() => callScript(frame, 'echo', 2)).toBe(2)
    await on.server.restart()
    expect(await lost).toBe('NetworkError: Connection failure due to HTTP 0')
    await page.getByText('Trying to connect…').waitFor({ state: 'detached' })
    await expect.poll(() => callScript(frame, 'echo', 3)).toBe(3)
  })
})
