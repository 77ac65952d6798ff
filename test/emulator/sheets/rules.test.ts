import { describe, expect, it } from 'vitest'
import { COLLEAGUE, grid, OWNER, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

const values = (...given: string[]) => given.map(userEnteredValue => ({ userEnteredValue }))

describe('data validation', () => {
  const LIST = {
    condition: { type: 'ONE_OF_LIST', values: values('a', 'b') },
    strict: true,
    showCustomUi: true,
  }

  it('is set, read back on each cell, cut out and removed', async () => {
    const sheet = await Sheet.create(google)
    await sheet.batch({ setDataValidation: { range: grid(0, [0, 4], [0, 2]), rule: LIST } })
    expect((await sheet.cell('B4', 'dataValidation')).dataValidation).toEqual(LIST)
    await sheet.batch({ setDataValidation: { range: grid(0, [1, 2], [0, 1]) } })
    expect((await sheet.cell('A2', 'dataValidation')).dataValidation).toBeUndefined()
    expect((await sheet.cell('B2', 'dataValidation')).dataValidation).toEqual(LIST)
    expect((await sheet.cell('A3', 'dataValidation')).dataValidation).toEqual(LIST)
  })

  it.each([
    ['NUMBER_BETWEEN', values('1', '10')],
    ['NUMBER_GREATER', values('=A1')],
    ['TEXT_CONTAINS', values('@')],
    ['TEXT_IS_EMAIL', undefined],
    ['DATE_AFTER', values('2024-01-01')],
    ['ONE_OF_RANGE', values('=Lists!$A$1:$A$3')],
    ['BOOLEAN', undefined],
    ['CUSTOM_FORMULA', values('=A1>5')],
  ])('knows the condition %s', async (type, given) => {
    const sheet = await Sheet.create(google, { Sheet1: [], Lists: [['x'], ['y'], ['z']] })
    const rule = { condition: { type, ...(given === undefined ? {} : { values: given }) } }
    await sheet.batch({ setDataValidation: { range: grid(0, [0, 1], [0, 1]), rule } })
    expect((await sheet.cell('A1', 'dataValidation')).dataValidation).toEqual(rule)
  })

  it('refuses unknown conditions and the wrong number of values', async () => {
    const sheet = await Sheet.create(google)
    const set = (condition: object) =>
      sheet.batch({ setDataValidation: { range: grid(0, [0, 1], [0, 1]), rule: { condition } } })
    expect(await refusal(set({ type: 'NUMBER_ODD' }))).toMatch(/condition.type' \(TYPE_ENUM\), "NUMBER_ODD"/)
    expect(await refusal(set({ type: 'NUMBER_BETWEEN', values: values('1') }))).toMatch(
      /needs 2 ConditionValues, got 1/,
    )
  })
})

describe('conditional formats', () => {
  const rule = (userEnteredValue: string, red: number) => ({
    ranges: [grid(0, [0, 5], [0, 1])],
    booleanRule: {
      condition: { type: 'NUMBER_GREATER', values: values(userEnteredValue) },
      format: { backgroundColorStyle: { rgbColor: { red } }, textFormat: { bold: true } },
    },
  })
  const list = async (sheet: Sheet) =>
    (await sheet.get('sheets.conditionalFormats')).sheets?.[0]?.conditionalFormats

  it('are added at an index, changed, moved and deleted', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1], [6], [20]] })
    await sheet.batch(
      { addConditionalFormatRule: { rule: rule('5', 1), index: 0 } },
      { addConditionalFormatRule: { rule: rule('10', 0.5), index: 0 } },
    )
    expect(await list(sheet)).toEqual([rule('10', 0.5), rule('5', 1)])
    const [moved] = await sheet.batch({ updateConditionalFormatRule: { sheetId: 0, index: 0, newIndex: 1 } })
    expect(moved?.updateConditionalFormatRule).toMatchObject({ oldIndex: 0, newIndex: 1 })
    expect(await list(sheet)).toEqual([rule('5', 1), rule('10', 0.5)])
    await sheet.batch({ updateConditionalFormatRule: { index: 1, rule: rule('15', 0.25) } })
    const [deleted] = await sheet.batch({ deleteConditionalFormatRule: { sheetId: 0, index: 0 } })
    expect(deleted?.deleteConditionalFormatRule?.rule).toEqual(rule('5', 1))
    expect(await list(sheet)).toEqual([rule('15', 0.25)])
    expect(await refusal(sheet.batch({ deleteConditionalFormatRule: { sheetId: 0, index: 3 } }))).toMatch(
      /No conditional format on sheet: 0 at index: 3/,
    )
  })

  it('show in the effective format and move with their cells', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1], [6]] })
    await sheet.batch({ addConditionalFormatRule: { rule: rule('5', 1) } })
    const bold = async (range: string) =>
      (await sheet.cell(range, 'effectiveFormat.textFormat.bold')).effectiveFormat?.textFormat?.bold
    expect([await bold('A1'), await bold('A2')]).toEqual([false, true])
    await sheet.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 2 } },
    })
    expect((await list(sheet))?.[0]?.ranges).toEqual([grid(0, [2, 7], [0, 1])])
  })

  it('may be gradients', async () => {
    const sheet = await Sheet.create(google)
    const gradient = {
      ranges: [grid(0, [0, 5], [0, 1])],
      gradientRule: {
        minpoint: { type: 'MIN', colorStyle: { rgbColor: { red: 1 } } },
        midpoint: { type: 'PERCENTILE', value: '50', colorStyle: { rgbColor: { red: 1, green: 1 } } },
        maxpoint: { type: 'MAX', colorStyle: { rgbColor: { green: 1 } } },
      },
    }
    await sheet.batch({ addConditionalFormatRule: { rule: gradient } })
    expect(await list(sheet)).toEqual([gradient])
    const neither = sheet.batch({ addConditionalFormatRule: { rule: { ranges: gradient.ranges } } })
    expect(await refusal(neither)).toMatch(/must have booleanRule or gradientRule/)
  })
})

