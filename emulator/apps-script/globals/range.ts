/** Range: some cells of a tab, as values, as shown, or as formulas. */
import { formatA1 } from '../a1.ts'
import type { Area, CellView } from '../bridge.ts'
import { guarded } from './realm.ts'
import type { Workbench } from './workbench.ts'

export function createRange(sheetId: number, area: Area, bench: Workbench): object {
  const { callHost, realm } = bench
  const read = (view: CellView) =>
    realm.list(
      callHost('sheet.read', sheetId, area, view).map(row =>
        realm.list(row.map(cell => (typeof cell === 'object' ? realm.date(cell.dateMs) : cell))),
      ),
    )
  const first = (view: CellView) => read(view)[0]?.[0] ?? ''
  const range: object = guarded(
    'Range',
    {
      getA1Notation: () => formatA1(area),
      getRow: () => area.row,
      getColumn: () => area.column,
      getNumRows: () => area.rows,
      getNumColumns: () => area.columns,
      getHeight: () => area.rows,
      getWidth: () => area.columns,
      getLastRow: () => area.row + area.rows - 1,
      getLastColumn: () => area.column + area.columns - 1,
      getSheet: () => bench.sheet(bench.sheetInfo(sheetId)),
      getGridId: () => sheetId,
      getValues: () => read('values'),
      getDisplayValues: () => read('display'),
      getFormulas: () => read('formulas'),
      getValue: () => first('values'),
      getDisplayValue: () => first('display'),
      getFormula: () => first('formulas'),
      getCell: (row: number, column: number) =>
        bench.range(sheetId, {
          row: area.row + row - 1,
          column: area.column + column - 1,
          rows: 1,
          columns: 1,
        }),
      activate() {
        callHost('selection.set', { sheetId, areas: [area] })
        return range
      },
    },
    realm,
  )
  return range
}
