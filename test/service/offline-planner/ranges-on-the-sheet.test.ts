/** Instructions with a range as their place, on the emulator: what changed, and that nothing else did. */
import { describe, expect, test } from 'vitest'
import { type Bench, type Cell, expectOnlyChanged, useWorkbench } from '../tools/workbench.ts'
import { talk } from './talk.ts'

const { workbench, openBench } = useWorkbench()

const LEADS: Cell[][] = [
  ['Name', 'City', 'Qty', 'Price', 'Total', 'Note'],
  [' Ada ', ' london', 3, '$9.50', null, 'x '],
  ['grace  hopper', 'york ', 10, '$20.00', null, ' y'],
  [' Alan', 'london', -2, '$5.00', null, 'z '],
  [' Alan', 'london', -2, '$5.00', null, 'z '],
  ['last ', 'leeds ', 4, '$1.00', null, null],
]

async function bench(): Promise<Bench> {
  return openBench({
    tabs: [
      { title: 'Leads', rows: LEADS },
      { title: 'My tab', rows: [['Word'], [' a '], [' b ']] },
      {
        title: 'Sums',
        rows: [
          ['A', 'B', 'C', 'D'],
          [4, 0, '=A2/B2', '=IF(A2>3,A2*2,0)'],
          [9, 3, '=A3/B3', '=IF(A3>3,A3*2,0)'],
          ['x', 2, '=A4+B4', '=SUM(A2:A3)&" in all"'],
        ],
      },
    ],
  })
}

async function saying(...prompts: string[]) {
  const sheet = await bench()
  const before = await sheet.snapshot()
  const { say } = talk(sheet)
  let answer = ''
  for (const prompt of prompts) answer = (await say(prompt)).answer
  return {
    sheet,
    answer,
    onlyChanged: async (...ranges: string[]) => expectOnlyChanged(before, await sheet.snapshot(), ranges),
  }
}

describe('within a range', () => {
  test.each<[string, string, Cell[][]]>([
    ['In Leads!A2:A4: trim', 'Leads!A2:A4', [['Ada'], ['grace hopper'], ['Alan']]],
    ['In Leads!A2:A4: make it upper case', 'Leads!A2:A4', [[' ADA '], ['GRACE  HOPPER'], [' ALAN']]],
    [
      'Trim A2:B3',
      'Leads!A2:B3',
      [
        ['Ada', 'london'],
        ['grace hopper', 'york'],
      ],
    ],
    ['Make Leads!B2:B3 title case', 'Leads!B2:B3', [[' London'], ['York ']]],
    ["In 'My tab'!A2:A2: trim", "'My tab'!A2", [['a']]],
    ["Trim spaces in 'My tab'!A3", "'My tab'!A3", [['b']]],
    ['Replace london with Paris in Leads!B2:B4', 'Leads!B2:B4', [[' Paris'], ['york '], ['Paris']]],
    ['Format Leads!C2:C3 as currency', 'Leads!C2:C3', [['$3.00'], ['$10.00']]],
    ['In Leads!C3:C4: format as a number with 1 decimal', 'Leads!C3:C4', [['10.0'], ['-2.0']]],
    ['Sort Leads!A2:F4 by Qty', 'Leads!A2:A4', [[' Alan'], [' Ada '], ['grace  hopper']]],
    ['Sort Leads!A1:F4 by Qty descending', 'Leads!C1:C4', [['Qty'], ['10'], ['3'], ['-2']]],
    ['Clear Leads!C2:D3', 'Leads!C1:D4', [['Qty', 'Price'], [], [], ['-2', '$5.00']]],
    ['In Leads!C2:C3: clear', 'Leads!C1:C4', [['Qty'], [], [], ['-2']]],
    [
      'Fill Leads!E2:E4 with a formula: Qty times Price',
      'Leads!E2:E4',
      [['$28.50'], ['$200.00'], ['-$10.00']],
    ],
    ['Fill E2:E3 with =C2+1', 'Leads!E2:E3', [['4'], ['11']]],
    ['In Leads!E2:E4: put Qty times Price', 'Leads!E2:E4', [['$28.50'], ['$200.00'], ['-$10.00']]],
  ])('“%s” changes %s as it says and no other cell', async (prompt, range, expected) => {
    const { sheet, answer, onlyChanged } = await saying(prompt)
    expect(await sheet.shown(range), answer).toEqual(expected)
    const whole = prompt.startsWith('Sort') ? 'Leads!A2:F4' : range
    await onlyChanged(whole)
  })

  test.each<[string, RegExp]>([
    ['Sum Leads!C2:C4', /total of C2:C4 is \*\*11\*\* \(3 values\)/],
    ['Average of Leads!C2:C4', /average of C2:C4 is \*\*3.6667\*\*/],
    ['What is the maximum of Leads!D2:D3?', /\*\*\$20.00\*\*/],
    ['What is the minimum of C2:C6?', /\*\*-2\*\*/],
    ['Count the filled cells in Leads!F2:F6', /\*\*4 filled cells\*\* of 5/],
    ['How many cells are empty in Leads!E2:F6?', /\*\*6 empty cells\*\* of 10/],
    [
      'Summarise Leads!A1:D4. Answer here and leave the sheet as it is.',
      /A2:D4 of \*\*Leads\*\* has 3 rows[\s\S]*total 11/,
    ],
    ['In Leads!A2:A20: remove duplicates', /would tear rows apart/],
    ['Sort only Leads!A2:A4 by Name', /nothing was changed/i],
    ['In Leads!A2:A3: delete the rows where Qty is 3', /nothing was changed/i],
    ['In Nowhere!A2:A20: trim', /There is no tab “Nowhere”.*Nothing was changed/],
    ['Explain the formula in Leads!A2', /no formula in A2: it holds the value/],
    ['Fill Leads!E2:E4 with a formula: Total times Price', /nothing was changed/i],
    ['Fill Leads!C2:C4 with a formula: Price times 2', /Not done[\s\S]*and overwrite/],
    [
      'Find the formula errors in Leads!A1:F6, say what causes them, and fix them.',
      /No cell .* shows an error/,
    ],
  ])('“%s” is answered and changes nothing', async (prompt, expected) => {
    const { answer, onlyChanged } = await saying(prompt)
    expect(answer).toMatch(expected)
    await onlyChanged()
  })

  test.each<[string, string, Cell[][]]>([
    ['In Leads!E2:E4: fill blanks with none', 'Leads!E2:E5', [['none'], ['none'], ['none']]],
  ])('“%s” leaves %s so', async (prompt, range, expected) => {
    const { sheet, answer, onlyChanged } = await saying(prompt)
    const shown = await sheet.shown(range)
    expect(shown.slice(0, expected.length), answer).toEqual(expected)
    await onlyChanged(range)
  })

  test('a highlight covers the range alone', async () => {
    const { sheet, answer } = await saying('Highlight negative values in Leads!C2:D4 in red')
    const { data } = await workbench().api.spreadsheets.get({
      spreadsheetId: sheet.id,
      fields: 'sheets(conditionalFormats(ranges))',
    })
    expect(data.sheets?.[0]?.conditionalFormats?.[0]?.ranges, answer).toMatchObject([
      { startRowIndex: 1, endRowIndex: 4, startColumnIndex: 2, endColumnIndex: 4 },
    ])
  })

  test('“and overwrite” repeats a refused filling in its range', async () => {
    const { sheet, onlyChanged } = await saying(
      'Fill Leads!C2:C4 with a formula: Price times 2',
      'Yes, overwrite it',
    )
    expect(await sheet.shown('Leads!C2:C4')).toEqual([['$19.00'], ['$40.00'], ['$10.00']])
    await onlyChanged('Leads!C2:C4')
  })
})

