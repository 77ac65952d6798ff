/** Values written over the Sheets API: set, appended, cleared, and by whom. */
import { describe, expect, it } from 'vitest'
import { COLLEAGUE, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

describe('writing values', () => {
  it('counts what it wrote and skips nulls', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['keep', 'old']] })
    expect(
      await sheet.write('A1:B2', [
        [null, 'new'],
        [1, 2],
      ]),
    ).toEqual({
      spreadsheetId: sheet.id,
      updatedRange: 'Sheet1!A1:B2',
      updatedRows: 2,
      updatedColumns: 2,
      updatedCells: 3,
    })
    expect(await sheet.read('A1:B2')).toEqual([
      ['keep', 'new'],
      ['1', '2'],
    ])
  })

  it('keeps RAW text as it is, formulas and numbers in it too', async () => {
    const sheet = await Sheet.create(google)
    await sheet.write('A1', [['=1+1', '12%', '007', "'x", 5, true, '2024-02-03', '#N/A']], 'RAW')
    expect(await sheet.read('A1:H1', 'UNFORMATTED_VALUE')).toEqual([
      ['=1+1', '12%', '007', "'x", 5, true, '2024-02-03', '#N/A'],
    ])
    expect((await sheet.cell('A1', 'userEnteredValue')).userEnteredValue).toEqual({ stringValue: '=1+1' })
  })

  it('clears a cell that is given an empty text', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a', 'b']] })
    await sheet.write('A1', [['']])
    expect(await sheet.read('A1:B1')).toEqual([['', 'b']])
  })

  it('refuses values that reach over the range it was given', async () => {
    const sheet = await Sheet.create(google)
    expect(
      await refusal(
        sheet.write('A1:B1', [
          [1, 2],
          [3, 4],
        ]),
      ),
    ).toBe('400 Requested writing within range [Sheet1!A1:B1], but tried writing to row [2]')
    expect(await refusal(sheet.write('A1:B2', [[1, 2, 3]]))).toBe(
      '400 Requested writing within range [Sheet1!A1:B2], but tried writing to column [C]',
    )
  })

  it('grows the grid where only the first cell was named', async () => {
    const sheet = await Sheet.create(google)
    await sheet.write('Y999', [[1, 2, 3], [4], [5]])
    const { sheets } = await sheet.get('sheets.properties.gridProperties(rowCount,columnCount)')
    expect(sheets?.[0]?.properties?.gridProperties).toEqual({ rowCount: 1001, columnCount: 27 })
    expect(await sheet.read('Y999:AA1001')).toEqual([['1', '2', '3'], ['4'], ['5']])
  })

  it('writes columns when the major dimension says so', async () => {
    const sheet = await Sheet.create(google)
    await sheet.client.spreadsheets.values.update({
      spreadsheetId: sheet.id,
      range: 'A1',
      valueInputOption: 'RAW',
      requestBody: { majorDimension: 'COLUMNS', values: [['a', 'b'], ['c']] },
    })
    expect(await sheet.read('A1:B2')).toEqual([['a', 'c'], ['b']])
  })

  it('answers with what it wrote when asked to', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [[2, 3]] })
    const { data } = await sheet.client.spreadsheets.values.update({
      spreadsheetId: sheet.id,
      range: 'C1',
      valueInputOption: 'USER_ENTERED',
      includeValuesInResponse: true,
      responseValueRenderOption: 'UNFORMATTED_VALUE',
      requestBody: { values: [['=A1*B1']] },
    })
    expect(data.updatedData).toEqual({ range: 'Sheet1!C1', majorDimension: 'ROWS', values: [[6]] })
  })

  it('writes several ranges at once or none', async () => {
    const sheet = await Sheet.create(google)
    const write = (data: { range: string; values: unknown[][] }[]) =>
      sheet.client.spreadsheets.values.batchUpdate({
        spreadsheetId: sheet.id,
        requestBody: { valueInputOption: 'RAW', data },
      })
    const bad = [
      { range: 'A1', values: [['x']] },
      { range: 'Gone!A1', values: [['y']] },
    ]
    expect(await refusal(write(bad))).toBe('400 Unable to parse range: Gone!A1')
    expect(await sheet.read('A1')).toEqual([])
    const { data } = await write([
      { range: 'A1', values: [['x', 'y']] },
      { range: 'A3', values: [['z']] },
    ])
    expect(data).toMatchObject({ totalUpdatedCells: 3, totalUpdatedRows: 2, totalUpdatedSheets: 1 })
    expect(await sheet.read('A1:B3')).toEqual([['x', 'y'], [], ['z']])
  })

  it('asks for the value input option', async () => {
    const sheet = await Sheet.create(google)
    const call = sheet.client.spreadsheets.values.update({
      spreadsheetId: sheet.id,
      range: 'A1',
      requestBody: { values: [[1]] },
    })
    expect(await refusal(call)).toBe("400 'valueInputOption' is required but not specified")
  })

  it('refuses a value that is no scalar and one that is too long', async () => {
    const sheet = await Sheet.create(google)
    expect(await refusal(sheet.write('A1', [[{ a: 1 }]]))).toMatch(
      /^400 Invalid values\[0\]\[0\]: struct_value/,
    )
    expect(await refusal(sheet.write('A1', [['x'.repeat(50_001)]]))).toMatch(/maximum of 50000 characters/)
  })

  it('drops what is written under a merge, as only its first cell holds a value', async () => {
    const sheet = await Sheet.create(google)
    const range = { sheetId: 0, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 2 }
    await sheet.batch({ mergeCells: { range, mergeType: 'MERGE_ALL' } })
    await sheet.write('A1', [['a', 'b', 'c']])
    expect(await sheet.read('A1:C1')).toEqual([['a', '', 'c']])
  })
})

