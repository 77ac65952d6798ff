/** What people stumbled over while they worked in the local Google, each as Google has it. */
import { describe, expect, it } from 'vitest'
import { LIBRARY } from '../../../emulator/formulas/functions/index.ts'
import { Grid, loadEngine } from './grid.ts'

const grid = new Grid([
  [1, 'a', '5', '2024-01-15', true],
  [2, 'b', 'x', '2024-02-20', false],
  [3, 'a', 'y', '2024-03-25', ''],
  [4, 'c', 'z', '', ''],
])
grid.type('C1', "'5").type('G1', '=""').type('H2', '=1/0')

const VALUES: [formula: string, expected: unknown][] = [
  // Ranges of one cell are ranges.
  ['=SUM($A$1:A1)', 1],
  ['=ROWS(B$3:B3)', 1],
  ['=SUM(A2:A2)', 2],
  // Signs go through arrays, under ARRAYFORMULA and in functions that take arrays.
  ['=ARRAYFORMULA(A1:A4&"|")', [['1|'], ['2|'], ['3|'], ['4|']]],
  ['=ARRAYFORMULA(A1:A4&B1:B4)', [['1a'], ['2b'], ['3a'], ['4c']]],
  ['=ARRAYFORMULA(-A1:A2)', [[-1], [-2]]],
  ['=ARRAYFORMULA(A1:A2%)', [[0.01], [0.02]]],
  ['=SUMPRODUCT(--(B1:B4&"x"="ax"))', 2],
  ['=SUMPRODUCT(SIGN(A1:A4))', 4],
  ['=SUMPRODUCT((B1:B4="a")*A1:A4)', 4],
  ['=ARRAYFORMULA(MEDIAN(IF(B1:B4="a",A1:A4)))', 2],
  ['=INDEX(A1:A4&B1:B4,2)', '2b'],
  ['=FILTER(A1:A4,LEN(B1:B4&"x")=2,A1:A4*2>4)', [[3], [4]]],
  ['=SORT(A1:A2*10,1,FALSE)', [[20], [10]]],
  // Nowhere else: there one value is made of an array first.
  ['=SUM((B1:B4="a")*1)', '#VALUE!'],
  ['=LEN({"abc","d"})', 3],
  ['=SEQUENCE(3)*2', 2],
  // Functions are the same in and out of LET, LAMBDA, MAP.
  ['=LET(x,"5",VALUE(x))', 5],
  ['=LET(r,B1:B4,COUNTIF(r,"a"))', 2],
  ['=LET(r,B1:B4,s,A1:A4,SUMIFS(s,r,"a"))', 4],
  ['=LAMBDA(d,TEXT(d,"yyyy-mm"))(D1)', '2024-01'],
  ['=MAP(D1:D2,LAMBDA(d,YEAR(d)))', [[2024], [2024]]],
  ['=LET(t,"2024-05-06",YEAR(t))', 2024],
  ['=BYROW(A1:B2,LAMBDA(r,INDEX(r,1,2)))', [['a'], ['b']]],
  ['=BYCOL(A1:A4,LAMBDA(c,SUM(c)))', 10],
  ['=SCAN(0,A1:A4,LAMBDA(t,x,t+x))', [[1], [3], [6], [10]]],
  ['=MAP(A1:A2,LAMBDA(c,OFFSET(c,1,1)))', [['b'], ['a']]],
  ['=MAP(A1:A3,LAMBDA(r,SUM(A$1:r)))', [[1], [3], [6]]],
  ['=LET(a,A1:A,SUM(a))', 10],
  ['=LET(f,LAMBDA(n,n*2),f(f(3)))', 12],
  ['=LET(A,5,B,A+1,B)', 6],
  // One index over one row.
  ['=INDEX({1,2,3},2)', 2],
  ['=INDEX(SPLIT("a,b,c",","),2)', 'b'],
  ['=INDEX(A1:B4,2)', [[2, 'b']]],
  ['=INDEX(A1:B4,0,1)', [[1], [2], [3], [4]]],
  ['=ROW(A2:A4)', 2],
  ['=ARRAYFORMULA(ROW(A2:A4))', [[2], [3], [4]]],
  ['=SUMPRODUCT(ROW(A1:A3))', 6],
  // A reference behaves as its value.
  ['=N(A1)', 1],
  ['=T(B1)', 'a'],
  ['=TYPE(A1)', 1],
  ['=TYPE(B1)', 2],
  ['=TYPE(E1)', 4],
  ['=CODE(B1)', 97],
  ['=UNICODE(B1)', 97],
  ['=NUMBERVALUE(C1)', 5],
  ['=ERFC(A1)', 0.157299207050285],
  ['=SUM(A1:INDEX(A1:A4,2))', 3],
  // Texts in cells are not summed; typed ones are read.
  ['=SUM(C1,1)', 1],
  ['=SUM("5",1)', 6],
  ['=C1+1', 6],
  // A blank is a blank.
  ['=Z9', null],
  ['=IFERROR(1/0)', null],
  ['=IF(TRUE,)', null],
  ['=IF(FALSE,1)', false],
  ['=Z9=""', true],
  ['=Z9=0', true],
  ['=ISBLANK(Z9)', true],
  ['=LEN(Z9)', 0],
  ['=IFERROR(H2)', null],
  // Functions that were not there.
  ['=XMATCH("c",B1:B4)', 4],
  ['=ISBETWEEN(A2,1,3)', true],
  ['=TO_TEXT(A1)', '1'],
  ['=ISEMAIL("a@b.co")', true],
  ['=ARRAY_CONSTRAIN(A1:B4,2,1)', [[1], [2]]],
  ['=ENCODEURL("a b")', 'a%20b'],
  ['=DETECTLANGUAGE("guten Tag, wie geht es Ihnen")', 'de'],
  ['=GOOGLETRANSLATE("hello","en","en")', 'hello'],
  ['=TEXT(D1,"MMM")', 'Jan'],
  ['=TEXT(D1,"dddd d mmmm yyyy")', 'Monday 15 January 2024'],
  ['=SPARKLINE(A1:A4)', null],
  ['=LOG10(100)', 2],
  ['=LOOKUP(2,1/(B1:B4="a"),A1:A4)', 3],
  ['="say ""hi"""', 'say "hi"'],
  ['=-2^2', 4],
]

