/** Spreadsheets and their tabs over the Sheets API. */
import { describe, expect, it } from 'vitest'
import { grid, OWNER, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

describe('spreadsheets', () => {
  it('is created with title, tabs and cells', async () => {
    const { data } = await google.as(OWNER).spreadsheets.create({
      requestBody: {
        properties: { title: 'Plan', timeZone: 'Europe/Berlin' },
        sheets: [
          {
            properties: { title: 'One', gridProperties: { rowCount: 10, columnCount: 4, frozenRowCount: 1 } },
          },
          {
            properties: { title: 'Two', sheetId: 7 },
            data: [{ startRow: 1, rowData: [{ values: [{ userEnteredValue: { numberValue: 3 } }] }] }],
          },
        ],
      },
    })
    expect(data.spreadsheetUrl).toBe(`${google.emulator.url}/spreadsheets/d/${data.spreadsheetId}/edit`)
    expect(data.properties).toMatchObject({ title: 'Plan', timeZone: 'Europe/Berlin', locale: 'en_US' })
    expect(data.sheets?.map(it => it.properties)).toEqual([
      {
        sheetId: 0,
        title: 'One',
        index: 0,
        sheetType: 'GRID',
        gridProperties: { rowCount: 10, columnCount: 4, frozenRowCount: 1 },
      },
      {
        sheetId: 7,
        title: 'Two',
        index: 1,
        sheetType: 'GRID',
        gridProperties: { rowCount: 1000, columnCount: 26 },
      },
    ])
    const values = await google
      .as(OWNER)
      .spreadsheets.values.get({ spreadsheetId: data.spreadsheetId ?? '', range: 'Two' })
    expect(values.data.values).toEqual([[], ['3']])
  })

  it('changes its own properties under a mask', async () => {
    const sheet = await Sheet.create(google)
    await sheet.batch({
      updateSpreadsheetProperties: { properties: { title: 'Renamed', locale: 'de_DE' }, fields: 'title' },
    })
    expect((await sheet.get('properties(title,locale)')).properties).toEqual({
      title: 'Renamed',
      locale: 'en_US',
    })
    const zone = {
      updateSpreadsheetProperties: { properties: { timeZone: 'Moon/Base' }, fields: 'timeZone' },
    }
    expect(await refusal(sheet.batch(zone))).toMatch(
      /^400 Invalid requests\[0\]\.updateSpreadsheetProperties: Invalid time zone/,
    )
  })

  it('is 404 when there is none', async () => {
    const get = google.as(OWNER).spreadsheets.get({ spreadsheetId: 'nothing-here' })
    expect(await refusal(get)).toBe('404 Requested entity was not found.')
  })
})

describe('tabs', () => {
  it('are added with a free title, at an index, with what was asked', async () => {
    const sheet = await Sheet.create(google)
    const gridProperties = {
      rowCount: 5,
      columnCount: 3,
      frozenRowCount: 2,
      frozenColumnCount: 1,
      hideGridlines: true,
    }
    const [plain, full] = await sheet.batch(
      { addSheet: {} },
      {
        addSheet: {
          properties: {
            title: 'First',
            sheetId: 42,
            index: 0,
            hidden: true,
            tabColor: { red: 1 },
            gridProperties,
          },
        },
      },
    )
    expect(plain?.addSheet?.properties).toMatchObject({ title: 'Sheet2', index: 1 })
    expect(full?.addSheet?.properties).toEqual({
      sheetId: 42,
      title: 'First',
      index: 0,
      sheetType: 'GRID',
      hidden: true,
      tabColor: { red: 1 },
      tabColorStyle: { rgbColor: { red: 1 } },
      gridProperties,
    })
    expect(await sheet.titles()).toEqual(['First', 'Sheet1', 'Sheet2'])
  })

  it('have unique titles and ids', async () => {
    const sheet = await Sheet.create(google)
    expect(await refusal(sheet.batch({ addSheet: { properties: { title: 'sheet1' } } }))).toBe(
      '400 Invalid requests[0].addSheet: A sheet with the name "sheet1" already exists. Please enter another name.',
    )
    expect(await refusal(sheet.batch({ addSheet: { properties: { sheetId: 0, title: 'x' } } }))).toMatch(
      /already exists/,
    )
  })

  it('are deleted, but never the last one', async () => {
    const sheet = await Sheet.create(google, { A: [['=B!A1']], B: [[1]] })
    await sheet.batch({ deleteSheet: { sheetId: 1 } })
    expect(await sheet.titles()).toEqual(['A'])
    expect(await sheet.read('A1')).toEqual([['#REF!']])
    expect(await refusal(sheet.batch({ deleteSheet: { sheetId: 0 } }))).toMatch(
      /You can't remove all the sheets/,
    )
    expect(await refusal(sheet.batch({ deleteSheet: { sheetId: 9 } }))).toBe(
      '400 Invalid requests[0].deleteSheet: No grid with id: 9',
    )
  })

  it('are renamed together with the formulas that name them', async () => {
    const sheet = await Sheet.create(google, { Data: [[5]], Sum: [['=Data!A1*2']] })
    await sheet.batch({
      updateSheetProperties: { properties: { sheetId: 0, title: 'My data' }, fields: 'title' },
    })
    expect(await sheet.formulas('Sum!A1')).toEqual([["='My data'!A1*2"]])
    expect(await sheet.read('Sum!A1')).toEqual([['10']])
  })

  it('may have any characters in their titles, and formulas name them so', async () => {
    const title = "It's [Q1/Q2] * \\ what?"
    const quoted = `'${title.replaceAll("'", "''")}'`
    const sheet = await Sheet.create(google, { Sheet1: [], Other: [] })
    await sheet.batch({ updateSheetProperties: { properties: { sheetId: 0, title }, fields: 'title' } })
    expect(await sheet.titles()).toEqual([title, 'Other'])
    await sheet.write(`${quoted}!A1`, [[5]])
    const formula = `=SUM( ${quoted}!A1 , 1)&"'it''s'!A1"`
    await sheet.write('Other!A1', [[formula]])
    expect(await sheet.read('Other!A1')).toEqual([["6'it''s'!A1"]])
    expect(await sheet.formulas('Other!A1')).toEqual([[formula]])
    const cell = { userEnteredValue: { formulaValue: `=${quoted}!A1` } }
    await sheet.batch({ repeatCell: { range: grid(1, [1, 3], [0, 1]), cell, fields: '*' } })
    expect(await sheet.formulas('Other!A2:A3')).toEqual([[`=${quoted}!A1`], [`=${quoted}!A2`]])
    const [copy] = await sheet.batch({ duplicateSheet: { sourceSheetId: 0 } })
    expect(copy?.duplicateSheet?.properties?.title).toBe(`Copy of ${title}`)
    expect(
      (await sheet.client.spreadsheets.values.get({ spreadsheetId: sheet.id, range: quoted })).data.range,
    ).toBe(`${quoted}!A1:Z1000`)
    await sheet.batch({ addSheet: { properties: { title: '質問？' } } })
    expect(await sheet.titles()).toContain('質問？')
    expect(await refusal(sheet.batch({ addSheet: { properties: { title } } }))).toMatch(/already exists/)
  })

  it('are moved, hidden, coloured, frozen and resized under a mask', async () => {
    const sheet = await Sheet.create(google, { A: [], B: [], C: [] })
    await sheet.batch({
      updateSheetProperties: {
        properties: {
          sheetId: 0,
          index: 2,
          hidden: true,
          tabColorStyle: { rgbColor: { green: 1 } },
          title: 'not in the mask',
          gridProperties: { frozenRowCount: 1, rowCount: 50, columnCount: 30 },
        },
        fields: 'index,hidden,tabColorStyle,gridProperties(frozenRowCount,rowCount,columnCount)',
      },
    })
    const { sheets } = await sheet.get('sheets.properties')
    expect(sheets?.[2]?.properties).toMatchObject({
      title: 'A',
      hidden: true,
      tabColor: { green: 1 },
      gridProperties: { rowCount: 50, columnCount: 30, frozenRowCount: 1 },
    })
    await sheet.batch({
      updateSheetProperties: {
        properties: { sheetId: 0 },
        fields: 'hidden,tabColor,gridProperties.frozenRowCount',
      },
    })
    const after = (await sheet.get('sheets.properties')).sheets?.[2]?.properties
    expect(after).not.toHaveProperty('hidden')
    expect(after).not.toHaveProperty('tabColor')
    expect(after?.gridProperties).not.toHaveProperty('frozenRowCount')
  })

  it('ask for a mask and know their fields', async () => {
    const sheet = await Sheet.create(google)
    const update = (fields?: string) =>
      sheet.batch({
        updateSheetProperties: { properties: { sheetId: 0, title: 'x' }, ...(fields ? { fields } : {}) },
      })
    expect(await refusal(update())).toMatch(/At least one field must be listed in 'fields'/)
    expect(await refusal(update('titel'))).toBe(
      '400 Invalid requests[0].updateSheetProperties: Invalid field: titel',
    )
  })

  it('are duplicated with their cells, formulas and notes', async () => {
    const sheet = await Sheet.create(google, { Data: [[1, '=A1+1', '=Data!A1']] })
    await sheet.batch({
      updateCells: { start: { sheetId: 0 }, rows: [{ values: [{ note: 'hello' }] }], fields: 'note' },
    })
    const [reply] = await sheet.batch({ duplicateSheet: { sourceSheetId: 0 } })
    expect(reply?.duplicateSheet?.properties).toMatchObject({ title: 'Copy of Data', index: 1 })
    expect(await sheet.read("'Copy of Data'!A1:C1")).toEqual([['1', '2', '1']])
    expect((await sheet.cell("'Copy of Data'!A1", 'note')).note).toBe('hello')
    await sheet.batch({
      duplicateSheet: { sourceSheetId: 0, newSheetId: 9, newSheetName: 'Second', insertSheetIndex: 0 },
    })
    expect(await sheet.titles()).toEqual(['Second', 'Data', 'Copy of Data'])
  })

  it('are copied to another spreadsheet under the next free title', async () => {
    const source = await Sheet.create(google, {
      Data: [
        ['a', '12%', '=B1*2'],
        ['=Data!A1', "=SUM('Other tab'!A1)"],
      ],
      'Other tab': [[5]],
    })
    await source.batch({ mergeCells: { range: grid(0, [4, 6], [0, 2]), mergeType: 'MERGE_ALL' } })
    const target = await Sheet.create(google)
    const copy = async () =>
      (
        await source.client.spreadsheets.sheets.copyTo({
          spreadsheetId: source.id,
          sheetId: 0,
          requestBody: { destinationSpreadsheetId: target.id },
        })
      ).data
    expect(await copy()).toMatchObject({ title: 'Copy of Data', index: 1 })
    expect(await copy()).toMatchObject({ title: 'Copy of Data 2', index: 2 })
    expect(await target.read("'Copy of Data'!A1:C2")).toEqual([
      ['a', '12%', '24%'],
      ['a', '#REF!'],
    ])
    expect(await target.formulas("'Copy of Data 2'!A2")).toEqual([["='Copy of Data 2'!A1"]])
    expect((await target.get('sheets.merges')).sheets?.[1]?.merges).toHaveLength(1)
  })
})
