/** When the address in the user's message lets a formula reach out, and when it must not. */
import { describe, expect, test } from 'vitest'
import { checkCopiedFormula, checkFormula } from '../../../service/sheets/formula/check.ts'

const prompt = 'Read https://example.com/prices.csv and tell me what is in it'

describe('an address in the user’s message', () => {
  test.each([
    '=IMPORTDATA("https://example.com/prices.csv")',
    '=ROWS(IMPORTDATA("https://example.com/prices.csv"))',
  ])('lets that very address be called: %s', formula => {
    expect(checkFormula(formula, { prompt })).toBeNull()
  })

  test.each([
    '=IMPORTDATA(IF(TRUE,A1,"https://example.com/prices.csv"))',
    '=IMPORTDATA(IFERROR(A1,"https://"))',
    '=IMPORTDATA(CHOOSE(1,A1,"https://example.com/prices.csv"))',
    '=IMPORTDATA({A1,"https://example.com/prices.csv"})',
    '=LET(f,IMPORTDATA,u,"https://example.com/prices.csv",f(A1))',
    '=IMPORTDATA("https://example.com/prices.csv")+COUNTA(IMPORTDATA(A1))',
    '=HYPERLINK(IF(TRUE,A1,"https://example.com/prices.csv"))',
  ])('does not let another be called that stands beside it: %s', formula => {
    expect(checkFormula(formula, { prompt })).toMatch(/not written/)
    expect(checkCopiedFormula(formula, { prompt })).toMatch(/not written/)
  })
})

test('a function on a tab whose name reads like a broken pattern is refused, not thrown over', () => {
  expect(checkFormula("='a(b'!TOTAL(1)", { prompt })).toMatch(/no function/)
})
