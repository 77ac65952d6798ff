/** File ▸ Download on large sheets: the page stays usable, and the file holds everything. */
import { buffer } from 'node:stream/consumers'
import type { Download, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as xlsx from 'xlsx'
import { selectCells, typeInto } from '../../support/grid.ts'
import { forAllTests, SPREADSHEET } from '../page/fixture.ts'

const ROWS = 6_000
const COLUMNS = 26

const on = forAllTests(server => {
  server.workbook().change(tx => {
    tx.dispatch('CREATE_SHEET', { sheetId: '5', name: 'Many', position: 0, rows: ROWS, cols: COLUMNS })
    const content = `=SEQUENCE(${ROWS - 1},${COLUMNS})`
    tx.dispatch('UPDATE_CELL', { sheetId: '5', row: 0, col: 0, content })
  })
})

async function choose(page: Page, format: RegExp): Promise<void> {
  await page.getByRole('menuitem', { name: 'File', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: format }).click()
}

const bytesOf = async (download: Download) => buffer(await download.createReadStream())

describe('a download', { timeout: 120_000 }, () => {
  it('as .csv holds every cell of a tab of 156,000', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    const download = page.waitForEvent('download', { timeout: 60_000 })
    await choose(page, /csv/)
    const lines = (await bytesOf(await download)).toString('utf8').split('\r\n')
    expect(lines).toHaveLength(ROWS - 1)
    expect(lines.at(-1)?.split(',')).toHaveLength(COLUMNS)
    expect(lines.at(-1)?.split(',').at(-1)).toBe(String((ROWS - 1) * COLUMNS))
  })

  it('as .csv quotes what needs it and gives every row as many fields', async () => {
    const page = await on.browser.open(`${on.server.pageUrl}#gid=77`)
    await typeInto(page, 'B3', 'a "b", c')
    const download = page.waitForEvent('download')
    await choose(page, /csv/)
    expect((await bytesOf(await download)).toString('utf8')).toBe('North,\r\n,\r\n,"a ""b"", c"')
  })

  it('as .xlsx is made elsewhere: the page takes what is typed meanwhile', async () => {
    const page = await on.browser.open(`${on.server.pageUrl}#gid=0`)
    await typeInto(page, 'F6', 'before')
    let goOn = () => {}
    const held = new Promise<void>(resolve => {
      goOn = resolve
    })
    const asked = page.waitForRequest(/\/xlsx$/)
    await page.route(/\/xlsx$/, async route => {
      await held
      await route.continue()
    })
    const download = page.waitForEvent('download', { timeout: 60_000 })
    await choose(page, /xlsx/)
    await asked
    await page.getByText('Preparing the file…').waitFor()
    await selectCells(page, 'F7')
    await page.keyboard.insertText('meanwhile')
    await page.keyboard.press('Enter')
    const cell = (row: number) =>
      on.server.workbook().getters.getEvaluatedCell({ sheetId: '0', col: 5, row }).value
    await expect.poll(() => cell(6)).toBe('meanwhile')
    goOn()
    const { Sheets } = xlsx.read(await bytesOf(await download))
    expect([Sheets.Sales?.F6?.v, Sheets.Sales?.F7?.v]).toEqual(['before', 'meanwhile'])
    expect(Sheets.Many?.A1?.f).toContain('SEQUENCE(')
    await page.getByText('Preparing the file…').waitFor({ state: 'detached' })
  })

  it('as .xlsx holds what formulas spill, each as the kind of value it is', async () => {
    const workbook = on.server.workbook()
    workbook.change(tx => {
      tx.dispatch('CREATE_SHEET', { sheetId: '6', name: 'Spilled', position: 0, rows: 20, cols: 6 })
    })
    workbook.change(tx => {
      const write = (row: number, col: number, content: string, format?: string) =>
        tx.dispatch('UPDATE_CELL', { sheetId: '6', row, col, content, ...(format ? { format } : {}) })
      for (const [row, text] of ['46000', '46001', '46002'].entries()) write(row, 0, text, 'yyyy-mm-dd')
      write(0, 1, '=SORT(A1:A3,1,FALSE)')
      write(0, 2, '={"a";"007";TRUE;2.5}')
    })
    const address = `${on.server.url}/page/files/${SPREADSHEET}/xlsx`
    const { Sheets } = xlsx.read(await (await fetch(address)).arrayBuffer(), { cellNF: true })
    const { B1, B2, B3, C2, C3, C4 } = Sheets.Spilled ?? {}
    expect(B1?.f).toContain('SORT(')
    expect([B2, B3].map(cell => [cell?.v, cell?.z])).toEqual([
      [46_001, 'yyyy-mm-dd'],
      [46_000, 'yyyy-mm-dd'],
    ])
    expect([C2, C3, C4].map(cell => cell?.v)).toEqual(['007', true, 2.5])
    expect(Sheets.Many?.Z5999?.v).toBe((ROWS - 1) * COLUMNS)
  })

  it('as .xlsx says so when the connection is lost', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    await page.route(/\/xlsx$/, route => route.abort())
    await choose(page, /xlsx/)
    await page.getByText('The connection is lost. Try again when it is back.').waitFor()
  })
})