describe('banding', () => {
  it('is added, changed and deleted, and does not show among conditional formats', async () => {
    const sheet = await Sheet.create(google)
    const rowProperties = {
      headerColorStyle: { rgbColor: { blue: 1 } },
      firstBandColorStyle: { rgbColor: { red: 1, green: 1, blue: 1 } },
      secondBandColorStyle: { rgbColor: { red: 0.9 } },
    }
    const range = grid(0, [0, 6], [0, 3])
    const [reply] = await sheet.batch({ addBanding: { bandedRange: { range, rowProperties } } })
    const bandedRangeId = reply?.addBanding?.bandedRange?.bandedRangeId ?? 0
    const read = async () => (await sheet.get('sheets(bandedRanges,conditionalFormats)')).sheets?.[0]
    expect(await read()).toEqual({ bandedRanges: [{ bandedRangeId, range, rowProperties }] })
    expect((await sheet.cell('A1', 'effectiveFormat.backgroundColor')).effectiveFormat).toBeUndefined()
    await sheet.write('A1', [['h'], [1], [2]])
    const shade = async (cell: string) =>
      (await sheet.cell(cell, 'effectiveFormat.backgroundColor')).effectiveFormat?.backgroundColor
    expect(await shade('A1')).toEqual({ blue: 1 })
    expect(await shade('A3')).toEqual({ red: 0.90196078 })
    const again = sheet.batch({ addBanding: { bandedRange: { range, rowProperties } } })
    expect(await refusal(again)).toMatch(/already has alternating background colors/)
    await sheet.batch({
      updateBanding: { bandedRange: { bandedRangeId, range: grid(0, [0, 9], [0, 3]) }, fields: 'range' },
    })
    expect((await read())?.bandedRanges?.[0]?.range).toEqual(grid(0, [0, 9], [0, 3]))
    await sheet.batch({ deleteBanding: { bandedRangeId } })
    expect(await read()).toEqual({})
  })
})

