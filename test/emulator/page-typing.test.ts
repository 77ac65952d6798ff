/** What a person types is what the API would make of it. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readNamedDate } from '../../emulator/dialect/typed-dates.ts'
import { formattedValue, plainValue } from '../../emulator/sheets/cells/cells.ts'
import { typeInto } from '../support/grid.ts'
import { type OpenBrowser, openBrowser, type PageServerFixture, startPageServer } from './page-fixture.ts'

let server: PageServerFixture
let browser: OpenBrowser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startPageServer(), openBrowser(inject('browserWs'))])
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

describe('a date with the name of its month', () => {
  it('typed into the page is a date that shows as it was typed', async () => {
    const page = await browser.open(server.pageUrl)
    const typed = ['3 Mar 2026', 'March 3, 2026', 'Mar 3 apples', '2 May flowers']
    for (const [row, text] of typed.entries()) await typeInto(page, `H${row + 20}`, text)
    const workbook = server.workbook()
    const at = (row: number) => ({ sheetId: '0', col: 7, row: row + 19 })
    await expect.poll(() => plainValue(workbook, at(3))).toBe('2 May flowers')
    expect(typed.map((_, row) => plainValue(workbook, at(row)))).toEqual([46_084, 46_084, ...typed.slice(2)])
    expect(typed.map((_, row) => formattedValue(workbook, at(row)))).toEqual(typed)
    await page.context().close()
  })

  it.each(['Order 12', 'Marlow 5', '12', '3/4/2026', '', 'May', 'mar-a1'])('is not seen in "%s"', text => {
    expect(readNamedDate(text)).toBeUndefined()
  })
})
