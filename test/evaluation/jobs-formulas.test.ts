/** Long jobs that have to follow their inputs: right formulas hold, wrong ones are told. */
import { expect, test } from 'vitest'
import type { Scalar } from '../../scripts/eval/workbook.ts'
import { columnChart, type Desk, headline, useDesk } from './desk.ts'

const { judge } = useDesk()
const body = (desk: Desk, tab: string): Scalar[][] => desk.given(tab).slice(1)
const distinct = (values: Scalar[]): Scalar[] => [...new Set(values)]

async function commissions(desk: Desk, isMarginal: boolean): Promise<void> {
  const deals = (type: string, row: number) =>
    `SUMIFS(Deals!$E$2:$E$421,Deals!$B$2:$B$421,A${row},Deals!$D$2:$D$421,"${type}")`
  const reps = distinct(body(desk, 'Deals').map(row => row[1]!))
  const lines = reps.map((rep, at) => {
    const row = at + 2
    const step = (of: number) =>
      `Plan!$B$${of}*MAX(0,MIN(B${row},${of < 5 ? `Plan!$A$${of + 1}` : '10^9'})-Plan!$A$${of})`
    const full = isMarginal
      ? [2, 3, 4, 5].map(step).join('+')
      : `B${row}*LOOKUP(B${row},Plan!$A$2:$A$5,Plan!$B$2:$B$5)`
    return [
      rep,
      `=${deals('Sale', row)}-${deals('Return', row)}`,
      `=(${full})*IF(B${row}<Plan!$E$2,0.8,1)`,
      `=RANK(C${row},$C$2:$C$${reps.length + 1})`,
    ]
  })
  await desk.write('Commission!A1', [['Rep', 'Net', 'Commission', 'Rank'], ...lines])
  await desk.write('Commission!B12', [['Total', `=SUM(C2:C${reps.length + 1})`]])
}

test('commission holds step by step, and tells a rate on the whole amount', async () => {
  expect(await judge('commission', desk => commissions(desk, true))).toEqual([])
  const wrong = await judge('commission', desk => commissions(desk, false))
  expect(wrong.map(headline)).toContain('each rep has net sales, commission and rank')
})

async function expenses(desk: Desk, cut: (row: number) => string): Promise<void> {
  const count = body(desk, 'Expenses').length
  const rows = Array.from({ length: count }, (_, at) => {
    const row = at + 2
    const rate = `INDEX(Rates!$B$2:$D$4,MONTH(A${row})-3,MATCH(D${row},Rates!$B$1:$D$1,0))`
    return [`=E${row}*IF(D${row}="EUR",1,${rate})`, cut(row), `=IF(H${row}<G${row},1,0)`]
  })
  await desk.write('Expenses!G1', [['EUR', 'Paid', 'Cut'], ...rows])
  const sum = (column: string, row: number) =>
    `=SUMIF(Expenses!$B$2:$B$${count + 1},A${row},Expenses!$${column}$2:$${column}$${count + 1})`
  const people = distinct(body(desk, 'Expenses').map(row => row[1]!)).map((person, at) => [
    person,
    ...['G', 'H', 'I'].map(column => sum(column, at + 2)),
  ])
  await desk.write('Reimbursement!A1', [['Person', 'Claimed', 'Reimbursed', 'Cut'], ...people])
  await desk.write('Reimbursement!A10', [['Total reimbursed', `=SUM(C2:C${people.length + 1})`]])
}

test('expense-report holds within limits, and tells limits that are ignored', async () => {
  const limited = (row: number) => `=MIN(G${row},VLOOKUP(C${row},Policy!$A$2:$B$5,2,FALSE))`
  expect(await judge('expense-report', desk => expenses(desk, limited))).toEqual([])
  const wrong = await judge('expense-report', desk => expenses(desk, row => `=G${row}`))
  expect(wrong.map(headline)).toEqual([
    'each person has claimed, reimbursed and cut expenses',
    'the total is right',
    'with an input changed',
    'with an input changed',
  ])
})

async function forecast(desk: Desk, firstWeek: (from: string) => string): Promise<void> {
  const weeks = Array.from({ length: 13 }, (_, at) => {
    const row = at + 2
    const due = (tab: string, late: string) => {
      const from = at === 0 ? firstWeek(tab) : `,${tab}!$B$2:$B$200,">="&A${row}${late}`
      return `SUMIFS(${tab}!$C$2:$C$200,${tab}!$B$2:$B$200,"<"&A${row}+7${late}${from})`
    }
    const wages = at % 2 === 0 ? '+Setup!$B$4' : ''
    return [
      `=DATE(2025,11,3)+${at * 7}`,
      at === 0 ? '=Setup!B2' : `=E${row - 1}`,
      `=${due('Receivables', '-Setup!$B$3')}`,
      `=${due('Payables', '')}${wages}`,
      `=B${row}+C${row}-D${row}`,
    ]
  })
  await desk.write('Forecast!A1', [['Week', 'Opening', 'In', 'Out', 'Closing'], ...weeks])
  await desk.write('Forecast!G1', [['Lowest balance', '=MIN(E2:E14)']])
  await desk.request(columnChart(desk.sheetId('Forecast'), [0, 14], 0))
}