describe('named ranges', () => {
  it('are added, used, changed, moved and deleted', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1], [2], [3]] })
    const [reply] = await sheet.batch({
      addNamedRange: { namedRange: { name: 'Total', range: grid(0, [0, 3], [0, 1]) } },
    })
    const namedRangeId = reply?.addNamedRange?.namedRange?.namedRangeId ?? ''
    await sheet.write('C1', [['=SUM(Total)']])
    expect(await sheet.read('C1')).toEqual([['6']])
    await sheet.batch({ updateNamedRange: { namedRange: { namedRangeId, name: 'Sum' }, fields: 'name' } })
    expect(await sheet.formulas('C1')).toEqual([['=SUM(Sum)']])
    await sheet.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 2 } },
    })
    expect((await sheet.get('namedRanges')).namedRanges).toEqual([
      { namedRangeId, name: 'Sum', range: grid(0, [0, 4], [0, 1]) },
    ])
    await sheet.batch({ deleteNamedRange: { namedRangeId } })
    expect((await sheet.get('namedRanges')).namedRanges).toBeUndefined()
    expect(await sheet.read('C1')).toEqual([['#NAME?']])
  })

  it('refuse names that are no names or taken', async () => {
    const sheet = await Sheet.create(google)
    const add = (name: string) =>
      sheet.batch({ addNamedRange: { namedRange: { name, range: grid(0, [0, 1], [0, 1]) } } })
    expect(await refusal(add('A1'))).toMatch(/not a valid name for a named range/)
    expect(await refusal(add('two words'))).toMatch(/not a valid name for a named range/)
    await add('Once')
    expect(await refusal(add('once'))).toMatch(/already exists/)
  })
})

describe('protected ranges', () => {
  const PROTECTED = /You are trying to edit a protected cell or object/

  it('stop everyone but the owner and the editors, through every way of writing', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    })
    google.emulator.library.share(sheet.id, COLLEAGUE, 'writer')
    const theirs = sheet.on(google.as(COLLEAGUE))
    const range = grid(0, [0, 1], [0, 2])
    const [reply] = await sheet.batch({
      addProtectedRange: { protectedRange: { range, description: 'Header' } },
    })
    const made = reply?.addProtectedRange?.protectedRange
    expect(made).toEqual({
      protectedRangeId: made?.protectedRangeId,
      range,
      description: 'Header',
      editors: { users: [OWNER] },
    })
    expect(await refusal(theirs.write('B1', [['x']]))).toMatch(PROTECTED)
    const cell = { userEnteredValue: { stringValue: 'x' } }
    expect(await refusal(theirs.batch({ repeatCell: { range, cell, fields: '*' } }))).toMatch(
      /^400 Invalid requests\[0\]\.repeatCell: You are trying to edit a protected/,
    )
    const rows = { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 1 }
    expect(await refusal(theirs.batch({ deleteDimension: { range: rows } }))).toMatch(PROTECTED)
    const clear = theirs.client.spreadsheets.values.clear({ spreadsheetId: sheet.id, range: 'A:A' })
    expect(await refusal(clear)).toMatch(PROTECTED)
    await theirs.write('A2', [['mine']])
    await sheet.write('A1', [['owner']])
    expect(await sheet.read('A1:B2')).toEqual([
      ['owner', 'b'],
      ['mine', 'd'],
    ])
    await sheet.batch({
      updateProtectedRange: {
        protectedRange: { protectedRangeId: made?.protectedRangeId ?? 0, editors: { users: [COLLEAGUE] } },
        fields: 'editors',
      },
    })
    await theirs.write('B1', [['now']])
    await sheet.batch({ deleteProtectedRange: { protectedRangeId: made?.protectedRangeId ?? 0 } })
    expect((await sheet.get('sheets.protectedRanges')).sheets?.[0]?.protectedRanges).toBeUndefined()
  })

  it('cover a whole tab but for ranges left open, and only warn on request', async () => {
    const sheet = await Sheet.create(google)
    google.emulator.library.share(sheet.id, COLLEAGUE, 'writer')
    const theirs = sheet.on(google.as(COLLEAGUE))
    const unprotectedRanges = [grid(0, [1, 3], [0, 2])]
    const [reply] = await sheet.batch({
      addProtectedRange: { protectedRange: { range: { sheetId: 0 }, unprotectedRanges } },
    })
    expect(reply?.addProtectedRange?.protectedRange).toMatchObject({
      range: { sheetId: 0 },
      unprotectedRanges,
    })
    expect(await refusal(theirs.write('A1', [['x']]))).toMatch(PROTECTED)
    await theirs.write('A2:B2', [['x', 'y']])
    expect(await refusal(theirs.write('B3:C3', [['x', 'y']]))).toMatch(PROTECTED)
    const other = await Sheet.create(google)
    google.emulator.library.share(other.id, COLLEAGUE, 'writer')
    await other.batch({ addProtectedRange: { protectedRange: { range: { sheetId: 0 }, warningOnly: true } } })
    await other.on(google.as(COLLEAGUE)).write('A1', [['x']])
  })
})
