/** An Excel file is read beside the page, and one of a library is as good as one of an office program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as xlsx from 'xlsx'
import { typeInto } from '../../support/grid.ts'
import { forAllTests } from '../page/fixture.ts'

const on = forAllTests()

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function libraryFile(): Buffer {
  const sheet = xlsx.utils.aoa_to_sheet([
    ['Item', 'Price', 'Share', 'Sold', 'When'],
    ['Ähre & "Co" <1>', 12.5, 0.25, true, { t: 'n', v: 46_000, z: 'yyyy-mm-dd' }],
    ['日本語', 3, 0.75, false, { t: 'n', v: 46_001.5, z: 'yyyy-mm-dd' }],
    ['Total', { t: 'n', v: 15.5, f: 'SUM(B2:B3)', z: '#,##0.00' }, { t: 'n', v: 1, f: 'C2+C3' }],
  ])
  sheet['!merges'] = [xlsx.utils.decode_range('A6:B7')]
  sheet.A6 = { t: 's', v: ' spaces around ' }
  sheet['!ref'] = 'A1:E7'
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, sheet, 'First')
  xlsx.utils.book_append_sheet(
    book,
    xlsx.utils.aoa_to_sheet([[{ t: 'n', v: 15.5, f: 'First!B4' }]]),
    'It’s second',
  )
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'File', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Import/ }).click()
  await (await chooser).setFiles({ name, mimeType: EXCEL, buffer })
}

describe('an imported Excel file', { timeout: 60_000 }, () => {
  it('of a library keeps values, formulas, formats and merged cells', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    const opened = page.context().waitForEvent('page', { timeout: 30_000 })
    await chooseFile(page, 'library.xlsx', libraryFile())
    const imported = await opened
    await imported.waitForSelector('html[data-ready]')
    const id = /\/d\/([^/]+)\//.exec(imported.url())?.[1]
    const answer = await page.request.get(`${on.server.url}/page/files/${id}/xlsx`)
    const { SheetNames, Sheets } = xlsx.read(await answer.body(), { cellNF: true })
    expect(SheetNames).toEqual(['First', 'It’s second'])
    const { First: first = {} } = Sheets
    const at = (name: string) => first[name] as xlsx.CellObject | undefined
    expect(['A2', 'A3', 'B2', 'C3', 'D2', 'D3', 'A6'].map(name => at(name)?.v)).toEqual([
      'Ähre & "Co" <1>',
      '日本語',
      12.5,
      0.75,
      true,
      false,
      expect.stringContaining('spaces around'),
    ])
    expect([at('E2')?.z, at('E3')?.v, at('B4')?.f, at('B4')?.v, at('B4')?.z]).toEqual([
      'yyyy-mm-dd',
      46_001.5,
      'SUM(B2:B3)',
      15.5,
      '#,##0.00',
    ])
    expect(first['!merges']?.map(xlsx.utils.encode_range)).toEqual(['A6:B7'])
    const linked = Sheets['It’s second']?.A1 as xlsx.CellObject | undefined
    expect([linked?.f?.replaceAll("'", ''), linked?.v]).toEqual(['First!B4', 15.5])
  })

  it('is read beside the page, which takes what is typed meanwhile', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    let goOn = () => {}
    const held = new Promise<void>(resolve => {
      goOn = resolve
    })
    const asked = page.waitForRequest(/\/page\/files\/xlsx\?/)
    await page.route(/\/page\/files\/xlsx\?/, async route => {
      await held
      await route.continue()
    })
    const opened = page.context().waitForEvent('page', { timeout: 30_000 })
    await chooseFile(page, 'library.xlsx', libraryFile())
    await asked
    await typeInto(page, 'J3', 'meanwhile')
    await expect
      .poll(() => on.server.workbook().getters.getEvaluatedCell({ sheetId: '0', col: 9, row: 2 }).value)
      .toBe('meanwhile')
    goOn()
    await (await opened).waitForSelector('html[data-ready]')
  })

  it('says in its own window what was left out, once', async () => {
    const hard = join(import.meta.dirname, 'workbooks', 'libraries', 'xlsxwriter-hard.xlsx')
    const page = await on.browser.open(on.server.pageUrl)
    const opened = page.context().waitForEvent('page', { timeout: 30_000 })
    await chooseFile(page, 'hard.xlsx', readFileSync(hard))
    const imported = await opened
    await imported.getByText('Google Sheets has no place for this').waitFor()
    const notice = await imported.locator('.notice').textContent()
    for (const words of [
      'diagonal lines in cells',
      'indents',
      'shapes and text boxes',
      'names for several areas',
    ])
      expect(notice).toContain(words)
    await imported.reload()
    await imported.waitForSelector('html[data-ready]')
    expect(await imported.getByText('Google Sheets has no place for this').count()).toBe(0)
  })

  it('whose cells would be more than 10 million is refused in words', async () => {
    const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const file = zipSync({
      'xl/workbook.xml': strToU8(
        `<workbook xmlns:r="${relation}"><sheets><sheet name="Far" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships><Relationship Id="r1" Type="${relation}/worksheet" Target="sheet.xml"/></Relationships>`,
      ),
      'xl/sheet.xml': strToU8(
        '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="20000"><c r="XFD20000"><v>2</v></c></row></sheetData></worksheet>',
      ),
    })
    const response = await fetch(`${on.server.url}/page/files/xlsx?title=x`, {
      method: 'POST',
      headers: { 'content-type': EXCEL },
      body: new Uint8Array(file),
    })
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'The file has more than 10 million cells. Nothing was created.' },
    ])
  })

  it('must be sent as one: a page of another site may not', async () => {
    const response = await fetch(`${on.server.url}/page/files/xlsx?title=x`, { method: 'POST', body: 'x' })
    expect(response.status).toBe(415)
    expect(await response.json()).toEqual({ error: 'Send an Excel workbook.' })
  })
})
