/** Rules about words, links and slots that serve whoever writes: each on a workbook that no corpus has. */
import { describe, expect, test } from 'vitest'
import { mask, rowTest } from '../../../service/offline-planner/kinds/support/formulas.ts'
import { orders } from './sample.ts'
import { inWorkshop } from './workshop.ts'

const firstOf = (prompt: string, tab?: string) => inWorkshop(prompt, tab).calls[0]
const written = (prompt: string, tab?: string): string =>
  JSON.stringify(inWorkshop(prompt, tab).calls.map(({ args }) => args.values ?? args.formula ?? args))

describe('names that are given', () => {
  test('a unit in brackets belongs to the name', () => {
    expect(written('Insert an empty column headed Load (kg/m) before Wheels')).toContain('Load (kg/m)')
    expect(written('The heading Torque (Nm) must henceforth read Torque (lb/ft)')).toContain('Torque (lb/ft)')
  })

  test('a copy may begin with the name of its tab', () => {
    expect(firstOf('Please make a copy of the Repairs tab named Repairs spare')?.args).toMatchObject({
      action: 'duplicate_tab',
      new_name: 'Repairs spare',
    })
  })

  test('the old name may come last', () => {
    expect(firstOf('can this tab be called Catalogue instead of Models', 'Models')?.args).toMatchObject({
      action: 'rename_tab',
      new_name: 'Catalogue',
    })
  })

  test('what stands under a name renames nothing', () => {
    expect(inWorkshop('Of the repairs under Al Dunn’s name, how many are there?').calls).toEqual([])
  })
})

describe('values and columns', () => {
  test.each([
    'Write 5 in cell J1',
    'Put 5 into the cell J1',
    'Set cell J1 to 5',
    'Schreibe 5 in Zelle J1',
    'Écris 5 dans la cellule J1',
    'Escribe 5 en la celda J1',
  ])('what leads to a cell is no part of its value: %s', prompt => {
    expect(firstOf(prompt)?.args).toMatchObject({
      range: expect.stringContaining('J1'),
      values: [[5]],
    })
  })

  test('a verb names the column of who does it', () => {
    expect(written('next to each line put who supplies that model, it is on the Models tab')).toContain(
      "INDEX('Models'!$B$2:$B$5",
    )
  })

  test('pence are a part of the pounds that a sheet keeps', () => {
    expect(inWorkshop('how many jobs had parts over 950p').answer).toContain('**2 rows**')
  })

  test('what a calculation is made of is no figure beside it', () => {
    expect(written('wheels per model (wheels times parts), in a new tab')).not.toContain('Total Wheels"')
  })
})

describe('questions', () => {
  test('what another tab says of a row is told with it', () => {
    expect(inWorkshop('who is the supplier for R-103?').answer).toContain('Hill & Sons')
  })

  test('the months are those of the day that is named', () => {
    expect(written('Count the jobs by month of repair')).toContain('2026-12-01')
  })
})

describe('instructions', () => {
  test('the name of a column may stand before the word for it', () => {
    expect(written('I need a Wheel cost column, wheels times the parts')).toContain('Wheel cost')
  })
})

describe('conditions', () => {
  test('what is apart from others is left out', () => {
    expect(written('Filter for everything apart from the Tandem')).toContain('<>')
  })
})

describe('what asks for nothing', () => {
  test.each([
    'Sort by Parts, showing this to my mother-in-law',
    'Sort by Parts before the list goes to the printers',
    'Sort by Parts for the annual report',
    'Sort by Parts, if it is not too much bother',
  ])('is set aside: %s', prompt => {
    const { calls, answer } = inWorkshop(prompt)
    expect(JSON.stringify(calls) + answer).toMatch(/"action":"sort"|Sort the rows by Parts/)
  })

  test.each([
    'Set Wheels of R-104 to 3, but no cell on the sheet may be altered',
    'can you text Jo Field and say the Tandem will be late',
  ])('nothing is changed: %s', prompt => {
    expect(inWorkshop(prompt).calls).toEqual([])
  })
})

const date = { ...orders.columns[0]!, tab: orders, index: 0 }
const saturday = [[{ column: date, op: 'weekday' as const, values: [6] }]]

test('a blank cell is no Saturday, though Google counts it as one', () => {
  expect(rowTest(saturday, () => 'A2')).toBe('AND(A2<>"",OR(WEEKDAY(A2,2)=6))')
  expect(mask(saturday, () => 'A2:A9')).toBe('((A2:A9<>"")*(WEEKDAY(A2:A9,2)=6))')
})
