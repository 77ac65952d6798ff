/** Formulas tried and checked, cells found, formulas followed: none of it leaves a trace. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { find, trace } from '../../../service/tools/find.ts'
import { ownId } from '../../../service/tools/support/own-id.ts'
import { check, tryFormula } from '../../../service/tools/try-formula.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from './workbench.ts'

const { openBench, openTab } = useWorkbench()

const books = () =>
  openBench({
    tabs: [
      {
        title: 'Orders',
        rows: [
          ['Item', 'Qty', 'Rate'],
          ['Bolt', 2, '=1/B2'],
          ['Nut', 0, '=1/B3'],
        ],
      },
      {
        title: 'My sum',
        rows: [
          ['Total', '=SUM(Orders!B2:B3)'],
          ['Rates', '=SUM(Orders!C2:C3)'],
        ],
      },
    ],
  })

test('a formula is tried and nothing of it stays', async () => {
  const bench = await books()
  const before = await bench.snapshot()
  const formulas = ['=SUM(B2:B3)', "SUM('My sum'!B1)*2", '=SEQUENCE(2,2)', '=1/0']
  const { results } = succeeded<{ results: object[] }>(await bench.run(tryFormula, { formulas }))
  expect(results).toMatchObject([
    { shows: '2' },
    { shows: '4' },
    {
      shows: [
        ['1', '2'],
        ['3', '4'],
      ],
      spills_over: '2 rows by 2 columns',
    },
    { error: expect.stringContaining('#DIV/0!') },
  ])
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('a tab that a crash left is taken away when the call runs again', async () => {
  const bench = await books()
  const before = await bench.snapshot()
  const toolCallId = randomUUID()
  const sheetId = ownId({ toolCallId }, 'scratch')
  await bench.batch({
    addSheet: { properties: { sheetId, title: `Rowhand scratch ${sheetId}`, hidden: true } },
  })
  succeeded(await bench.run(tryFormula, { formulas: ['=1+1'] }, { toolCallId }))
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('where a spreadsheet has one tab only, nothing stays either', async () => {
  const bench = await openTab('Only', [[1], [2]])
  const before = await bench.snapshot()
  expect(succeeded(await bench.run(tryFormula, { formulas: ['=SUM(A1:A2)'] }))).toMatchObject({
    results: [{ shows: '3' }],
  })
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('an expectation is answered with both of its sides and by how much they differ', async () => {
  const bench = await books()
  const before = await bench.snapshot()
  const expectations = [
    { what: 'equal', formula: "=ABS(SUM(Orders!B2:B3)-'My sum'!B1)<0.005" },
    { what: 'differs', formula: '=SUM(Orders!B2:B3)=Orders!B2+0.5' },
    { what: 'kinds', formula: '=Orders!A2=Orders!B2' },
    { what: 'both', formula: "=AND(Orders!B2=2,'My sum'!B1=3)" },
  ]
  const output = succeeded(await bench.run(check, { expectations }))
  expect(output).toMatchObject({
    hold: 1,
    results: [
      { what: 'equal', holds: true, left: '2', right: '2' },
      { what: 'differs', holds: false, left: '2', right: '2.5', difference: -0.5 },
      { what: 'kinds', holds: false, left: 'Bolt', right: '2', difference: 'a text and a number' },
      {
        what: 'both',
        holds: false,
        compared: [
          { left: '2', right: '2' },
          { left: '2', right: '3', difference: -1 },
        ],
      },
    ],
  })
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('expectations are told as they hold or not', async () => {
  const bench = await books()
  const before = await bench.snapshot()
  const expectations = [
    { what: 'sum agrees', formula: "=SUM(B2:B3)='My sum'!B1" },
    { what: 'three items', formula: '=COUNTA(A2:A)=3' },
  ]
  expect(succeeded(await bench.run(check, { expectations }))).toMatchObject({
    hold: 1,
    do_not_hold: 1,
    results: [{ holds: true }, { what: 'three items', holds: false, shows: 'FALSE' }],
  })
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('texts, formulas and errors are found over all tabs', async () => {
  const bench = await books()
  const text = succeeded(await bench.run(find, { what: 'bolt' }))
  const formulas = succeeded(await bench.run(find, { what: 'SUM(', in: 'formulas' }))
  const errors = succeeded(await bench.run(find, { in: 'errors' }))
  expect(text).toMatchObject({ found: 1, cells: ['Orders!A2: Bolt'] })
  expect(formulas).toMatchObject({ found: 2, by_tab: { 'My sum': 2 } })
  expect(errors).toMatchObject({ found: 2, by_tab: { Orders: 1, 'My sum': 1 } })
})

test('labels are found with the value beside them, numbers also without their format', async () => {
  const bench = await openBench({
    tabs: [
      {
        title: 'Form',
        rows: [
          ['VAT rate', '', '19%'],
          ['Net', '$1,234.50'],
          ['rate of what?', '=1+1'],
        ],
      },
      { title: 'Other', rows: [['x']] },
    ],
  })
  const labels = succeeded(await bench.run(find, { what: 'rate', in: 'labels' }))
  expect(labels).toMatchObject({
    cells: ['Form!A1: VAT rate → C1 19%', 'Form!A3: rate of what? → B3 2'],
  })
  expect(succeeded(await bench.run(find, { what: '1234.5' }))).toMatchObject({
    cells: ['Form!B2: $1,234.50'],
  })
})

test('cells that look a way are found as ranges over all tabs', async () => {
  const bench = await books()
  const range = { sheetId: 100, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 3 }
  const backgroundColorStyle = { rgbColor: { red: 1, green: 1, blue: 0 } }
  const cell = { userEnteredFormat: { backgroundColorStyle, textFormat: { bold: true } } }
  await bench.batch({ repeatCell: { range, cell, fields: 'userEnteredFormat' } })
  const before = await bench.snapshot()
  const hit = { found: 3, by_tab: { Orders: 3 }, cells: ["'Orders'!A1:C1: background #ffff00, bold"] }
  expect(succeeded(await bench.run(find, { what: 'bold', in: 'formats' }))).toEqual(hit)
  expect(succeeded(await bench.run(find, { what: '#ffff00', in: 'formats' }))).toEqual(hit)
  expect(succeeded(await bench.run(find, { what: 'red', in: 'formats' }))).toMatchObject({ found: 0 })
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('a pattern that takes for ever is cut off', async () => {
  const bench = await openTab('T', [[`${'a'.repeat(60)}!`]])
  expect(refused(await bench.run(find, { what: '^(a|aa)+$', regex: true }))).toContain('too long')
  expect(succeeded(await bench.run(find, { what: '^a+!$', regex: true }))).toMatchObject({ found: 1 })
})

test('a formula is followed through named ranges, both ways', async () => {
  const bench = await openTab('T', [['Rate', 2]])
  const range = { sheetId: 100, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 1, endColumnIndex: 2 }
  await bench.batch({ addNamedRange: { namedRange: { name: 'vat_rate', range } } })
  const start = { sheetId: 100, rowIndex: 2, columnIndex: 1 }
  const rows = [{ values: [{ userEnteredValue: { formulaValue: '=vat_rate*2' } }] }]
  await bench.batch({ updateCells: { start, rows, fields: 'userEnteredValue' } })
  expect(succeeded(await bench.run(trace, { cell: 'T!B3' }))).toMatchObject({
    reads: ["vat_rate = 'T'!B1: 2"],
  })
  expect(succeeded(await bench.run(trace, { cell: 'T!B1' }))).toMatchObject({
    read_by: ['T!B3 =vat_rate*2'],
  })
})

test('a cell is followed to what it reads, what reads it, and where its error begins', async () => {
  const bench = await books()
  expect(succeeded(await bench.run(trace, { cell: "'My sum'!B2" }))).toMatchObject({
    formula: '=SUM(Orders!C2:C3)',
    reads: [expect.stringContaining('Orders!C2:C3')],
    error_begins_at: expect.stringContaining('Orders!C3'),
  })
  expect(succeeded(await bench.run(trace, { cell: 'Orders!B3', direction: 'dependents' }))).toMatchObject({
    read_by: ['Orders!C3 =1/B3', 'My sum!B1 =SUM(Orders!B2:B3)'],
  })
})
