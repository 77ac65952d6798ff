/** Batches of requests over the Sheets API: all or nothing. */
import { describe, expect, it } from 'vitest'
import { refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

describe('a batch', () => {
  it('does all or nothing', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a']] })
    const call = sheet.batch(
      { addSheet: { properties: { title: 'New' } } },
      {
        updateCells: {
          start: { sheetId: 0 },
          rows: [{ values: [{ userEnteredValue: { stringValue: 'b' }, note: 'n' }] }],
          fields: '*',
        },
      },
      { insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 2 } } },
      { deleteSheet: { sheetId: 99 } },
    )
    expect(await refusal(call)).toBe('400 Invalid requests[3].deleteSheet: No grid with id: 99')
    expect(await sheet.titles()).toEqual(['Sheet1'])
    expect(await sheet.read('Sheet1')).toEqual([['a']])
    expect((await sheet.cell('A1', 'note')).note).toBeUndefined()
  })

  it('refuses what it does not know, naming it', async () => {
    const sheet = await Sheet.create(google)
    expect(await refusal(sheet.batch())).toBe('400 Must specify at least one request.')
    expect(await refusal(sheet.batch({}))).toBe('400 Invalid requests[0]: No request set.')
    expect(await refusal(sheet.batch({ refreshDataSource: {} }))).toMatch(
      /does not have the request kind "refreshDataSource"/,
    )
    const misspelled = { addSheet: { propertys: {} } } as object
    expect(await refusal(sheet.batch(misspelled))).toBe(
      '400 Invalid JSON payload received. Unknown name "propertys" at \'requests[0].addSheet\': Cannot find field.',
    )
    const wrongKind = { addSheet: { properties: { title: 5 } } } as object
    expect(await refusal(sheet.batch(wrongKind))).toMatch(
      /Invalid value at 'requests\[0\]\.addSheet\.properties\.title'/,
    )
  })

  it('answers with the spreadsheet when asked to', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a']] })
    const { data } = await sheet.client.spreadsheets.batchUpdate({
      spreadsheetId: sheet.id,
      requestBody: {
        requests: [{ addSheet: { properties: { title: 'New' } } }],
        includeSpreadsheetInResponse: true,
        responseIncludeGridData: true,
        responseRanges: ['Sheet1!A1'],
      },
    })
    expect(data.updatedSpreadsheet?.sheets).toHaveLength(1)
    expect(data.updatedSpreadsheet?.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]?.formattedValue).toBe(
      'a',
    )
  })
})
