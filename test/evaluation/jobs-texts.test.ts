/** Long jobs about texts that differ, counts and clockings: right results hold, wrong ones are told. */
import { expect, test } from 'vitest'
import type { Scalar } from '../../scripts/eval/workbook.ts'
import { colourRule, columnChart, type Desk, headline, useDesk } from './desk.ts'

const { judge } = useDesk()
const body = (desk: Desk, tab: string, from = 1): Scalar[][] => desk.given(tab).slice(from)

async function prices(desk: Desk, same: (number: string) => string): Promise<void> {
  const catalogue = new Map(
    body(desk, 'Catalogue').map(([number, , price]) => [String(number), Number(price)]),
  )
  const offers = body(desk, 'New prices', 2).map(([number, price]) => ({
    number: String(number),
    price: Number(price),
  }))
  const changed = offers.flatMap(({ number, price }) => {
    const old = catalogue.get(same(number))
    return old === undefined || old === price ? [] : [[same(number), old, price, (price - old) / old]]
  })
  const unknown = offers.filter(({ number }) => !catalogue.has(same(number)))
  await desk.write("'Price changes'!A1", [['Article', 'Old', 'New', 'Change'], ...changed])
  await desk.write("'Not found'!A1", [['Number', 'Price'], ...unknown.map(each => [each.number, each.price])])
}

test('price-update holds for numbers written in any way, and tells those compared letter by letter', async () => {
  const bare = (number: string) => number.replaceAll(/[\s.]/g, '').toUpperCase()
  expect(await judge('price-update', desk => prices(desk, bare))).toEqual([])
  const wrong = await judge('price-update', desk => prices(desk, number => number))
  expect(wrong.map(headline)).toEqual(['each changed price is listed'])
})

async function stocktake(desk: Desk, onlyFirst: boolean): Promise<void> {
  const counts = body(desk, 'Count')
  const counted = (article: Scalar) => {
    const own = counts.filter(row => row[1] === article).map(row => Number(row[2]))
    return onlyFirst ? (own[0] ?? 0) : own.reduce((sum, each) => sum + each, 0)
  }
  const books = body(desk, 'Books')
  const lines = books
    .map(([article, booked, cost]) => {
      const real = counted(article!)
      return [article, booked, real, real - Number(booked), (real - Number(booked)) * Number(cost)]
    })
    .sort((a, b) => Number(a[4]) - Number(b[4]))
  const unknown = counts.filter(row => !books.some(([article]) => article === row[1]))
  await desk.write('Differences!H1', [
    ['Total value', '=SUM(E2:E141)'],
    ['Articles that are right', '=COUNTIF(D2:D141,0)'],
  ])
  await desk.write('Differences!A1', [['Article', 'Booked', 'Counted', 'Difference', 'Value'], ...lines])
  await desk.write('Unknown!A1', [['Article', 'Quantity'], ...unknown.map(row => [row[1], row[2]])])
  const range = { startRowIndex: 1, endRowIndex: 141, startColumnIndex: 0, endColumnIndex: 5 }
  await desk.request(colourRule(desk.sheetId('Differences'), range, '=$E2<-500'))
}

test('inventory-count holds for counts of several places, and tells the first place alone', async () => {
  expect(await judge('inventory-count', desk => stocktake(desk, false))).toEqual([])
  const wrong = await judge('inventory-count', desk => stocktake(desk, true))
  expect(wrong.map(headline)).toEqual([
    'each article has booked, counted, difference and value',
    'the largest loss stands first',
    'the total value is right',
    'articles that are right are counted',
  ])
})

async function classes(desk: Desk, limit: number): Promise<void> {
  const revenue = new Map<Scalar, number>()
  for (const [name, quantity, price] of body(desk, 'Sales'))
    revenue.set(name!, (revenue.get(name!) ?? 0) + Number(quantity) * Number(price))
  const ranked = [...revenue].sort((a, b) => b[1] - a[1])
  const lines = ranked.map(([name], at) => {
    const row = at + 2
    return [
      name,
      `=SUMPRODUCT((Sales!$A$2:$A$900=A${row})*Sales!$B$2:$B$900*Sales!$C$2:$C$900)`,
      `=B${row}/SUM($B$2:$B$${ranked.length + 1})`,
      `=SUM(C$2:C${row})`,
      `=IF(D${row}<=${limit},"A",IF(D${row}<=0.95,"B","C"))`,
    ]
  })
  await desk.write('ABC!A1', [['Product', 'Revenue', 'Share', 'Cumulative', 'Class'], ...lines])
  const of = (kind: string) => [
    kind,
    `=COUNTIF($E$2:$E$${ranked.length + 1},"${kind}")`,
    `=SUMIF($E$2:$E$${ranked.length + 1},"${kind}",$C$2:$C$${ranked.length + 1})`,
  ]
  await desk.write('ABC!G1', [['Class', 'Products', 'Share'], of('A'), of('B'), of('C')])
  await desk.request(columnChart(desk.sheetId('ABC'), [1, 71], 0))
}

test('abc-analysis holds for cumulative shares, and tells another limit', async () => {
  expect(await judge('abc-analysis', desk => classes(desk, 0.8))).toEqual([])
  const wrong = await judge('abc-analysis', desk => classes(desk, 0.7))
  expect(wrong.map(headline)).toEqual([
    'each product has revenue, cumulative share and class',
    'each class has its number and share',
  ])
})

