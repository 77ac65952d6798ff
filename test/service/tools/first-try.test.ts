/** Shapes at the first try, and answers that say what a number, a format or a count is. */
import { expect, test } from 'vitest'
import { toR1C1 } from '../../../service/sheets/formula/r1c1.ts'
import { cleanRange } from '../../../service/tools/clean-range.ts'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { formatRange } from '../../../service/tools/format-range.ts'
import { readRange } from '../../../service/tools/read-range.ts'
import { readSpreadsheetFields } from '../../../service/tools/read-spreadsheet-fields.ts'
import { styleTable } from '../../../service/tools/style-table.ts'
import { check, tryFormula } from '../../../service/tools/try-formula.ts'
import { writeRange } from '../../../service/tools/write-range.ts'
import { succeeded, useWorkbench } from './workbench.ts'

const { openBench, openTab } = useWorkbench()

const people = () =>
  openBench({
    tabs: [
      {
        title: 'People',
        rows: [
          ['Id', 'Share'],
          ['PID1', 0.06],
          ['PID2', 0.1],
        ],
      },
      { title: 'Other', rows: [['x', 'y']] },
    ],
  })

test('texts are replaced by a list of pairs, and results that look like numbers are told', async () => {
  const bench = await people()
  const call = { range: 'A2:A3', has_header: false, find_replace: [{ find: 'PID', replace: '' }] }
  const output = succeeded(await bench.run(cleanRange, call as never))
  expect(output).toMatchObject({ changed_cells: 2, note: expect.stringContaining('2 results are texts') })
  expect(await bench.formulas('A2:A3')).toEqual([['1'], ['2']])
})

test('results that are numbers become numbers where the call says so', async () => {
  const bench = await people()
  const call = { range: 'A2:A3', has_header: false, find: 'PID', replace: '', as_numbers: true }
  expect(succeeded(await bench.run(cleanRange, call))).not.toHaveProperty('note')
  expect(await bench.formulas('A2:A3')).toEqual([[1], [2]])
})

test('fields are read by a word, with real addresses on the tab that was asked for', async () => {
  const bench = await people()
  await bench.run(formatRange, { range: 'Other!B1', background: 'red' })
  await bench.run(formatRange, { range: 'People!B3', bold: true })
  const output = succeeded<{ sheets: { cells: { range: string }[] }[] }>(
    await bench.run(readSpreadsheetFields, { fields: 'formats', ranges: ['People!B3:B4', 'Other!B1:B2'] }),
  )
  const cells = output.sheets.flatMap(sheet => sheet.cells)
  expect(cells.map(({ range }) => range).sort()).toEqual(["'Other'!B1", "'People'!B3"])
  expect(JSON.stringify(cells)).not.toContain('"backgroundColor":')
})

test('a number format of cells that are read is told once for each run of cells', async () => {
  const bench = await people()
  await bench.run(formatRange, { range: 'B2:B3', pattern: '0.0%' })
  const output = succeeded<{ ranges: { formats?: string[] }[] }>(
    await bench.run(readRange, { ranges: ['A1:B3'] }),
  )
  expect(output.ranges[0]!.formats).toEqual(['B2:B3 0.0%'])
})

test('a new number format is answered with what cells show in it', async () => {
  const bench = await people()
  const output = succeeded(
    await bench.run(formatRange, { range: 'B2:B3', pattern: '0.0%', wrap: true, background: 'red' }),
  )
  expect(output).toMatchObject({
    action: 'number_format, background, wrap',
    shows: ["'People'!B2:B3: 6.0% / 10.0%"],
  })
})

test('clearing says what was cleared', async () => {
  const bench = await people()
  expect(succeeded(await bench.run(formatRange, { range: 'B2:B3', clear: 'format' }))).toMatchObject({
    action: 'clear format',
  })
})

test('a styled table says whether its header is frozen and its rows are banded', async () => {
  const bench = await people()
  const output = succeeded(await bench.run(styleTable, { range: 'A1:B3' }))
  expect(output).toMatchObject({ frozen_rows: 1, banding: 'added' })
})

