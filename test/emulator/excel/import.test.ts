/** Workbooks of another program: in through File ▸ Import, out through File ▸ Download, nothing lost. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as xlsx from 'xlsx'
import { forAllTests } from '../page/fixture.ts'
import { type Importing, startImporting } from './imported.ts'
import { chartsOf, type Look, looksOf } from './xlsx-looks.ts'

const FOLDER = join(import.meta.dirname, 'workbooks')
const FILES = readdirSync(FOLDER).filter(name => name.endsWith('.xlsx'))

const on = forAllTests()

async function importThrough(page: Page, file: string): Promise<Page> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'File', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Import/ }).click()
  const opened = page.context().waitForEvent('page')
  await (await chooser).setFiles(file)
  const imported = await opened
  await imported.waitForSelector('html[data-ready]')
  return imported
}

async function downloadedFile(page: Page): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'File', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: /xlsx/ }).click()
  return buffer(await (await download).createReadStream())
}

const downloaded = async (page: Page) => xlsx.read(await downloadedFile(page), { cellNF: true })

/** Nothing about it that anybody chose. */
const isPlain = ({ format, bold, italic, color, fill, borders, align, wraps }: Look) =>
  format === 'General' && !bold && !italic && !wraps && `${color}${fill}${borders}${align}` === ''

/** A merged cell's borders are those of all its cells: programs differ in which of them has which. */
function looksWithMerges(file: Buffer): Record<string, Look> {
  const looks = looksOf(file)
  const book = xlsx.read(file)
  for (const [i, name] of book.SheetNames.entries())
    for (const { s: start, e: end } of book.Sheets[name]?.['!merges'] ?? []) {
      const sides = new Set<string>()
      for (let r = start.r; r <= end.r; r++)
        for (let c = start.c; c <= end.c; c++) {
          const at = `${i + 1}!${xlsx.utils.encode_cell({ r, c })}`
          for (const side of looks[at]?.borders.split(' ') ?? []) sides.add(side)
          if (r !== start.r || c !== start.c) delete looks[at]
        }
      const first = looks[`${i + 1}!${xlsx.utils.encode_cell(start)}`]
      if (first !== undefined) first.borders = [...sides].filter(Boolean).sort().join(' ')
    }
  return looks
}

type Cell = Record<'sheet' | 'at', string> & { value: unknown; formula: string | undefined }

function cellsOf({ SheetNames, Sheets }: xlsx.WorkBook): Cell[] {
  return SheetNames.flatMap(sheet =>
    Object.entries(Sheets[sheet] ?? {})
      .filter(([at, cell]) => /^[A-Z]+\d+$/.test(at) && (cell as xlsx.CellObject).v !== undefined)
      .map(([at, cell]) => {
        const { v, f } = cell as xlsx.CellObject
        const value = typeof v === 'number' ? Math.round(v * 1e9) / 1e9 : v
        return { sheet, at, value, formula: f?.replaceAll("'", '').replaceAll(' ', '') }
      }),
  )
}

/** Values and formulas, and what holds more than cells. */
const picture = (book: xlsx.WorkBook) => ({
  cells: cellsOf(book).sort((a, b) => `${a.sheet}!${a.at}`.localeCompare(`${b.sheet}!${b.at}`)),
  merges: book.SheetNames.map(name => (book.Sheets[name]?.['!merges'] ?? []).map(xlsx.utils.encode_range)),
})

function expectSame(saved: Buffer, original: Buffer): void {
  const read = (file: Buffer) => picture(xlsx.read(file, { cellNF: true }))
  expect(read(saved)).toEqual(read(original))
  const looks = looksWithMerges(saved)
  for (const [at, look] of Object.entries(looksWithMerges(original)))
    if (isPlain(look)) expect(isPlain(looks[at] ?? look), at).toBe(true)
    else expect({ at, ...looks[at] }).toEqual({ at, ...look })
  expect(chartsOf(saved)).toEqual(chartsOf(original))
}

describe('a workbook of another program', { timeout: 120_000 }, () => {
  let importing: Importing
  beforeAll(() => {
    importing = startImporting()
  })
  afterAll(() => importing.close())

  it.each(FILES)('%s keeps values, formulas, merged cells, formats and charts', async name => {
    const original = readFileSync(join(FOLDER, name))
    expectSame(await importing.written(await importing.bring(original)), original)
  })

  it('is read after one that is none, and beside another', async () => {
    const original = readFileSync(join(FOLDER, 'orders.xlsx'))
    await expect(importing.bring(Buffer.from('no zip'))).rejects.toThrow('is not an Excel workbook')
    const both = await Promise.all([importing.bring(original), importing.bring(original)])
    expectSame(await importing.written(both[0]), original)
    expectSame(await importing.written(both[1]), original)
  })

  it('is imported and downloaded whole from the File menu, under its name', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    const imported = await importThrough(page, join(FOLDER, 'orders.xlsx'))
    expect(await imported.title()).toContain('orders')
    expectSame(await downloadedFile(imported), readFileSync(join(FOLDER, 'orders.xlsx')))
  })

  it('keeps formats and colours, and its chart', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    const formats = await downloaded(await importThrough(page, join(FOLDER, 'formats.xlsx')))
    const shown = (at: string) => (formats.Sheets.Formats?.[at] as xlsx.CellObject | undefined)?.w
    expect([shown('A1'), shown('C1')]).toEqual(['25.6%', '2026-03-01'])
    const chart = await importThrough(page, join(FOLDER, 'chart.xlsx'))
    await expect.poll(() => chart.locator('.o-figure').count()).toBe(1)
  })

  it('that is none says so, and nothing is created', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    const before = await (await page.request.get(`${on.server.url}/page/files`)).json()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'File', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Import/ }).click()
    await (await chooser).setFiles({
      name: 'bad.xlsx',
      mimeType: 'text/plain',
      buffer: Buffer.from('no zip'),
    })
    await page.getByText('This file is not an Excel workbook.').waitFor()
    expect(await (await page.request.get(`${on.server.url}/page/files`)).json()).toEqual(before)
  })
})

describe('the File menu', { timeout: 120_000 }, () => {
  it('makes a new spreadsheet in a window of its own', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    const opened = page.context().waitForEvent('page')
    await page.getByRole('menuitem', { name: 'File', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New', exact: true }).click()
    const fresh = await opened
    await fresh.waitForSelector('html[data-ready]')
    expect(await fresh.title()).toContain('Untitled spreadsheet')
  })

  it('lists the spreadsheets and narrows them by what is typed', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    await page.keyboard.press('Control+o')
    const dialog = page.getByRole('dialog', { name: 'Open a spreadsheet' })
    await dialog.getByRole('link').first().waitFor()
    await dialog.getByRole('searchbox').fill('nothing is called so')
    await dialog.getByText('No spreadsheet by that name.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('imports a file of separated values as typed', async () => {
    const page = await on.browser.open(on.server.pageUrl)
    const text = 'Name;Amount;Day\r\n"Smith; ""Jo""";12.5;2026-03-01\r\n東京;=B2*2;\r\n'
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'File', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Import/ }).click()
    const opened = page.context().waitForEvent('page')
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const imported = await opened
    await imported.waitForSelector('html[data-ready]')
    const book = await downloaded(imported)
    expect(cellsOf(book).map(({ at, value }) => [at, value])).toEqual([
      ['A1', 'Name'],
      ['B1', 'Amount'],
      ['C1', 'Day'],
      ['A2', 'Smith; "Jo"'],
      ['B2', 12.5],
      ['C2', 46_082],
      ['A3', '東京'],
      ['B3', 25],
    ])
  })
})
