/** Workbooks of three libraries' many features: in, computed, out, and in again, with nothing lost on the way. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as xlsx from 'xlsx'
import { cellOf, formulaOf, type Importing, lasting, resultOf, startImporting, tabOf } from './imported.ts'

const FOLDER = join(import.meta.dirname, 'workbooks', 'libraries')
const FILES = readdirSync(FOLDER).filter(name => name.endsWith('.xlsx'))
const bytesOf = (name: string) => readFileSync(join(FOLDER, `${name}.xlsx`))

let importing: Importing
beforeAll(() => {
  importing = startImporting()
})
afterAll(() => importing.close())

const brought = async (name: string) => importing.spreadsheet(await importing.bring(bytesOf(name)))

/** What was typed, by tab and cell; formulas have values that the libraries did not compute. */
function constants(file: Buffer): Record<string, unknown> {
  const { SheetNames, Sheets } = xlsx.read(file)
  // A tab that is one chart has no cells of its own.
  const cells: [string, unknown][] = SheetNames.filter(name => Sheets[name]?.['!type'] !== 'chart').flatMap(
    name =>
      Object.entries(Sheets[name] ?? {})
        .filter(([at, cell]) => /^[A-Z]+\d+$/.test(at) && isTyped(cell as xlsx.CellObject))
        .map(([at, cell]): [string, unknown] => [`${name}!${at}`, (cell as xlsx.CellObject).v]),
  )
  return Object.fromEntries(cells)
}

const isTyped = ({ v, f, F }: xlsx.CellObject) => v !== undefined && f === undefined && F === undefined