describe('appending and clearing', () => {
  it('appends after the table at the range and says which table that was', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['Name', 'Age'],
        ['Ann', 30],
      ],
    })
    const { data } = await sheet.client.spreadsheets.values.append({
      spreadsheetId: sheet.id,
      range: 'Sheet1!A1',
      valueInputOption: 'USER_ENTERED',
      requestBody: {
        values: [
          ['Bob', 40],
          ['Cy', '=B3+1'],
        ],
      },
    })
    expect(data.tableRange).toBe('Sheet1!A1:B2')
    expect(data.updates).toMatchObject({ updatedRange: 'Sheet1!A3:B4', updatedCells: 4 })
    expect(await sheet.read('A3:B4')).toEqual([
      ['Bob', '40'],
      ['Cy', '41'],
    ])
  })

  it('adds rows to the grid when the table ends with it, and inserts rows on request', async () => {
    const sheet = await Sheet.create(google)
    await sheet.write('A999', [['a'], ['b']])
    const append = (insertDataOption: string) =>
      sheet.client.spreadsheets.values.append({
        spreadsheetId: sheet.id,
        range: 'A999',
        valueInputOption: 'RAW',
        insertDataOption,
        requestBody: { values: [['c'], ['d']] },
      })
    await append('OVERWRITE')
    expect(await sheet.read('A999:A1002')).toEqual([['a'], ['b'], ['c'], ['d']])
    await sheet.write('C1', [['below']])
    const other = await Sheet.create(google, { Sheet1: [['t'], [], ['after']] })
    const { data } = await other.client.spreadsheets.values.append({
      spreadsheetId: other.id,
      range: 'A1',
      valueInputOption: 'RAW',
      insertDataOption: 'INSERT_ROWS',
      requestBody: { values: [['new']] },
    })
    expect(data.updates?.updatedRange).toBe('Sheet1!A2')
    expect(await other.read('A1:A4')).toEqual([['t'], ['new'], [], ['after']])
  })

  it('starts a table in an empty tab at the range itself', async () => {
    const sheet = await Sheet.create(google)
    const { data } = await sheet.client.spreadsheets.values.append({
      spreadsheetId: sheet.id,
      range: 'B2',
      valueInputOption: 'RAW',
      requestBody: { values: [['x']] },
    })
    expect(data.tableRange).toBeUndefined()
    expect(data.updates?.updatedRange).toBe('Sheet1!B2')
  })

  it('clears values and keeps formats', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['12%', 'a'],
        ['=A1', 'b'],
      ],
    })
    const { data } = await sheet.client.spreadsheets.values.clear({ spreadsheetId: sheet.id, range: 'A1:A' })
    expect(data.clearedRange).toBe('Sheet1!A1:A1000')
    expect(await sheet.read('A1:B2')).toEqual([
      ['', 'a'],
      ['', 'b'],
    ])
    expect((await sheet.cell('A1', 'userEnteredFormat')).userEnteredFormat?.numberFormat?.type).toBe(
      'PERCENT',
    )
    const cleared = await sheet.client.spreadsheets.values.batchClear({
      spreadsheetId: sheet.id,
      requestBody: { ranges: ['B1', 'B2'] },
    })
    expect(cleared.data.clearedRanges).toEqual(['Sheet1!B1', 'Sheet1!B2'])
    expect(await sheet.read('A1:B2')).toEqual([])
  })
})

describe('who may', () => {
  it('lets readers read and only writers write', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a']] })
    const theirs = sheet.on(google.as(COLLEAGUE))
    expect(await refusal(theirs.read('A1'))).toBe('403 The caller does not have permission')
    google.emulator.library.share(sheet.id, COLLEAGUE, 'reader')
    expect(await theirs.read('A1')).toEqual([['a']])
    expect(await refusal(theirs.write('A1', [['b']]))).toBe('403 The caller does not have permission')
    google.emulator.library.share(sheet.id, COLLEAGUE, 'writer')
    await theirs.write('A1', [['b']])
    expect(await sheet.read('A1')).toEqual([['b']])
  })
})