describe('quick actions of the menu', () => {
  const CLEAN_UP = ': trim spaces, remove duplicate rows and make the formats consistent.'

  test('a whole table is cleaned up', async () => {
    const { sheet, answer, onlyChanged } = await saying(`Clean up Leads!A1:F6${CLEAN_UP}`)
    expect(await sheet.shown('Leads!A2:B6'), answer).toEqual([
      ['Ada', 'london'],
      ['grace hopper', 'york'],
      ['Alan', 'london'],
      ['last', 'leeds'],
    ])
    expect(answer).toContain('Removed 1 row')
    await onlyChanged('Leads!A2:F6')
  })

  test('some columns of a table are cleaned up without moving their cells', async () => {
    const { sheet, answer, onlyChanged } = await saying(`Clean up Leads!A2:B5${CLEAN_UP}`)
    expect(await sheet.shown('Leads!A5:B6'), answer).toEqual([
      ['Alan', 'london'],
      ['last ', 'leeds '],
    ])
    expect(answer).toContain('would tear rows apart')
    await onlyChanged('Leads!A2:B5')
  })

  test('a formula is explained with its cells, steps and value', async () => {
    const { answer, onlyChanged } = await saying(
      'Explain the formula in Sums!D2, step by step. Leave the sheet as it is.',
    )
    expect(answer).toContain('**D2** of **Sums** holds `=IF(A2>3,A2*2,0)`. It gives **8**.')
    expect(answer).toContain('- `A2`: **A**, the same row')
    expect(answer).toContain('1. Asks whether A (A2) is more than 3.')
    expect(answer).toContain('2. Multiplies A (A2) by 2.')
    expect(answer).toContain(
      '3. `IF` gives the result of step 2 if the result of step 1 is true, and otherwise 0.',
    )
    await onlyChanged()
  })

  test.each(['Explain Sums!D3', 'In Sums!D3: explain this formula', 'What does the formula in Sums!D3 do?'])(
    '“%s” is about that cell',
    async prompt => {
      const { answer, onlyChanged } = await saying(prompt)
      expect(answer).toContain('**D3** of **Sums** holds `=IF(A3>3,A3*2,0)`. It gives **18**.')
      await onlyChanged()
    },
  )

  test('formulas of one kind are explained once', async () => {
    const { answer } = await saying('Explain the formulas in Sums!D2:D4')
    expect(answer).toContain('1 more cell of the range holds the same formula')
    expect(answer).toContain('`SUM` adds up A (A2:A3)')
    expect(answer).toContain('Joins the result of step 1 and “ in all”')
  })

  test('errors are listed with their meaning, and nothing is guessed', async () => {
    const { answer, onlyChanged } = await saying(
      'Find the formula errors in Sums!A1:D4, say what causes them, and fix them.',
    )
    expect(answer).toContain('- **C2** shows #DIV/0!, from `=A2/B2`: it divides by zero or by an empty cell.')
    expect(answer).toContain('- **C4** shows #VALUE!, from `=A4+B4`')
    expect(answer).toContain('I changed nothing')
    await onlyChanged()
  })

  test('errors are hidden where asked, in their cells alone', async () => {
    const { sheet, answer, onlyChanged } = await saying('Fix the errors in Sums!C2:C4 with IFERROR')
    expect(await sheet.shown('Sums!C2:D4'), answer).toEqual([
      ['', '8'],
      ['3', '18'],
      ['', '13 in all'],
    ])
    expect(answer).toContain('Put IFERROR around 2 formulas')
    await onlyChanged('Sums!C2:C2', 'Sums!C4:C4')
  })
})
