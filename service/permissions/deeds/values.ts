/** Deeds of values.batchUpdate. */
import type { Tab } from '../../sheets/spreadsheet.ts'
import { placeOf } from '../../sheets/value-block.ts'
import { asFormula } from './cells.ts'
import type { CellValue, Deed, Write } from './deed.ts'

type Values = Extract<Write, { kind: 'values' }>

export function deedsOfValues({ data, input }: Values, tabs: readonly Tab[]): Deed[] {
  return data.flatMap((block): Deed[] => {
    const place = placeOf(block, tabs)
    if (!place) return []
    const { tab, box } = place
    const { values } = block
    const { startRow, startColumn } = box
    const cells = values.flat().filter(value => value !== null && value !== undefined)
    const overwrite: Deed = {
      deed: 'overwrite',
      sheetId: tab.sheetId,
      box,
      next: (row, column) =>
        (values[row - startRow]?.[column - startColumn] ?? undefined) as CellValue | undefined,
      uniform: cells.every(value => value === '') ? 'empty' : isOneValue(cells) ? 'same' : null,
    }
    return [overwrite, ...(input === 'RAW' ? [] : formulasIn(values, tab.sheetId, startRow, startColumn))]
  })
}

const isOneValue = (cells: unknown[]): boolean =>
  cells.length > 1 && cells.every(value => value === cells[0]) && asFormula(cells[0]) === null

function formulasIn(values: unknown[][], sheetId: number, startRow: number, startColumn: number): Deed[] {
  return values.flatMap((row, rowIndex) =>
    row.flatMap((value, columnIndex): Deed[] => {
      const formula = asFormula(value)
      if (formula === null) return []
      const box = {
        startRow: startRow + rowIndex,
        endRow: startRow + rowIndex + 1,
        startColumn: startColumn + columnIndex,
        endColumn: startColumn + columnIndex + 1,
      }
      return [{ deed: 'formula', formula, sheetId, box }]
    }),
  )
}