/** Hours by badge and day, and days on which a clocking is missing. */
function clocked(desk: Desk) {
  const days = new Map<string, { badge: string; date: number; events: { at: number; kind: Scalar }[] }>()
  for (const [badge, at, kind] of body(desk, 'Clock')) {
    const date = Math.floor(Number(at))
    const key = `${badge} ${date}`
    const day = days.get(key) ?? { badge: String(badge), date, events: [] }
    day.events.push({ at: Number(at), kind: kind! })
    days.set(key, day)
  }
  const all = [...days.values()].map(day => ({
    ...day,
    isWhole:
      day.events.length % 2 === 0 &&
      day.events.every(({ kind }, at) => kind === (at % 2 === 0 ? 'IN' : 'OUT')),
    hours: 24 * day.events.reduce((sum, { at, kind }) => sum + (kind === 'OUT' ? at : -at), 0),
  }))
  return { whole: all.filter(({ isWhole }) => isWhole), broken: all.filter(({ isWhole }) => !isWhole) }
}

async function hours(desk: Desk, isPaused: boolean): Promise<void> {
  const { whole, broken } = clocked(desk)
  const lines = whole.map(({ badge, date, hours: worked, events }) => {
    const present = 24 * (events.at(-1)!.at - events[0]!.at)
    return [`'${badge}`, date, isPaused ? worked : present]
  })
  const badges = [...new Set(lines.map(([badge]) => badge))]
  const sums = badges.map(badge => [
    badge,
    lines.filter(line => line[0] === badge).reduce((sum, line) => sum + Number(line[2]), 0),
  ])
  await desk.write('Hours!A1', [['Badge', 'Date', 'Hours'], ...lines])
  await desk.write('Hours!F1', [['Badge', 'Sum'], ...sums])
  await desk.write('Missing!A1', [['Badge', 'Date'], ...broken.map(({ badge, date }) => [`'${badge}`, date])])
}

test('attendance holds for pairs of clockings, and tells pauses that are paid', async () => {
  expect(await judge('attendance', desk => hours(desk, true))).toEqual([])
  const wrong = await judge('attendance', desk => hours(desk, false))
  expect(wrong.map(headline)).toEqual(['each badge and day has its hours', 'each badge has its sum'])
})

async function orders(desk: Desk, isPaid: (text: string) => boolean): Promise<void> {
  const lines = desk.given('Log').map(([text]) => {
    const line = String(text).replace(/ \(.*\)$/, '')
    const find = (pattern: RegExp) => pattern.exec(line)?.[1] ?? ''
    const quantity = Number(
      find(/(?:\| (\d+) x|: (\d+) pcs|qty (\d+))/) ||
        /: (\d+) pcs|qty (\d+)/.exec(line)?.slice(1).find(Boolean),
    )
    const product = /(Blue Mug|Red Mug|Tea Pot|Tray, large|Spoon set|Sugar bowl)/.exec(line)?.[1]
    const price = Number(find(/(\d+\.\d\d)/))
    return [
      find(/(\d{4}-\d\d-\d\d)/),
      find(/(T-\d+)/),
      quantity,
      product,
      price,
      quantity * price,
      isPaid(line) ? 'yes' : 'no',
    ]
  })
  const products = [...new Set(lines.map(line => line[3]))].map(product => {
    const own = lines.filter(line => line[3] === product)
    return [
      product,
      own.reduce((sum, line) => sum + Number(line[2]), 0),
      own.reduce((sum, line) => sum + Number(line[5]), 0),
    ]
  })
  await desk.write('Orders!A1', [
    ['Date', 'Order', 'Quantity', 'Product', 'Unit price', 'Total', 'Paid'],
    ...lines,
  ])
  await desk.write('Products!A1', [['Product', 'Quantity', 'Total'], ...products])
}

test('order-log holds for lines taken apart, and tells unpaid orders taken for paid', async () => {
  const isPaid = (line: string) => /(?<!not |un)paid/i.test(line)
  expect(await judge('order-log', desk => orders(desk, isPaid))).toEqual([])
  const wrong = await judge('order-log', desk => orders(desk, line => /paid/i.test(line)))
  expect(wrong.map(headline)).toEqual(['each order is taken apart'])
})

/** The names without forms, hyphens, case; one letter may be missing or doubled. */
function companies(desk: Desk, isSame: (a: string, b: string) => boolean) {
  const bare = (name: Scalar) =>
    String(name)
      .toLowerCase()
      .replaceAll('-', ' ')
      .replace(/ (gmbh|ltd\.?|sa|ag|inc\.|limited)$/, '')
      .trim()
  const crm = body(desk, 'CRM').map(([id, name]) => ({ id, name: bare(name!) }))
  const billed = body(desk, 'Invoicing').map(([id, name]) => ({ id, name: bare(name!) }))
  const pairs = crm.flatMap(one => {
    const other = billed.find(each => isSame(one.name, each.name))
    return other ? [[one.id, other.id]] : []
  })
  const used = new Set(pairs.flat())
  return { pairs, alone: [...crm, ...billed].filter(({ id }) => !used.has(id)).map(({ id }) => [id]) }
}

test('company-match holds for names with mistakes, and tells exact ones alone', async () => {
  const dropped = (name: string) => Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))
  const alike = (a: string, b: string) => a === b || dropped(a).includes(b) || dropped(b).includes(a)
  const work = (isSame: (a: string, b: string) => boolean) => async (desk: Desk) => {
    const { pairs, alone } = companies(desk, isSame)
    await desk.write('Matches!A1', [['CRM', 'Invoicing'], ...pairs])
    await desk.write('Unmatched!A1', [['Id'], ...alone])
  }
  expect(await judge('company-match', work(alike))).toEqual([])
  const wrong = await judge(
    'company-match',
    work((a, b) => a === b),
  )
  expect(wrong.map(headline)).toEqual(['at least 97 % of the pairs are found'])
})
