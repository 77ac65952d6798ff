/** Long jobs about stock, pay and plans: right results hold, wrong ones are told. */
import { expect, test } from 'vitest'
import type { Scalar } from '../../scripts/eval/workbook.ts'
import { colourRule, columnChart, type Desk, headline, useDesk } from './desk.ts'

const { judge } = useDesk()
const names = (desk: Desk, tab: string, column = 0, from = 1): Scalar[] =>
  desk
    .given(tab)
    .slice(from)
    .flatMap(row => row[column] ?? [])

async function reorder(desk: Desk, adding: string[]): Promise<void> {
  const moved = (type: string, row: number) =>
    `SUMIFS(Movements!$D$2:$D$901,Movements!$B$2:$B$901,A${row},Movements!$C$2:$C$901,"${type}")`
  const lines = names(desk, 'Items').map((sku, at) => {
    const row = at + 2
    const plus = adding.map(type => `+${moved(type, row)}`).join('')
    return [
      sku,
      `=Items!B${row}`,
      `=Items!C${row}${plus}-${moved('OUT', row)}-${moved('SCRAP', row)}`,
      `=Items!D${row}`,
      `=IF(C${row}<D${row},ROUNDUP((D${row}-C${row})/Items!E${row},0)*Items!E${row},0)`,
    ]
  })
  await desk.write('Reorder!A1', [['SKU', 'Name', 'Stock', 'Minimum', 'Order'], ...lines])
}

test('stock-reorder holds for stock by formulas, and tells returns that are left out', async () => {
  expect(await judge('stock-reorder', desk => reorder(desk, ['IN', 'RETURN']))).toEqual([])
  const wrong = await judge('stock-reorder', desk => reorder(desk, ['IN']))
  expect(wrong.map(headline)).toEqual(['each item has its stock and its order', 'with an input changed'])
})

async function variance(desk: Desk, status: string): Promise<void> {
  const lines = names(desk, 'Budget', 0, 3).map((account, at) => {
    const row = at + 2
    return [
      account,
      `=SUM(Budget!B${at + 4}:I${at + 4})`,
      `=SUMIFS(Postings!$D$2:$D$500,Postings!$B$2:$B$500,A${row}${status})`,
      `=C${row}-B${row}`,
      `=D${row}/B${row}`,
    ]
  })
  const sums = ['B', 'C', 'D'].map(letter => `=SUM(${letter}2:${letter}${lines.length + 1})`)
  await desk.write('Variance!A1', [
    ['Account', 'Budget', 'Actual', 'Difference', '%'],
    ...lines,
    ['Total', ...sums],
  ])
  const range = { startRowIndex: 1, endRowIndex: lines.length + 1, startColumnIndex: 0, endColumnIndex: 5 }
  await desk.request(colourRule(desk.sheetId('Variance'), range, '=$E2>0.1'))
}

test('budget-actual holds without reversed postings, and tells those that are counted', async () => {
  const open = ',Postings!$E$2:$E$500,"<>storno"'
  expect(await judge('budget-actual', desk => variance(desk, open))).toEqual([])
  const wrong = await judge('budget-actual', desk => variance(desk, ''))
  expect(wrong.map(headline)).toEqual([
    'each account has budget, actual, difference and percent',
    'the actuals are summed',
  ])
})

async function aging(desk: Desk, paid: (row: number) => string): Promise<void> {
  const invoices = desk.given('Invoices').slice(1)
  await desk.write('Invoices!E1', [['Open'], ...invoices.map((_, at) => [`=D${at + 2}${paid(at + 2)}`])])
  const days = (count: number) => `DATE(2025,6,30)-${count}`
  const within = [
    [`">="&${days(0)}`],
    [`">="&${days(30)}`, `"<"&${days(0)}`],
    [`">="&${days(60)}`, `"<"&${days(30)}`],
    [`">="&${days(90)}`, `"<"&${days(60)}`],
    [`"<"&${days(90)}`],
  ]
  const end = invoices.length + 1
  const customers = [...new Set(invoices.map(row => row[1]))]
  const lines = customers.map((customer, at) => {
    const row = at + 2
    const sums = within.map(conditions => {
      const due = conditions.map(each => `,Invoices!$C$2:$C$${end},${each}`).join('')
      return `=SUMIFS(Invoices!$E$2:$E$${end},Invoices!$B$2:$B$${end},$A${row}${due})`
    })
    return [customer, ...sums, `=SUM(B${row}:F${row})`]
  })
  const header = ['Customer', 'Not due', '1-30', '31-60', '61-90', '>90', 'Total']
  await desk.write('Aging!A1', [
    header,
    ...lines,
    ['Total', '', '', '', '', '', `=SUM(G2:G${lines.length + 1})`],
  ])
}

