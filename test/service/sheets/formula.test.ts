import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkFormula } from '../../../service/sheets/formula/check.ts'
import { parseFormula } from '../../../service/sheets/formula/parse.ts'
import { toR1C1 } from '../../../service/sheets/formula/r1c1.ts'
import type { Formula } from '../../../service/sheets/formula/tree.ts'

const check = (formula: string, prompt = '', locale = 'en_US') => checkFormula(formula, { prompt, locale })

describe('valid formulas', () => {
  test.each([
    '=1',
    '=A1',
    '=-A1%',
    '=(A1+B2)*3^2',
    '=SUM(A1:B2)',
    '=SUM(A:A)/COUNTA(A2:A)',
    "=SUM('My ''best'' tab'!A1:C)",
    '=Leads!A1&" x "&Leads!$B$2',
    '=IF(A1="","",IF(A1>=10,"big","small"))',
    '=IF(A1,,2)',
    '=NOW()',
    '={1,2;3,4}',
    '={A1:A3;B1:B3}',
    '=ARRAYFORMULA(IF(LEN(A2:A),A2:A*B2:B,))',
    '=QUERY(A1:D,"select A, sum(D) group by A",1)',
    '=LET(x,A1,y,x*2,x+y)',
    '=MAP(A2:A10,LAMBDA(v,v*2))',
    '=LAMBDA(x,x+1)(3)',
    '=LET(f,LAMBDA(x,x+1),f(2))',
    '=XLOOKUP(A2,Data!$A:$A,Data!$C:$C,"none")',
    '=SUM(A1;B1)',
    '=A1<>B1',
    '=TRUE',
    '=my_name*2',
    '=REGEXEXTRACT(A1,"(\\d+)")',
    '="He said ""no"""',
    '=#REF!+1',
    '=SUM(1:3)',
    '=3:5',
    '=INDEX(A1:B2,1,2):C4',
    '=STDEV.S(A1:A9)',
    '=Übersicht!A1',
    '= SUM( A1 , B1 ) ',
  ])('%s is accepted', formula => {
    expect(check(formula)).toBeNull()
  })
})

describe('invalid formulas', () => {
  test.each([
    ['=', 'nothing after the ='],
    ['=SUM(A1', '( is not closed'],
    ['=SUM(A1))', ') too many'],
    ['=A1+', 'missing at the end'],
    ['=*A1', 'value is missing before *'],
    ['=A1 B1', 'operator is missing before B1'],
    ['=IF(A1="x)', 'double quote is missing'],
    ['=A1,B1', 'outside of any function'],
    ['=“x”', 'curly quotes'],
    ['={1,2', '{ is not closed'],
    ['=SUM(A1 B1)', ', or ) is missing before B1'],
    ['=!A1', 'cannot stand here'],
  ])('%s is refused with the reason', (formula, reason) => {
    expect(check(formula)).toContain(reason)
  })

  test('an unknown function is refused with the one that looks most like it', () => {
    expect(check('=VLOKUP(A1,B:C,2,0)')).toContain('Did you mean VLOOKUP?')
    expect(check('=TEXTSPLIT(A1,",")')).toContain('SPLIT')
  })

  test('where decimals have a comma, arguments are separated by a semicolon', () => {
    expect(check('=ROUND(A1,2)', '', 'de_DE')).toContain('with ; and not with ,')
    expect(check('=ROUND(A1;2)', '', 'de_DE')).toBeNull()
    expect(check('=A1*1,5', '', 'de_DE')).toBeNull()
  })

  test.each([
    ['=1+2*3^2&"x"=A1', '((1+(2*(3^2)))&"x")=A1'],
    ['=10-4-3', '(10-4)-3'],
    ['=-2^2', '(-2)^2'],
    ['=--A1*5%', '(-(-A1))*(5%)'],
    ['=(1+2)*3', '(1+2)*3'],
    ['=if(A1,,Sum($B$2:B)+1)', 'IF(A1,_,(SUM($B$2:B)+1))'],
    ['=A1:INDEX(B:B,3)', 'A1:INDEX(B:B,3)'],
    ["='My tab'!A1-#REF!", "'My tab'!A1-#REF!"],
    ['={1,2;3,4}', '{1|2|3|4}'],
    ['=(A1:A3,C1:C3)', '{A1:A3|C1:C3}'],
    ['=LAMBDA(x,x+1)(3)', 'LAMBDA(x,(x+1))(3)'],
  ])('%s is the tree %s', (formula, tree) => {
    const parsed = parseFormula(formula)
    expect(parsed.ok && written(parsed.tree)).toBe(tree)
  })

  test('no text makes the parser throw or hang', () => {
    const pieces = fc.constantFrom(
      'SUM',
      '(',
      ')',
      ',',
      ';',
      'A1',
      '"',
      "'",
      '{',
      '}',
      '+',
      '-',
      '%',
      ':',
      '!',
      '1',
      '.',
      ' ',
      '#REF!',
      '\\',
      '&',
      'x',
    )
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 30 }),
        parts => typeof parseFormula(`=${parts.join('')}`).ok === 'boolean',
      ),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => typeof parseFormula(`=${text}`).ok === 'boolean'),
    )
    expect(parseFormula(`=${'('.repeat(50_000)}`).ok).toBe(false)
    expect(parseFormula(`=${'-'.repeat(50_000)}1`).ok).toBe(true)
  })
})

describe('relative patterns', () => {
  test('a formula filled down reads the same in every row', () => {
    const patterns = [2, 3, 900].map(row => toR1C1(`=C${row}*$D$1+SUM(Data!A${row}:A)`, row - 1, 4))
    expect(new Set(patterns)).toEqual(new Set(['R[0]C[-2]*R1C4+SUM(Data!R[0]C[-4]:C[-4])']))
  })
})

/** A tree with its parts in parentheses. */
function written(tree: Formula): string {
  const inner = (part: Formula) => (isLeaf(part) ? written(part) : `(${written(part)})`)
  switch (tree.kind) {
    case 'operation':
      return `${inner(tree.left)}${tree.sign}${inner(tree.right)}`
    case 'minus':
      return `-${inner(tree.of)}`
    case 'percent':
      return `${inner(tree.of)}%`
    case 'call':
      return `${tree.name}(${tree.args.map(inner).join(',')})`
    case 'applied':
      return `${inner(tree.what)}(${tree.args.map(inner).join(',')})`
    case 'array':
    case 'union':
      return `{${tree.items.map(inner).join('|')}}`
    case 'left-out':
      return '_'
    default:
      return tree.text
  }
}

const isLeaf = ({ kind }: Formula) => !['operation', 'minus', 'percent'].includes(kind)
