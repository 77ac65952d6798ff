/** What people write, and what the planner makes of it: many phrasings of each kind. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kinds } from '../../../../service/models/offline/kinds/index.ts'
import { isUnderstood, run, TOOLS } from './sample.ts'

const firstCall = (prompt: string) => run(prompt).calls[0]
const formula = (prompt: string) => run(prompt).calls.find(({ tool }) => tool === 'write_range')?.args.formula

const folder = join(import.meta.dirname, '../../../../sidebar/texts')
const languages = readdirSync(folder)
  .filter(name => /^[a-z]{2}\.ts$/.test(name))
  .map(name => name.slice(0, 2))

/** Read as text: the sidebar's modules are for the browser. */
async function textsOf(language: string): Promise<(key: string) => string> {
  const source = await readFile(join(folder, `${language}.ts`), 'utf8')
  return key =>
    new RegExp(`'${key.replaceAll('.', '\\.')}':\\s*(['"])(.*?)\\1,`).exec(source)?.[2] ?? `no ${key}`
}

describe.each(kinds.map(kind => [kind.name, kind] as const))('%s', (_name, kind) => {
  test.each(kind.examples)('“%s” is understood and done', example => {
    const ran = run(example, { earlier: [run('Format Price as currency').turn] })
    expect(isUnderstood(ran), ran.answer).toBe(true)
    expect(ran.answer).not.toContain('Not done')
    expect(ran.answer).not.toContain("don't find")
    expect(ran.steps).toBeLessThanOrEqual(12)
    for (const { tool } of ran.calls) expect(TOOLS).toContain(tool)
  })
})

