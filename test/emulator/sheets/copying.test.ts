import { describe, expect, it } from 'vitest'
import { grid, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

const bold = { userEnteredFormat: { textFormat: { bold: true } } }

describe('copyPaste', () => {
  it('shifts relative references and keeps absolute ones', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1, 2, '=A1+$B$1']], Other: [[10]] })
    await sheet.batch({
      copyPaste: { source: grid(0, [0, 1], [2, 3]), destination: grid(0, [1, 4], [2, 3]) },
    })
    expect(await sheet.formulas('C1:C4')).toEqual([['=A1+$B$1'], ['=A2+$B$1'], ['=A3+$B$1'], ['=A4+$B$1']])
    await sheet.batch({
      copyPaste: { source: grid(0, [0, 1], [2, 3]), destination: grid(1, [0, 1], [2, 3]) },
    })
    expect(await sheet.formulas('Other!C1')).toEqual([['=A1+$B$1']])
    expect(await sheet.read('Other!C1')).toEqual([['10']])
  })

  it('repeats the source over a destination that is a multiple of it, and pastes all of it over a smaller one', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    })
    await sheet.batch({
      copyPaste: { source: grid(0, [0, 2], [0, 2]), destination: grid(0, [2, 6], [0, 2]) },
    })
    expect(await sheet.read('A3:B6')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['a', 'b'],
      ['c', 'd'],
    ])
    await sheet.batch({
      copyPaste: { source: grid(0, [0, 2], [0, 2]), destination: grid(0, [0, 1], [4, 5]) },
    })
    expect(await sheet.read('E1:F2')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it.each([
    ['PASTE_NORMAL', '=A2*2', true, 'n'],
    ['PASTE_VALUES', 6, undefined, undefined],
    ['PASTE_FORMULA', '=A2*2', undefined, undefined],
    ['PASTE_FORMAT', '', true, undefined],
    ['PASTE_NO_BORDERS', '=A2*2', true, 'n'],
    ['PASTE_DATA_VALIDATION', '', undefined, undefined],
    ['PASTE_CONDITIONAL_FORMATTING', '', undefined, undefined],
  ])('brings with %s what Google brings', async (pasteType, content, isBold, note) => {
    const sheet = await Sheet.create(google, { Sheet1: [[3, '=A1*2'], [5]] })
    const source = grid(0, [0, 1], [1, 2])
    const condition = { type: 'NUMBER_GREATER', values: [{ userEnteredValue: '1' }] }
    await sheet.batch(
      { repeatCell: { range: source, cell: { ...bold, note: 'n' }, fields: 'userEnteredFormat,note' } },
      { updateBorders: { range: source, top: { style: 'SOLID' } } },
      { setDataValidation: { range: source, rule: { condition } } },
      {
        addConditionalFormatRule: {
          rule: { ranges: [source], booleanRule: { condition, format: { textFormat: { italic: true } } } },
        },
      },
      { copyPaste: { source, destination: grid(0, [1, 2], [1, 2]), pasteType } },
    )
    expect(await sheet.formulas('B2')).toEqual(content === '' ? [] : [[content]])
    const cell = await sheet.cell('B2', 'userEnteredFormat,note,dataValidation')
    expect(cell.userEnteredFormat?.textFormat?.bold).toBe(isBold)
    expect(cell.note).toBe(note)
    const withBorder = ['PASTE_NORMAL', 'PASTE_FORMAT'].includes(pasteType)
    expect(cell.userEnteredFormat?.borders?.top !== undefined).toBe(withBorder)
    const withRule = ['PASTE_NORMAL', 'PASTE_NO_BORDERS', 'PASTE_DATA_VALIDATION'].includes(pasteType)
    expect(cell.dataValidation !== undefined).toBe(withRule)
    const rules = (await sheet.get('sheets.conditionalFormats.ranges')).sheets?.[0]?.conditionalFormats
    const withCondition = [
      'PASTE_NORMAL',
      'PASTE_NO_BORDERS',
      'PASTE_FORMAT',
      'PASTE_CONDITIONAL_FORMATTING',
    ].includes(pasteType)
    expect(rules?.[0]?.ranges).toHaveLength(withCondition ? 2 : 1)
  })

  it('transposes', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['a', 'b', 'c'],
        [1, 2, 3],
      ],
    })
    await sheet.batch({
      copyPaste: {
        source: grid(0, [0, 2], [0, 3]),
        destination: grid(0, [3, 4], [0, 1]),
        pasteOrientation: 'TRANSPOSE',
      },
    })
    expect(await sheet.read('A4:B6')).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ])
  })

  it('reads values that earlier requests of the batch have written', async () => {
    const sheet = await Sheet.create(google)
    await sheet.batch(
      {
        repeatCell: {
          range: grid(0, [0, 1], [0, 1]),
          cell: { userEnteredValue: { formulaValue: '=2+3' } },
          fields: '*',
        },
      },
      {
        copyPaste: {
          source: grid(0, [0, 1], [0, 1]),
          destination: grid(0, [1, 2], [0, 1]),
          pasteType: 'PASTE_VALUES',
        },
      },
    )
    expect(await sheet.formulas('A2')).toEqual([[5]])
  })
})