describe('a workbook of a library', { timeout: 60_000 }, () => {
  it.each(FILES)('%s is written with all that was typed, and comes in again as it was', async name => {
    const original = readFileSync(join(FOLDER, name))
    const first = await importing.bring(original)
    const file = await importing.written(first)
    const typed = constants(original)
    const kept = Object.fromEntries(Object.entries(constants(file)).filter(([at]) => at in typed))
    // Days since 1904 in the one, since 1900 in the other.
    if (!name.includes('1904')) expect(kept).toEqual(typed)
    const second = await importing.bring(file)
    expect(lasting(importing.spreadsheet(second))).toEqual(lasting(importing.spreadsheet(first)))
  })

  it('keeps texts that look like something else, links, notes and pieces of text', async () => {
    const misc = tabOf(await brought('xlsxwriter-misc'), 'Misc')
    const typed = ['A8', 'A9', 'A10', 'A11', 'A12', 'A15', 'A16', 'A18', 'A22']
    expect(typed.map(name => cellOf(misc, name).userEnteredValue)).toEqual(
      ['=not a formula', '00123', 'TRUE', '2024-01-01', '  spaces  ', '_x0041_ esc', "'apostrophe"]
        .concat(...[['1e5'], ['50%']])
        .map(stringValue => ({ stringValue })),
    )
    expect(['A3', 'A4', 'A5'].map(name => cellOf(misc, name).hyperlink)).toEqual([
      'https://example.org/a%20b',
      expect.stringMatching(/^#gid=\d+&range=B2$/),
      'mailto:a@example.com',
    ])
    expect(cellOf(misc, 'A2').note).toBe('A note')
    expect(cellOf(misc, 'A1').textFormatRuns?.map(({ startIndex }) => startIndex)).toEqual([
      undefined,
      8,
      12,
      17,
    ])
    expect(misc.protectedRanges?.[0]?.unprotectedRanges).toHaveLength(1)
  })

  it('keeps names, hidden tabs, groups, frozen lines, merged cells and filters', async () => {
    const book = await brought('openpyxl-book')
    expect(book.namedRanges?.map(({ name }) => name)).toEqual(['Prices'])
    expect(book.sheets?.map(({ properties }) => [properties?.title, properties?.hidden])).toEqual([
      ['Übersicht 日本', undefined],
      ['Hidden tab', true],
      ["It's & more", undefined],
    ])
    const main = tabOf(book, 'Übersicht 日本')
    expect(['A6', 'A7', 'A9', 'A10', 'E5', 'F1'].map(name => resultOf(cellOf(main, name)))).toEqual([
      3,
      'secret joined',
      19,
      22.5,
      15,
      123.75,
    ])
    expect(formulaOf(cellOf(main, 'E1'))).toBe('=ARRAYFORMULA(D1:D5*2)')
    const more = tabOf(book, "It's & more")
    expect(more.properties?.gridProperties).toMatchObject({ frozenRowCount: 1, frozenColumnCount: 1 })
    expect([more.merges?.length, more.basicFilter?.range?.endRowIndex]).toEqual([1, 8])
    expect([more.rowGroups?.[0]?.range?.startIndex, more.columnGroups?.length]).toEqual([1, 1])
  })

  it('keeps rules: scales, comparisons, texts, formulas, and what a cell may hold', async () => {
    const rules = tabOf(await brought('openpyxl-rules'), 'Rules')
    const formats = rules.conditionalFormats ?? []
    expect(formats.slice(0, 2).map(({ gradientRule }) => gradientRule?.midpoint?.type)).toEqual([
      undefined,
      'PERCENTILE',
    ])
    expect(formats.map(({ booleanRule }) => booleanRule?.condition?.type)).toEqual(
      expect.arrayContaining([
        'NUMBER_GREATER',
        'CUSTOM_FORMULA',
        'NUMBER_BETWEEN',
        'TEXT_CONTAINS',
        'BLANK',
      ]),
    )
    const conditions = ['L1', 'M2', 'N1', 'O1', 'P1', 'Q1', 'R1'].map(
      name => cellOf(rules, name).dataValidation?.condition,
    )
    expect(conditions.map(condition => condition?.type)).toEqual([
      ...['ONE_OF_LIST', 'ONE_OF_RANGE', 'NUMBER_BETWEEN', 'DATE_AFTER'],
      ...['CUSTOM_FORMULA', 'CUSTOM_FORMULA', 'NUMBER_GREATER_THAN_EQ'],
    ])
    expect(conditions[1]?.values?.[0]?.userEnteredValue).toBe('=$A$1:$A$10')
  })

  it('shows dates of 1900 and of 1904, lengths of time, fractions and colours of numbers', async () => {
    const dates = tabOf(await brought('openpyxl-dates1900'), 'D')
    const shown = Array.from({ length: 11 }, (_, row) => cellOf(dates, `A${row + 1}`).formattedValue)
    expect(shown).toEqual([
      ...['2024-02-29 13:45:30', '31/12/1999', '6:30 AM', '30:05:00', '1 Mar 1900', '50.00%'],
      ...['1,234,567.89 EUR', '-5', ' 1/3', ' 1,234.50 € ', '1.23E+07'],
    ])
    const old = tabOf(await brought('openpyxl-dates1904'), 'Sheet')
    expect(['A1', 'A2', 'A4'].map(name => cellOf(old, name).formattedValue)).toEqual([
      '2024-02-29',
      '2024-03-01',
      '2024-03-01',
    ])
    expect(['A3', 'A6', 'A7'].map(name => resultOf(cellOf(old, name)))).toEqual([2024, 1, 42])
  })

  it('computes later functions, arrays, tables’ columns and shared formulas', async () => {
    const dynamic = tabOf(await brought('xlsxwriter-dynamic'), 'Dyn')
    const values = ['B3', 'C3', 'E3', 'G1', 'G2', 'G3', 'G5', 'G9', 'G12', 'G16', 'H1', 'H8', 'J2']
    expect(values.map(name => resultOf(cellOf(dynamic, name)))).toEqual([
      ...[2, 3, 6, 10, 2, 5, '3,1,2,3,1', '312', 23, 1, 'three', 29, 10],
    ])
    const styles = tabOf(await brought('openpyxl-styles'), 'Table')
    expect(['D2', 'F1', 'F2'].map(name => resultOf(cellOf(styles, name)))).toEqual([30, 34, 3])
    expect(formulaOf(cellOf(styles, 'D3'))).toBe('=SUM(B3:C3)')
    const looks = tabOf(await brought('openpyxl-styles'), 'Styles').data?.[0]?.rowMetadata ?? []
    expect(looks[3]?.pixelSize).toBeGreaterThan(looks[9]?.pixelSize ?? 0)
    expect(styles.tables?.map(({ name }) => name)).toEqual(['Harvest'])
    const shared = tabOf(await brought('exceljs-wide'), 'Ex')
    expect(['D13', 'F8', 'G5'].map(name => formulaOf(cellOf(shared, name)))).toEqual([
      '=C13*1.2',
      '=SUM(D$2:D4)',
      '=A5*$C$2+SUM($A$2:A5)',
    ])
  })

  it('keeps charts of every kind that Google names, with titles, axes, stacking and colours', async () => {
    const charts = tabOf(await brought('xlsxwriter-charts'), 'Zahlen & Co').charts ?? []
    const kinds = charts.map(({ spec }) => {
      const { basicChart, pieChart } = spec ?? {}
      return [basicChart?.chartType ?? `PIE ${pieChart?.pieHole ?? 0}`, basicChart?.stackedType].filter(
        Boolean,
      )
    })
    expect(kinds.map(words => words.join(' '))).toEqual([
      ...['COLUMN', 'COLUMN STACKED', 'COLUMN PERCENT_STACKED', 'BAR', 'BAR STACKED', 'LINE', 'LINE STACKED'],
      ...['AREA', 'AREA STACKED', 'PIE 0', 'PIE 0.5', 'SCATTER', 'SCATTER', 'COMBO', 'LINE', 'RADAR'],
    ])
    const [first] = charts
    expect(first?.spec?.title).toBe('column  "x" & <y>')
    expect(first?.spec?.basicChart?.axis?.map(({ title }) => title)).toEqual(['Quarter', 'Units'])
    expect(first?.position?.overlayPosition).toMatchObject({ heightPixels: 240 })
  })
})