describe('a formula column', () => {
  test.each([
    ['Add a column Revenue that is Qty times Price', '=H2*I2'],
    ['please add a column called "Revenue" which is Qty * Price.', '=H2*I2'],
    ['Could you insert a new column Revenue: qty x price', '=H2*I2'],
    ['Add a Revenue column that multiplies Qty by Price', '=H2*I2'],
    ['Create a Revenue column = Qty × Price', '=H2*I2'],
    ['Compute Revenue as price multiplied by quantty', undefined],
    ['Calculate Revenue as prices multiplied by qty', '=I2*H2'],
    ['add column Profit as Price minus Cost', '=I2-J2'],
    ['Add a column Margin that is (Price - Cost) / Price', '=(I2-J2)/I2'],
    ['Add a column Profit that is Qty times (Price minus Cost)', '=H2*(I2-J2)'],
    ['Profit = Price − Cost − 2', '=I2-J2-2'],
    ['Add a column X with Price - (Cost - 2)', '=I2-(J2-2)'],
    ['Add a column Both that is the sum of Price and Cost', '=I2+J2'],
    ['Add a column Both that adds Price and Cost', '=I2+J2'],
    ['Add a column Gap that is the difference between Price and Cost', '=I2-J2'],
    ['Add a column Gap with Cost subtracted from Price', '=I2-J2'],
    ['Add a column Ratio that is the ratio of Cost to Price', '=J2/I2'],
    ['Divide Price by Qty into Unit', '=I2/H2'],
    ['Subtract Cost from Price and put it in a column Profit', '=I2-J2'],
    ['Add a column Mid with the average of Price and Cost', '=AVERAGE(I2,J2)'],
    ['Add a column VAT that is 19% of Price', '=I2*0.19'],
    ['Add a column Gross that is Price plus 19%', '=I2*1.19'],
    ['Add a column Less with Price minus 12.5%', '=I2*0.875'],
    ['Add a column Half that is half of Price', '=I2/2'],
    ['Add a column Twice that is 2 * column I', '=2*I2'],
    ['Add a column Twice that is Price * 1,000', '=I2*1000'],
    ['Add a column Fullname that combines First and Last', '=TRIM(C2&" "&D2)'],
    ['Combine First and Last into Full name', '=TRIM(C2&" "&D2)'],
    ['Full name from First and Last', undefined],
    ['Add a column Label from Region & Status', '=TRIM(F2&" "&G2)'],
    ['Add a column Label with Region and Status separated by a dash', '=F2&"-"&G2'],
    ['Add a column Label that is Region, Status and Customer separated by comma', '=F2&", "&G2&", "&B2'],
    ['Add a column Year with the year of Date', '=YEAR(A2)'],
    ['Add a column Weekday with the weekday of Date', '=TEXT(A2,"dddd")'],
    ['Add a column Age with the days since Date', '=TODAY()-A2'],
    ['Add a column Domain with the domain of Email', '=IFERROR(MID(E2,FIND("@",E2)+1,255),"")'],
    ['Add a column Net that is Price divided by 1.19 rounded to 2 decimals', '=ROUND(I2/1.19,2)'],
    ['Add a column Size that is Large if Qty > 10 else Small', '=IF(H2>10,"Large","Small")'],
    [
      'Add a column Size: if Qty is more than 10 then "Large" otherwise "Small"',
      '=IF(H2>10,"Large","Small")',
    ],
    ['Add a column Open price that is Price if Status is Open, otherwise 0', '=IF(G2="Open",I2,0)'],
    [
      'Add a column Bonus that is Price * 10% if Qty is at least 5 and Region is North',
      '=IF(AND(H2>=5,F2="North"),I2*0.1,"")',
    ],
    ['Add a running total of Price', '=SUM(I$2:I2)'],
    ['I need a new column showing revenue (qty times price)', '=H2*I2'],
    ['Add a Revenue column which is quantity times price', '=H2*I2'],
    ['Put Qty * Price in column K', '=H2*I2'],
    ['In column K calculate Qty * Price', '=H2*I2'],
    ['Add a column with the month of the date', '=TEXT(A2,"yyyy-mm")'],
    ['Add a Month column from Date', '=TEXT(A2,"yyyy-mm")'],
    ['Add a discount column of 15% off Price', '=I2*0.85'],
    ['Add a column Share with Qty as percent of the total', '=H2/SUM(H$2:H$120)'],
    ['Add a column that shows Qty divided by the total Qty', '=H2/SUM(H$2:H$120)'],
    ['Combine First and Last into Label separated by a dash', '=C2&"-"&D2'],
    ['Add a column Mood that is Good if Qty is at least 4, Bad if not', '=IF(H2>=4,"Good","Bad")'],
  ])('“%s” becomes %s', (prompt, expected) => {
    if (expected !== undefined) expect(formula(prompt), run(prompt).answer).toBe(expected)
    else expect(run(prompt).calls).toEqual([])
  })

  test('it stands in the next free column, with a header and the format of money', () => {
    expect(run('Add a column Revenue that is Qty times Price').calls).toEqual([
      { tool: 'write_range', args: { range: "'Orders'!K2:K120", formula: '=H2*I2' } },
      { tool: 'write_range', args: { range: "'Orders'!K1", values: [['Revenue']] } },
      {
        tool: 'copy_paste_range',
        args: {
          source_range: "'Orders'!J1",
          target_range: "'Orders'!K1",
          paste_type: 'format',
          overwrite: true,
        },
      },
      {
        tool: 'format_range',
        args: { range: "'Orders'!K2:K120", action: 'number_format', pattern: '$#,##0.00', kind: 'currency' },
      },
    ])
  })

  test('a column that is there already is left alone unless the user says to overwrite it', () => {
    expect(run('Add a column Cost that is Price / 2').answer).toContain('and overwrite')
    expect(run('Add a column Cost that is Price / 2').calls).toEqual([])
    expect(run('Add a column Cost that is Price / 2 and overwrite it').calls).toEqual([
      { tool: 'write_range', args: { range: "'Orders'!J2:J120", formula: '=I2/2', overwrite: true } },
      expect.objectContaining({ tool: 'format_range' }),
    ])
  })

  test('a name that no column has is named, with the columns that there are', () => {
    const { answer, calls } = run('Add a column Revenue that is Qty times Discount')
    expect(answer).toContain('“Discount”')
    expect(answer).toContain('Qty, Price and Cost')
    expect(calls).toEqual([])
  })

  test('a calculation with text is refused with the reason', () => {
    expect(run('Add a column X that is Qty times Customer').answer).toContain('Customer: it holds text')
  })
})

describe("the sidebar's quick actions for a whole tab", () => {
  test.each(languages)('are understood in %s', async language => {
    const texts = await textsOf(language)
    const actions = (key: string, wish = '') =>
      run(texts(key).replace('{wish}', wish)).calls.map(({ args }) => args.action ?? args.formula ?? '')
    expect(actions('prompt.cleanUp.tab')).toEqual(['trim', 'dedupe'])
    expect(run(texts('prompt.summarise.tab')).answer).toContain('**Orders** in “Shop” has 119 rows')
    expect(actions('prompt.fillFormula.tab', 'Qty × Price')[0]).toBe('=H2*I2')
  })
})

