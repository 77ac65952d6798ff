/** The sixty formulas people use most, with the values Google Sheets gives, and what typing means. */
import { describe, expect, it } from 'vitest'
import { Sheet, useGoogle } from './fixture.ts'

type Scalar = string | number | boolean
type Expected = Scalar | Scalar[][]

const DATA = [
  ['Date', 'Region', 'Product', 'Qty', 'Price', 'Email', 'Code'],
  ['2024-01-15', 'North', 'Apple', 10, 1.5, 'ann@acme.com', 'AB-101'],
  ['2024-01-20', 'South', 'Banana', 5, 0.5, 'bob@beta.org', 'CD-202'],
  ['2024-02-03', 'North', 'Cherry', 7, 3, 'cat@acme.com', 'AB-303'],
  ['2024-02-14', 'East', 'Apple', 3, 1.5, 'dan@gamma.io', 'EF-404'],
  ['2024-02-28', 'West', 'Banana', 12, 0.5, 'eve@acme.com', 'CD-505'],
  ['2024-03-05', 'South', 'Cherry', 8, 3, 'fay@beta.org', 'GH-606'],
  ['2024-03-17', 'East', 'Apple', 6, 1.5, 'gus@gamma.io', 'EF-707'],
  ['2024-03-30', 'North', 'Banana', 20, 0.5, 'hal@acme.com', 'AB-808'],
  ['2024-04-02', 'West', 'Cherry', 4, 3, 'ivy@delta.net', 'CD-909'],
  ['2024-04-19', 'South', 'Apple', 9, 1.5, 'jon@beta.org', 'GH-110'],
]
const MYTAB = [[42], ['hello'], [7]]
const column = (...values: (string | number)[]) => values.map(value => [value])
/** What Google Sheets gives for each formula: one value or rows of them. */
const CASES: [formula: string, expected: Expected][] = [
  ['=SUM(Data!D2:D11)', 84],
  ['=SUM(Data!D2:D)', 84],
  ['=SUM(Data!D:D)', 84],
  ['=COUNTA(Data!C2:C)', 10],
  ['=SUMIF(Data!B:B,"North",Data!D:D)', 37],
  ['=SUMIFS(Data!D2:D11,Data!B2:B11,"North",Data!C2:C11,"Apple")', 10],
  ['=COUNTIF(Data!D2:D11,">=8")', 5],
  ['=COUNTIFS(Data!B:B,"South",Data!C:C,"<>Apple")', 2],
  ['=AVERAGEIFS(Data!D2:D11,Data!C2:C11,"Apple")', 7],
  ['=MAXIFS(Data!D2:D11,Data!B2:B11,"North")', 20],
  ['=VLOOKUP("Cherry",Data!C2:E11,3,FALSE)', 3],
  ['=HLOOKUP("Qty",Data!A1:G11,3,FALSE)', 5],
  ['=XLOOKUP("ivy@delta.net",Data!F2:F11,Data!C2:C11,"none")', 'Cherry'],
  ['=INDEX(Data!C2:C11,MATCH("EF-404",Data!G2:G11,0))', 'Apple'],
  ['=MATCH("Ban*",Data!C2:C11,0)', 2],
  [
    '=FILTER(Data!C2:D11,Data!B2:B11="North")',
    [
      ['Apple', 10],
      ['Cherry', 7],
      ['Banana', 20],
    ],
  ],
  ['=UNIQUE(Data!C2:C11)', column('Apple', 'Banana', 'Cherry')],
  [
    '=SORT(Data!C2:D4,2,FALSE)',
    [
      ['Apple', 10],
      ['Cherry', 7],
      ['Banana', 5],
    ],
  ],
  [
    '=QUERY(Data!A1:G11,"select C, sum(D) group by C order by sum(D) desc label sum(D) \'Total\'",1)',
    [
      ['Product', 'Total'],
      ['Banana', 37],
      ['Apple', 28],
      ['Cherry', 19],
    ],
  ],
  [
    '=QUERY(Data!A2:G11,"select B, D where D > 9",0)',
    [
      ['North', 10],
      ['West', 12],
      ['North', 20],
    ],
  ],
  ['=ARRAYFORMULA(Data!D2:D4*Data!E2:E4)', column(15, 2.5, 21)],
  ['=ARRAYFORMULA(IF(Data!D2:D4>6,"big","small"))', column('big', 'small', 'big')],
  ['=REGEXEXTRACT("Order AB-123 shipped","[A-Z]{2}-(\\d+)")', '123'],
  ['=REGEXREPLACE("555-123-4567","\\D","")', '5551234567'],
  ['=REGEXMATCH("ann@acme.com","acme\\.com$")', true],
  ['=SPLIT("a,b;c",",;")', [['a', 'b', 'c']]],
  ['=TEXTJOIN(", ",TRUE,UNIQUE(Data!B2:B11))', 'North, South, East, West'],
  ['=JOIN("-",Data!C2:C4)', 'Apple-Banana-Cherry'],
  ['=IFERROR(1/0,"n/a")', 'n/a'],
  ['=IFNA(VLOOKUP("zzz",Data!C:E,3,FALSE),"missing")', 'missing'],
  ['=IFS(Data!D2>9,"hi",TRUE,"lo")', 'hi'],
  ['=SWITCH(Data!B3,"North",1,"South",2,0)', 2],
  ['=DATEDIF(DATE(2024,1,15),DATE(2024,4,19),"M")', 3],
  ['=EOMONTH(DATE(2024,2,3),0)', 45351],
  ['=NETWORKDAYS(DATE(2024,1,1),DATE(2024,1,31))', 23],
  ['=TEXT(1234.5,"$#,##0.00")', '$1,234.50'],
  ['=TEXT(DATE(2024,2,3),"mmm d, yyyy")', 'Feb 3, 2024'],
  ['=TEXT(0.256,"0.0%")', '25.6%'],
  ['=VALUE("$1,234.50")', 1234.5],
  ['=DATEVALUE("2024-02-03")', 45325],
  ['=SUMPRODUCT(Data!D2:D11,Data!E2:E11)', 117.5],
  ['=SUMPRODUCT((Data!B2:B11="North")*(Data!D2:D11))', 37],
  ['=LET(x,SUM(Data!D2:D11),x*2)', 168],
  ['=LAMBDA(a,b,a+b)(3,4)', 7],
  ['=MAP(Data!D2:D4,LAMBDA(v,v*10))', column(100, 50, 70)],
  ['=BYROW(Data!D2:E4,LAMBDA(r,SUM(r)))', column(11.5, 5.5, 10)],
  ['=REDUCE(0,Data!D2:D11,LAMBDA(a,v,a+v))', 84],
  ['=TRANSPOSE(Data!C2:C4)', [['Apple', 'Banana', 'Cherry']]],
  ["='My Tab'!A1*2", 84],
  [
    '={1,2;3,4}',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['={Data!C2:C3;Data!B2:B3}', column('Apple', 'Banana', 'North', 'South')],
  [
    '=SEQUENCE(2,2)',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['=COUNTUNIQUE(Data!B2:B11)', 4],
  ['=VSTACK(Data!C2:C3,Data!C4)', column('Apple', 'Banana', 'Cherry')],
  ['=INDIRECT("Data!D"&2)', 10],
  ['=OFFSET(Data!D2,1,0)', 5],
  ['=HYPERLINK("https://x.test","link")', 'link'],
  ['=1/0', '#DIV/0!'],
  ['=VLOOKUP("zzz",Data!C:E,3,FALSE)', '#N/A'],
  ['=NOSUCHFN(1)', '#NAME?'],
]

const INPUTS: [typed: string, value: Scalar, shown: string][] = [
  ['12%', 0.12, '12%'],
  ['$1,234.50', 1234.5, '$1,234.50'],
  ['-$5', -5, '-$5'],
  ['€5', 5, '€5'],
  ['£3.20', 3.2, '£3.20'],
  ['2024-02-03', 45325, '2024-02-03'],
  ['2/3/2024', 45325, '2/3/2024'],
  ['Feb 3, 2024', 45325, 'Feb 3, 2024'],
  ['3 February 2024', 45325, '3 February 2024'],
  ['2024-02-03 10:00', 45325.4166666667, '2024-02-03 10:00:00'],
  ['3:30 PM', 0.645833333333333, '3:30 PM'],
  ['10:30', 0.4375, '10:30'],
  ['TRUE', true, 'TRUE'],
  ['false', false, 'FALSE'],
  ['1e3', 1000, '1.00E+03'],
  ['1,234', 1234, '1,234'],
  ['00012', 12, '12'],
  ["'007", '007', '007'],
  ["'=1+1", '=1+1', '=1+1'],
  ['AB-12', 'AB-12', 'AB-12'],
  ['12 Main Street', '12 Main Street', '12 Main Street'],
  ['2/30/2024', '2/30/2024', '2/30/2024'],
  ['[a](https://b.example)', '[a](https://b.example)', '[a](https://b.example)'],
  ['#hashtag', '#hashtag', '#hashtag'],
  ['0.1', 0.1, '0.1'],
]

const google = useGoogle()

describe('formulas', () => {
  it.each(CASES)('%s gives what Google gives', async (formula, expected) => {
    const sheet = await Sheet.create(google, { Test: [[formula]], Data: DATA, 'My Tab': MYTAB })
    const rows = Array.isArray(expected) ? expected : [[expected]]
    const got = (await sheet.read('Test!A1:J20', 'UNFORMATTED_VALUE')) as Scalar[][]
    expect(got.map(row => row.map(rounded))).toEqual(rows)
  })

  it.each([
    ['=FILTER(A1:A3,A1:A3>1)', [[2], [3]]],
    ['=SCAN(0,A1:A3,LAMBDA(total,x,total+x))', [[1], [3], [6]]],
    [
      '=MAKEARRAY(2,2,LAMBDA(r,c,r*c))',
      [
        [1, 2],
        [2, 4],
      ],
    ],
    ['=LET(double,LAMBDA(x,x*2),double(A2))', [[4]]],
    ['=QUERY(A1:A3,"select A where A > 1 order by A desc",0)', [[3], [2]]],
    [
      '=QUERY(A1:A3,"select count(A), sum(A)",0)',
      [
        ['count', 'sum'],
        [3, 6],
      ],
    ],
    ['=REGEXREPLACE("a1b2","[0-9]","#")', [['a#b#']]],
    ['=REGEXEXTRACT("x","(")', [['#REF!']]],
    ['=STDEV.P(A1:A3)', [[0.816497]]],
  ])('%s works too', async (formula, expected) => {
    const sheet = await Sheet.create(google, { Test: [[1], [2], [3]] })
    await sheet.write('C1', [[formula]])
    const got = (await sheet.read('C1:F5', 'UNFORMATTED_VALUE')) as Scalar[][]
    expect(got.map(row => row.map(rounded))).toEqual(expected)
  })
})

function rounded(value: Scalar): Scalar {
  return typeof value === 'number' ? Number(value.toFixed(6)) : value
}

describe('typing', () => {
  it.each(INPUTS)('%s is read and shown as Google does', async (typed, value, shown) => {
    const sheet = await Sheet.create(google, { Sheet1: [[typed]] })
    const [[got]] = (await sheet.read('A1', 'UNFORMATTED_VALUE')) as [[Scalar]]
    if (typeof value === 'number') expect(got).toBeCloseTo(value, 9)
    else expect(got).toBe(value)
    expect(await sheet.read('A1')).toEqual([[shown]])
  })

  it('keeps a format of the same kind that a cell has already', async () => {
    const sheet = await Sheet.create(google, { Sheet1: [['Feb 3, 2024', '12%', '$5.00']] })
    await sheet.write('A1', [['2024-03-04', '50.5%', '7']])
    expect(await sheet.read('A1:C1')).toEqual([['Mar 4, 2024', '51%', '$7.00']])
  })

  it.each([
    [1 / 3, '0.3333333333'],
    [100 / 3, '33.33333333'],
    [123456789012, '123456789012'],
    [1e15, '1E+15'],
    [1.5e-10, '1.5E-10'],
    [0.1 + 0.2, '0.3'],
    [-2, '-2'],
  ])('a plain number %d is shown as %s', async (value, shown) => {
    const sheet = await Sheet.create(google)
    await sheet.write('A1', [[value]], 'RAW')
    expect(await sheet.read('A1')).toEqual([[shown]])
  })
})
