/** Long jobs about money: a right result made by hand holds, a wrong one is told. */
import { expect, test } from 'vitest'
import { columnChart, type Desk, headline, useDesk } from './desk.ts'

const { judge } = useDesk()

/** Bank lines and ledger entries without a partner, found from the tabs alone. */
function unmatched(desk: Desk) {
  const bank = desk
    .given('Bank')
    .slice(4)
    .map(([date, id, , amount]) => ({ date, id, amount }) as Movement)
  const ledger = desk
    .given('Ledger')
    .slice(1)
    .map(
      ([id, date, , debit, credit]) =>
        ({ id, date, amount: Number(debit ?? 0) - Number(credit ?? 0) }) as Movement,
    )
  const used = new Set<Movement>()
  const bankOnly = bank.filter(line => {
    const partner = ledger.find(
      entry => !used.has(entry) && entry.amount === line.amount && Math.abs(entry.date - line.date) <= 3,
    )
    if (partner) used.add(partner)
    return !partner
  })
  return { bankOnly, ledgerOnly: ledger.filter(entry => !used.has(entry)) }
}

interface Movement {
  date: number
  id: string
  amount: number
}

const listed = (title: string, lines: Movement[]): unknown[][] => [
  [title],
  ['Date', 'Reference', 'Amount'],
  ...lines.map(({ date, id, amount }) => [date, id, amount]),
  ['Total', '', lines.reduce((sum, { amount }) => sum + amount, 0)],
  [''],
]

test('reconcile-bank holds for both lists, and tells a match by amount alone', async () => {
  const right = await judge('reconcile-bank', async desk => {
    const { bankOnly, ledgerOnly } = unmatched(desk)
    await desk.write('Reconciliation!A1', [
      ...listed('Bank only', bankOnly),
      ...listed('Ledger only', ledgerOnly),
    ])
  })
  expect(right).toEqual([])
  const wrong = await judge('reconcile-bank', async desk => {
    const { bankOnly, ledgerOnly } = unmatched(desk)
    const [lost, ...rest] = ledgerOnly
    await desk.write('Reconciliation!A1', [...listed('Bank', bankOnly), ...listed('Ledger', rest)])
    await desk.write('Ledger!G2', [[`matched ${lost!.id}`]])
  })
  expect(wrong).toEqual([
    expect.stringMatching(/^Bank and Ledger are as before: 1 cells of Ledger changed, first G2/),
    expect.stringMatching(/^every ledger entry without a partner is listed: 1 of/),
    expect.stringMatching(/^the ledger list has its total/),
  ])
})

/** Revenue as a column beside the orders; `counted` is the condition's pair for SUMIFS and COUNTIF. */
async function dashboard(desk: Desk, counted: string): Promise<void> {
  const orders = desk.given('Orders').slice(1)
  const by = (column: string, value: string) =>
    `=SUMIFS(Orders!$K$2:$K$1501,Orders!$I$2:$I$1501,"${counted}",Orders!$${column}$2:$${column}$1501,${value})`
  await desk.write('Orders!K1', [
    ['Revenue', 'Month'],
    ...orders.map((_, at) => [`=F${at + 2}*G${at + 2}*(1-H${at + 2})`, `=MONTH(B${at + 2})`]),
  ])
  const names = (column: number) => [...new Set(orders.map(row => row[column]))]
  const months = Array.from({ length: 12 }, (_, at) => [`=DATE(2024,${at + 1},1)`, by('L', `${at + 1}`)])
  const regions = names(3).map(region => [region, by('D', `"${region}"`)])
  const products = names(4).map(name => [name, by('E', `"${name}"`)])
  await desk.write('Dashboard!A1', [
    ['Revenue', `=SUMIFS(Orders!$K$2:$K$1501,Orders!$I$2:$I$1501,"${counted}")`],
    ['Orders', `=COUNTIF(Orders!$I$2:$I$1501,"${counted}")`],
    ['Average order value', '=B1/B2'],
    [''],
    ['Month', 'Revenue'],
    ...months,
    [''],
    ['Region', 'Revenue'],
    ...regions,
    [''],
    ['Top products'],
    ...Array.from({ length: 5 }, (_, at) => [
      `=INDEX($K$1:$K$12,MATCH(B${26 + at},$L$1:$L$12,0))`,
      `=LARGE($L$1:$L$12,${at + 1})`,
    ]),
  ])
  await desk.write('Dashboard!K1', products)
  const sheetId = desk.sheetId('Dashboard')
  await desk.request(columnChart(sheetId, [5, 17], 0), columnChart(sheetId, [19, 23], 0))
}

test('sales-dashboard holds for live formulas, and tells cancelled orders that are counted', async () => {
  expect(await judge('sales-dashboard', desk => dashboard(desk, '<>Cancelled'))).toEqual([])
  const wrong = await judge('sales-dashboard', desk => dashboard(desk, '<>'))
  expect(wrong.map(headline)).toEqual([
    'revenue leaves cancelled orders out',
    'orders are counted',
    'the average is right',
    'each month has its revenue',
    'each region has its revenue',
    'the five best products are listed',
    'with an input changed',
  ])
})

/** Interest and closing balance of each month; rows past the end stay empty. */
async function loan(desk: Desk, extra: string): Promise<void> {
  const rows = Array.from({ length: 240 }, (_, at) => {
    const row = at + 2
    const before = row - 1
    const open = `C${row}=""`
    return [
      at === 0 ? 1 : `=IF(C${row}="","",A${before}+1)`,
      at === 0 ? '=Loan!$B$7' : `=IF(${open},"",EDATE(Loan!$B$7,A${row}-1))`,
      at === 0 ? '=Loan!$B$4' : `=IF(G${before}="","",IF(G${before}<0.005,"",G${before}))`,
      `=IF(${open},"",C${row}*Loan!$B$5/12)`,
      `=IF(${open},"",MIN(C${row},Loan!$B$10-D${row}))`,
      `=IF(${open},"",MIN(C${row}-E${row},${extra}))`,
      `=IF(${open},"",C${row}-E${row}-F${row})`,
    ]
  })
  await desk.write('Schedule!A1', [
    ['No', 'Date', 'Opening', 'Interest', 'Principal', 'Extra', 'Closing'],
    ...rows,
  ])
  await desk.write('Loan!A10', [
    ['Monthly payment', '=-PMT(B5/12,B6*12,B4)'],
    ['Number of payments', '=COUNT(Schedule!A2:A241)'],
    ['Total interest', '=SUM(Schedule!D2:D241)'],
    ['Interest saved', '=B10*B6*12-B4-B12'],
  ])
}

test('amortisation holds for a plan that ends at zero, and tells one that forgets the extra payment', async () => {
  expect(await judge('amortisation', desk => loan(desk, 'Loan!$B$8'))).toEqual([])
  const wrong = await judge('amortisation', desk => loan(desk, '0'))
  expect(wrong.map(headline)).toEqual([
    'the number of payments is right',
    'the total interest is right',
    'the saved interest is right',
    'the first payments and the last one are right',
    'with an input changed',
    'with an input changed',
    'with an input changed',
  ])
})
