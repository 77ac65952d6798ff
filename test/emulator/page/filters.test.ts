/** A filter that was set over the API, as the agent does it, is what a person sees. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { rowsHiddenByFilter, setBasicFilter } from '../../../emulator/sheets/objects/filters.ts'
import { selectCells, typeInto } from '../../support/grid.ts'
import { forAllTests } from './fixture.ts'

const REGIONS = ['Region', 'North', 'South', 'North', 'West', 'South', 'North']

const on = forAllTests(server => {
  server.workbook().change(tx => {
    for (const [sheetId, position] of [
      ['50', 0],
      ['51', 1],
    ] as const) {
      tx.dispatch('CREATE_SHEET', { sheetId, name: `Filtered ${sheetId}`, position, rows: 40, cols: 8 })
      for (const [row, content] of REGIONS.entries())
        tx.dispatch('UPDATE_CELL', { sheetId, row, col: 0, content })
    }
  })
})

function filter(sheetId: number, hiddenValues: string[]): void {
  const workbook = on.server.workbook()
  const range = { sheetId, startRowIndex: 0, endRowIndex: 7, startColumnIndex: 0, endColumnIndex: 1 }
  workbook.change(tx => {
    setBasicFilter(workbook, tx, { range, criteria: { 0: { hiddenValues } } }, 'test')
  })
}

/** Numbers of the first rows on the screen, as they stand at its left. */
function rowsShown(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    interface Root {
      component: { props: { model: { getters: { getSheetViewVisibleRows(): number[] } } } }
    }
    const { apps } = (globalThis as unknown as { owl: { App: { apps: Set<{ root: Root }> } } }).owl.App
    const { getters } = [...apps][0]!.root.component.props.model
    return getters
      .getSheetViewVisibleRows()
      .slice(0, 6)
      .map(row => row + 1)
  })
}

describe("a person's own filter", () => {
  it('leaves the looks of its header as they were', async () => {
    const page = await on.browser.open(`${on.server.pageUrl}#gid=51`)
    await selectCells(page, 'C1', 'D3')
    await page.getByRole('menuitem', { name: 'Data', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Add filters' }).click()
    interface Tables {
      getTables(sheetId: string): { config: { hasFilters: boolean; styleId: string } }[]
    }
    const getters = on.server.workbook().getters as unknown as Tables
    const tables = () => getters.getTables('51').map(({ config }) => [config.hasFilters, config.styleId])
    await expect.poll(tables).toContainEqual([true, 'None'])
  })
})

describe('a filter set over the API', () => {
  it('hides its rows in a page that is open, and shows them when it changes', async () => {
    const page = await on.browser.open(`${on.server.pageUrl}#gid=50`)
    await expect.poll(() => rowsShown(page)).toEqual([1, 2, 3, 4, 5, 6])
    filter(50, ['South', 'West'])
    await expect.poll(() => rowsShown(page)).toEqual([1, 2, 4, 7, 8, 9])
    filter(50, ['North'])
    await expect.poll(() => rowsShown(page)).toEqual([1, 3, 5, 6, 8, 9])
  })

  it('hides its rows in a page that opens later, on its own tab only, also after typing', async () => {
    filter(51, ['South'])
    const page = await on.browser.open(`${on.server.pageUrl}#gid=51`)
    await expect.poll(() => rowsShown(page)).toEqual([1, 2, 4, 5, 7, 8])
    await typeInto(page, 'A5', 'South')
    await expect.poll(() => rowsShown(page)).toEqual([1, 2, 4, 7, 8, 9])
    await page.locator('.o-sheet', { hasText: 'My Tab' }).click()
    await expect.poll(() => rowsShown(page)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('is gone when a person removes it in the page', async () => {
    filter(51, ['North'])
    const page = await on.browser.open(`${on.server.pageUrl}#gid=51`)
    await expect.poll(() => rowsShown(page)).not.toContain(2)
    await selectCells(page, 'A1')
    await page.getByRole('menuitem', { name: 'Data', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Remove selected filters' }).click()
    await expect.poll(() => rowsShown(page)).toEqual([1, 2, 3, 4, 5, 6])
    expect(rowsHiddenByFilter(on.server.workbook(), '51').size).toBe(0)
  })
})

describe("a person's own sort of one column of a table", () => {
  const cells = (col: number) =>
    [0, 1, 2, 3].map(row => on.server.workbook().getters.getEvaluatedCell({ sheetId: '50', col, row }).value)

  async function sortFirstColumn(): Promise<Page> {
    on.server.workbook().change(tx => {
      for (const [row, content] of ['c', 'a', 'b'].entries()) {
        tx.dispatch('UPDATE_CELL', { sheetId: '50', row, col: 4, content })
        tx.dispatch('UPDATE_CELL', { sheetId: '50', row, col: 5, content: content.toUpperCase() })
      }
    })
    const page = await on.browser.open(`${on.server.pageUrl}#gid=50`)
    await selectCells(page, 'E1', 'E3')
    await page.getByRole('menuitem', { name: 'Data', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sort range', exact: true }).hover()
    await page.getByRole('menuitem', { name: /^Ascending/ }).click()
    await page.getByText('We found data next to your selection.').waitFor()
    return page
  }

  it('is left alone by Cancel and by Escape, which sort nothing', async () => {
    const page = await sortFirstColumn()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Saved', { exact: true }).waitFor()
    expect([cells(4), cells(5)]).toEqual([
      ['c', 'a', 'b', null],
      ['C', 'A', 'B', null],
    ])
  })

  it('takes the whole rows along with Yes', async () => {
    const page = await sortFirstColumn()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect
      .poll(() => [cells(4), cells(5)])
      .toEqual([
        ['a', 'b', 'c', null],
        ['A', 'B', 'C', null],
      ])
  })
})
