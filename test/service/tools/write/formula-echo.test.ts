/** Formulas in what read_range answers: each once, and no longer than it takes to know it again. */
import { expect, test } from 'vitest'
import { readRange } from '../../../../service/tools/read-range.ts'
import { succeeded, useWorkbench } from '../workbench.ts'

const { openTab } = useWorkbench()

const formulasOf = (output: object): string[] =>
  (output as { ranges: { formulas?: string[] }[] }).ranges[0]!.formulas ?? []

test('one formula that is filled in several places is told once with all of them', async () => {
  const rows = Array.from({ length: 9 }, (_, index) =>
    index % 3 === 2
      ? [index, 'sum', `=SUM(A${index + 1}:A${index + 1})`]
      : [index, 2, `=A${index + 1}*B${index + 1}`],
  )
  const bench = await openTab('T', rows)
  expect(formulasOf(succeeded(await bench.run(readRange, { ranges: ['A1:C9'] })))).toEqual([
    'C1:C2 =A1*B1; likewise C4:C5, C7:C8 (C4 =A4*B4)',
    'C3 =SUM(A3:A3); likewise C6, C9 (C6 =SUM(A6:A6))',
  ])
})

test('a very long formula among others is cut in the middle with its length, and whole where it is read alone', async () => {
  const long = `=IFERROR(${Array.from({ length: 60 }, (_, index) => `A1*${index + 1}`).join('+')},"none")`
  const bench = await openTab('T', [[5, long, '=A1']])
  const [cut] = formulasOf(succeeded(await bench.run(readRange, { ranges: ['A1:C1'] })))
  expect(cut!.length).toBeLessThan(400)
  expect(cut).toMatch(/^B1 =IFERROR\(A1\*1\+.*"none"\)$/)
  expect(cut).toContain(`(${long.length} characters; read B1 alone for all of them)`)
  expect(formulasOf(succeeded(await bench.run(readRange, { ranges: ['B1'] })))).toEqual([`B1 ${long}`])
})

test('a formula of fixed cells is told once for all of its places', async () => {
  const bench = await openTab('T', [[1, '=$A$1*2', 0, '=$A$1*2']])
  expect(formulasOf(succeeded(await bench.run(readRange, { ranges: ['A1:D1'] })))).toEqual(['B1, D1 =$A$1*2'])
})

test('rows with few filled cells are told like the others of their table', async () => {
  const bench = await openTab('T', [
    ['a', 'b', 'c', 'd', 'e'],
    ['', '', '', 4],
    ['x', '', '', '', 5],
  ])
  const output = succeeded<{ ranges: { rows: string[] }[] }>(
    await bench.run(readRange, { ranges: ['A1:E3'] }),
  )
  expect(output.ranges[0]!.rows).toEqual([
    'row: A | B | C | D | E',
    '1: a | b | c | d | e',
    '2:  |  |  | 4',
    '3: x |  |  |  | 5',
  ])
})
