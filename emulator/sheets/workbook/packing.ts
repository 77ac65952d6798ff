/**
 * A large workbook as it is now, its cells as texts of some thousand each beside the rest of its data; put
 * together row by row. The engine itself writes all cells in one go, as one object of a million names.
 */
import type { Cell, Model, WorkbookData } from '../../dialect/engine.ts'
import type { PackedRow } from '../../dialect/packed-cells.ts'
import { columnLetters } from '../../formulas/column-letters.ts'

export interface PackedWorkbook {
  /** Without cells. */
  data: WorkbookData
  texts: string[]
}

const CELLS_A_TEXT = 3_000

/** The engine's part that keeps cells. */
interface CellStore {
  cells: Record<string, Record<number, Cell>>
  importCell: unknown
  extractCustomStyle(cell: Cell): object
  export(data: WorkbookData, shouldSquish: boolean): void
}
interface SheetStore {
  cellPosition: unknown
  sheets: Record<string, { rows: { cells: Record<number, number> }[] } | undefined>
}

export function* packPresent(model: Model): Generator<void, PackedWorkbook> {
  const { handlers } = model as unknown as { handlers: Record<string, unknown>[] }
  const find = <T>(...members: string[]): T => {
    const found = handlers.find(handler => members.every(member => member in handler))
    if (found === undefined) throw new Error(`The engine has no ${members.join(', ')}.`)
    return found as T
  }
  const store = find<CellStore>('importCell', 'nextId')
  const lines = find<SheetStore>('cellPosition', 'orderedSheetIds')
  const data: WorkbookData = { ...withoutCells(model, store), isNotSquishable: true }
  const looks = { styles: new Numbers<object>(), formats: new Numbers<string>() }
  const texts: string[] = []
  for (const sheet of data.sheets as SheetData[]) {
    const tab = new PackedTab(sheet.id, looks)
    yield* packSheet(model, store, tab, sheet.id, lines.sheets[sheet.id]?.rows ?? [])
    const packed = tab.end()
    for (const text of packed.texts) texts.push(text)
    Object.assign(sheet, packed.zones)
  }
  return { data: { ...data, styles: looks.styles.byNumber, formats: looks.formats.byNumber }, texts }
}

function withoutCells(model: Model, store: CellStore): WorkbookData {
  const own = Object.hasOwn(store, 'export') ? store.export : undefined
  store.export = ({ sheets }) => {
    for (const sheet of sheets as object[]) Object.assign(sheet, { cells: {}, styles: {}, formats: {} })
  }
  try {
    return model._exportData(false)
  } finally {
    if (own === undefined) Reflect.deleteProperty(store, 'export')
    else store.export = own
  }
}

interface SheetData {
  id: string
  styles: Record<string, number>
  formats: Record<string, number>
}

function* packSheet(
  { getters }: Model,
  store: CellStore,
  tab: PackedTab,
  id: string,
  rows: { cells: Record<number, number> }[],
): Generator<void> {
  const cells = store.cells[id] ?? {}
  for (const [row, line] of rows.entries()) {
    tab.row(
      row,
      Object.entries(line.cells).flatMap(([col, cellId]) => {
        const cell = cells[cellId]
        if (cell === undefined) return []
        const content = cell.isFormula ? cell.compiledFormula.toFormulaString(getters) : cell.content
        return [{ col: Number(col), content, style: store.extractCustomStyle(cell), format: cell.format }]
      }),
    )
    yield
  }
}

export interface Looks {
  styles: Numbers<object>
  formats: Numbers<string>
}

export interface LaidCell {
  col: number
  content: string
  style: object
  format: string | undefined
}

/** One tab's cells on their way into texts; rows and their cells come in their order. */
export class PackedTab {
  readonly #id: string
  readonly #looks: Looks
  readonly #zones = { styles: {}, formats: {} }
  readonly #runs = { styles: new Runs(this.#zones.styles), formats: new Runs(this.#zones.formats) }
  readonly #texts: string[] = []
  #rows: PackedRow[] = []
  #count = 0

  constructor(id: string, looks: Looks = { styles: new Numbers(), formats: new Numbers() }) {
    this.#id = id
    this.#looks = looks
  }

  row(row: number, cells: readonly LaidCell[]): void {
    const written: PackedRow = [row]
    for (const { col, content, style, format } of cells) {
      if (content) written.push(col, content)
      for (const _ in style) {
        this.#runs.styles.add({ row, col }, this.#looks.styles.of(style))
        break
      }
      if (format) this.#runs.formats.add({ row, col }, this.#looks.formats.of(format))
    }
    if (written.length === 1) return
    this.#rows.push(written)
    this.#count += written.length / 2
    if (this.#count >= CELLS_A_TEXT) this.#close()
  }

  end() {
    if (this.#rows.length > 0) this.#close()
    this.#runs.styles.end()
    this.#runs.formats.end()
    const { styles, formats } = this.#looks
    return { texts: this.#texts, zones: this.#zones, styles: styles.byNumber, formats: formats.byNumber }
  }

  #close(): void {
    this.#texts.push(JSON.stringify([this.#id, this.#rows]))
    this.#rows = []
    this.#count = 0
  }
}

/** The same thing once, by number from 1 on. */
class Numbers<T> {
  readonly byNumber: Record<number, T> = {}
  readonly #numbers = new Map<string, number>()
  of(value: T): number {
    const key = JSON.stringify(value)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#numbers.size + 1
    this.#numbers.set(key, number)
    this.byNumber[number] = value
    return number
  }
}

/** Cells of the same look below each other are one zone; rows come in their order. */
class Runs {
  readonly #zones: Record<string, number>
  readonly #open = new Map<number, { top: number; bottom: number; look: number }>()
  constructor(zones: Record<string, number>) {
    this.#zones = zones
  }
  add({ row, col }: { row: number; col: number }, look: number): void {
    const run = this.#open.get(col)
    if (run?.look === look && run.bottom === row - 1) {
      run.bottom = row
      return
    }
    this.#close(col)
    this.#open.set(col, { top: row, bottom: row, look })
  }
  end(): void {
    for (const col of this.#open.keys()) this.#close(col)
  }
  #close(col: number): void {
    const run = this.#open.get(col)
    if (run === undefined) return
    const name = columnLetters(col + 1)
    const [first, last] = [`${name}${run.top + 1}`, `${name}${run.bottom + 1}`]
    this.#zones[first === last ? first : `${first}:${last}`] = run.look
  }
}
