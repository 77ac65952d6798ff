/** SORT and SORTBY of Excel files as Google's SORT, and back: the same words mean other things. */
import { expect, it } from 'vitest'
import { googleFormula } from '../../../emulator/page/excel/reading/formulas.ts'
import { excelFormula } from '../../../emulator/page/excel/writing/formulas.ts'

const world = { tables: [], constants: new Map(), names: new Map(), spills: new Map() }
const read = (formula: string) => googleFormula(formula, world, { tab: 'Sheet1', row: 0, col: 0 })
const written = (formula: string) => excelFormula(formula, '0', new Set()).text

it.each([
  ['_xlfn._xlws.SORT(A1:B9)', 'SORT(A1:B9)'],
  ['_xlfn._xlws.SORT(A1:B9,2,-1)', 'SORT(A1:B9,2,FALSE)'],
  ['_xlfn._xlws.SORT(A1:B9,,-1)', 'SORT(A1:B9,1,FALSE)'],
  ['_xlfn._xlws.SORT(A1:B9,{2,1},{-1,1})', 'SORT(A1:B9,2,FALSE,1,TRUE)'],
  ['_xlfn._xlws.SORT(A1:B9,2,C1)', 'SORT(A1:B9,2,C1>0)'],
  [
    'SUM(_xlfn._xlws.SORT(_xlfn._xlws.SORT(A1:A9,1,-1),1,1))&"SORT(x,1,-1)"',
    'SUM(SORT(SORT(A1:A9,1,FALSE),1,TRUE))&"SORT(x,1,-1)"',
  ],
  ['_xlfn.SORTBY(A1:A9,B1:B9,-1,C1:C9)', 'SORT(A1:A9,B1:B9,FALSE,C1:C9,TRUE)'],
])('%s of an Excel file sorts the same way in Google Sheets', (excel, google) => {
  expect(read(excel)).toBe(google)
})

it.each([
  ['=SORT(A1:B9)', '_xlfn._xlws.SORT(A1:B9)'],
  ['=SORT(A1:B9,2,FALSE)', '_xlfn._xlws.SORT(A1:B9,2,-1)'],
  ['=SORT(A1:B9,2,false,1,TRUE)', '_xlfn._xlws.SORT(A1:B9,{2,1},{-1,1})'],
  ['=SORT(A1:A9,B1:B9,FALSE)', '_xlfn.SORTBY(A1:A9,B1:B9,-1)'],
])('%s is written so that Excel sorts the same way', (google, excel) => {
  expect(written(google)).toBe(excel)
})

it('a direction that only a cell knows is left to Google', () => {
  expect(written('=SORT(A1:B9,2,C1)')).toContain('__xludf.DUMMYFUNCTION')
})