describe('formulas', () => {
  it.each(VALUES)('%s is as in Google', (formula, expected) => {
    const got = grid.compute(formula)
    if (typeof expected === 'number') expect(got).toBeCloseTo(expected, 12)
    else expect(got).toEqual(expected)
  })
})

const MESSAGES: [formula: string, error: string, message: string][] = [
  ['=1/0', '#DIV/0!', 'Function DIVIDE parameter 2 cannot be zero.'],
  [
    '="hello"+1',
    '#VALUE!',
    "Function ADD parameter 1 expects number values. But 'hello' is a text and cannot be coerced to a number.",
  ],
  [
    '=NOT("x")',
    '#VALUE!',
    "Function NOT parameter 1 expects boolean values. But 'x' is a text and cannot be coerced to a boolean.",
  ],
  ['=ABS()', '#N/A', 'Wrong number of arguments to ABS. Expected 1 arguments, but got 0 arguments.'],
  [
    '=IF(1)',
    '#N/A',
    'Wrong number of arguments to IF. Expected between 2 and 3 arguments, but got 1 arguments.',
  ],
  ['=SUM()', '#N/A', 'Wrong number of arguments to SUM. Expected at least 1 arguments, but got 0 arguments.'],
  ['=VLOOKUP("q",B1:C4,2,FALSE)', '#N/A', "Did not find value 'q' in VLOOKUP evaluation."],
  ['=VLOOKUP("a",B1:C4,5,FALSE)', '#REF!', 'VLOOKUP evaluates to an out of bounds range.'],
  ['=MATCH("q",B1:B4,0)', '#N/A', "Did not find value 'q' in MATCH evaluation."],
  ['=FILTER(A1:A4,A1:A4>9)', '#N/A', 'No matches are found in FILTER evaluation.'],
  ['=NOSUCH(1)', '#NAME?', "Unknown function: 'NOSUCH'."],
  ['=nosuchname', '#NAME?', "Unknown range name: 'nosuchname'."],
  ['=Nope!A1', '#REF!', "Unresolved sheet name 'Nope'."],
  ['=SQRT(-1)', '#NUM!', 'Function SQRT parameter 1 value is -1. It should be greater than or equal to 0.'],
  ['=FIND("q","abc")', '#VALUE!', "In FIND evaluation, cannot find 'q' within 'abc'."],
  [
    '=REGEXMATCH("a","(")',
    '#REF!',
    'Function REGEXMATCH parameter 2 value "(" is not a valid regular expression.',
  ],
  ['=1+', '#ERROR!', 'Formula parse error.'],
  ['=A1:A4*2', '#VALUE!', 'An array value could not be found.'],
  ['=IMPORTRANGE("x","A1")', '#REF!', 'You need to connect these sheets.'],
  ['=IMPORTDATA("https://example.com/a.csv")', '#N/A', 'Could not fetch url: https://example.com/a.csv'],
  [
    '=CHOOSE(5,1,2)',
    '#NUM!',
    'Function CHOOSE parameter 1 value is 5. Valid values are between 1 and 2 inclusive.',
  ],
  ['={1,2;3}', '#VALUE!', 'In ARRAY_LITERAL, an Array Literal was missing values for one or more rows.'],
  [
    '=M20',
    '#REF!',
    'Circular dependency detected. To resolve with iterative calculation, see File > Settings.',
  ],
]

