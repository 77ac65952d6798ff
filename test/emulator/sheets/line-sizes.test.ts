/** Sizes of rows and columns, which the engine and Google count from other beginnings. */
import { expect, it } from 'vitest'
import { engineSize, googleSize } from '../../../emulator/sheets/cells/line-sizes.ts'
import { Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()

it('a line that is set to the size it had looks as it did', () => {
  expect(engineSize('ROW', googleSize('ROW', 23))).toBe(23)
  expect(engineSize('COL', googleSize('COL', 96))).toBe(96)
})

it('a size is read as it was written', async () => {
  const sheet = await Sheet.create(google, { Sheet1: [['a']] })
  const sizes = [21, 30, 100]
  for (const [at, pixelSize] of sizes.entries())
    for (const dimension of ['ROWS', 'COLUMNS'])
      await sheet.batch({
        updateDimensionProperties: {
          range: { sheetId: 0, dimension, startIndex: at, endIndex: at + 1 },
          properties: { pixelSize },
          fields: 'pixelSize',
        },
      })
  const { sheets } = await sheet.get('sheets.data(rowMetadata.pixelSize,columnMetadata.pixelSize)', ['A1:C3'])
  const data = sheets?.[0]?.data?.[0]
  expect(data?.rowMetadata?.map(it => it.pixelSize)).toEqual(sizes)
  expect(data?.columnMetadata?.map(it => it.pixelSize)).toEqual(sizes)
})
