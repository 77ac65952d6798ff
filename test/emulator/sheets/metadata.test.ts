/** Developer metadata over the Sheets API: where it goes when its rows do, and how it is found. */
import { describe, expect, it } from 'vitest'
import { grid, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

describe('developer metadata', () => {
  const row = (index: number) => ({
    dimensionRange: { sheetId: 0, dimension: 'ROWS', startIndex: index, endIndex: index + 1 },
  })
  const create = (metadataKey: string, metadataValue: string, location: object) => ({
    createDeveloperMetadata: {
      developerMetadata: { metadataKey, metadataValue, location, visibility: 'DOCUMENT' },
    },
  })

  it('of rows moves when rows are inserted, deleted and moved, and goes with its row', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['a'], ['b'], ['c'], ['d']] })
    await sheet.batch(create('row', 'b', row(1)), create('row', 'd', row(3)))
    const found = async () => {
      const { data } = await sheet.client.spreadsheets.developerMetadata.search({
        spreadsheetId: sheet.id,
        requestBody: { dataFilters: [{ developerMetadataLookup: { metadataKey: 'row' } }] },
      })
      return Object.fromEntries(
        (data.matchedDeveloperMetadata ?? []).map(({ developerMetadata: it }) => [
          it?.metadataValue,
          it?.location?.dimensionRange?.startIndex,
        ]),
      )
    }
    expect(await found()).toEqual({ b: 1, d: 3 })
    await sheet.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 2 } },
    })
    expect(await found()).toEqual({ b: 3, d: 5 })
    await sheet.batch({
      moveDimension: {
        source: { sheetId: 0, dimension: 'ROWS', startIndex: 5, endIndex: 6 },
        destinationIndex: 0,
      },
    })
    expect(await found()).toEqual({ b: 4, d: 0 })
    await sheet.batch({
      deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 1 } },
    })
    expect(await found()).toEqual({ b: 3 })
  })

  it('stays at its row when values are sorted', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['b'], ['a']] })
    await sheet.batch(create('row', 'first', row(0)), {
      sortRange: { range: grid(0, [0, 2], [0, 1]), sortSpecs: [{ dimensionIndex: 0 }] },
    })
    const { sheets } = await sheet.get('sheets.data.rowMetadata.developerMetadata.metadataValue', ['A1:A2'])
    expect(sheets?.[0]?.data?.[0]?.rowMetadata).toEqual([
      { developerMetadata: [{ metadataValue: 'first' }] },
      {},
    ])
  })

  it('is got, changed and deleted by id, key and place', async () => {
    const sheet = await Sheet.create(google)
    const [onRow, onTab, onAll] = (
      await sheet.batch(
        create('k', '1', row(0)),
        create('k', '2', { sheetId: 0 }),
        create('k', '3', { spreadsheet: true }),
      )
    ).map(it => it.createDeveloperMetadata?.developerMetadata)
    expect(onAll?.location).toEqual({ locationType: 'SPREADSHEET', spreadsheet: true })
    const { sheets, developerMetadata } = await sheet.get('developerMetadata,sheets.developerMetadata')
    expect(developerMetadata).toEqual([onAll])
    expect(sheets?.[0]?.developerMetadata).toEqual([onTab])
    const get = (metadataId: number) =>
      sheet.client.spreadsheets.developerMetadata.get({ spreadsheetId: sheet.id, metadataId })
    expect((await get(onRow?.metadataId ?? 0)).data).toEqual(onRow)
    const byId = [{ developerMetadataLookup: { metadataId: onTab?.metadataId ?? 0 } }]
    const [updated] = await sheet.batch({
      updateDeveloperMetadata: {
        dataFilters: byId,
        developerMetadata: { metadataValue: 'new' },
        fields: 'metadataValue',
      },
    })
    expect(updated?.updateDeveloperMetadata?.developerMetadata?.[0]).toEqual({
      ...onTab,
      metadataValue: 'new',
    })
    const [deleted] = await sheet.batch({
      deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataKey: 'k' } } },
    })
    expect(deleted?.deleteDeveloperMetadata?.deletedDeveloperMetadata).toHaveLength(3)
    expect(await refusal(get(onRow?.metadataId ?? 0))).toBe('404 Requested entity was not found.')
  })

  it('names ranges for reading and writing by data filter', async () => {
    const sheet = await Sheet.create(google, {
      Sheet1: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    })
    await sheet.batch(create('line', '2', row(1)))
    const dataFilter = { developerMetadataLookup: { metadataKey: 'line' } }
    const read = await sheet.client.spreadsheets.values.batchGetByDataFilter({
      spreadsheetId: sheet.id,
      requestBody: { dataFilters: [dataFilter] },
    })
    expect(read.data.valueRanges?.[0]?.valueRange?.values).toEqual([['c', 'd']])
    await sheet.client.spreadsheets.values.batchUpdateByDataFilter({
      spreadsheetId: sheet.id,
      requestBody: { valueInputOption: 'RAW', data: [{ dataFilter, values: [['x']] }] },
    })
    expect(await sheet.read('A1:B2')).toEqual([
      ['a', 'b'],
      ['x', 'd'],
    ])
    const { data } = await sheet.client.spreadsheets.getByDataFilter({
      spreadsheetId: sheet.id,
      requestBody: { dataFilters: [{ a1Range: 'B1' }], includeGridData: true },
    })
    expect(data.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]?.formattedValue).toBe('b')
    await sheet.client.spreadsheets.values.batchClearByDataFilter({
      spreadsheetId: sheet.id,
      requestBody: { dataFilters: [dataFilter] },
    })
    expect(await sheet.read('A1:B2')).toEqual([['a', 'b']])
  })
})
