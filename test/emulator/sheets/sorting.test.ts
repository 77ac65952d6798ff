import { describe, expect, it } from 'vitest'
import { grid, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

const sortBy = (dimensionIndex: number, sortOrder = 'ASCENDING') => ({ dimensionIndex, sortOrder })

describe('sortRange', () => {
  it('orders numbers, texts, booleans and errors, with blanks last in both directions', async () => {
    const values = [['b'], [''], [true], ['=1/0'], [10], ['A'], [2], [false]]
    const sheet = await Sheet.create(google, { Sheet1: values })
    const sort = (order: string) =>
      sheet.batch({ sortRange: { range: grid(0, [0, 8], [0, 1]), sortSpecs: [sortBy(0, order)] } })
    await sort('ASCENDING')
    expect((await sheet.read('A1:A8')).flat()).toEqual(['2', '10', 'A', 'b', 'FALSE', 'TRUE', '#DIV/0!'])
    await sort('DESCENDING')
    expect((await sheet.read('A1:A8')).flat()).toEqual(['#DIV/0!', 'TRUE', 'FALSE', 'b', 'A', '10', '2'])
  })

  it('takes formulas, formats and notes along, by several columns', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['South', 2, '=B1*10'],
        ['North', 9, '=B2*10'],
        ['North', 1, '=B3*10'],
      ],
    })
    const cell = { note: 'south', userEnteredFormat: { textFormat: { bold: true } } }
    await sheet.batch(
      { repeatCell: { range: grid(0, [0, 1], [0, 1]), cell, fields: 'note,userEnteredFormat' } },
      { sortRange: { range: grid(0, [0, 3], [0, 3]), sortSpecs: [sortBy(0), sortBy(1, 'DESCENDING')] } },
    )
    expect(await sheet.read('A1:C3')).toEqual([
      ['North', '9', '90'],
      ['North', '1', '10'],
      ['South', '2', '20'],
    ])
    expect(await sheet.formulas('C1:C3')).toEqual([['=B1*10'], ['=B2*10'], ['=B3*10']])
    expect(await sheet.cell('A3', 'note,userEnteredFormat.textFormat.bold')).toMatchObject(cell)
    expect(await sheet.cell('A1', 'note,userEnteredFormat')).toEqual({})
  })

  it('sorts by values that the same batch has written', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[1], [2], [3]] })
    await sheet.batch(
      {
        repeatCell: {
          range: grid(0, [0, 3], [1, 2]),
          cell: { userEnteredValue: { formulaValue: '=-A1' } },
          fields: '*',
        },
      },
      { sortRange: { range: grid(0, [0, 3], [0, 2]), sortSpecs: [sortBy(1)] } },
    )
    expect(await sheet.read('A1:B3')).toEqual([
      ['3', '-3'],
      ['2', '-2'],
      ['1', '-1'],
    ])
  })

  it('refuses columns outside the range and merged cells', async () => {
    const sheet = await Sheet.create(google)
    const outside = sheet.batch({ sortRange: { range: grid(0, [0, 3], [0, 2]), sortSpecs: [sortBy(5)] } })
    expect(await refusal(outside)).toMatch(/Sort column 5 is outside the range/)
    await sheet.batch({ mergeCells: { range: grid(0, [0, 2], [0, 1]), mergeType: 'MERGE_ALL' } })
    const merged = sheet.batch({ sortRange: { range: grid(0, [0, 3], [0, 2]), sortSpecs: [sortBy(0)] } })
    expect(await refusal(merged)).toMatch(/You can't sort a range that contains merged cells/)
  })
})

describe('randomizeRange', () => {
  it('keeps every row whole', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => [i, `=A${i + 1}*2`])
    const sheet = await Sheet.create(google, { Sheet1: rows })
    await sheet.batch({ randomizeRange: { range: grid(0, [0, 30], [0, 2]) } })
    const after = (await sheet.read('A1:B30', 'UNFORMATTED_VALUE')) as number[][]
    expect(after.map(([value]) => value).sort((a = 0, b = 0) => a - b)).toEqual(rows.map(([value]) => value))
    expect(after.every(([value = 0, twice]) => twice === value * 2)).toBe(true)
    expect(after.map(([value]) => value)).not.toEqual(rows.map(([value]) => value))
  })
})

