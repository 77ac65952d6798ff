/**
 * Brings saved results into the sheet: many rows at once, each looked up again just before it is written.
 * Google allows sixty calls a minute, so a write waits for enough rows, or for time where calls are left.
 */
import type { CellValue } from '../support/cells.ts'
import { asPlain } from '../support/entered.ts'
import type { ToolContext } from '../tool.ts'
import type { BulkSheet, SheetView } from './bulk-sheet.ts'
import { type PlannedRow, placeRows } from './row-key.ts'
import type { RowStore } from './row-store.ts'

/** To look at the rows, at the tabs and at what is overwritten, and to write. */
const CALLS_FOR_WRITE = 4
/** Keeps calls under one for 500 rows, with those of a run's beginning and end. */
const ROWS_FOR_WRITE = 4_000
const ROWS_FOR_CALL = 500
/** Runs too small for that measure may make this many calls all the same. */
const FREE_CALLS = 12
const MOST_ROUNDS = 3
const PATIENCE_MILLISECONDS = 5_000

export interface FinishedRow extends PlannedRow {
  value: string
}

export interface WriterParts {
  context: ToolContext
  store: RowStore
  sheet: BulkSheet
  rows: readonly PlannedRow[]
  overwrite: boolean
  /** Calls to Google before the run began. */
  callsBefore: number
  /** Rows whose result has no place to go. */
  onLost: (ordinals: number[], reason: string) => void
  onWritten: () => void
}

export const LOST_ROW = 'The row was changed or deleted in the sheet before its result could be written.'
export const LOST_CELL = 'The cell was filled by someone else before the result could be written.'

export class ResultWriter {
  readonly #parts: WriterParts
  #waiting: FinishedRow[] = []
  #written = new Map<number, FinishedRow>()
  #lastWrite: number
  #running: Promise<void> | undefined
  #failure: unknown

  constructor(parts: WriterParts) {
    this.#parts = parts
    this.#lastWrite = this.#now()
  }

  /** Rows that an earlier run of this call has written: looked after like this run's own. */
  start(rows: readonly FinishedRow[]): void {
    for (const row of rows) this.#written.set(row.ordinal, row)
  }

  add(rows: readonly FinishedRow[]): void {
    this.#waiting.push(...rows)
    if (this.#running || this.#failure !== undefined || !this.#isWorthACall()) return
    // What it throws, `check` and `finish` throw.
    this.#running = this.#write(this.#waiting.splice(0))
      .catch((error: unknown) => {
        this.#failure = error
      })
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Throws what went wrong, so that no more rows are begun in vain. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  async finish(): Promise<void> {
    await this.#running
    this.check()
    if (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0))
    if (this.#written.size > 0) await this.#putRight()
  }

  #now(): number {
    return this.#parts.context.now().getTime()
  }

  #isWorthACall(): boolean {
    if (this.#waiting.length >= ROWS_FOR_WRITE) return true
    if (this.#waiting.length === 0 || this.#now() - this.#lastWrite < PATIENCE_MILLISECONDS) return false
    const { context, rows, callsBefore } = this.#parts
    const { reads, writes } = context.spreadsheet.calls
    const used = reads + writes - callsBefore
    const remaining = rows.length - this.#written.size - this.#waiting.length
    // One more look belongs to the end.
    const needed = used + 1 + CALLS_FOR_WRITE * (1 + Math.ceil(remaining / ROWS_FOR_WRITE))
    return needed <= Math.max(FREE_CALLS, rows.length / ROWS_FOR_CALL)
  }

  async #write(batch: FinishedRow[]): Promise<void> {
    const { sheet, store, rows } = this.#parts
    const view = await sheet.read()
    const places = placeRows(rows, view.keys)
    const { cells, lostRows, lostCells } = this.#assign(batch, view, places)
    await sheet.write(cells)
    this.#lastWrite = this.#now()
    const lost = new Set([...lostRows, ...lostCells])
    const done = batch.filter(row => !lost.has(row.ordinal))
    for (const row of done) this.#written.set(row.ordinal, row)
    await store.markWritten(done.map(row => row.ordinal))
    await this.#lose(lostRows, LOST_ROW)
    await this.#lose(lostCells, LOST_CELL)
    this.#parts.onWritten()
  }

  async #lose(ordinals: number[], reason: string): Promise<void> {
    if (ordinals.length === 0) return
    await this.#parts.store.markFailed(ordinals, reason)
    this.#parts.onLost(ordinals, reason)
  }

  #assign(batch: FinishedRow[], view: SheetView, places: Map<number, number>) {
    const cells: { row: number; value: CellValue }[] = []
    const lostRows: number[] = []
    const lostCells: number[] = []
    const chosen = new Set<number>()
    for (const result of batch) {
      const place = places.get(result.ordinal)
      if (place === undefined) {
        lostRows.push(result.ordinal)
        continue
      }
      const row = this.#freePlace(result, place, view, chosen)
      if (row === null) lostCells.push(result.ordinal)
      else {
        chosen.add(row)
        cells.push({ row, value: asPlain(result.value) })
      }
    }
    return { cells, lostRows, lostCells }
  }

  /** Its own place where that is free; else another row with the same cells. Null where none is free. */
  #freePlace(result: FinishedRow, place: number, view: SheetView, chosen: Set<number>): number | null {
    const isFree = (row: number) =>
      !chosen.has(row) &&
      (this.#parts.overwrite || (view.output[row] ?? '') === '' || shows(view.output[row]!, result.value))
    if (isFree(place)) return place
    const other = view.keys.findIndex((key, row) => key === result.key && isFree(row))
    return other === -1 ? null : other
  }

  /**
   * A sort in the moment between looking and writing puts results beside wrong rows, and nothing tells.
   * So look once more in the end and move astray results to where they belong; cells that hold anything
   * else stay. Again while there is something to move, as the user may not have stopped.
   */
  async #putRight(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const astray = this.#findAstray(await this.#parts.sheet.read())
      if (astray.length === 0) return
      await this.#parts.sheet.write(astray)
    }
  }

  #findAstray(view: SheetView): { row: number; value: CellValue }[] {
    const places = placeRows(this.#parts.rows, view.keys)
    const results = new Set<string>()
    const byKey = new Map<string, Set<string>>()
    for (const { key, value } of this.#written.values()) {
      results.add(value)
      byKey.set(key, (byKey.get(key) ?? new Set()).add(value))
    }
    const astray: { row: number; value: CellValue }[] = []
    for (const [ordinal, { key, value }] of this.#written) {
      const row = places.get(ordinal)
      if (row === undefined) continue
      this.#parts.sheet.cover(row)
      const shown = view.output[row] ?? ''
      // Rows with the same cells may hold each other's results.
      const own = byKey.get(key)!
      const isRight = own.has(shown) || [...own].some(result => shows(shown, result))
      if (!isRight && (shown === '' || results.has(shown))) astray.push({ row, value: asPlain(value) })
    }
    return astray
  }
}

/** Whether a cell shows this result; a number may be formatted. */
function shows(shown: string, value: string): boolean {
  if (shown === value || shown === value.trim()) return true
  const number = Number(value)
  return (
    value.trim() !== '' && Number.isFinite(number) && Number(shown.replaceAll(/[^\d.eE-]/g, '')) === number
  )
}
