/** Google's query language: each clause and function by a line of a table. */
import { describe, expect, it } from 'vitest'
import { Grid } from './grid.ts'

const grid = new Grid([
  ['Name', 'Dept', 'Hired', 'Salary', 'Remote', 'Bonus'],
  ['Ann', 'Eng', '2020-01-15', 1000, true, 100],
  ['bob', 'Eng', '2021-03-20', 800, false, ''],
  ['Cat', 'Sales', '2020-07-04', 600, true, 50],
  ['Dan', 'Sales', '2022-11-30', 700, false, 70],
  ['Eve', 'Ops', '2021-03-01', 900, true, 90],
])
grid.type('H1', 'when').type('H2', '2024-05-06 07:08:09')

const DATA = 'A1:F6'

const CASES: [query: string, expected: unknown][] = [
  ['select A where D > 750', [['Name'], ['Ann'], ['bob'], ['Eve']]],
  [
    'select A, D*2 where D*2 > 1500 order by D desc',
    [
      ['Name', 'product(Salary2())'],
      ['Ann', 2000],
      ['Eve', 1800],
      ['bob', 1600],
    ],
  ],
  ["select (D+F)/10 where A = 'Ann' label (D+F)/10 'tenth'", [['tenth'], [110]]],
  [
    'select upper(A), lower(B) limit 2',
    [
      ['upper(Name)', 'lower(Dept)'],
      ['ANN', 'eng'],
      ['BOB', 'eng'],
    ],
  ],
  ['select A where year(C) = 2021 order by A', [['Name'], ['Eve'], ['bob']]],
  ['select A where month(C) = 2 and day(C) = 20', [['Name'], ['bob']]],
  [
    "select quarter(C), dayOfWeek(C) where A = 'Cat'",
    [
      ['quarter(Hired)', 'dayOfWeek(Hired)'],
      [3, 7],
    ],
  ],
  [
    'select year(C), sum(D) group by year(C)',
    [
      ['year(Hired)', 'sum Salary'],
      [2020, 1600],
      [2021, 1700],
      [2022, 700],
    ],
  ],
  [
    "select year(C), count(A) where E = true group by year(C) order by count(A) desc, year(C) label year(C) 'y', count(A) 'n'",
    [
      ['y', 'n'],
      [2020, 2],
      [2021, 1],
    ],
  ],
  [
    'select B, avg(D), min(D), max(D) group by B',
    [
      ['Dept', 'avg Salary', 'min Salary', 'max Salary'],
      ['Eng', 900, 800, 1000],
      ['Ops', 900, 900, 900],
      ['Sales', 650, 600, 700],
    ],
  ],
  [
    'select B, sum(D) group by B pivot E',
    [
      ['Dept', 'false', 'true'],
      ['Eng', 800, 1000],
      ['Ops', null, 900],
      ['Sales', 700, 600],
    ],
  ],
  [
    'select sum(D), count(D) pivot B',
    [
      [
        'Eng sum Salary',
        'Eng count Salary',
        'Ops sum Salary',
        'Ops count Salary',
        'Sales sum Salary',
        'Sales count Salary',
      ],
      [1800, 2, 900, 1, 1300, 2],
    ],
  ],
  [
    'select year(C), sum(D) group by year(C) pivot B',
    [
      ['year(Hired)', 'Eng', 'Ops', 'Sales'],
      [2020, 1000, null, 600],
      [2021, 800, 900, null],
      [2022, null, null, 700],
    ],
  ],
  ["select A where C >= date '2021-03-20'", [['Name'], ['bob'], ['Dan']]],
  ['select A where F is null', [['Name'], ['bob']]],
  ["select A where F is not null and not B = 'Eng'", [['Name'], ['Cat'], ['Dan'], ['Eve']]],
  ["select A where A contains 'a'", [['Name'], ['Cat'], ['Dan']]],
  ["select A where A starts with 'E' or A ends with 't'", [['Name'], ['Cat'], ['Eve']]],
  ["select A where A matches '[A-D].*n'", [['Name'], ['Ann'], ['Dan']]],
  ["select A where A like '_a%'", [['Name'], ['Cat'], ['Dan']]],
  ["select A where B <> 'Eng' and (D < 650 or D >= 900)", [['Name'], ['Cat'], ['Eve']]],
  ['select A order by D limit 2 offset 1', [['Name'], ['Dan'], ['bob']]],
  ['select A skipping 2', [['Name'], ['Ann'], ['Cat'], ['Eve']]],
  ["select A label A ''", [['Ann'], ['bob'], ['Cat'], ['Dan'], ['Eve']]],
  [
    "select dateDiff(date '2024-03-01', date '2024-02-01') limit 1 label dateDiff(date '2024-03-01', date '2024-02-01') 'd'",
    [['d'], [29]],
  ],
  ['select count(A)', [['count Name'], [5]]],
  ['SELECT a WHERE d = 1000', [['Name'], ['Ann']]],
  [
    "select B, count(A)/sum(D) where B = 'Ops' group by B label count(A)/sum(D) 'r'",
    [
      ['Dept', 'r'],
      ['Ops', 1 / 900],
    ],
  ],
]

describe('QUERY', () => {
  it.each(CASES)('%s', (query, expected) => {
    expect(grid.compute(`=QUERY(${DATA},"${query}",1)`)).toEqual(expected)
  })

  it('reads hours, minutes and seconds of a time', () => {
    expect(grid.compute('=QUERY(H1:H2,"select hour(H), minute(H), second(H), toDate(H)",1)')).toEqual([
      ['hour(when)', 'minute(when)', 'second(when)', 'toDate(when)'],
      [7, 8, 9, 45418],
    ])
  })

  it('names the columns of an array Col1, Col2', () => {
    expect(grid.compute('=QUERY({A2:A4,D2:D4},"select Col1 where Col2 < 900",0)')).toEqual([['bob'], ['Cat']])
  })

  it('names the columns of a range by the letters of its tab', () => {
    expect(grid.compute('=QUERY(C1:D6,"select D where D > 900",1)')).toEqual([['Salary'], [1000]])
  })

  it('shows a column in the format it is told to', () => {
    grid.type('M20', `=QUERY(A1:F2,"select C format C 'yyyy-mm'",1)`)
    expect(grid.format('M21')).toBe('yyyy-mm')
    grid.type('M20', '')
  })

  it.each([
    ['select Z', 'Unable to parse query string for Function QUERY parameter 2: NO_COLUMN: Z'],
    [
      'select A, sum(D)',
      'Unable to parse query string for Function QUERY parameter 2: ADD_COL_TO_GROUP_BY_OR_AGG: A',
    ],
    ['select sum(A)', 'Unable to parse query string for Function QUERY parameter 2: AVG_SUM_ONLY_NUMERIC'],
    [
      'select A wher B',
      'Unable to parse query string for Function QUERY parameter 2: PARSE_ERROR: Encountered " <ID> "wher "" at line 1, column 10.',
    ],
  ])('%s is refused in Google’s words', (query, message) => {
    grid.type('M20', `=QUERY(${DATA},"${query}",1)`)
    expect([grid.value('M20'), grid.message('M20')]).toEqual(['#VALUE!', message])
    grid.type('M20', '')
  })

  it('says so where nothing is left', () => {
    expect(grid.compute("=QUERY(A2:A6,\"select A where A = 'x' label A ''\",0)")).toBe('#N/A')
  })
})
