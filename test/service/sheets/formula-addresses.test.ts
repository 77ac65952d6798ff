/** Formulas that name a tab in odd ways. */
import { expect, test } from 'vitest'
import { checkFormula } from '../../../service/sheets/formula/check.ts'

const prompt = 'Tell me what is in it'

test('a function on a tab whose name reads like a broken pattern is refused, not thrown over', () => {
  expect(checkFormula("='a(b'!TOTAL(1)", { prompt })).toMatch(/no function/)
})
