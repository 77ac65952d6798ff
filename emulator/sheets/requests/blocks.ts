/**
 * Cells picked up and put down: what copying, cutting, sorting and shifting share. A picked cell keeps its
 * formula compiled, so that it can be put down with its references shifted or as they are.
 */
import type { Border, CellPosition, CompiledFormula, Style } from '../../dialect/engine.ts'
import { noteKey, notesOf, textOf } from '../../dialect/notes.ts'
import { plainValue } from '../cells/cells.ts'
import { engineContent } from '../cells/input.ts'
import { type Context, cellsOf, fail } from '../objects/context.ts'
import { setNote } from '../objects/notes.ts'
import { contains, overlaps } from '../objects/protection.ts'
import type { Area } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'

export interface PickedCell {
  formula: CompiledFormula | undefined
  /** The engine's content of a cell without a formula. */
  content: string
  /** The engine's content for the value alone. */
  valueContent: string
  style: Style | undefined
  format: string | undefined
  border: Border | null
  note: string | undefined
}

/** Rows of picked cells. */
export type Block = PickedCell[][]

export function pick(workbook: Workbook, { sheetId, zone }: Area): Block {
  const notes = notesOf(workbook.getters, sheetId)
  const block: Block = Array.from({ length: zone.bottom - zone.top + 1 }, () => [])
  for (const { row, col } of cellsOf(zone))
    block[row - zone.top]?.push(
      pickCell(workbook, { sheetId, row, col }, textOf(notes.get(noteKey({ row, col })))),
    )
  return block
}

function pickCell(workbook: Workbook, position: CellPosition, note: string | undefined): PickedCell {
  const cell = workbook.getters.getCell(position)
  return {
    formula: cell?.isFormula === true ? cell.compiledFormula : undefined,
    content: cell === undefined || cell.isFormula ? '' : cell.content,
    valueContent: literalOf(plainValue(workbook, position)),
    style: cell?.style,
    format: cell?.format,
    border: workbook.getters.getCellBorder(position),
    note,
  }
}

function literalOf(value: string | number | boolean): string {
  if (typeof value === 'number') return engineContent({ kind: 'number', value })
  if (typeof value === 'boolean') return engineContent({ kind: 'boolean', value })
  // An error pasted as a value stays an error.
  if (/^#(N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NUM!)$/.test(value))
    return value === '#N/A' ? value : `=${ERROR_FORMULAS[value] ?? 'NA()'}`
  return engineContent({ kind: 'text', text: value })
}

const ERROR_FORMULAS: Record<string, string> = { '#DIV/0!': '1/0', '#NUM!': 'SQRT(-1)', '#VALUE!': '1+"a"' }

export interface PutParts {
  content: boolean
  /** Values in the place of formulas. */
  valuesOnly?: boolean
  format: boolean
  borders: boolean
  notes: boolean
}

export const EVERYTHING: PutParts = { content: true, format: true, borders: true, notes: true }

/** `columns` and `rows`: how far relative references shift. */
export function put(
  context: Context,
  position: CellPosition,
  cell: PickedCell,
  parts: PutParts,
  columns: number,
  rows: number,
): void {
  const { workbook, tx } = context
  const update: { content?: string; style?: Style | null; format?: string } = {}
  const merge = workbook.getters.getMerge(position)
  const isCovered = merge !== undefined && (merge.left !== position.col || merge.top !== position.row)
  if (parts.content && !isCovered)
    update.content = contentFor(workbook, position.sheetId, cell, parts, columns, rows)
  if (parts.format) {
    update.style = cell.style ?? null
    update.format = cell.format ?? ''
  }
  if (Object.keys(update).length > 0) tx.dispatch('UPDATE_CELL', { ...position, ...update })
  if (parts.borders && !sameBorder(workbook.getters.getCellBorder(position), cell.border))
    tx.dispatch('SET_BORDER', { ...position, border: cell.border ?? undefined })
  if (parts.notes) setNote(context, position, cell.note)
}

function contentFor(
  workbook: Workbook,
  sheetId: string,
  cell: PickedCell,
  { valuesOnly }: PutParts,
  columns: number,
  rows: number,
): string {
  if (valuesOnly) return cell.valueContent
  if (cell.formula === undefined) return cell.content
  if (cell.formula.isBadExpression) return cell.formula.toFormulaString(workbook.getters)
  return workbook.getters.getTranslatedCellFormula(sheetId, columns, rows, cell.formula)
}

function sameBorder(a: Border | null, b: Border | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

export const EMPTY_CELL: PickedCell = {
  formula: undefined,
  content: '',
  valueContent: '',
  style: undefined,
  format: undefined,
  border: null,
  note: undefined,
}

/**
 * Moves an area as cutting and pasting does: the cells' own formulas keep pointing where they did, and
 * formulas that point at the cells follow them.
 */
export function moveArea(context: Context, from: Area, to: CellPosition, parts: PutParts = EVERYTHING): void {
  const { workbook, tx } = context
  const { sheetId, zone } = from
  const [height, width] = [zone.bottom - zone.top, zone.right - zone.left]
  const target = { top: to.row, bottom: to.row + height, left: to.col, right: to.col + width }
  checkMerges(context, from)
  checkMerges(context, { sheetId: to.sheetId, zone: target })
  for (const { row, col } of cellsOf(target))
    if (!isInside(from, { sheetId: to.sheetId, row, col }))
      setNote(context, { sheetId: to.sheetId, row, col }, undefined)
  tx.dispatch('MOVE_RANGES', {
    target: [zone],
    sheetId,
    sheetName: workbook.getters.getSheetName(sheetId),
    targetSheetId: to.sheetId,
    col: to.col,
    row: to.row,
  })
  // Picked up after the references were adapted: formulas that point into the moved cells have followed.
  const block = pick(workbook, from)
  const arrival: Area = { sheetId: to.sheetId, zone: target }
  for (const { row, col } of cellsOf(zone))
    if (!isInside(arrival, { sheetId, row, col }))
      put(context, { sheetId, row, col }, EMPTY_CELL, { ...parts, notes: false }, 0, 0)
  block.forEach((cells, y) => {
    cells.forEach((cell, x) => {
      put(
        context,
        { sheetId: to.sheetId, row: to.row + y, col: to.col + x },
        cell,
        { ...parts, notes: false },
        0,
        0,
      )
    })
  })
}

/** A merge moves whole or not at all. */
function checkMerges(context: Context, { sheetId, zone }: Area): void {
  const cut = context.workbook.getters
    .getMerges(sheetId)
    .some(merge => overlaps(merge, zone) && !contains(zone, merge))
  if (cut) throw fail(context, 'This operation is not allowed on cells that partially intersect a merge.')
}

function isInside({ sheetId, zone }: Area, position: CellPosition): boolean {
  return (
    sheetId === position.sheetId &&
    position.row >= zone.top &&
    position.row <= zone.bottom &&
    position.col >= zone.left &&
    position.col <= zone.right
  )
}
