/** Long jobs about plans and offers: right results hold, wrong ones are told. */
import { expect, test } from 'vitest'
import { calendarDay, serial } from '../../scripts/eval/jobs/days.ts'
import { colourRule, type Desk, headline, useDesk } from './desk.ts'

const { judge } = useDesk()

/** Dates by WORKDAY beside the tasks, and a calendar of weeks that a rule colours. */
async function plan(desk: Desk, holidays: string): Promise<void> {
  const tasks = desk.given('Tasks').slice(3)
  const rowOf = (id: string) => 4 + tasks.findIndex(task => task[0] === id)
  const dates = tasks.map(([, , , after], at) => {
    const row = 4 + at
    const before = String(after ?? '')
      .split('; ')
      .filter(id => id !== '')
    const start =
      before.length === 0
        ? '=$B$1'
        : `=WORKDAY(MAX(${before.map(id => `F${rowOf(id)}`).join(',')}),1${holidays})`
    return [start, `=WORKDAY(E${row}-1,C${row}${holidays})`]
  })
  await desk.write('Tasks!E3', [['Start', 'End'], ...dates])
  await desk.write('Tasks!D1', [['Project end', `=MAX(F4:F${3 + tasks.length})`]])
  const weeks = Array.from({ length: 60 }, (_, at) => `=Tasks!$B$1+${at * 7}`)
  const rows = tasks.map((task, at) => [task[1], `=Tasks!E${4 + at}`, `=Tasks!F${4 + at}`])
  await desk.write('Gantt!A1', [['Task', 'Start', 'End', ...weeks], ...rows])
  const range = { startRowIndex: 1, endRowIndex: 1 + tasks.length, startColumnIndex: 3, endColumnIndex: 63 }
  await desk.request(colourRule(desk.sheetId('Gantt'), range, '=AND($B2<=D$1+6,$C2>=D$1)'))
}

test('gantt holds for dates by formulas, and tells holidays that are forgotten', async () => {
  expect(await judge('gantt', desk => plan(desk, ',Holidays!$A$2:$A$6'))).toEqual([])
  const wrong = await judge('gantt', desk => plan(desk, ''))
  expect(wrong.map(headline)).toEqual([
    'each task starts and ends on the right day',
    'the project end is named',
    'with an input changed',
  ])
})

interface Worker {
  name: string
  senior: boolean
  left: number[]
  never: string[]
  away: [number, number][]
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Day by day, those with most shifts left in the week go first. */
function shifts(desk: Desk): unknown[][] {
  const leave = desk.given('Leave').slice(1)
  const staff: Worker[] = desk
    .given('Staff')
    .slice(1)
    .map(([name, level, perWeek, never]) => ({
      name: String(name),
      senior: level === 'Senior',
      left: Array.from({ length: 4 }, () => Number(perWeek)),
      never: String(never ?? '').split(', '),
      away: leave.filter(row => row[0] === name).map(row => [Number(row[1]), Number(row[2])]),
    }))
  let yesterday: string[] = []
  return Array.from({ length: 28 }, (_, at) => {
    const date = serial(2025, 6, 2) + at
    const week = Math.floor(at / 7)
    const today: Worker[] = []
    const take = (senior: boolean, barred: string[]) => {
      const free = staff
        .filter(each => each.left[week]! > 0 && !today.includes(each) && !barred.includes(each.name))
        .filter(each => !each.never.includes(WEEKDAYS[calendarDay(date).weekday - 1]!))
        .filter(each => !each.away.some(([from, to]) => date >= from && date <= to))
        .sort((a, b) => b.left[week]! - a.left[week]!)
      const chosen = free.find(each => each.senior === senior) ?? free[0]
      if (!chosen) throw new Error(`nobody is free on day ${at + 1}`)
      chosen.left[week]!--
      today.push(chosen)
      return chosen.name
    }
    const early = [take(true, yesterday), take(false, yesterday)]
    const late = [take(true, []), take(false, [])]
    yesterday = late
    return [date, ...early, ...late]
  })
}

async function rota(desk: Desk, lines: unknown[][]): Promise<void> {
  await desk.write('Rota!A1', [['Date', 'Early 1', 'Early 2', 'Late 1', 'Late 2'], ...lines])
  const names = desk
    .given('Staff')
    .slice(1)
    .map(([name]) => [name, `=COUNTIF($B$2:$E$29,"${name}")`])
  await desk.write('Rota!H1', [['Name', 'Shifts'], ...names])
}

test('rota holds within all rules, and tells each rule that is broken', async () => {
  expect(await judge('rota', desk => rota(desk, shifts(desk)))).toEqual([])
  const wrong = await judge('rota', desk => {
    const lines = shifts(desk)
    lines[0]![2] = lines[0]![3]
    lines[1]![1] = lines[0]![3]
    lines[5]![4] = 'Nobody'
    return rota(desk, lines.slice(0, 27))
  })
  expect(wrong.map(headline)).toEqual(
    expect.arrayContaining([
      'all 28 days stand there once',
      'every place has somebody of the staff',
      'nobody works twice on one day',
      'nobody works early after a late shift',
    ]),
  )
})

const lookUp = (tab: string, key: string, keys: string, prices: string) =>
  `INDEX(${tab}!$${prices}$1:$${prices}$60,MATCH(${key},ARRAYFORMULA(SUBSTITUTE(${tab}!$${keys}$1:$${keys}$60,"-","")),0))`

async function comparison(desk: Desk, discount: string): Promise<void> {
  const needs = desk.given('Needs').slice(1)
  const rows = needs.map(([sku, name, quantity], at) => {
    const row = at + 2
    const key = `SUBSTITUTE($A${row},"-","")`
    const unit = lookUp('Dunmore', key, 'A', 'C')
    return [
      sku, name, quantity,
      `=IFERROR(${lookUp('Alpha', key, 'B', 'C')},"")`,
      `=IFERROR(${lookUp('Brightway', key, 'B', 'D')}/${lookUp('Brightway', key, 'B', 'C')}*Rates!$B$3,"")`,
      `=IFERROR(${lookUp('Cobalt', key, 'A', 'C')}*Rates!$B$4,"")`,
      `=IFERROR(${lookUp('Dunmore', key, 'A', 'B')}*(1-${discount})/IF(${unit}="piece",1,12),"")`,
      `=MIN(D${row}:G${row})`,
      `=INDEX($D$1:$G$1,MATCH(H${row},D${row}:G${row},0))`,
      `=C${row}*H${row}`,
    ] // biome-ignore format: a table's row
  })
  const header = [
    'SKU',
    'Article',
    'Quantity',
    'Alpha',
    'Brightway',
    'Cobalt',
    'Dunmore',
    'Lowest',
    'Supplier',
    'Cost',
  ]
  await desk.write('Comparison!A1', [header, ...rows])
  await desk.write('Comparison!A27', [['Total cost (EUR)']])
  await desk.write('Comparison!J27', [['=SUM(J2:J25)']])
}

test('supplier-quotes holds for prices a piece in euros, and tells a discount left out', async () => {
  expect(await judge('supplier-quotes', desk => comparison(desk, 'Dunmore!$B$1'))).toEqual([])
  const wrong = await judge('supplier-quotes', desk => comparison(desk, '0'))
  expect(wrong.map(headline)).toEqual([
    'each article has its lowest price, supplier and cost',
    'the total cost is right',
    'with an input changed',
    'with an input changed',
  ])
})
