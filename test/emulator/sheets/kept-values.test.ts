/** What the quick ways around the engine must never change: values, formulas, undo, and what pages see. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engine } from '../../../emulator/sheets/workbook/engine.ts'
import { Workbook } from '../../../emulator/sheets/workbook/workbook.ts'
import { often } from '../../support/long.ts'

const ROWS = 14
const COLUMNS = 6
const FORMULAS = [
  '=SUM(A1:A6)',
  '=SUM(A:A)',
  '=A2*2',
  '=ROW()',
  '=ROWS(A1:A5)',
  '=COUNTBLANK(A1:B8)',
  '=INDIRECT("A3")',
  '=Two!A1+1',
  '=IFERROR(INDIRECT("New!A1"),"none")',
  '=C3&"x"',
  '=1/A4',
  '=ABS(A1:A6)',
  '=ABS(Two!A1:A6)',
  '=B2:E2*2',
  '=SUM(Total)',
  '=IF(Total>1,"y","n")',
  '=SUMIF(A1:A4,">0",B2)',
  '=VLOOKUP(2,A1:C8,2,FALSE)',
  '=LET(x,A2,x*2)',
  '=SUM($A$1:A1)',
]
/** Of values that are there: the engine does not see a cell in the way of a blank one. */
const SPILLS = ['=TRANSPOSE({1,2,3})', '=SEQUENCE(2,2)']

type Change =
  | { kind: 'write'; row: number; col: number; content: string }
  | { kind: 'insert'; dimension: 'ROW' | 'COL'; base: number; quantity: number; position: 'before' | 'after' }
  | { kind: 'remove'; dimension: 'ROW' | 'COL'; at: number }
  | { kind: 'merge' | 'format'; row: number; col: number }
  | { kind: 'tab' | 'rename' | 'fail' }

const write = (contents: string[]) =>
  fc.record({
    kind: fc.constant('write' as const),
    row: fc.nat(ROWS - 4),
    col: fc.nat(COLUMNS - 1),
    content: fc.oneof(fc.integer({ min: 1, max: 99 }).map(String), fc.constantFrom('', ...contents)),
  })
const dimension = fc.constantFrom('ROW' as const, 'COL' as const)
const changes = (contents: string[]): fc.Arbitrary<Change[]> =>
  fc.array(
    fc.oneof(
      { arbitrary: write(contents), weight: 6 },
      {
        arbitrary: fc.record({
          kind: fc.constant('insert' as const),
          dimension,
          base: fc.nat(COLUMNS - 1),
          quantity: fc.integer({ min: 1, max: 2 }),
          position: fc.constantFrom('before' as const, 'after' as const),
        }),
        weight: 3,
      },
      { arbitrary: fc.record({ kind: fc.constant('remove' as const), dimension, at: fc.nat(3) }), weight: 1 },
      {
        arbitrary: fc.record({
          kind: fc.constantFrom('merge' as const, 'format' as const),
          row: fc.nat(5),
          col: fc.nat(3),
        }),
        weight: 2,
      },
      { arbitrary: fc.constantFrom('tab', 'rename', 'fail').map(kind => ({ kind }) as Change), weight: 2 },
    ),
    { minLength: 1, maxLength: 12 },
  )

function newWorkbook(): Workbook {
  const grid = { rowNumber: ROWS, colNumber: COLUMNS }
  return new Workbook({
    id: 'w',
    data: {
      sheets: [
        { id: '0', name: 'One', ...grid, cells: { A1: '1', A2: '2', A3: '3' } },
        { id: '1', name: 'Two', ...grid, cells: { A1: '5' } },
      ],
      namedRanges: { Total: 'One!A1:A3' },
    },
    history: [],
    record: () => undefined,
  })
}