describe("the sidebar's quick actions for a selection", () => {
  const keys = [
    ...['cleanUp', 'fillFormula', 'summarise', 'explainFormula', 'fixErrors'].map(name => `prompt.${name}`),
    'composer.attached',
  ]
  test.each(languages)('are understood in %s as in English', async language => {
    const [texts, english] = [await textsOf(language), await textsOf('en')]
    for (const key of keys) {
      for (const place of ['Orders!K2:K20', "'Orders'!K2:K20"]) {
        const filled = (text: string) =>
          text.replace('{place}', place).replace('{wish}', 'Qty × Price') +
          (key === 'composer.attached' ? ' trim' : '')
        const { calls, answer } = run(filled(texts(key)))
        expect(isUnderstood({ answer } as ReturnType<typeof run>), `${key}: ${answer}`).toBe(true)
        expect(calls.length, `${key}: ${answer}`).toBeGreaterThan(0)
        expect(calls, key).toEqual(run(filled(english(key))).calls)
        for (const { args } of calls) expect(JSON.stringify(args)).toContain('K2:K20')
      }
    }
  })

  test.each(languages)('about a whole tab are understood in %s', async language => {
    const texts = await textsOf(language)
    const menu = await readFile(join(folder, `${language}.ts`), 'utf8')
    const tab = /wholeTab: '(.*)',/.exec(menu)![1]!.replace('{tab}', 'Sheet2')
    for (const key of ['prompt.explainFormula', 'prompt.fixErrors']) {
      const { answer } = run(texts(key).replace('{place}', tab))
      expect(answer, key).toMatch(/no column of formulas in \*\*Sheet2\*\*|No cell of A1:B11 shows an error/)
    }
  })
})

describe("the sidebar's suggestions", () => {
  const keys =
    'trim trimAll dedupe dedupeAll title multiply domain sumBy countBy average describe currency date header sort'
  const columns: Record<string, [string, string]> = {
    multiply: ['Qty', 'Price'],
    domain: ['Email', ''],
    sumBy: ['Qty', 'Region'],
    average: ['Qty', ''],
    currency: ['Cost', ''],
    date: ['Date', ''],
  }
  const prompt = (texts: (key: string) => string, key: string) => {
    const [a, b] = columns[key] ?? ['Region', '']
    return texts(`suggest.${key}`).replace('{a}', a).replace('{b}', b)
  }
  const pick = ({ calls, answer }: ReturnType<typeof run>) => ({ calls, answer })
  test.each(languages)('are understood in %s as in English', async language => {
    const [texts, english] = [await textsOf(language), await textsOf('en')]
    for (const key of keys.split(' ')) {
      const { calls, answer } = run(prompt(texts, key))
      expect(calls.length + Number(key === 'describe'), key).toBeGreaterThan(0)
      expect({ calls, answer }, key).toEqual(pick(run(prompt(english, key))))
    }
  })
})

describe('what is not meant', () => {
  test.each([
    'Move column Price before Qty',
    'Create a pivot chart thing of Qty',
    'Write a poem about Region and Status',
    'Add a note to A1',
    'Translate the customers to German',
    'Order me a pizza',
    'Write a formula in K2 that sums H2 to H120',
    'Delete everything',
  ])('“%s” changes nothing', prompt => {
    expect(run(prompt).calls).toEqual([])
  })
})

describe('sorting', () => {
  test.each<[string, unknown]>([
    ['sort by price', [{ column: 'I', order: 'asc' }]],
    ['Sort the table by the Price column, descending', [{ column: 'I', order: 'desc' }]],
    [
      'order by Region and then by Date (newest first)',
      [
        { column: 'F', order: 'asc' },
        { column: 'A', order: 'desc' },
      ],
    ],
    ['Please sort everything by Custmer', [{ column: 'B', order: 'asc' }]],
    ['Sort column C', [{ column: 'C', order: 'asc' }]],
    ['sort by column H desc', [{ column: 'H', order: 'desc' }]],
    ['sort the orders by date, latest first', [{ column: 'A', order: 'desc' }]],
    ['sort in descending order by Qty', [{ column: 'H', order: 'desc' }]],
    ['Sort Z to A by Last', [{ column: 'D', order: 'desc' }]],
    ['reorder rows by status', [{ column: 'G', order: 'asc' }]],
  ])('“%s”', (prompt, by) => {
    expect(firstCall(prompt), run(prompt).answer).toEqual({
      tool: 'sort_filter_range',
      args: { action: 'sort', range: "'Orders'!A1:J120", by, has_header: true },
    })
  })
})