describe('cutPaste', () => {
  it('moves cells, and what points at them follows', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1, '=A1*2', '=B1']], Other: [['=Sheet1!B1']] })
    const source = grid(0, [0, 1], [0, 2])
    await sheet.batch(
      { repeatCell: { range: source, cell: { ...bold, note: 'n' }, fields: 'userEnteredFormat,note' } },
      { cutPaste: { source, destination: { sheetId: 0, rowIndex: 4, columnIndex: 1 } } },
    )
    expect(await sheet.formulas('A1:C5')).toEqual([['', '', '=C5'], [], [], [], ['', 1, '=B5*2']])
    expect(await sheet.read('C1')).toEqual([['2']])
    expect(await sheet.formulas('Other!A1')).toEqual([['=Sheet1!C5']])
    expect(await sheet.cell('B5', 'note,userEnteredFormat.textFormat.bold')).toMatchObject({
      note: 'n',
      ...bold,
    })
    expect(await sheet.cell('A1', 'note,userEnteredFormat')).toEqual({})
  })

  it('refuses to cut a merge in two', async () => {
    const sheet = await Sheet.create(google)
    const destination = { sheetId: 0, rowIndex: 5 }
    await sheet.batch({ mergeCells: { range: grid(0, [0, 2], [0, 2]), mergeType: 'MERGE_ALL' } })
    const part = sheet.batch({ cutPaste: { source: grid(0, [0, 1], [0, 2]), destination } })
    expect(await refusal(part)).toMatch(/partially intersect a merge/)
    await sheet.batch({ cutPaste: { source: grid(0, [0, 2], [0, 2]), destination } })
    expect((await sheet.get('sheets.merges')).sheets?.[0]?.merges).toEqual([grid(0, [5, 7], [0, 2])])
  })

  it('moves cells to another tab', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a', '=A1']], Other: [] })
    await sheet.batch({
      cutPaste: { source: grid(0, [0, 1], [0, 2]), destination: { sheetId: 1, rowIndex: 1 } },
    })
    expect(await sheet.read('Other!A2:B2')).toEqual([['a', 'a']])
    expect(await sheet.read('Sheet1')).toEqual([])
  })
})

describe('autoFill', () => {
  const fill = (
    sheet: Sheet,
    rows: [number, number],
    columns: [number, number],
    fillLength: number,
    dimension = 'ROWS',
  ) =>
    sheet.batch({
      autoFill: { sourceAndDestination: { source: grid(0, rows, columns), dimension, fillLength } },
    })

  it('continues numbers, dates, weekdays, counted texts and formulas', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        [1, '2024-01-30', 'Mon', 'Item 1', '=A1*2'],
        [3, '', '', 'Item 2'],
      ],
    })
    await fill(sheet, [0, 2], [0, 1], 2)
    await fill(sheet, [0, 1], [1, 3], 3)
    await fill(sheet, [0, 2], [3, 4], 2)
    await fill(sheet, [0, 1], [4, 5], 3)
    expect(await sheet.read('A1:E4')).toEqual([
      ['1', '2024-01-30', 'Mon', 'Item 1', '2'],
      ['3', '2024-01-31', 'Tue', 'Item 2', '6'],
      ['5', '2024-02-01', 'Wed', 'Item 3', '10'],
      ['7', '2024-02-02', 'Thu', 'Item 4', '14'],
    ])
  })

  it('fills the empty rest of a range, and backwards', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['x'], [], [], ['', 10, 20]] })
    await sheet.batch({ autoFill: { range: grid(0, [0, 3], [0, 1]) } })
    expect(await sheet.read('A1:A3')).toEqual([['x'], ['x'], ['x']])
    await fill(sheet, [3, 4], [1, 3], -1, 'COLUMNS')
    expect(await sheet.read('A4:C4')).toEqual([['0', '10', '20']])
    expect(await refusal(fill(sheet, [0, 1], [0, 1], 0))).toMatch(/fillLength must not be 0/)
  })
})

describe('pasteData', () => {
  it('splits text by its delimiter and reads it as typed', async () => {
    const sheet = await Sheet.create(google)
    await sheet.batch({ pasteData: { coordinate: { sheetId: 0 }, data: 'a;12%\nb;=A1', delimiter: ';' } })
    expect(await sheet.read('A1:B2')).toEqual([
      ['a', '12%'],
      ['b', 'a'],
    ])
  })
})
