/** Formulas that took the plain-text format off their cells are taken back with it. */
import { expect, test } from 'vitest'
import { writeRange } from '../../../service/tools/write-range.ts'
import { succeeded, useWorkbench } from '../tools/workbench.ts'
import { printsNow, undoCalls, wholeOf } from './undo-bench.ts'

const { openTab, workbench } = useWorkbench()

test.each([
  ['values', { range: 'B1', values: [['=A1*2'], ['=A2*2']], overwrite: true }],
  ['a fill', { range: 'B1:B3', formula: '=A1*2', overwrite: true }],
])('texts under formulas come back as texts, written as %s', async (_way, call) => {
  const bench = await openTab('T', [[1], [2], [3]])
  const range = { sheetId: 100, startColumnIndex: 1, endColumnIndex: 2 }
  const cell = { userEnteredFormat: { numberFormat: { type: 'TEXT', pattern: '@' } } }
  const texts = ['=A1*2', '0123'].map(stringValue => ({ values: [{ userEnteredValue: { stringValue } }] }))
  await bench.batch({ repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } })
  await bench.batch({
    updateCells: {
      start: { sheetId: 100, rowIndex: 0, columnIndex: 1 },
      rows: texts,
      fields: 'userEnteredValue',
    },
  })
  const before = await wholeOf(workbench(), bench.id)
  succeeded(await bench.run(writeRange, call))
  expect(await bench.shown('T!B1:B2')).toEqual([['2'], ['4']])
  await undoCalls(bench, await printsNow(bench))
  expect(await wholeOf(workbench(), bench.id)).toEqual(before)
})
