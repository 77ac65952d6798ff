/**
 * A large workbook's cells, brought into a model that was made without them, a few at a time: the first rows
 * show at once and the page never stands still. The engine itself reads, parses and computes everything in
 * one go. All knowledge of how it keeps cells and values is here.
 */
import type { Cell, EvaluatedCell, Style } from '../../dialect/engine.ts'
import type { WorkbookData } from '../protocol.ts'
import { engine, type PageModel } from './globals.ts'

/** How many are read before the work may pause. */
const CELLS_AT_ONCE = 50
/** Below this the engine is quick enough by itself. */
const MANY_CELLS = 4_000

interface SavedSheet {
  id: string
  cells?: Record<string, string>
  /** Zone → number of a style or format. */
  styles?: Record<string, number>
  formats?: Record<string, number>
}

interface Saved extends WorkbookData {
  sheets: SavedSheet[]
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

/** The engine's compressed form of cells is for the engine alone to read. */
export function isBig({ sheets }: WorkbookData): boolean {
  const contents = (sheets as SavedSheet[]).flatMap(sheet => Object.values(sheet.cells ?? {}))
  return contents.length > MANY_CELLS && contents.every(content => typeof content === 'string')
}

/** Everything but the cells. */
export function withoutCells(data: WorkbookData): WorkbookData {
  const sheets = (data as Saved).sheets.map(sheet => ({ ...sheet, cells: {}, styles: {}, formats: {} }))
  return { ...data, sheets }
}

/** The cells into a model made from `withoutCells(data)`, row by row; yields where it may pause. */
export function* fillIn(model: PageModel, data: WorkbookData): Generator<void> {
  const saved = data as Saved
  const stores = storesOf(model)
  stores.evaluator.buildDependencyGraph()
  for (const sheet of saved.sheets) {
    const rows = yield* arrange(sheet)
    for (const [row, cells] of rows) {
      for (const [col, cell] of cells) place({ sheetId: sheet.id, row, col }, cell, saved, stores)
      yield
    }
  }
  yield* compute(model, stores.evaluator)
  // Whoever looks at values (filters, charts, conditional formats) looks anew.
  model.dispatch('EVALUATE_CELLS', { cellIds: [] })
}

type Stores = ReturnType<typeof storesOf>

function storesOf(model: PageModel) {
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

interface Described {
  content?: string
  style?: number
  format?: number
}

/** The cells of a tab by row, what they hold and look like put together. */
function* arrange({
  cells = {},
  styles = {},
  formats = {},
}: SavedSheet): Generator<void, [number, Map<number, Described>][]> {
  const rows = new Map<number, Map<number, Described>>()
  const at = (row: number, col: number): Described => {
    const columns = rows.get(row) ?? new Map<number, Described>()
    rows.set(row, columns)
    const cell = columns.get(col) ?? {}
    columns.set(col, cell)
    return cell
  }
  const columns = new Map<string, number>()
  let count = 0
  for (const name in cells) {
    const digits = name.search(/\d/)
    const letters = name.slice(0, digits)
    const column = columns.get(letters) ?? engine().helpers.lettersToNumber(letters)
    columns.set(letters, column)
    at(Number(name.slice(digits)) - 1, column).content = cells[name] as string
    // A cell takes less than asking for the time does.
    if (++count % CELLS_AT_ONCE === 0) yield
  }
  for (const [look, zones] of [
    ['style', styles],
    ['format', formats],
  ] as const)
    for (const [zone, id] of Object.entries(zones)) {
      const { left, right, top, bottom } = engine().helpers.toZone(zone)
      for (let row = top; row <= bottom; row++) {
        for (let col = left; col <= right; col++) at(row, col)[look] = id
        yield
      }
    }
  return [...rows].sort(([one], [other]) => one - other)
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
function* compute({ getters }: PageModel, evaluator: Evaluator): Generator<void> {
  evaluator.cellsBeingComputed = new Set()
  evaluator.nextRangesToUpdate.clear()
  evaluator.updateCompilationParameters()
  for (const sheetId of getters.getSheetIds()) {
    const { bottom, right } = getters.getSheetZone(sheetId)
    for (let row = 0; row <= bottom; row++) {
      for (let col = 0; col <= right; col++) {
        const position = { sheetId, row, col }
        if (evaluator.nextRangesToUpdate.hasPosition(position)) continue
        const cell = evaluator.computeCell(position)
        if (cell.value !== null || cell.format !== undefined) evaluator.evaluatedCells.set(position, cell)
        yield
      }
    }
  }
  const spilledOver = [...evaluator.nextRangesToUpdate]
  if (spilledOver.length > 0) evaluator.evaluate(spilledOver)
}
