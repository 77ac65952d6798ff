/** What three libraries can put into a workbook and Google Sheets has a place for, one subject after another. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellOf, formulaOf, type Importing, resultOf, startImporting, tabOf } from './imported.ts'

const FOLDER = join(import.meta.dirname, 'workbooks', 'libraries')

let importing: Importing
const ids = new Map<string, string>()
beforeAll(async () => {
  importing = startImporting()
  for (const name of ['xlsxwriter-hard', 'openpyxl-hard', 'exceljs-hard1904'])
    ids.set(name, await importing.bring(readFileSync(join(FOLDER, `${name}.xlsx`))))
}, 60_000)
afterAll(() => importing.close())

const idOf = (name: string) => ids.get(name) ?? ''
const brought = (name: string) => importing.spreadsheet(idOf(name))

/** All parts of the file that is written of it, by path. */
async function writtenParts(name: string): Promise<Record<string, string>> {
  const files = unzipSync(await importing.written(idOf(name)))
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]))
}

const partsOf = (parts: Record<string, string>, path: RegExp) =>
  Object.entries(parts)
    .filter(([name]) => path.test(name))
    .map(([, text]) => text)

describe('a hard workbook', { timeout: 60_000 }, () => {
  it('keeps tabs that are one chart as tabs of that kind, in their place', async () => {
    const book = brought('openpyxl-hard')
    const tabs = book.sheets?.map(({ properties }) => [properties?.title, properties?.sheetType])
    expect(tabs?.slice(3)).toEqual([
      ['Tab', 'GRID'],
      ['Only chart', 'OBJECT'],
      ['Only pie', 'OBJECT'],
    ])
    const { properties, charts, data } = tabOf(book, 'Only chart')
    expect([properties?.gridProperties, data]).toEqual([undefined, undefined])
    expect(charts?.[0]?.position).toEqual({ sheetId: properties?.sheetId })
    expect(charts?.[0]?.spec?.basicChart?.series).toHaveLength(2)
    const parts = await writtenParts('openpyxl-hard')
    expect(partsOf(parts, /^xl\/chartsheets\/sheet\d\.xml$/)).toHaveLength(2)
    expect(parts['xl/workbook.xml']).toMatch(/name="Only pie" sheetId="6" state="hidden"/)
    expect(partsOf(parts, /^xl\/drawings\/drawing/).join('')).toContain('absoluteAnchor')
  })

  it('keeps names of series that stand in no cell', async () => {
    const charts = partsOf(await writtenParts('xlsxwriter-hard'), /^xl\/charts\//).join('')
    expect([...new Set(charts.match(/<c:v>[^<]*<\/c:v>/g))]).toEqual(
      // The last stands in a cell, but not before the first value.
      ['Literal 0', 'Literal 1', 'Sales', 'Rate', 'n0'].map(name => `<c:v>${name}</c:v>`),
    )
    expect(partsOf(await writtenParts('openpyxl-hard'), /^xl\/charts\//).join('')).toContain(
      '<c:v>Literal Ä</c:v>',
    )
  })

  it('keeps labels of values, dashes, widths and bends of a chart’s lines', async () => {
    const [, , , combined] = tabOf(brought('xlsxwriter-hard'), 'Zweites Blatt').charts ?? []
    const { series, lineSmoothing } = combined?.spec?.basicChart ?? {}
    expect(series?.[0]?.dataLabel).toEqual({ type: 'DATA' })
    expect([series?.[1]?.lineStyle, lineSmoothing]).toEqual([{ width: 4, type: 'MEDIUM_DASHED' }, true])
    const written = partsOf(await writtenParts('xlsxwriter-hard'), /^xl\/charts\//).join('')
    for (const part of [
      '<c:showVal val="1"/>',
      '<a:prstDash val="dash"/>',
      'w="38100"',
      '<c:smooth val="1"/>',
    ])
      expect(written).toContain(part)
  })

  it('keeps double lines, and draws those that Google has none of as the nearest', async () => {
    const main = tabOf(brought('openpyxl-hard'), "Main 'quoted'")
    const styleOf = (name: string) => cellOf(main, name).userEnteredFormat?.borders?.left?.style
    expect(['A4', 'C4', 'E4', 'G4', 'I4', 'K4', 'M4', 'O4', 'Q4', 'Y4'].map(styleOf)).toEqual([
      ...['SOLID', 'SOLID_MEDIUM', 'SOLID_THICK', 'DOUBLE', 'DASHED', 'DOTTED'],
      ...['DOTTED', 'DASHED', 'DASHED', 'DASHED'],
    ])
    expect(cellOf(main, 'G4').userEnteredFormat?.borders?.right).toMatchObject({ style: 'DOUBLE', width: 3 })
    expect((await writtenParts('openpyxl-hard'))['xl/styles.xml']).toContain('style="double"')
  })

  it('fills a cell of many colours with the first, and one without a pattern with none', () => {
    const colorOf = (book: string, tab: string, name: string) =>
      cellOf(tabOf(brought(book), tab), name).userEnteredFormat?.backgroundColor
    expect(colorOf('openpyxl-hard', "Main 'quoted'", 'A1')).toEqual({ green: 1 })
    expect(colorOf('exceljs-hard1904', 'Äx 1', 'D1')).toMatchObject({ red: 1, green: 0.53333333 })
    expect(colorOf('xlsxwriter-hard', 'Häuser & Co', 'A16')).toBeUndefined()
  })

  it('keeps the style of a table, its colours by the file’s theme, and its line of totals', async () => {
    const rowsOf = (book: string, tab: string, name: string) =>
      tabOf(brought(book), tab).tables?.find(it => it.name === name)?.rowsProperties
    const accent = { red: 0.30980392, green: 0.50588235, blue: 0.74117647 }
    expect(rowsOf('openpyxl-hard', 'Tab', 'Tbl')?.headerColorStyle).toEqual({ rgbColor: accent })
    expect(rowsOf('xlsxwriter-hard', 'Zweites Blatt', 'Deals')?.headerColorStyle).toEqual({ rgbColor: {} })
    expect(rowsOf('xlsxwriter-hard', 'Zweites Blatt', 'NoStyle')).toBeUndefined()
    const tables = partsOf(await writtenParts('xlsxwriter-hard'), /^xl\/tables\//)
    const attribute = (text: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1]
    expect(
      tables.map(text => [attribute(text, 'totalsRowCount'), /<tableStyleInfo name="(\w+)"/.exec(text)?.[1]]),
    ).toEqual([
      ['1', 'TableStyleDark3'],
      [undefined, undefined],
      [undefined, 'TableStyleLight9'],
    ])
    expect(tables[0]).toContain('<autoFilter ref="H1:K5"/>')
    expect(tables[0]).toContain('<totalsRowFormula>SUBTOTAL(109,I2:I5)</totalsRowFormula>')
    expect(tables[1]).not.toContain('autoFilter')
  })

  it('keeps hints beside cells, lists by a name and lists without an arrow', async () => {
    const main = tabOf(brought('openpyxl-hard'), "Main 'quoted'")
    expect(cellOf(main, 'J22').dataValidation).toMatchObject({
      condition: { type: 'ONE_OF_RANGE', values: [{ userEnteredValue: "='Other'!C1:C5" }] },
      inputMessage: 'p',
    })
    const house = tabOf(brought('xlsxwriter-hard'), 'Häuser & Co')
    const arrows = ['A30', 'B39'].map(name => cellOf(house, name).dataValidation?.showCustomUi)
    expect(arrows).toEqual([true, undefined])
    const [sheet = ''] = partsOf(await writtenParts('xlsxwriter-hard'), /^xl\/worksheets\/sheet1\.xml$/)
    expect(sheet).toMatch(/showDropDown="1" sqref="A38:B39"/)
    expect(sheet).toMatch(/showInputMessage="1" prompt="M"/)
  })

  it('asks how far from the average a value lies', () => {
    const formats = tabOf(brought('xlsxwriter-hard'), 'Häuser & Co').conditionalFormats ?? []
    expect(
      formats.flatMap(({ booleanRule }) => booleanRule?.condition?.values?.[0]?.userEnteredValue),
    ).toContain('=J45<AVERAGE($J$45:$J$54)-1*STDEVP($J$45:$J$54)')
  })

  it('computes what the libraries wrote as formulas', () => {
    const main = tabOf(brought('openpyxl-hard'), "Main 'quoted'")
    const names = ['A14', 'A21', 'A22', 'A23', 'A24', 'A25', 'A28', 'A29', 'A34', 'A39', 'E25']
    expect(names.map(name => resultOf(cellOf(main, name)))).toEqual([
      ...[15, 0, 4, '0, 1, 2, 3, 4, 5', 50, 7, '1,234.50 €', 4, 3, 2024, 125],
    ])
    const house = tabOf(brought('xlsxwriter-hard'), 'Häuser & Co')
    expect(formulaOf(cellOf(house, 'J30'))).toBe('=SORT(A45:A54)')
    expect(resultOf(cellOf(house, 'A10'))).toBe('He said "hi" — ü 日本 😀a link')
    const second = tabOf(brought('xlsxwriter-hard'), 'Zweites Blatt')
    expect(['S1', 'S2', 'S3', 'S4'].map(name => resultOf(cellOf(second, name)))).toEqual([
      16,
      16,
      expect.closeTo(1.14),
      30,
    ])
    const old = tabOf(brought('exceljs-hard1904'), 'Äx 1')
    expect([cellOf(old, 'A3').formattedValue, resultOf(cellOf(old, 'C5'))]).toEqual(['29/02/2024 12:00', 10])
  })
})
