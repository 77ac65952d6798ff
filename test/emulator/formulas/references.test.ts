/**
 * References through everything that moves them. Filled and copied formulas are compared with an independent
 * rewriting of their text; typed, inserted, sorted, saved and opened ones with what Google shows.
 */
import { rmSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { grid, OWNER, Sheet, startGoogle, useGoogle } from '../sheets/fixture.ts'
import { Grid } from './grid.ts'
import { LETTERS_AND_MORE, makeFormulas, rewritten } from './rewriting.ts'

const google = useGoogle()

const TOTALS = [['=SUM($A$1:A1)'], ['=ROWS(B$2:B2)'], ['=SUM(A3:A3)'], ['=SUM($A4:$A4)']]

describe('both ends of a range', () => {
  it('are kept as they are typed', async () => {
    const sheet = await Sheet.create(google)
    const typed = [
      ['=SUM($A$1:A1)', '=ROWS(B$5:B5)', '=SUM(A1:A1)', '=SUM(C:C)', '=SUM($2:$2)', '=SUM(A2:A)'],
    ]
    await sheet.write('E1', typed)
    expect(await sheet.formulas('E1:J1')).toEqual(typed)
  })

  it('move with a filled running total', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1], [2], [3], [4]] })
    await sheet.batch({
      repeatCell: {
        range: grid(0, [0, 4], [1, 2]),
        cell: { userEnteredValue: { formulaValue: '=SUM($A$1:A1)' } },
        fields: 'userEnteredValue',
      },
    })
    expect(await sheet.formulas('B1:B4')).toEqual([
      ['=SUM($A$1:A1)'],
      ['=SUM($A$1:A2)'],
      ['=SUM($A$1:A3)'],
      ['=SUM($A$1:A4)'],
    ])
    expect(await sheet.read('B1:B4', 'UNFORMATTED_VALUE')).toEqual([[1], [3], [6], [10]])
  })

  it('move with copyPaste and autoFill, down and up again', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1], [2], [3], [4]] })
    await sheet.write('B1', [['=SUM($A$1:A1)']])
    await sheet.batch({
      autoFill: {
        sourceAndDestination: { source: grid(0, [0, 1], [1, 2]), dimension: 'ROWS', fillLength: 3 },
      },
    })
    expect(await sheet.formulas('B4')).toEqual([['=SUM($A$1:A4)']])
    await sheet.batch({
      copyPaste: {
        source: grid(0, [3, 4], [1, 2]),
        destination: grid(0, [0, 1], [2, 3]),
        pasteType: 'PASTE_FORMULA',
      },
    })
    expect(await sheet.formulas('C1')).toEqual([['=SUM($A$1:B1)']])
    await sheet.batch({
      copyPaste: {
        source: grid(0, [0, 1], [2, 3]),
        destination: grid(0, [2, 3], [3, 4]),
        pasteType: 'PASTE_NORMAL',
      },
    })
    expect(await sheet.formulas('D3')).toEqual([['=SUM($A$1:C3)']])
  })

  it('stay two when rows are inserted and deleted, and rows sorted', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[4], [3], [2], [1]] })
    await sheet.write('C1', TOTALS)
    await sheet.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 2 } },
    })
    expect(await sheet.formulas('C3:C6')).toEqual([
      ['=SUM($A$3:A3)'],
      ['=ROWS(B$4:B4)'],
      ['=SUM(A5:A5)'],
      ['=SUM($A6:$A6)'],
    ])
    await sheet.batch({
      deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 2 } },
    })
    expect(await sheet.formulas('C1:C4')).toEqual(TOTALS)
    await sheet.batch({
      sortRange: {
        range: grid(0, [0, 4], [0, 1]),
        sortSpecs: [{ dimensionIndex: 0, sortOrder: 'ASCENDING' }],
      },
    })
    expect(await sheet.formulas('C1:C4')).toEqual(TOTALS)
  })

  it('stay two in the formula of a conditional format', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a'], ['b'], ['a']] })
    const formula = (text: string) => ({
      type: 'CUSTOM_FORMULA',
      values: [{ userEnteredValue: text }],
    })
    await sheet.batch({
      addConditionalFormatRule: {
        index: 0,
        rule: {
          ranges: [grid(0, [0, 3], [0, 1])],
          booleanRule: {
            condition: formula('=COUNTIF($A$1:A1,A1)>1'),
            format: { textFormat: { bold: true } },
          },
        },
      },
    })
    await sheet.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 1 } },
    })
    const { sheets } = await sheet.get('sheets.conditionalFormats.booleanRule.condition')
    expect(sheets?.[0]?.conditionalFormats?.[0]?.booleanRule?.condition).toEqual(
      formula('=COUNTIF($A$2:A2,A2)>1'),
    )
  })

  it('stay when rows between them go', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1], [2], [3]] })
    await sheet.write('C1', [['=SUM($A$2:A3)']])
    await sheet.batch({
      deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 2, endIndex: 3 } },
    })
    expect(await sheet.formulas('C1')).toEqual([['=SUM($A$2:A2)']])
  })

  it('are on the disk as they were', async () => {
    const before = await startGoogle()
    const { dataDir } = before
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const sheet = await Sheet.create(before, { Sheet1: [[1], [2], [3], [4]] })
    await sheet.write('C1', TOTALS)
    await before.emulator.close()
    const after = await startGoogle({ dataDir })
    onTestFinished(() => after.close())
    const again = sheet.on(after.as(OWNER))
    expect(await again.formulas('C1:C4')).toEqual(TOTALS)
    expect(await again.read('C1:C4', 'UNFORMATTED_VALUE')).toEqual([[1], [1], [3], [4]])
  })

  it('reach a page that follows by the engine’s own messages', () => {
    const { model } = new Grid([[1], [2], [3]])
    const copied = new Grid([], model._exportData(true))
    const typed = new Grid([[1], [2], [3]])
    for (let row = 1; row <= 3; row++)
      typed.type(`B${row}`, `=SUM($A$1:A${row})`).type(`C${row}`, `=SUM(A${row}:A${row})`)
    const opened = new Grid([], typed.model._exportData(true))
    for (let row = 1; row <= 3; row++) {
      expect(opened.formula(`B${row}`)).toBe(`=SUM($A$1:A${row})`)
      expect(opened.formula(`C${row}`)).toBe(`=SUM(A${row}:A${row})`)
    }
    expect(copied.value('A3')).toBe(3)
  })
})