test('aging-receivables holds after partial payments, and tells payments that are ignored', async () => {
  const paid = (row: number) => `-SUMIF(Payments!$B$2:$B$400,A${row},Payments!$C$2:$C$400)`
  expect(await judge('aging-receivables', desk => aging(desk, paid))).toEqual([])
  const wrong = await judge('aging-receivables', desk => aging(desk, () => ''))
  expect(wrong.map(headline)).toEqual(['each customer has its open amounts by age', 'the total is right'])
})

async function pay(desk: Desk, overtime: (row: number) => string): Promise<void> {
  const end = desk.given('Hours').length
  const hours = (more: string) => `SUMIFS(Hours!$C$2:$C$${end},Hours!$B$2:$B$${end},$A${more}`
  const monday = (week: number) => `DATE(2025,9,${1 + week * 7})`
  const lines = names(desk, 'Rates', 0).map((name, at) => {
    const row = at + 2
    const weeks = [0, 1, 2, 3].map(
      week =>
        `=${hours(`${row},Hours!$A$2:$A$${end},">="&${monday(week)},Hours!$A$2:$A$${end},"<"&${monday(week)}+7)`)}`,
    )
    const sundays = `SUMPRODUCT((Hours!$B$2:$B$${end}=$A${row})*(WEEKDAY(Hours!$A$2:$A$${end},2)=7)*Hours!$C$2:$C$${end})`
    return [
      name,
      `=${hours(`${row})`)}-C${row}`,
      overtime(row),
      `=Rates!B${row}*(B${row}+1.5*C${row}+0.25*${sundays})`,
      `=D${row}*Rates!$F$1`,
      `=D${row}-E${row}`,
      ...['', '', ''],
      ...weeks,
    ]
  })
  const header = ['Person', 'Normal', 'Overtime', 'Gross', 'Deductions', 'Net']
  await desk.write('Payroll!A1', [
    header,
    ...lines,
    ['Total net', '', '', '', '', `=SUM(F2:F${lines.length + 1})`],
  ])
}

test('payroll holds for overtime by the week, and tells overtime by the month', async () => {
  const byWeek = (row: number) => `=SUMPRODUCT((J${row}:M${row}>40)*(J${row}:M${row}-40))`
  expect(await judge('payroll', desk => pay(desk, byWeek))).toEqual([])
  const wrong = await judge('payroll', desk => pay(desk, row => `=MAX(0,SUM(J${row}:M${row})-160)`))
  expect(wrong.map(headline)).toEqual([
    'each person has hours, gross and net',
    'the total net is right',
    'with an input changed',
    'with an input changed',
  ])
})

async function survey(desk: Desk, detractors: string): Promise<void> {
  const [header = []] = desk.given('Answers')
  const end = desk.given('Answers').length
  const scale = ['Strongly disagree', 'Disagree', 'Neutral', 'Agree', 'Strongly agree']
  const departments = [...new Set(names(desk, 'Answers', 1))]
  const column = (at: number) => `Answers!$${'CDEFG'[at]}$2:$${'CDEFG'[at]}$${end}`
  const counts = (at: number, where: string) =>
    scale.map(label => `COUNTIFS(${column(at)},"${label}"${where})`)
  const mean = (at: number, where: string) => {
    const all = counts(at, where)
    return `=(${all.map((count, mark) => `${mark + 1}*${count}`).join('+')})/(${all.join('+')})`
  }
  const inOne = (name: Scalar) => `,Answers!$B$2:$B$${end},"${name}"`
  const questions = header
    .slice(2, 7)
    .map((question, at) => [question, ...departments.map(name => mean(at, inOne(name))), mean(at, '')])
  const promoters = `COUNTIF(Answers!$H$2:$H$${end},">=9")-COUNTIF(Answers!$H$2:$H$${end},"${detractors}")`
  await desk.write('Results!A1', [
    ['Statement', ...departments, 'Overall'],
    ...questions,
    [''],
    ...departments.map(name => [name, `=COUNTIF(Answers!$B$2:$B$${end},"${name}")`]),
    ['NPS', `=100*(${promoters})/COUNT(Answers!$H$2:$H$${end})`],
  ])
  await desk.request(columnChart(desk.sheetId('Results'), [1, 6], 0))
}

test('survey-summary holds for averages of words, and tells a wrong promoter score', async () => {
  expect(await judge('survey-summary', desk => survey(desk, '<=6'))).toEqual([])
  const wrong = await judge('survey-summary', desk => survey(desk, '<=7'))
  expect(wrong.map(headline)).toEqual(['the promoter score is right'])
})

