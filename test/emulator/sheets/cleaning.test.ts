import { describe, expect, it } from 'vitest'
import { grid, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

describe('findReplace', () => {
  it('replaces in texts and numbers, leaves formulas alone, and counts', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['apple pie', 'Apple', 1200],
        ['=CONCATENATE("apple","!")', 'pear', 'apple apple'],
      ],
    })
    const [reply] = await sheet.batch({
      findReplace: { find: 'apple', replacement: 'plum', range: grid(0, [0, 2], [0, 3]) },
    })
    expect(reply?.findReplace).toEqual({
      valuesChanged: 3,
      rowsChanged: 2,
      sheetsChanged: 1,
      occurrencesChanged: 4,
    })
    expect(await sheet.read('A1:C2')).toEqual([
      ['plum pie', 'plum', '1200'],
      ['apple!', 'pear', 'plum plum'],
    ])
    await sheet.batch({ findReplace: { find: '12', replacement: '34', allSheets: true } })
    expect(await sheet.read('C1', 'UNFORMATTED_VALUE')).toEqual([[3400]])
  })

  it('respects case, whole cells, regular expressions with groups, and formulas on request', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['Ab', 'ab', 'ab c', 'x-12', '=1+1']] })
    const replace = async (request: object) =>
      (await sheet.batch({ findReplace: { sheetId: 0, ...request } }))[0]?.findReplace
    expect(
      await replace({ find: 'ab', replacement: 'z', matchCase: true, matchEntireCell: true }),
    ).toMatchObject({ valuesChanged: 1 })
    await replace({ find: '([a-z])-(\\d+)', replacement: '$2-$1', searchByRegex: true })
    expect(await replace({ find: '1+1', replacement: '2+2', includeFormulas: true })).toMatchObject({
      formulasChanged: 1,
    })
    expect(await sheet.formulas('A1:E1')).toEqual([['Ab', 'z', 'ab c', '12-x', '=2+2']])
  })

  it('needs something to find and somewhere to look', async () => {
    const sheet = await Sheet.create(google)
    expect(await refusal(sheet.batch({ findReplace: { find: '', allSheets: true } }))).toMatch(
      /find must not be empty/,
    )
    expect(await refusal(sheet.batch({ findReplace: { find: 'a' } }))).toMatch(/A scope .* must be set/)
    const bad = { find: '(', searchByRegex: true, allSheets: true }
    expect(await refusal(sheet.batch({ findReplace: bad }))).toMatch(/not a valid regular expression/)
  })
})

describe('trimWhitespace', () => {
  it('takes spaces off the ends and doubles out of the middle', async () => {
    const sheet = await Sheet.create(google)
    await sheet.write('A1', [['  a  b ', 'ok', 5, '\u00a0x\u00a0', '=" y "']], 'USER_ENTERED')
    const [reply] = await sheet.batch({ trimWhitespace: { range: grid(0, [0, 1], [0, 5]) } })
    expect(reply?.trimWhitespace).toEqual({ cellsChangedCount: 2 })
    expect(await sheet.read('A1:E1')).toEqual([['a b', 'ok', '5', 'x', ' y ']])
  })

  it('leaves a trimmed number-like text a text', async () => {
    const sheet = await Sheet.create(google)
    await sheet.write('A1', [[' 12 ']], 'RAW')
    await sheet.batch({ trimWhitespace: { range: grid(0, [0, 1], [0, 1]) } })
    expect(await sheet.read('A1', 'UNFORMATTED_VALUE')).toEqual([['12']])
  })
})

describe('deleteDuplicates', () => {
  it('removes later rows that repeat, whatever their case, and closes the gaps', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['Ann', 1, '=B1'],
        ['Bob', 2, '=B2'],
        ['ann', 1, '=B3'],
        ['Cy', 3, '=B4'],
      ],
    })
    const [reply] = await sheet.batch({ deleteDuplicates: { range: grid(0, [0, 4], [0, 3]) } })
    expect(reply?.deleteDuplicates).toEqual({ duplicatesRemovedCount: 1 })
    expect(await sheet.formulas('A1:C4')).toEqual([
      ['Ann', 1, '=B1'],
      ['Bob', 2, '=B2'],
      ['Cy', 3, '=B3'],
    ])
  })

  it('compares only the columns it is told', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['a', 1],
        ['a', 2],
        ['b', 1],
      ],
    })
    const comparisonColumns = [{ sheetId: 0, dimension: 'COLUMNS', startIndex: 0, endIndex: 1 }]
    await sheet.batch({ deleteDuplicates: { range: grid(0, [0, 3], [0, 2]), comparisonColumns } })
    expect(await sheet.read('A1:B3')).toEqual([
      ['a', '1'],
      ['b', '1'],
    ])
  })
})

describe('textToColumns', () => {
  it('splits by a given, named or detected delimiter and reads the parts as typed', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a|12%'], ['b|2024-02-03|x']] })
    const source = grid(0, [0, 2], [0, 1])
    await sheet.batch({ textToColumns: { source, delimiter: '|', delimiterType: 'CUSTOM' } })
    expect(await sheet.read('A1:C2')).toEqual([
      ['a', '12%'],
      ['b', '2024-02-03', 'x'],
    ])
    expect(await sheet.read('B1:B2', 'UNFORMATTED_VALUE')).toEqual([[0.12], [45325]])
    const other = await Sheet.create(google)
    await other.write('A1', [['x, y, z']], 'RAW')
    await other.batch({ textToColumns: { source: grid(0, [0, 1], [0, 1]), delimiterType: 'AUTODETECT' } })
    expect(await other.read('A1:C1')).toEqual([['x', 'y', 'z']])
  })

  it('takes one column', async () => {
    const sheet = await Sheet.create(google)
    const call = sheet.batch({ textToColumns: { source: grid(0, [0, 1], [0, 2]), delimiterType: 'COMMA' } })
    expect(await refusal(call)).toMatch(/must be exactly one column/)
  })
})