describe('errors', () => {
  it.each(MESSAGES)('%s is %s in Google’s words', (formula, error, message) => {
    grid.type('M20', formula)
    expect([grid.value('M20'), grid.message('M20')]).toEqual([error, message])
    grid.type('M20', '')
  })

  it('names the cell an array would overwrite', () => {
    const other = new Grid([['=SEQUENCE(3)'], [''], ['here']])
    expect([other.value('A1'), other.message('A1')]).toEqual([
      '#REF!',
      'Array result was not expanded because it would overwrite data in A3.',
    ])
  })

  it('says that cells depend on each other', () => {
    const other = new Grid([['=B1+1', '=LET(x,A1,x)']])
    expect(other.message('A1')).toMatch(/^Circular dependency/)
    expect(other.message('B1')).toMatch(/^Circular dependency/)
  })
})

describe('formats of results', () => {
  it.each([
    ['=D2-D1', undefined],
    ['=D1+1', 'yyyy-mm-dd'],
    ['=D1', 'yyyy-mm-dd'],
    ['=MAX(D1:D3)', 'yyyy-mm-dd'],
    ['=DATE(2024,1,1)', 'm/d/yyyy'],
    ['=YEAR(D1)', undefined],
    ['=TO_PERCENT(0.5)', '0.00%'],
    ['=TIME(25,0,0)', 'hh:mm:ss a'],
  ])('%s shows as %s', (formula, format) => {
    grid.type('M20', formula)
    expect(grid.format('M20')).toBe(format)
    grid.type('M20', '')
  })

  it('are ones that the engine draws, whichever function brings them', () => {
    const { helpers, DEFAULT_LOCALE: locale } = loadEngine()
    const brought = [...LIBRARY.values()].flatMap(({ format }) =>
      format === undefined || ['first', 'same'].includes(format) ? [] : [format],
    )
    const failing = brought.filter(format => {
      try {
        return helpers.formatValue(45_000.5, { format, locale }) === ''
      } catch {
        return true
      }
    })
    expect(failing).toEqual([])
    expect(brought).toContain('hh:mm:ss a')
  })

  it('of times and of numbers without one are Google’s', () => {
    const shown = (formula: string) => {
      grid.type('M20', formula)
      return grid.model.getters.getEvaluatedCell(grid.at('M20')).formattedValue
    }
    expect(shown('=TIME(13,5,0)')).toBe('1:05:00 PM')
    expect(shown('=1/3')).toBe('0.3333333333')
    expect(shown('=10^20')).toBe('1E+20')
    expect(shown('=2^40')).toBe('1099511627776')
    grid.type('M20', '')
  })

  it('cuts no empty text', () => {
    grid.type('M20', '=SPLIT("",",")')
    expect(grid.message('M20')).toBe('Function SPLIT parameter 1 value should be non-empty.')
    grid.type('M20', '')
  })

  it('takes the one beside the formula from a range', () => {
    expect(new Grid([[1, '=A1:A3*2'], [2, '=A1:A3'], [3]]).value('B2')).toBe(2)
    expect(new Grid([[1, '=A1:A3*2'], [2], [3]]).value('B1')).toBe(2)
  })
})
