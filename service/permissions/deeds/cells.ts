/** Deeds of the requests that write, format, copy and clear cells. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Box } from '../../sheets/a1.ts'
import { fromGridRange } from '../../sheets/grid-range.ts'
import { type CellValue, type Deed, SOMETHING_ELSE } from './deed.ts'
import { looksOf, touches } from './looks.ts'

type Range = sheets_v4.Schema$GridRange | undefined

export const place = (range: Range): { sheetId: number; box: Box } => fromGridRange(range ?? {})

function enteredIn(cell: sheets_v4.Schema$CellData | undefined): CellValue {
  const value = cell?.userEnteredValue
  return value?.formulaValue ?? value?.stringValue ?? value?.numberValue ?? value?.boolValue ?? ''
}

function filled(at: { sheetId: number; box: Box }, cell: sheets_v4.Schema$CellData | undefined): Deed[] {
  const value = enteredIn(cell)
  const isFormula = cell?.userEnteredValue?.formulaValue != null
  const { startRow = 0, startColumn = 0 } = at.box
  return [
    {
      deed: 'overwrite',
      ...at,
      next: (row, column) =>
        isFormula && !(row === startRow && column === startColumn) ? SOMETHING_ELSE : value,
      uniform: value === '' ? 'empty' : isFormula ? null : 'same',
    },
    ...(isFormula ? [formulaAt(String(value), at)] : []),
  ]
}

const formulaAt = (formula: string, at: { sheetId: number; box: Box }): Deed => ({
  deed: 'formula',
  formula,
  ...at,
})

/** Formulas of rules and lists: their values are texts that begin with = or +. */
export function conditionFormulas(
  condition: sheets_v4.Schema$BooleanCondition | undefined,
  at: { sheetId: number; box: Box } | null,
): Deed[] {
  return (condition?.values ?? []).flatMap(({ userEnteredValue }): Deed[] => {
    const formula = asFormula(userEnteredValue)
    return formula === null
      ? []
      : [{ deed: 'formula', formula, sheetId: at?.sheetId ?? null, box: at?.box ?? null }]
  })
}

/** Spaces before it, a plus sign, and the wide = of East Asian keyboards do not hide a formula. */
export function asFormula(value: unknown): string | null {
  const match = typeof value === 'string' ? /^\s*[=+\uff1d\uff0b](.+)$/su.exec(value) : null
  return match ? `=${match[1]}` : null
}

export function repeatCell({ range, cell, fields }: sheets_v4.Schema$RepeatCellRequest): Deed[] {
  const at = place(range)
  return [
    ...(touches(fields, 'userEnteredValue') ? filled(at, cell) : []),
    ...(/userEnteredFormat|\*/.test(fields ?? '*') ? looksOf(cell?.userEnteredFormat, at, fields) : []),
    ...(touches(fields, 'dataValidation') ? conditionFormulas(cell?.dataValidation?.condition, at) : []),
  ]
}

export function rowsOfCells(
  rows: sheets_v4.Schema$RowData[] | undefined,
  fields: string | null | undefined,
  at: { sheetId: number; box: Box },
): Deed[] {
  const { startRow = 0, startColumn = 0 } = at.box
  const cells = (rows ?? []).flatMap(({ values = [] }, row) =>
    values.map((cell, column) => ({ cell, row: startRow + row, column: startColumn + column })),
  )
  const boxOf = (row: number, column: number): Box => ({
    startRow: row,
    endRow: row + 1,
    startColumn: column,
    endColumn: column + 1,
  })
  const deeds = cells.flatMap(({ cell, row, column }): Deed[] => {
    const own = { sheetId: at.sheetId, box: boxOf(row, column) }
    const formula = cell.userEnteredValue?.formulaValue
    return [
      ...(formula != null && touches(fields, 'userEnteredValue') ? [formulaAt(formula, own)] : []),
      ...(/userEnteredFormat|\*/.test(fields ?? '*') ? looksOf(cell.userEnteredFormat, own, fields) : []),
      ...(touches(fields, 'dataValidation') ? conditionFormulas(cell.dataValidation?.condition, own) : []),
    ]
  })
  if (!touches(fields, 'userEnteredValue')) return deeds
  const next = (row: number, column: number): CellValue =>
    enteredIn(rows?.[row - startRow]?.values?.[column - startColumn])
  const isEmpty = cells.every(({ cell }) => enteredIn(cell) === '')
  return [{ deed: 'overwrite', ...at, next, uniform: isEmpty ? 'empty' : null }, ...deeds]
}

export function updateCells({ range, start, rows, fields }: sheets_v4.Schema$UpdateCellsRequest): Deed[] {
  const width = Math.max(1, ...(rows ?? []).map(row => row.values?.length ?? 0))
  const startRow = start?.rowIndex ?? 0
  const startColumn = start?.columnIndex ?? 0
  const at = range
    ? place(range)
    : {
        sheetId: start?.sheetId ?? 0,
        box: {
          startRow,
          endRow: startRow + (rows?.length ?? 0),
          startColumn,
          endColumn: startColumn + width,
        },
      }
  return rowsOfCells(rows, fields, at)
}

const unknown = () => SOMETHING_ELSE

export const overwritten = (range: Range, uniform: 'empty' | null = null): Deed => ({
  deed: 'overwrite',
  ...place(range),
  next: uniform === 'empty' ? () => '' : unknown,
  uniform,
})

export function copyPaste({ source, destination, pasteType }: sheets_v4.Schema$CopyPasteRequest): Deed[] {
  const from = place(source)
  const to = place(destination)
  if (pasteType === 'PASTE_FORMAT') return [{ deed: 'copy_look', ...from, toSheetId: to.sheetId, to: to.box }]
  if (/VALIDATION|CONDITIONAL/.test(pasteType ?? '')) return []
  return [
    overwritten(destination),
    ...(pasteType === 'PASTE_VALUES'
      ? []
      : [{ deed: 'copy' as const, ...from, toSheetId: to.sheetId, to: to.box }]),
  ]
}
