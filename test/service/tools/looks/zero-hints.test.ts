/** What a model is told where no row meets a condition. */
import { expect, test } from 'vitest'
import { withNumbers } from '../../../../service/sheets/formula/joined.ts'
import { writeRange } from '../../../../service/tools/write-range.ts'
import { succeeded, useWorkbench } from '../workbench.ts'

const { openTab } = useWorkbench()

test.each([
  ['=SUMIFS(M:M,L:L,">="&$B4)', '=SUMIFS(M:M,L:L,">="&N($B4))'],
  ['=SUMIFS(M:M,L:L,"<="&EOMONTH($B4,0),A:A,"x")', '=SUMIFS(M:M,L:L,"<="&N(EOMONTH($B4,0)),A:A,"x")'],
  ['=COUNTIF(A:A,">" & Data!B$1)', '=COUNTIF(A:A,">" & N(Data!B$1))'],
  ['=COUNTIF(A:A,"<>"&\'My tab\'!B1)', '=COUNTIF(A:A,"<>"&N(\'My tab\'!B1))'],
  ['=COUNTIF(A:A,">"&N(B1))', '=COUNTIF(A:A,">"&N(B1))'],
  ['=COUNTIF(A:A,">"&B1,C:C,"<"&MAX(D:D))', '=COUNTIF(A:A,">"&N(B1),C:C,"<"&N(MAX(D:D)))'],
  ['=COUNTIF(A:A,">"&TODAY()-7)', '=COUNTIF(A:A,">"&N(TODAY())-7)'],
  ['=COUNTIF(A:A,">="&TEXT($B1,"mmm yyyy"))', '=COUNTIF(A:A,">="&N($B1))'],
  ['=COUNTIF(A:A,"="&LEFT(B1,3))', '=COUNTIF(A:A,"="&LEFT(B1,3))'],
  ['=SUMPRODUCT(COUNTIF(A:A,"<"&C2:C9))', '=SUMPRODUCT(COUNTIF(A:A,"<"&VALUE(C2:C9)))'],
  ['=COUNTIF(A:A,"<"&EOMONTH($C$2:$C,0))', '=COUNTIF(A:A,"<"&VALUE(EOMONTH($C$2:$C,0)))'],
  ['=COUNTIF(A:A,"*"&B1&"*")', '=COUNTIF(A:A,"*"&B1&"*")'],
  ['=COUNTIF(A:A,">"&EOMONTH(B1', '=COUNTIF(A:A,">"&EOMONTH(B1'],
])('in conditions of %s dates are kept as numbers', (formula, mended) => {
  expect(withNumbers(formula)).toBe(mended)
})

test('sums that are all 0 are answered with the formula that keeps dates as dates', async () => {
  const bench = await openTab('T', [
    ['Month', 'Sum', '', 'Paid', 'Amount'],
    ['2024-07-01', '', '', '2024-07-03', 100],
    ['2024-08-01', '', '', '2024-08-04', 50],
  ])
  const column = { sheetId: 100, startRowIndex: 1, endRowIndex: 3, startColumnIndex: 0, endColumnIndex: 1 }
  const numberFormat = { type: 'DATE', pattern: 'mmmm' }
  await bench.batch({
    repeatCell: { range: column, cell: { userEnteredFormat: { numberFormat } }, fields: 'userEnteredFormat' },
  })
  const formula = (start: string) =>
    `=SUMIFS($E$2:$E$3,$D$2:$D$3,">="&${start},$D$2:$D$3,"<="&EOMONTH($A2,0))`
  const output = succeeded<{ hints: string[] }>(
    await bench.run(writeRange, { range: 'B2:B3', formula: formula('$A2') }),
  )
  const mended = `=SUMIFS($E$2:$E$3,$D$2:$D$3,">="&N($A2),$D$2:$D$3,"<="&N(EOMONTH($A2,0)))`
  expect(output.hints[0]).toContain(mended)
  const again = succeeded(await bench.run(writeRange, { range: 'B2:B3', formula: mended, overwrite: true }))
  expect(again).toMatchObject({ sample: [['100'], ['50']] })
  expect(again).not.toHaveProperty('hints')
})

test('of days in many cells the mended formula counts each, not the first alone', async () => {
  const bench = await openTab('T', [['Day'], ['2024-07-01'], ['2024-07-02'], ['2024-07-03']])
  const formula = '=SUMPRODUCT(COUNTIF($A$2:$A$4,"<"&$A$2:$A$4))'
  const mended = withNumbers(formula)
  const output = succeeded(await bench.run(writeRange, { range: 'C1', values: [[mended]] }))
  expect(output).toMatchObject({ sample: [['3']] })
  expect(succeeded(await bench.run(writeRange, { range: 'C2', values: [[formula]] }))).toMatchObject({
    hints: [expect.stringContaining(mended)],
  })
})
