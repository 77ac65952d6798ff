import { expect, test } from 'vitest'
import { sidesOf } from '../../../service/sheets/formula/sides.ts'

test.each<[string, (string | null)[][]]>([
  ['=SUM(B2:B9)=Summary!C4', [['SUM(B2:B9)', 'Summary!C4']]],
  ['=ABS(SUM(Orders!F2:F)-Summary!C4)<0.005', [['SUM(Orders!F2:F)', 'Summary!C4']]],
  ['=ROUND(A1-B1,2)=0', [['A1', 'B1']]],
  ['=0.01>ABS(A1+A2-B1)', [['A1+A2', 'B1']]],
  [
    '=AND(A1=B1, COUNTIF(C:C,"<>")=12)',
    [
      ['A1', 'B1'],
      ['COUNTIF(C:C,"<>")', '12'],
    ],
  ],
  [
    '=AND(ISNUMBER(A1),ISNUMBER(B1),A2<=1)',
    [
      ['ISNUMBER(A1)', null],
      ['ISNUMBER(B1)', null],
      ['A2', '1'],
    ],
  ],
  ['=AND(ISNUMBER(A1))', [['ISNUMBER(A1)', null]]],
  ['=-A1<=-B1', [['-A1', '-B1']]],
  ['=A1-B1+C1=0', [['A1-B1+C1', '0']]],
  ['=ISBLANK(A1)', []],
  ['=LET(x,A1,x=2)', []],
  ['=OR(A1=1,B1=2)', []],
  ['="a=b"=A1', [['"a=b"', 'A1']]],
])('%s compares %j', (formula, expected) => {
  expect(sidesOf(formula).map(({ left, right }) => [left, right])).toEqual(expected)
})
