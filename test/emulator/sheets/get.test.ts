import { describe, expect, it } from 'vitest'
import { grid, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

describe('field masks', () => {
  it('select nested fields with parentheses, dots, slashes and stars', async () => {
    const sheet = await Sheet.create(google, { A: [['x', 2]], B: [] })
    const expected = {
      sheets: [{ properties: { sheetId: 0, title: 'A' } }, { properties: { sheetId: 1, title: 'B' } }],
    }
    expect(await sheet.get('sheets(properties(sheetId,title))')).toEqual(expected)
    expect(await sheet.get('sheets.properties.sheetId,sheets/properties/title')).toEqual(expected)
    expect(Object.keys((await sheet.get('sheets.properties.*')).sheets?.[0]?.properties ?? {})).toContain(
      'gridProperties',
    )
    expect(await sheet.get('spreadsheetId')).toEqual({ spreadsheetId: sheet.id })
    expect((await sheet.get('*')).sheets).toHaveLength(2)
  })

  it('select values together with properties', async () => {
    const sheet = await Sheet.create(google, { A: [['x', 2]] })
    const fields = 'sheets(properties(sheetId,title),data.rowData.values(formattedValue,userEnteredValue))'
    expect(await sheet.get(fields)).toEqual({
      sheets: [
        {
          properties: { sheetId: 0, title: 'A' },
          data: [
            {
              rowData: [
                {
                  values: [
                    { formattedValue: 'x', userEnteredValue: { stringValue: 'x' } },
                    { formattedValue: '2', userEnteredValue: { numberValue: 2 } },
                  ],
                },
              ],
            },
          ],
        },
      ],
    })
  })

  it('decide about grid data instead of includeGridData', async () => {
    const sheet = await Sheet.create(google, { A: [['x']] })
    const get = async (params: object) =>
      (await sheet.client.spreadsheets.get({ spreadsheetId: sheet.id, ...params })).data.sheets?.[0]?.data
    expect(await get({})).toBeUndefined()
    expect(await get({ includeGridData: true })).toHaveLength(1)
    expect(await get({ includeGridData: true, fields: 'sheets.properties' })).toBeUndefined()
    expect(await get({ fields: 'sheets.data.rowData.values.formattedValue' })).toHaveLength(1)
  })

  it('refuse what the answer has not got', async () => {
    const sheet = await Sheet.create(google)
    expect(await refusal(sheet.get('sheets.propertys'))).toMatch(
      /^400 .*Invalid field selection sheets\.propertys/,
    )
    expect(await refusal(sheet.get('sheets(properties'))).toMatch(/^400 Invalid field selection/)
  })

  it('work on the answers of other methods too', async () => {
    const sheet = await Sheet.create(google, { A: [['x']] })
    const { data } = await sheet.client.spreadsheets.values.get({
      spreadsheetId: sheet.id,
      range: 'A1',
      fields: 'values',
    })
    expect(data).toEqual({ values: [['x']] })
  })
})

describe('grid data', () => {
  it('has one part for each range, starting where the range does', async () => {
    const sheet = await Sheet.create(google, {
      A: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      B: [['e']],
    })
    const { sheets } = await sheet.get(
      'sheets(properties.title,data(startRow,startColumn,rowData.values.formattedValue))',
      ['A!A1:A2', 'A!B2:C9'],
    )
    expect(sheets).toEqual([
      {
        properties: { title: 'A' },
        data: [
          { rowData: [{ values: [{ formattedValue: 'a' }] }, { values: [{ formattedValue: 'c' }] }] },
          { startRow: 1, startColumn: 1, rowData: [{ values: [{ formattedValue: 'd' }] }] },
        ],
      },
    ])
  })

  it('keeps the place of empty cells and rows', async () => {
    const sheet = await Sheet.create(google, { A: [['a', '', 'c'], [], ['', 'x']] })
    const { sheets } = await sheet.get('sheets.data.rowData.values.formattedValue')
    expect(sheets?.[0]?.data?.[0]?.rowData).toEqual([
      { values: [{ formattedValue: 'a' }, {}, { formattedValue: 'c' }] },
      {},
      { values: [{}, { formattedValue: 'x' }] },
    ])
  })

  it('shows spilled values as effective, with nothing entered', async () => {
    const sheet = await Sheet.create(google, { A: [['=SEQUENCE(2)']] })
    const { sheets } = await sheet.get('sheets.data.rowData.values(userEnteredValue,effectiveValue)')
    expect(sheets?.[0]?.data?.[0]?.rowData).toEqual([
      {
        values: [{ userEnteredValue: { formulaValue: '=SEQUENCE(2)' }, effectiveValue: { numberValue: 1 } }],
      },
      { values: [{ effectiveValue: { numberValue: 2 } }] },
    ])
  })

  it('of a whole spreadsheet has values, formats and properties together', async () => {
    const sheet = await Sheet.create(google, { A: [['Qty'], [5]] })
    await sheet.batch(
      {
        updateSheetProperties: {
          properties: { sheetId: 0, gridProperties: { frozenRowCount: 1 } },
          fields: 'gridProperties.frozenRowCount',
        },
      },
      { mergeCells: { range: grid(0, [4, 6], [0, 2]), mergeType: 'MERGE_ALL' } },
    )
    const { data } = await sheet.client.spreadsheets.get({ spreadsheetId: sheet.id, includeGridData: true })
    const [first] = data.sheets ?? []
    expect(first?.properties?.gridProperties?.frozenRowCount).toBe(1)
    expect(first?.merges).toEqual([grid(0, [4, 6], [0, 2])])
    expect(first?.data?.[0]?.rowData?.[1]?.values?.[0]).toMatchObject({
      userEnteredValue: { numberValue: 5 },
      effectiveValue: { numberValue: 5 },
      formattedValue: '5',
      effectiveFormat: { horizontalAlignment: 'RIGHT' },
    })
    expect(first?.data?.[0]?.rowMetadata).toHaveLength(1000)
    expect(first?.data?.[0]?.columnMetadata).toHaveLength(26)
  })
})