describe('filled and copied formulas', () => {
  const formulas = makeFormulas(120)

  it.each([
    [0, 1],
    [0, 7],
    [2, 0],
    [3, 5],
    [-2, -9],
  ])('are the text rewritten by %d columns and %d rows', async (columns, rows) => {
    const sheet = await Sheet.create(google)
    const start = { column: 12, row: 20 }
    const typed = formulas.map(formula => [formula])
    await sheet.write('M21', typed)
    await sheet.batch({
      copyPaste: {
        source: grid(0, [start.row, start.row + formulas.length], [start.column, start.column + 1]),
        destination: grid(
          0,
          [start.row + rows, start.row + rows + formulas.length],
          [start.column + columns, start.column + columns + 1],
        ),
        pasteType: 'PASTE_FORMULA',
      },
    })
    const column = LETTERS_AND_MORE[start.column + columns]
    const first = start.row + rows + 1
    const got = await sheet.formulas(`${column}${first}:${column}${first + formulas.length - 1}`)
    expect(got.flat()).toEqual(formulas.map(formula => rewritten(rewritten(formula, 0, 0), columns, rows)))
  })

  it('are the same after saving and opening', () => {
    const before = new Grid([])
    for (const [i, formula] of formulas.slice(0, 80).entries()) before.type(`M${i + 1}`, formula)
    for (const isSquished of [true, false]) {
      const after = new Grid([], before.model._exportData(isSquished))
      for (let row = 1; row <= 80; row++) {
        expect(after.formula(`M${row}`)).toBe(before.formula(`M${row}`))
        expect(after.value(`M${row}`)).toEqual(before.value(`M${row}`))
      }
    }
  })
})

describe('a reference to a tab that is not there', () => {
  it('heals when a tab of that name is made', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['=New!A1+1', "=SUM('Other one'!A1:A2)"]] })
    expect(await sheet.read('A1:B1')).toEqual([['#REF!', '#REF!']])
    await sheet.batch(
      { addSheet: { properties: { title: 'New' } } },
      { addSheet: { properties: { title: 'other one' } } },
    )
    await sheet.write('New!A1', [[41]])
    await sheet.write("'other one'!A1", [[3], [4]])
    expect(await sheet.read('A1:B1')).toEqual([['42', '7']])
  })

  it('heals when a tab gets that name, or a copy has it', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['=Copy!A2', '=Renamed!A2'], [5]], Old: [[], [6]] })
    await sheet.batch(
      { duplicateSheet: { sourceSheetId: 0, newSheetName: 'Copy' } },
      { updateSheetProperties: { properties: { sheetId: 1, title: 'Renamed' }, fields: 'title' } },
    )
    expect(await sheet.read('A1:B1')).toEqual([['5', '6']])
  })

  it('stays as it was typed when rows of its own tab move', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['=New!A5'], [1]] })
    await sheet.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 2, endIndex: 4 } },
    })
    expect(await sheet.formulas('A1')).toEqual([['=New!A5']])
  })
})
