/** Names that LET and LAMBDA give, by Google's rule for identifiers. */
import { expect, test } from 'vitest'
import { checkFormula } from '../../../service/sheets/formula/check.ts'

const check = (formula: string, locale = 'en_US') => checkFormula(formula, { prompt: '', locale })

test.each([
  ['=LET(tax1,0.2,tax1*2)', `can't take tax1 as a name: it is the address of a cell`, 'tax_1'],
  ['=LET(x,1,tot1,2,x+tot1)', `can't take tot1 as a name`, 'tot_1'],
  ['=LET(A1,0.1,A1*2)', `can't take A1 as a name`, 'A_1'],
  ['=MAP(A1:A3,LAMBDA(v1,v1+1))', `LAMBDA can't take v1 as a name`, 'v_1'],
  ['=LET("x",1,2)', `can't take "x" as a name`, 'letters, digits'],
  ['=LET(true,1,true)', `can't take true as a name`, 'letters, digits'],
  ['=LET(9x,1,9x)', `can't take 9x as a name`, '_9x'],
  ['=SUM(LET(my tax,1,my tax*2))', `can't take my tax as a name`, 'my_tax'],
  ['=LET(x,1,y,2)', 'names and values in turn', '4 arguments'],
  ['=LET(rate,0.1,RATE(12,-100,1000)*rate)', 'the name rate, and RATE(…) is called', 'rate_value'],
])('%s is refused with the name: %s', (formula, message, instead) => {
  const problem = check(formula)
  expect(problem).toContain(message)
  expect(problem).toContain(instead)
})

test.each([
  '=LET(rate,0.1,rate*2)',
  '=LET(rate1,0.1,rate1*2)',
  '=LET(sum,SUM(A1:B1),sum+1)',
  '=LET(tax_1,0.2,tax_1)',
  '=LET(c,2,c)',
  '=LET(double,LAMBDA(x,x*2),double(3))',
  '=LET(left,LAMBDA(x,x*2),left(3))',
  '=REDUCE(0,A1:A3,LAMBDA(sum,v,sum+v))',
])('%s may stand', formula => {
  expect(check(formula)).toBeNull()
})

test('names are found behind semicolons too', () => {
  expect(check('=LET(q1;5;q1*2)', 'de_DE')).toContain(`can't take q1`)
})
