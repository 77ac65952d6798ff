/** One parse for each pattern, and none too few: formulas that differ in more than their cells are looked at. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFormula, manyChecked } from '../../../service/sheets/formula/check.ts'
import { shapeOf } from '../../../service/sheets/formula/shape.ts'

const rules = { prompt: 'fill the column' }

test('a filled column has one shape', () => {
  const filled = (row: number) => `=IF($A${row}>0,Sheet2!B${row}*$C$1,SUM(D${row}:F${row}))&"A1"`
  expect(shapeOf(filled(2))).toBe(shapeOf(filled(90_000)))
})

test.each([
  ['a text', '=HYPERLINK("https://a.example/A1")', '=HYPERLINK("https://a.example/B2")'],
  ['a tab', "='A1'!B2", "='C3'!B2"],
  ['a function', '=LOG10(A1)', '=LOG2(A1)'],
  ['a name', '=ATAN2', '=ATAN3'],
  ['a number', '=A1*1', '=A1*2'],
])('%s is part of the shape', (_what, one, other) => {
  expect(shapeOf(one)).not.toBe(shapeOf(other))
})

test('a hundred thousand filled formulas are parsed once', () => {
  let parsed = 0
  const check = manyChecked((formula, given) => {
    parsed += 1
    return checkFormula(formula, given)
  }, rules)
  for (let row = 1; row <= 100_000; row++) expect(check(`=A${row}*$B$1+LEN(C${row})`)).toBeNull()
  expect(parsed).toBe(1)
})

test('one that is wrong among many that are right is found, whatever its cells are', () => {
  const check = manyChecked(checkFormula, rules)
  for (let row = 1; row <= 1_000; row++) expect(check(`=SUM(A${row},B${row})`)).toBeNull()
  expect(check('=SUMM(A7,B7)')).toContain('SUMM')
  expect(check('=SUMM(A8,B8)')).toContain('SUMM')
})

const piece = fc.constantFrom(
  'A1',
  '$B$2',
  'C3:D4',
  'LOG10(A1)',
  'SUM(',
  ')',
  '+',
  '*',
  '"A1"',
  "'A1'!",
  'IMAGE(',
  ',',
  '1.5',
  'A1B',
  'x.A1',
  'Ä1',
  'A1(',
)

test('the check by shape says what the check of each says', () => {
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 6 }), { minLength: 1, maxLength: 30 }), formulas => {
      const many = manyChecked(checkFormula, rules)
      for (const pieces of formulas) {
        const formula = `=${pieces.join('')}`
        expect(many(formula) === null).toBe(checkFormula(formula, rules) === null)
      }
    }),
    { numRuns: 500 },
  )
})
