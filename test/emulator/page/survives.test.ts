/** The grid stays on the page whatever a cell or chart holds. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { selectCells, typeInto } from '../../support/grid.ts'
import { forAllTests } from './fixture.ts'

const on = forAllTests(server => {
  const rows = [
    ['Region', 'Qty'],
    ['North', '3'],
    ['South', '5'],
    ['North', '4'],
  ]
  server.workbook().change(tx => {
    tx.dispatch('CREATE_SHEET', { sheetId: '9', name: 'Chart', position: 0, rows: 50, cols: 10 })
    for (const [row, cells] of rows.entries())
      for (const [col, content] of cells.entries())
        tx.dispatch('UPDATE_CELL', { sheetId: '9', row, col, content })
  })
})

const composer = (page: Page) => page.locator('.o-topbar-composer')
const kinds = (sheetId: string) => {
  const { getters } = on.server.workbook()
  return getters.getChartIds(sheetId).map(id => getters.getChartDefinition(id).type)
}

async function insertChart(page: Page): Promise<void> {
  await selectCells(page, 'A1', 'B4')
  await page.getByRole('menuitem', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Chart', exact: true }).click()
}

describe('the grid stays', () => {
  it.each(['=SUMM(B2:B3)', '=LEFT("abc",1,2,3)', '=LAMBDA(x,x+1)(2)', '=NOSUCH(1)+NEITHER(2)'])(
    'where a cell holds %s, which its bar shows as it is',
    async formula => {
      const page = await on.browser.open(`${on.server.pageUrl}#gid=0`)
      await typeInto(page, 'H5', formula)
      await selectCells(page, 'H5')
      await expect.poll(() => composer(page).innerText()).toBe(formula)
      await page.getByText('Saved', { exact: true }).waitFor()
      expect(await page.locator('.o-grid').count()).toBe(1)
    },
  )

  it('when names that repeat and their figures become a chart, which are columns', async () => {
    const page = await on.browser.open(`${on.server.pageUrl}#gid=9`)
    await insertChart(page)
    await page.locator('.o-figure canvas').waitFor()
    await expect.poll(() => kinds('9')).toEqual(['bar'])
    expect(await page.locator('.o-grid').count()).toBe(1)
  })

  it('where a workbook has a chart that cannot be drawn here', async () => {
    on.server.workbook().change(tx => {
      tx.dispatch('CREATE_SHEET', { sheetId: '10', name: 'Tree', position: 0, rows: 50, cols: 10 })
      tx.dispatch('CREATE_CHART', {
        sheetId: '10',
        chartId: 'tree',
        figureId: 'tree',
        col: 0,
        row: 0,
        offset: { x: 0, y: 0 },
        size: { width: 300, height: 200 },
        definition: {
          type: 'treemap',
          title: {},
          dataSetStyles: {},
          legendPosition: 'none',
          dataSource: {
            type: 'range',
            dataSets: [{ dataRange: 'Chart!A1:A4', dataSetId: '0' }],
            labelRange: 'Chart!B1:B4',
            dataSetsHaveTitle: true,
          },
        },
      })
    })
    const page = await on.browser.open(`${on.server.pageUrl}#gid=10`)
    await page.locator('.o-figure').waitFor()
    expect(await page.locator('.o-grid').count()).toBe(1)
  })

  it('after a part of it failed: it is drawn anew and takes what is typed', async () => {
    const page = await on.browser.open(`${on.server.pageUrl}#gid=9`)
    // Long enough after the page opened for a failure not to be taken for one that lasts.
    await page.evaluate(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 4_000
      const whole = globalThis as unknown as { Chart: new (...given: unknown[]) => object }
      const { Chart } = whole
      whole.Chart = Object.assign(
        function broken() {
          whole.Chart = Chart
          throw new Error('It cannot be drawn this time.')
        } as unknown as typeof Chart,
        Chart,
      )
      Object.setPrototypeOf(whole.Chart, Chart)
    })
    await insertChart(page)
    await page.getByText('The grid was drawn anew').waitFor({ timeout: 30_000 })
    await page.locator('.o-grid').waitFor()
    await typeInto(page, 'F9', 'still here')
    await expect
      .poll(() => on.server.workbook().getters.getEvaluatedCell({ sheetId: '9', col: 5, row: 8 }).value)
      .toBe('still here')
  })
})