test('cash-forecast holds with the delay, and tells old items that are left out', async () => {
  expect(await judge('cash-forecast', desk => forecast(desk, () => ''))).toEqual([])
  const wrong = await judge('cash-forecast', desk => forecast(desk, tab => `,${tab}!$B$2:$B$200,">="&A2`))
  expect(wrong.map(headline)).toContain('each week has its balances')
})

async function assets(desk: Desk, first: (row: number) => string): Promise<void> {
  const register = body(desk, 'Assets')
  const lines = register.map(([id], at) => {
    const row = at + 2
    const sold = `IF(Assets!E${row}="",10^6,YEAR(Assets!E${row})*12+MONTH(Assets!E${row})-1)`
    const years = [2022, 2023, 2024, 2025, 2026].map(
      year =>
        `=Assets!C${row}/(Assets!D${row}*12)*MAX(0,MIN($K${row},${(year + 1) * 12})-MAX($J${row},${year * 12}))`,
    )
    return [
      id,
      ...years,
      `=IF(Assets!E${row}<>"",0,Assets!C${row}-Assets!C${row}/(Assets!D${row}*12)*MAX(0,MIN(K${row},${2027 * 12})-J${row}))`,
      '',
      '',
      first(row),
      `=MIN(J${row}+Assets!D${row}*12,${sold})`,
    ]
  })
  const end = lines.length + 1
  const header = ['Asset', 2022, 2023, 2024, 2025, 2026, 'Book value']
  await desk.write('Depreciation!A1', [header, ...lines, ['Total', '', '', '', '', '', `=SUM(G2:G${end})`]])
}

test('depreciation holds by months, and tells one that begins a month later', async () => {
  const month = (row: number) => `YEAR(Assets!B${row})*12+MONTH(Assets!B${row})`
  expect(await judge('depreciation', desk => assets(desk, row => `=${month(row)}-1`))).toEqual([])
  const wrong = await judge('depreciation', desk => assets(desk, row => `=${month(row)}`))
  expect(wrong.map(headline)).toEqual([
    'each asset has its years and its book value',
    'the book values are summed',
  ])
})

async function vat(desk: Desk, tax: (row: number) => string): Promise<void> {
  for (const title of ['Sales', 'Purchases']) {
    const rows = body(desk, title).map((_, at) => [tax(at + 2), `=ROUNDUP(MONTH(A${at + 2})/3,0)`])
    await desk.write(`${title}!F1`, [['VAT', 'Quarter'], ...rows])
  }
  const sum = (title: string, quarter: number) =>
    `=SUMIF(${title}!$G$2:$G$400,${quarter},${title}!$F$2:$F$400)`
  const quarters = [1, 2, 3, 4].map(quarter => [
    `Q${quarter}`,
    sum('Sales', quarter),
    sum('Purchases', quarter),
    `=B${quarter + 1}-C${quarter + 1}`,
  ])
  const total = ['Total', ...['B', 'C', 'D'].map(column => `=SUM(${column}2:${column}5)`)]
  await desk.write("'VAT return'!A1", [['Quarter', 'Output', 'Input', 'To pay'], ...quarters, total])
}

test('vat-return holds for tax within gross amounts, and tells tax on top of them', async () => {
  const rate = (row: number) => `N(VLOOKUP(C${row},Codes!$A$2:$C$6,3,FALSE))`
  expect(
    await judge('vat-return', desk => vat(desk, row => `=D${row}*${rate(row)}/(1+${rate(row)})`)),
  ).toEqual([])
  const wrong = await judge('vat-return', desk => vat(desk, row => `=D${row}*${rate(row)}`))
  expect(wrong.map(headline)).toEqual(['each quarter has output, input and payment', 'the year is summed'])
})

async function postage(desk: Desk, column: (row: number) => string): Promise<void> {
  const count = body(desk, 'Parcels').length
  const rows = Array.from({ length: count }, (_, at) => {
    const row = at + 2
    const zone = `VLOOKUP(B${row},Zones!$A$2:$B$11,2,FALSE)`
    return [`=INDEX(Rates!$B$2:$G$5,${zone},${column(row)})*IF(D${row}="Express",1.6,1)*(1+Rates!$H$1)`]
  })
  await desk.write('Parcels!E1', [['Postage'], ...rows])
  await desk.write('Parcels!G1', [['Total postage', `=SUM(E2:E${count + 1})`]])
}

test('shipping-rates holds for upper limits, and tells lower ones', async () => {
  const upper = (row: number) => `COUNTIF(Rates!$B$1:$G$1,"<"&C${row})+1`
  expect(await judge('shipping-rates', desk => postage(desk, upper))).toEqual([])
  const lower = (row: number) => `MAX(1,COUNTIF(Rates!$B$1:$G$1,"<="&C${row}))`
  const wrong = await judge('shipping-rates', desk => postage(desk, lower))
  expect(wrong.map(headline)).toEqual([
    'each parcel has its postage',
    'the total is right',
    'with an input changed',
    'with an input changed',
  ])
})
