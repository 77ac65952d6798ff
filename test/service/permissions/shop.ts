/** The workbook of these tests: a small shop's, with what people really have in theirs. */
import type { Cell, PaperTab } from './paper.ts'

const STATUS = ['Open', 'Paid', 'Cancelled', 'Shipped']

const order = (n: number): Cell[] => [
  `A-${1000 + n}`,
  `2026-0${1 + (n % 9)}-1${n % 9}`,
  `Customer ${n % 17}`,
  `person${n % 17}@example.com`,
  1 + (n % 7),
  10 + (n % 13),
  STATUS[n % 4]!,
  n % 5 === 0 ? '' : `Note ${n}`,
]

const HEADER = ['Order', 'Date', 'Customer', 'Email', 'Qty', 'Price', 'Status', 'Notes']

export const ORDERS = 0
export const CUSTOMERS = 11
export const BUDGET = 12
export const SUMMARY = 13
export const ARCHIVE = 14
export const LONG = 15

export const shop = (): PaperTab[] => [
  {
    title: 'Orders',
    sheetId: ORDERS,
    rows: [HEADER, ...Array.from({ length: 80 }, (_, n) => order(n))],
    headerBackground: { red: 0.1, green: 0.1, blue: 0.4 },
  },
  {
    title: 'Customers',
    sheetId: CUSTOMERS,
    rows: [
      ['Name', 'City', 'Phone', 'IBAN', 'Website', 'Instructions'],
      ...Array.from({ length: 17 }, (_, n): Cell[] => [
        `Customer ${n}`,
        n % 2 ? 'Oslo' : 'Lyon',
        `+47 555 01 0${n}`,
        `DE0212030000000020205${n}`,
        `https://customer${n}.example.com`,
        'Ring twice',
      ]),
    ],
  },
  {
    title: 'Budget',
    sheetId: BUDGET,
    charts: 2,
    rows: [
      ['Month', 'Planned', 'Spent'],
      ...Array.from({ length: 12 }, (_, n): Cell[] => [`2026-${n + 1}`, 1000 + n, 900 + n]),
    ],
  },
  {
    title: 'Summary',
    sheetId: SUMMARY,
    rows: [
      ['What', 'Value'],
      ['Planned', '=SUM(Budget!B2:B13)'],
      ['Spent', '=SUM(Budget!C2:C13)'],
      ['Orders', '=COUNTA(Orders!A2:A81)'],
    ],
  },
  { title: 'Archive', sheetId: ARCHIVE, rows: [HEADER, order(900)] },
  {
    title: 'Log',
    sheetId: LONG,
    rows: [
      ['When', 'Who', 'What'],
      ...Array.from({ length: 1_500 }, (_, n): Cell[] => [
        `2026-01-${1 + (n % 28)}`,
        `User ${n % 9}`,
        `Did ${n}`,
      ]),
    ],
  },
]