describe('filtering to a new tab', () => {
  test.each<[string, unknown, string?]>([
    ['filter rows where status = open', [{ column: 'G', op: '=', value: 'open' }]],
    ['Copy rows where Qty is greater than 10 to a new sheet', [{ column: 'H', op: '>', value: 10 }]],
    ['Show me the rows with Price over $15', [{ column: 'I', op: '>', value: 15 }]],
    ['filter by Region is South', [{ column: 'F', op: '=', value: 'South' }]],
    ["Extract all orders where Status isn't Paid", [{ column: 'G', op: '!=', value: 'Paid' }]],
    [
      'Filter Status = Open and Region = North into a new tab named "To do"',
      [
        { column: 'G', op: '=', value: 'Open' },
        { column: 'F', op: '=', value: 'North' },
      ],
      'To do',
    ],
    ['Copy the rows whose Email is empty to a new tab', [{ column: 'E', op: 'empty' }]],
    ['List rows where Email is not empty', [{ column: 'E', op: 'not_empty' }]],
    ["Filter rows where Customer doesn't contain Ltd", [{ column: 'B', op: 'not_contains', value: 'Ltd' }]],
    ['filter Qty>=5', [{ column: 'H', op: '>=', value: 5 }]],
    ['Filter orders with Date after 2026-02-01', [{ column: 'A', op: '>', value: '2026-02-01' }]],
    ['Put rows where Region is North in a new tab', [{ column: 'F', op: '=', value: 'North' }]],
  ])('“%s”', (prompt, conditions, title) => {
    const call = firstCall(prompt)
    expect(call?.args, run(prompt).answer).toMatchObject({
      action: 'filter_to_tab',
      range: "'Orders'!A1:J120",
      conditions,
    })
    if (title) expect(call?.args.target_tab).toBe(title)
  })
})

describe('other kinds in other words', () => {
  test.each<[string, object]>([
    ['Get rid of duplicate rows', { action: 'dedupe', range: "'Orders'!A1:J120" }],
    ['remove all duplicates based on the Email column', { action: 'dedupe', key_columns: ['E'] }],
    ['Deduplicate by Customer and Date', { action: 'dedupe', key_columns: ['B', 'A'] }],
    ['trim whitespace in the Customer column', { action: 'trim', range: "'Orders'!B2:B120" }],
    ['Clean up extra spaces in Customer', { action: 'trim', range: "'Orders'!B2:B120" }],
    ['make the emails lowercase', { action: 'lower', range: "'Orders'!E2:E120" }],
    ['Change Status to all caps', { action: 'upper', range: "'Orders'!G2:G120" }],
    ['Turn First into proper case', { action: 'title', range: "'Orders'!C2:C120" }],
    ['replace all occurrences of "foo" with "bar"', { action: 'find_replace', find: 'foo', replace: 'bar' }],
    ['find Open and replace with Closed', { action: 'find_replace', find: 'Open', replace: 'Closed' }],
    [
      'change "Open" to "Closed" in the Status column',
      { action: 'find_replace', find: 'Open', replace: 'Closed', range: "'Orders'!G2:G120" },
    ],
    ['replace "-" with nothing in Customer', { action: 'find_replace', find: '-', replace: '' }],
    ['make price a currency', { action: 'number_format', pattern: '$#,##0.00', range: "'Orders'!I2:I120" }],
    ['format the Price column in pounds', { action: 'number_format', pattern: '"£"#,##0.00' }],
    ['show Qty as a percentage', { action: 'number_format', pattern: '0%', kind: 'percent' }],
    ['Format Date as yyyy-mm-dd', { action: 'number_format', pattern: 'yyyy-mm-dd', kind: 'date' }],
    ['Set Cost to two decimal places', { action: 'number_format', pattern: '$#,##0.00' }],
    ['freeze the first row', { action: 'freeze', rows: 1 }],
    ['Pin the header row', { action: 'freeze', rows: 1 }],
    ['freeze 2 rows', { action: 'freeze', rows: 2 }],
    ['make the header bold', { action: 'text_style', bold: true, range: "'Orders'!A1:J1" }],
    ['rename the sheet to Leads', { action: 'rename_tab', tab: 'Orders', new_name: 'Leads' }],
    ['Rename "Sheet2" as "Old stuff"', { action: 'rename_tab', tab: 'Sheet2', new_name: 'Old stuff' }],
  ])('“%s”', (prompt, args) => {
    expect(firstCall(prompt)?.args, run(prompt).answer).toMatchObject(args)
  })
})