async function grades(desk: Desk, worst: (row: number) => string): Promise<void> {
  const lines = names(desk, 'Marks').map((_, at) => {
    const row = at + 2
    return [
      `=Scale!$B$2*(SUM(B${row}:F${row})-${worst(row)})/80+Scale!$B$3*G${row}/100+Scale!$B$4*H${row}/100`,
      `=LOOKUP(ROUND(I${row},9),Scale!$D$2:$D$6,Scale!$E$2:$E$6)`,
    ]
  })
  const end = lines.length + 1
  await desk.write('Marks!I1', [['Score', 'Grade'], ...lines])
  await desk.write(`Marks!H${end + 2}`, [['Class average', `=AVERAGE(I2:I${end})`]])
  const range = { startRowIndex: 1, endRowIndex: end, startColumnIndex: 0, endColumnIndex: 10 }
  await desk.request(colourRule(desk.sheetId('Marks'), range, '=$J2="F"'))
}

test('gradebook holds where missing work is zero, and tells a worst quiz among those handed in', async () => {
  const right = (row: number) => `IF(COUNT(B${row}:F${row})<5,0,MIN(B${row}:F${row}))`
  expect(await judge('gradebook', desk => grades(desk, right))).toEqual([])
  const wrong = await judge('gradebook', desk => grades(desk, row => `MIN(B${row}:F${row})`))
  expect(wrong.map(headline)).toEqual([
    'each student has score and grade',
    'the class average is right',
    'with an input changed',
    'with an input changed',
  ])
})

async function tracker(desk: Desk, overdue: string): Promise<void> {
  const end = desk.given('Tasks').length
  const rows = Array.from({ length: end - 1 }, (_, at) => [`=IF(D${at + 2}="Done","",C${at + 2}-$H$1)`])
  await desk.write('Tasks!F1', [['Days left'], ...rows])
  const sheetId = desk.sheetId('Tasks')
  const column = { sheetId, startRowIndex: 1, endRowIndex: end, startColumnIndex: 3, endColumnIndex: 4 }
  const choices = ['Not started', 'In progress', 'Blocked', 'Done'].map(userEnteredValue => ({
    userEnteredValue,
  }))
  const properties = { sheetId, gridProperties: { frozenRowCount: 1 } }
  await desk.request(
    { setDataValidation: { range: column, rule: { condition: { type: 'ONE_OF_LIST', values: choices } } } },
    colourRule(sheetId, { startRowIndex: 1, endRowIndex: end }, '=AND($D2<>"Done",$C2<$H$1)'),
    { updateSheetProperties: { properties, fields: 'gridProperties.frozenRowCount' } },
  )
  const of = (row: number) => `Tasks!$B$2:$B$${end},A${row},Tasks!$D$2:$D$${end},"<>Done"`
  const owners = [...new Set(names(desk, 'Tasks', 1))].map((owner, at) => [
    owner,
    `=COUNTIFS(${of(at + 2)})`,
    `=COUNTIFS(${of(at + 2)},Tasks!$C$2:$C$${end},"${overdue}"&Tasks!$H$1)`,
  ])
  const done = `=COUNTIF(Tasks!$D$2:$D$${end},"Done")/${end - 1}`
  await desk.write('Overview!A1', [['Owner', 'Open', 'Overdue'], ...owners, [''], ['Share done', done]])
}

test('project-tracker holds for choices, rules and counts, and tells the day itself as overdue', async () => {
  expect(await judge('project-tracker', desk => tracker(desk, '<'))).toEqual([])
  const wrong = await judge('project-tracker', desk => tracker(desk, '>'))
  expect(wrong.map(headline)).toEqual(['each owner has open and overdue tasks', 'with an input changed'])
})

/** One list from all exports, found by what their headers are like. */
function allOrders(desk: Desk, isNew: (order: Scalar, seen: Set<Scalar>) => boolean): Scalar[][] {
  const kinds = [
    /^(order$|order no|orderid|nr)/i,
    /date|created/i,
    /customer|client|buyer/i,
    /net/i,
    /country|ship|land/i,
  ]
  const seen = new Set<Scalar>()
  return ['January', 'February', 'March', 'April', 'May', 'June'].flatMap(month => {
    const [header = [], ...lines] = desk.given(month)
    const columns = kinds.map(kind => header.findIndex(name => kind.test(String(name))))
    return lines.flatMap(line => {
      const [order = null, ...rest] = columns.map(column => line[column] ?? null)
      if (!/^W\d-/.test(String(order)) || !isNew(order, seen)) return []
      seen.add(order)
      return [[month, order, ...rest]]
    })
  })
}

test('merge-months holds for each order once, and tells those exported twice', async () => {
  const header = ['Month', 'Order', 'Date', 'Customer', 'Net', 'Country']
  const once = await judge('merge-months', desk =>
    desk.write("'All orders'!A1", [header, ...allOrders(desk, (order, seen) => !seen.has(order))]),
  )
  expect(once).toEqual([])
  const twice = await judge('merge-months', desk =>
    desk.write("'All orders'!A1", [header, ...allOrders(desk, () => true)]),
  )
  expect(twice.map(headline)).toEqual(['each order stands there once'])
})
