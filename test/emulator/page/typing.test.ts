/** What a person types is what the API would make of it. */
import { describe, expect, it } from 'vitest'
import { readNamedDate } from '../../../emulator/dialect/typed-dates.ts'
import { formattedValue, plainValue } from '../../../emulator/sheets/cells/cells.ts'
import { selectCells, typeInto } from '../../support/grid.ts'
import { forAllTests } from './fixture.ts'

const on = forAllTests()

describe('a number with commas between its thousands', () => {
  it('typed into the page shows with them, and a look that is there already stays', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    const typed = ['1,234.5', '1,234', '-12,345,678', '12,34', '1,234 apples']
    for (const [row, text] of typed.entries()) await typeInto(page, `J${row + 20}`, text)
    await typeInto(page, 'K20', '50%')
    await typeInto(page, 'K20', '1,234')
    const workbook = on.server.workbook()
    const at = (row: number, col = 9) => ({ sheetId: '0', col, row: row + 19 })
    await expect.poll(() => plainValue(workbook, at(0, 10))).toBe(12.34)
    const shown = typed.map((_, row) => formattedValue(workbook, at(row)))
    expect(shown.slice(0, 3)).toEqual(['1,234.50', '1,234', '-12,345,678'])
    expect(plainValue(workbook, at(4))).toBe('1,234 apples')
    expect(formattedValue(workbook, at(0, 10))).toMatch(/%$/)
  })
})

describe('what the bar of tabs says of the selection', () => {
  it('is the sum of numbers, the count of texts, and nothing for one cell', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    const said = page.locator('.o-selection-statistic')
    await selectCells(page, 'B2', 'B3')
    await expect.poll(() => said.textContent()).toContain('Sum: 15')
    await selectCells(page, 'A1', 'A3')
    await expect.poll(() => said.textContent()).toContain('Count: 3')
    await selectCells(page, 'B2')
    await expect.poll(() => said.count()).toBe(0)
  })
})

describe('a date with the name of its month', () => {
  it('typed into the page is a date that shows as it was typed', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    const typed = ['3 Mar 2026', 'March 3, 2026', 'Mar 3 apples', '2 May flowers']
    for (const [row, text] of typed.entries()) await typeInto(page, `H${row + 20}`, text)
    const workbook = on.server.workbook()
    const at = (row: number) => ({ sheetId: '0', col: 7, row: row + 19 })
    await expect.poll(() => plainValue(workbook, at(3))).toBe('2 May flowers')
    expect(typed.map((_, row) => plainValue(workbook, at(row)))).toEqual([46_084, 46_084, ...typed.slice(2)])
    expect(typed.map((_, row) => formattedValue(workbook, at(row)))).toEqual(typed)
  })

  it.each(['Order 12', 'Marlow 5', '12', '3/4/2026', '', 'May', 'mar-a1'])('is not seen in "%s"', text => {
    expect(readNamedDate(text)).toBeUndefined()
  })
})
