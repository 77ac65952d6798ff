/**
 * A large workbook's cells, brought into a model that was made without them, a few at a time: in the page the
 * first rows show at once and it never stands still, in the server others are answered meanwhile. The engine itself reads, parses and computes everything in
 * one go. All knowledge of how it keeps cells and values is here.
 */
import type { Cell, EvaluatedCell, Getters, Style, WorkbookData, Zone } from './engine.ts'
import { type Described, describedRows } from './saved-cells.ts'

/** As much of a model as is needed. */
export interface Fillable {
  readonly getters: Getters
  dispatch(type: string, payload?: object): unknown
}

interface Saved extends WorkbookData {
  styles?: Record<string, Style>
  formats?: Record<string, string>
}

interface Place {
  sheetId: string
  row: number
  col: number
}

/** The parts of a model that hold cells and values. */
interface Insides {
  handlers: Record<string, unknown>[]
}
interface CellStore {
  cells: Record<string, Record<number, Cell>>
  nextId: number
  importCell(sheetId: string, content?: string, style?: Style, format?: string): Cell
}
interface SheetStore {
  cellPosition: Record<number, Place>
  sheets: Record<string, { rows: { cells: Record<number, number> }[] }>
}
interface RowHeights {
  updateRowSizeForCellChange(sheetId: string, row: number, col: number): void
}
interface Tracker {
  trackedCells: Record<string, Record<number, number>>
}
interface Evaluator {
  evaluatedCells: { set(place: Place, cell: EvaluatedCell): void }
  nextRangesToUpdate: { clear(): void; hasPosition(place: Place): boolean } & Iterable<object>
  cellsBeingComputed: Set<unknown>
  buildDependencyGraph(): void
  updateCompilationParameters(): void
  computeCell(place: Place): EvaluatedCell
  evaluate(ranges: object[]): void
}

/**
 * The cells into a model made without them, row by row; yields where it may pause. `texts`: the cells, where
 * they do not stand in the data.
 */
export function* fillIn(
  model: Fillable,
  data: WorkbookData,
  toZone: (zone: string) => Zone,
  texts?: Iterable<string>,
): Generator<void> {
  const stores = storesOf(model)
  stores.evaluator.buildDependencyGraph()
  for (const described of describedRows(data, toZone, texts)) {
    if (described !== undefined) {
      const { sheetId, row, cells } = described
      for (const [col, cell] of cells) place({ sheetId, row, col }, cell, data as Saved, stores)
    }
    yield
  }
  yield* compute(model, stores)
  // Whoever looks at values (filters, charts, conditional formats) looks anew.
  model.dispatch('EVALUATE_CELLS', { cellIds: [] })
}

type Stores = ReturnType<typeof storesOf>

function storesOf(model: Fillable) {
  const { handlers } = model as unknown as Insides
  const find = <T>(...members: string[]): T => {
    const found = handlers.find(handler => members.every(member => member in handler))
    if (found === undefined) throw new Error(`The engine has no ${members.join(', ')}.`)
    return found as T
  }
  return {
    cells: find<CellStore>('importCell', 'nextId'),
    sheets: find<SheetStore>('cellPosition', 'orderedSheetIds'),
    heights: find<RowHeights>('tallestCellInRow'),
    tracker: find<Tracker>('trackedCells'),
    evaluator: find<{ evaluator: Evaluator }>('evaluator', 'positionsToUpdate').evaluator,
  }
}

function place(position: Place, { content, style, format }: Described, saved: Saved, stores: Stores): void {
  const { sheetId, row, col } = position
  const { cells, sheets, heights, tracker } = stores
  const ownStyle = style === undefined ? undefined : saved.styles?.[style]
  const ownFormat = format === undefined ? undefined : saved.formats?.[format]
  if (!content && ownStyle === undefined && ownFormat === undefined) return
  const id = cells.nextId
  const cell = cells.importCell(sheetId, content, ownStyle, ownFormat)
  cells.nextId = id + 1
  cells.cells[sheetId] ??= {}
  cells.cells[sheetId][cell.id] = cell
  sheets.cellPosition[cell.id] = position
  const line = sheets.sheets[sheetId]?.rows[row]
  if (line) line.cells[col] = cell.id
  if (ownStyle !== undefined || content?.includes('\n')) heights.updateRowSizeForCellChange(sheetId, row, col)
  for (const name of ['SUBTOTAL', 'PIVOT'])
    if (content?.includes(`${name}(`))
      tracker.trackedCells[name] = { ...tracker.trackedCells[name], [cell.id]: cell.id }
}

/** What the engine does for all cells at once, row by row. */
function* compute({ getters }: Fillable, { evaluator, sheets }: Stores): Generator<void> {
  evaluator.cellsBeingComputed = new Set()
  evaluator.nextRangesToUpdate.clear()
  evaluator.updateCompilationParameters()
  for (const sheetId of getters.getSheetIds()) {
    for (const [row, { cells }] of (sheets.sheets[sheetId]?.rows ?? []).entries())
      for (const col in cells) {
        const position = { sheetId, row, col: Number(col) }
        if (evaluator.nextRangesToUpdate.hasPosition(position)) continue
        const cell = evaluator.computeCell(position)
        if (cell.value !== null || cell.format !== undefined) evaluator.evaluatedCells.set(position, cell)
        yield
      }
  }
  const spilledOver = [...evaluator.nextRangesToUpdate]
  if (spilledOver.length > 0) evaluator.evaluate(spilledOver)
}
