/** Answers that make a second look needless: what a rule colours, how far a formula spills, what values became. */
import { expect, test } from 'vitest'
import { conditionalFormat } from '../../../service/tools/conditional-format.ts'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { writeRange } from '../../../service/tools/write-range.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from './workbench.ts'

const { openTab } = useWorkbench()

const plan = () =>
  openTab('Plan', [
    ['Task', 'From', 'To', 1, 2, 3, 4],
    ['Dig', 1, 2],
    ['Build', 2, 4],
  ])

test('a rule over empty cells is answered with how many of them it colours and one of them', async () => {
  const bench = await plan()
  const outcome = await bench.run(conditionalFormat, {
    range: 'D2:G3',
    formula: '=AND(D$1>=$B2,D$1<=$C2)',
    background: 'blue',
  })
  expect(JSON.stringify(succeeded(outcome))).toContain('"cells_it_colours_now":5,"first":"D2"')
})

test('a formula rule that colours nothing says what the formula gives at the first cell', async () => {
  const bench = await plan()
  const outcome = await bench.run(conditionalFormat, {
    range: 'D2:G3',
    formula: '=1/0',
    background: 'blue',
  })
  expect(JSON.stringify(succeeded(outcome))).toMatch(
    /"cells_it_colours_now":0,"formula_gives":"#DIV\/0! .* at D2"/,
  )
  const never = await bench.run(conditionalFormat, { range: 'D2:G3', formula: '=D$1>99', background: 'red' })
  expect(JSON.stringify(succeeded(never))).toContain('"formula_gives":"FALSE at D2"')
  expect((await bench.spreadsheet.meta()).tabs).toHaveLength(1)
})

test('a spill is told whole where a cell of its first row or column is empty', async () => {
  const bench = await openTab('Data', [
    ['a', 1, '', 4],
    ['', 2, 7, 5],
    ['c', 3, '', 6],
  ])
  const output = succeeded(
    await bench.run(writeRange, { range: 'F1', formula: '=ARRAYFORMULA(IF(A1:D3="",,A1:D3))' }),
  )
  expect(output).toMatchObject({ spilled_to: 'F1:I3' })
})

test('a header and a formula below it in one block are answered with the spilled range', async () => {
  const bench = await plan()
  const output = succeeded(
    await bench.run(writeRange, { range: 'I1', values: [['Days'], ['=SEQUENCE(3,2)']] }),
  )
  expect(output).toMatchObject({ spilled_to: 'I2:J4' })
})

test('dates kept as values look like the dates that the formula gave', async () => {
  const bench = await plan()
  const output = succeeded(
    await bench.run(writeRange, { range: 'I1:I2', formula: '=DATE(2024,8,ROW())', as_values: true }),
  )
  const [first] = (output as { sample: string[][] }).sample[0]!
  expect(first).not.toMatch(/^\d+$/)
  expect((await bench.formulas('I1')).flat().join()).not.toContain('=')
  expect(await bench.shown('I1:I2')).toEqual((output as { sample: string[][] }).sample)
})

test('a spilled block kept as values keeps all its cells', async () => {
  const bench = await plan()
  const outcome = await bench.run(writeRange, {
    range: 'I1',
    values: [['N'], ['=SEQUENCE(3)']],
    as_values: true,
  })
  expect(succeeded(outcome)).toMatchObject({ spilled_to: 'I2:I4' })
  const cells = (await bench.snapshot()).get('Plan')!
  expect(['I2', 'I3', 'I4'].map(name => cells.get(name))).not.toContain(undefined)
  expect(cells.get('I2')).not.toContain('SEQUENCE')
})

const numbered = () =>
  openTab(
    'Rows',
    Array.from({ length: 20 }, (_, index) => [index + 1]),
  )

test('several runs of rows are deleted in one call, each by its number before the call', async () => {
  const bench = await numbered()
  const outcome = await bench.run(editStructure, { action: 'delete_rows', range: 'Rows!3:3, 5:5, 12:17' })
  expect(succeeded(outcome)).toMatchObject({ tab: 'Rows', count: 8, deleted: '12:17, 5:5, 3:3' })
  expect((await bench.shown('A1:A20')).flat().filter(Boolean)).toEqual([
    '1',
    '2',
    '4',
    '6',
    '7',
    '8',
    '9',
    '10',
    '11',
    '18',
    '19',
    '20',
  ])
})

test('rows to delete that cannot be read are refused with the way to write them', async () => {
  const bench = await numbered()
  const before = await bench.snapshot()
  const message = refused(await bench.run(editStructure, { action: 'delete_rows', range: 'third to fifth' }))
  expect(message).toMatch(/3:3, 12:17.*Nothing was changed/)
  expectOnlyChanged(before, await bench.snapshot(), [])
})
