/** Formulas that need their own value, in Google's words; and what a formula depends on beyond its text. */
import { describe, expect, it } from 'vitest'
import { Grid } from './grid.ts'

const CIRCULAR = 'Circular dependency detected. To resolve with iterative calculation, see File > Settings.'

describe('a formula that needs its own value', () => {
  it.each([
    '=A5+1',
    '=SUM(A1:A9)',
    '=COUNTA(A1:A9)',
    '=COUNT(A1:A9)',
    '=IFERROR(A5,1)',
    '=SUMIF(A5:A8,">0",B5)',
    '=COUNTIF(A1:A9,">0")',
    '=ISERROR(A5)',
    '=FILTER(A1:A9,A1:A9<>"")',
    '=ARRAYFORMULA(A1:A9*2)',
    '=OFFSET(A1,4,0)',
    '=INDIRECT("A5")',
    '=LET(x,A5,1+IFERROR(x,0))',
    '=MAP(A4:A5,LAMBDA(x,1))',
  ])('says so: %s', formula => {
    const sheet = new Grid([[1], [2], [3], [4]]).type('A5', formula)
    expect(sheet.value('A5')).toBe('#REF!')
    expect(sheet.message('A5')).toBe(CIRCULAR)
    expect(sheet.value('A6')).toBe(null)
  })

  it.each([
    '=ROW(A5)',
    '=ROWS(A1:A9)',
    '=ROWS(INDIRECT("A1:D9"))',
    '=COLUMN(A5)',
    '=IF(TRUE,1,A5)',
    '=IFERROR(1,A5)',
  ])('has one where it never asks for it: %s', formula => {
    const sheet = new Grid([[1]]).type('A5', formula)
    expect(typeof sheet.value('A5')).toBe('number')
  })

  it('says so in every formula of the circle, and in none that only looks at it', () => {
    const sheet = new Grid([
      ['=IFERROR(B1,1)', '=COUNT(C1)', '=A1', '=IFERROR(A1,"caught")', '=COUNT(A1:C1)'],
    ])
    expect(['A1', 'B1', 'C1'].map(xc => sheet.message(xc))).toEqual([CIRCULAR, CIRCULAR, CIRCULAR])
    expect(['D1', 'E1'].map(xc => sheet.value(xc))).toEqual(['caught', 0])
  })

  it('has a value again when the circle is broken', () => {
    const sheet = new Grid([['=COUNTA(A1:A3)'], [1], [2]])
    sheet.type('A1', '=COUNTA(A2:A3)')
    expect(sheet.value('A1')).toBe(2)
  })
})

describe('a formula is computed again', () => {
  it('when cells change that SUMIF only infers', () => {
    const sheet = new Grid([
      [1, 10],
      [1, 20],
      [1, 30],
    ])
    sheet.type('D1', '=SUMIF(A1:A3,">0",B1)').type('E1', '=AVERAGEIF(A1:A3,">0",B1)')
    sheet.type('B3', 300)
    expect([sheet.value('D1'), sheet.value('E1')]).toEqual([330, 110])
  })

  it('when cells change within a range that is put together', () => {
    const sheet = new Grid([[1], [2], [3]])
    sheet.type('D1', '=SUM(A1:INDEX(A1:A9,3))')
    sheet.type('A2', 20)
    expect(sheet.value('D1')).toBe(24)
  })
})