describe('filters', () => {
  const DATA = [
    ['Region', 'Qty'],
    ['North', 5],
    ['South', 20],
    ['North', 30],
    ['East', ''],
  ]

  it('hide rows by values and conditions and can be cleared', async () => {
    const sheet = await Sheet.create(google, { Sheet1: DATA })
    const range = grid(0, [0, 5], [0, 2])
    await sheet.batch({
      setBasicFilter: {
        filter: {
          range,
          criteria: {
            0: { hiddenValues: ['East'] },
            1: { condition: { type: 'NUMBER_GREATER', values: [{ userEnteredValue: '10' }] } },
          },
        },
      },
    })
    const { sheets } = await sheet.get('sheets(basicFilter,data.rowMetadata.hiddenByFilter)', ['A1:B5'])
    expect(sheets?.[0]?.basicFilter?.range).toEqual(range)
    expect(sheets?.[0]?.basicFilter?.criteria?.[0]).toEqual({ hiddenValues: ['East'] })
    expect(sheets?.[0]?.data?.[0]?.rowMetadata).toEqual([
      {},
      { hiddenByFilter: true },
      {},
      {},
      { hiddenByFilter: true },
    ])
    await sheet.batch({ clearBasicFilter: { sheetId: 0 } })
    const after = await sheet.get('sheets(basicFilter,data.rowMetadata.hiddenByFilter)', ['A1:B5'])
    expect(after.sheets?.[0]?.basicFilter).toBeUndefined()
    expect(after.sheets?.[0]?.data?.[0]?.rowMetadata).toEqual([{}, {}, {}, {}, {}])
  })

  it('sort below the header when they are set with sort specs, and move with the grid', async () => {
    const sheet = await Sheet.create(google, { Sheet1: DATA })
    await sheet.batch({
      setBasicFilter: { filter: { range: grid(0, [0, 5], [0, 2]), sortSpecs: [sortBy(1, 'DESCENDING')] } },
    })
    expect((await sheet.read('B1:B5')).flat()).toEqual(['Qty', '30', '20', '5'])
    await sheet.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'COLUMNS', startIndex: 0, endIndex: 1 } },
    })
    const filter = (await sheet.get('sheets.basicFilter')).sheets?.[0]?.basicFilter
    expect(filter?.range).toEqual(grid(0, [0, 5], [1, 3]))
    expect(filter?.sortSpecs).toEqual([sortBy(2, 'DESCENDING')])
  })

  it('are kept as views beside one another', async () => {
    const sheet = await Sheet.create(google, { Sheet1: DATA })
    const [reply] = await sheet.batch({
      addFilterView: {
        filter: { title: 'Big', range: grid(0, [0, 5], [0, 2]), criteria: { 0: { hiddenValues: ['East'] } } },
      },
    })
    const filterViewId = reply?.addFilterView?.filter?.filterViewId ?? 0
    await sheet.batch(
      { updateFilterView: { filter: { filterViewId, title: 'Bigger' }, fields: 'title' } },
      { duplicateFilterView: { filterId: filterViewId } },
    )
    const views = async () =>
      (await sheet.get('sheets.filterViews(filterViewId,title,criteria)')).sheets?.[0]?.filterViews
    expect((await views())?.map(it => it.title)).toEqual(['Bigger', 'Copy of Bigger'])
    expect((await views())?.[1]?.criteria).toEqual({ 0: { hiddenValues: ['East'] } })
    await sheet.batch({ deleteFilterView: { filterId: filterViewId } })
    expect((await views())?.map(it => it.title)).toEqual(['Copy of Bigger'])
    expect(await refusal(sheet.batch({ deleteFilterView: { filterId: filterViewId } }))).toMatch(
      /No filter view with id/,
    )
  })
})
