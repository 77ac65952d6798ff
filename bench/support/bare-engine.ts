/** What the engine takes by itself: no server, no journal, no Google's words around it. */
import { engine } from '../../emulator/sheets/workbook/engine.ts'
import { type Taken, timed } from './timed.ts'

const SHEET = { id: '0', name: 'Data', cells: {}, rowNumber: 51_000, colNumber: 20 }

function cellsOf(rows: unknown[][]): { row: number; col: number; content: string }[] {
  return rows.flatMap((values, row) => values.map((value, col) => ({ row, col, content: String(value) })))
}

function dataOf(rows: unknown[][]): object {
  const cells = Object.fromEntries(
    cellsOf(rows).map(({ row, col, content }) => [engine.helpers.toXC(col, row), content]),
  )
  return { version: '19.3', sheets: [{ ...SHEET, cells }] }
}

export function bareOpen(rows: unknown[][]): Promise<Taken> {
  const data = dataOf(rows)
  return timed(() => {
    const model = new engine.Model(data)
    model.getters.getEvaluatedCell({ sheetId: '0', col: 4, row: 1 })
  })
}

export function bareInsertRow(rows: unknown[][]): Promise<Taken> {
  const model = new engine.Model(dataOf(rows))
  model.getters.getEvaluatedCell({ sheetId: '0', col: 1, row: 1 })
  return timed(() => {
    model.dispatch('ADD_COLUMNS_ROWS', {
      sheetId: '0',
      sheetName: 'Data',
      dimension: 'ROW',
      base: 1,
      quantity: 1,
      position: 'before',
    })
    model.getters.getEvaluatedCell({ sheetId: '0', col: 1, row: 5 })
  })
}

export function bareWrite(rows: unknown[][]): Promise<Taken> {
  const model = new engine.Model({ version: '19.3', sheets: [SHEET] })
  return timed(() => {
    model.dispatch('RUN_BATCH', {
      work: (dispatch: typeof model.dispatch) => {
        for (const cell of cellsOf(rows)) dispatch('UPDATE_CELL', { sheetId: '0', ...cell })
      },
    })
    model.getters.getEvaluatedCell({ sheetId: '0', col: 4, row: 1 })
  })
}