test('a new tab is answered with its size, and made as large as asked', async () => {
  const bench = await people()
  const call = { action: 'add_tab', new_name: 'Big', rows: 50, columns: 40 }
  expect(succeeded(await bench.run(editStructure, call))).toMatchObject({
    added_tab: 'Big',
    rows: 50,
    columns: 40,
  })
})

test('of more than ten formulas the first ten are tried and the others are named', async () => {
  const bench = await people()
  const formulas = Array.from({ length: 13 }, (_, index) => `=${index}+1`)
  const output = succeeded<{ results: { formula: number; shows: string }[]; not_tried: string }>(
    await bench.run(tryFormula, { formulas }),
  )
  expect(output.results.map(({ formula, shows }) => [formula, shows]).at(-1)).toEqual([10, '10'])
  expect(output.not_tried).toMatch(/^11 to 13/)
  const expectations = formulas.map(formula => ({ what: 'is', formula: `${formula}>0` }))
  expect(succeeded(await bench.run(check, { expectations }))).toMatchObject({ hold: 10 })
})

test('as many rows of a spill are shown as are asked for', async () => {
  const bench = await people()
  const output = succeeded<{ results: { shows: string[][] }[] }>(
    await bench.run(tryFormula, { formulas: ['=SEQUENCE(30)'], rows: 25 }),
  )
  expect(output.results[0]!.shows).toHaveLength(25)
})

test('a header of numbers above formulas and a number above its total bring no hint', async () => {
  const bench = await people()
  const years = [
    [2023, 2024],
    ['=1+1', '=2+1'],
    ['=1+2', '=2+2'],
  ]
  expect(succeeded(await bench.run(writeRange, { range: 'E1', values: years }))).not.toHaveProperty('hints')
  const list = [[5], [7], ['=SUM(H1:H2)']]
  expect(succeeded(await bench.run(writeRange, { range: 'H1', values: list }))).not.toHaveProperty('hints')
})

test('sums by conditions that are all zero bring a hint', async () => {
  const bench = await people()
  const output = succeeded(
    await bench.run(writeRange, { range: 'E1:E3', formula: '=SUMIFS(B$2:B$3,A$2:A$3,">="&"zzz"&ROW())' }),
  )
  expect(JSON.stringify(output)).toContain('are 0: check the conditions')
})

test('formulas over columns of a table are one pattern in every row', () => {
  const first = toR1C1('=SUMIFS(Orders[Total],Orders[Item],A2)', 1, 1)
  expect(first).not.toBeNull()
  expect(toR1C1('=SUMIFS(Orders[Total],Orders[Item],A3)', 2, 1)).toBe(first)
  expect(toR1C1('=SUMIFS(Orders[Qty],Orders[Item],A2)', 1, 1)).not.toBe(first)
  expect(first).toContain('Orders[Total]')
})

test('percentages and amounts that are written to one column look alike', async () => {
  const bench = await people()
  const values = [
    ['6%', '$400', 'a'],
    ['10.25%', '$1,200.50', '5%'],
    ['9%', '$3', 7],
  ]
  await bench.run(writeRange, { range: 'E1', values })
  expect(await bench.shown('E1:G3')).toEqual([
    ['6.00%', '$400.00', 'a'],
    ['10.25%', '$1,200.50', '5%'],
    ['9.00%', '$3.00', '7'],
  ])
})

test('a check of several parts tells each of them, and a sum of dates as the number that it is', async () => {
  const bench = await openTab('T', [[0.5, 'x'], ['2025-10-01'], ['2025-10-02']])
  const expectations = [
    { what: 'numbers', formula: '=AND(ISNUMBER(A1),ISNUMBER(B1),A1<=1)' },
    { what: 'days', formula: '=SUM(A2:A3)*60=SUM(A2:A3)' },
  ]
  const { results } = succeeded<{ results: object[] }>(await bench.run(check, { expectations }))
  expect(results[0]).toMatchObject({
    holds: false,
    compared: [
      { of: 'ISNUMBER(A1)', gives: 'TRUE' },
      { of: 'ISNUMBER(B1)', gives: 'FALSE' },
      { of: 'A1 : 1', left: '0.5', right: '1' },
    ],
  })
  expect(JSON.stringify(results[1])).not.toMatch(/\d{4}-\d\d-\d\d|\d+\/\d+\/\d{4}/)
})
