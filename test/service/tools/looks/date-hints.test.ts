/** Dates joined to texts, which mean another thing once their cells look otherwise. */
import { expect, test } from 'vitest'
import { writeRange } from '../../../../service/tools/write-range.ts'
import { succeeded, useWorkbench } from '../workbench.ts'

const { openBench } = useWorkbench()

const orders = () =>
  openBench({
    tabs: [
      {
        title: 'Orders',
        rows: [
          ['Day', 'Total', '', 'From', '2026-03-01'],
          ['2026-02-03', 100, '', 'Limit', 60],
          ['2026-03-04', 50],
        ],
      },
      { title: 'Sum', rows: [['x']] },
    ],
  })

const hintsOf = (output: object) => (output as { hints?: string[] }).hints ?? []

test('a date joined to a condition is told with the formula that does not depend on its format', async () => {
  const bench = await orders()
  const formula = '=SUMIFS(Orders!B2:B3,Orders!A2:A3,"<"&Orders!E1)'
  const output = succeeded(await bench.run(writeRange, { range: 'Sum!B1', formula }))
  const [hint] = hintsOf(output)
  expect(hint).toContain('Orders!E1 is a date')
  expect(hint).toContain('=SUMIFS(Orders!B2:B3,Orders!A2:A3,"<"&N(Orders!E1))')
  const mended = '=SUMIFS(Orders!B2:B3,Orders!A2:A3,"<"&N(Orders!E1))'
  expect(hintsOf(succeeded(await bench.run(writeRange, { range: 'Sum!C1', formula: mended })))).toEqual([])
})

test('a date joined to words is told with TEXT, also among values', async () => {
  const bench = await orders()
  const values = [['="Since "&E1'], ['=E1&" on"']]
  const hints = hintsOf(succeeded(await bench.run(writeRange, { range: 'G1:G2', values })))
  expect(hints).toEqual([expect.stringContaining('TEXT(E1,"yyyy-mm-dd")')])
})

test('a day made a text for a condition is told with the formula that keeps it', async () => {
  const bench = await orders()
  const write = (range: string, formula: string) => bench.run(writeRange, { range, formula })
  const [hint] = hintsOf(succeeded(await write('G1', '=COUNTIF(A2:A3,"<="&TEXT(E1,"dd/mm/yyyy"))')))
  expect(hint).toContain('=COUNTIF(A2:A3,"<="&N(E1))')
  expect(hintsOf(succeeded(await write('G2', '=COUNTIF(A2:A3,"<="&TEXT(E1,"yyyy-mm-dd"))')))).toEqual([])
  expect(hintsOf(succeeded(await write('G3', '=COUNTIF(D1:D2,"="&TEXT(E1,"mmm"))')))).toEqual([])
})

test('numbers and texts joined to a condition are told nothing', async () => {
  const bench = await orders()
  const formulas = ['=COUNTIF(B2:B3,">"&E2)', '=COUNTIF(D1:D2,"="&D1)', '=COUNTIF(A2:A3,">"&E1+1)']
  const output = await bench.run(writeRange, { range: 'G1:G3', values: formulas.map(one => [one]) })
  expect(hintsOf(succeeded(output))).toEqual([])
})