function apply(workbook: Workbook, change: Change, step: number): void {
  const sheetId = '0'
  const sheetName = workbook.getters.getSheetName(sheetId)
  try {
    workbook.change(tx => {
      if (change.kind === 'write') {
        const { row, col, content } = change
        tx.dispatch('UPDATE_CELL', { sheetId, row, col, content })
      } else if (change.kind === 'insert') {
        const { kind: _kind, ...given } = change
        tx.dispatch('UPDATE_CELL', { sheetId, row: 2, col: 0, content: String(step) })
        tx.dispatch('ADD_COLUMNS_ROWS', { sheetId, sheetName, ...given })
      } else if (change.kind === 'remove')
        tx.dispatch('REMOVE_COLUMNS_ROWS', {
          sheetId,
          sheetName,
          dimension: change.dimension,
          elements: [change.at],
        })
      else if (change.kind === 'merge') {
        const { row, col } = change
        tx.dispatch('ADD_MERGE', { sheetId, target: [{ top: row, bottom: row + 1, left: col, right: col }] })
      } else if (change.kind === 'format') {
        const { row, col } = change
        const target = [{ top: row, bottom: row + 1, left: col, right: col + 1 }]
        tx.dispatch('SET_FORMATTING', { sheetId, target, style: { fillColor: '#ffff00' } })
        tx.dispatch('SET_FORMATTING', { sheetId, target, format: '0.00' })
      } else if (change.kind === 'tab')
        tx.dispatch('CREATE_SHEET', {
          sheetId: `t${step}`,
          position: 1,
          name: step % 2 ? 'New' : `Tab ${step}`,
          rows: 5,
          cols: 5,
        })
      else if (change.kind === 'rename')
        tx.dispatch('RENAME_SHEET', {
          sheetId: '1',
          oldName: workbook.getters.getSheetName('1'),
          newName: `Two ${step}`,
        })
      else {
        tx.dispatch('UPDATE_CELL', { sheetId, row: 0, col: 0, content: '1000' })
        tx.dispatch('ADD_COLUMNS_ROWS', {
          sheetId,
          sheetName,
          dimension: 'ROW',
          base: 1,
          quantity: 1,
          position: 'before',
        })
        throw new Error('undone')
      }
    })
  } catch {
    // Refused or undone: whichever, what is left must be consistent.
  }
}

type Model = Workbook['model']

/** A reference that broke is written without the mark, one that was typed with it. */
const sameError = (value: unknown) => (value === '#REF!' ? '#REF' : value)

/** Every value of every tab, and every formula. */
function pictureOf({ getters }: Model): unknown {
  return getters.getSheetIds().map(sheetId => {
    const { bottom, right } = getters.getSheetZone(sheetId)
    const cells: unknown[] = []
    for (let row = 0; row <= bottom; row++)
      for (let col = 0; col <= right; col++) {
        const { value, formattedValue, format } = getters.getEvaluatedCell({ sheetId, row, col })
        const cell = getters.getCell({ sheetId, row, col })
        const formula = cell?.isFormula ? cell.compiledFormula.toFormulaString(getters) : undefined
        // Read again from text, a broken reference may be another error: not what is asked here.
        if (formula?.includes('#REF')) cells.push([row, col, formula])
        else if (value !== null || formula !== undefined)
          cells.push([row, col, sameError(value), sameError(formattedValue), format, formula])
      }
    return [getters.getSheetName(sheetId), cells]
  })
}

function checkAll(list: Change[]): void {
  const workbook = newWorkbook()
  for (const [step, change] of list.entries()) apply(workbook, change, step)
  const shown = pictureOf(workbook.model)
  // Read again from text, what depends on a broken reference may have another value.
  if (!JSON.stringify(shown).includes('#REF'))
    expect(shown).toEqual(pictureOf(new engine.Model(workbook.export())))
  const { data, history } = workbook.snapshot()
  expect(shown).toEqual(pictureOf(new engine.Model(data, {}, history)))
}

// Slow on a busy machine, never wrong.
describe('after any changes of structure', { timeout: 120_000 }, () => {
  it('every value is what a fresh start would compute', () => {
    fc.assert(fc.property(changes(FORMULAS), checkAll), { numRuns: often(60, 120) })
  })

  it('a result that found no room spills once there is some', () => {
    checkAll([
      { kind: 'write', row: 0, col: 5, content: '=SEQUENCE(2,2)' },
      { kind: 'insert', dimension: 'COL', base: 5, quantity: 1, position: 'after' },
      { kind: 'tab' },
    ])
  })

  it('so is every value beside results that spill', () => {
    fc.assert(fc.property(changes([...FORMULAS, ...SPILLS]), checkAll), { numRuns: often(40, 80) })
  })
})
