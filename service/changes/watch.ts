/**
 * What a turn did beyond the cells that its calls name: formulas elsewhere that became errors or show another
 * value, and whether anything that people typed elsewhere is another thing now. Looks at the whole workbook,
 * within limits, before the first write and after each call.
 */
import type { ChangesSummary } from '../../contract/index.ts'
import { cellName, holds, quoteTab } from '../sheets/a1.ts'
import type { Spreadsheet } from '../sheets/spreadsheet.ts'
import { type Contents, cellPrint, pause, readContents } from './fingerprint.ts'
import { type Area, compose, Layout, type TouchedArea } from './footprint/layout.ts'
import { type Lines, NEW_LINE } from './lines.ts'

export interface TurnFound {
  sideEffects: ChangesSummary['side_effects']
  proof: ChangesSummary['proof']
}

export const NOTHING_FOUND: TurnFound = {
  sideEffects: { new_errors: 0, changed_values: 0, checked: false },
  proof: { state: 'not_checked', checked_cells: 0, others: 0, note: null },
}

/** What is told to the model, so that it can mend it. */
export interface CallEffects {
  new_errors: { cell: string; error: string }[]
  new_errors_total: number
  changed_values: number
  largest: { cell: string; before: unknown; after: unknown }[]
}

/** Filled cells up to which is looked at everything. */
const MOST_FILLED = 200_000
const ERRORS_TOLD = 20
const CHANGES_TOLD = 3
const ROWS_A_SLICE = 2_000

const ERROR = /^#(?:REF!|N\/A|NAME\?|DIV\/0!|VALUE!|NUM!|NULL!|ERROR!)/
/** Show another value each time they are looked at. */
const VOLATILE = /\b(?:NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|GOOGLEFINANCE|IMPORT[A-Z]*)\(/i

const isError = (value: unknown): value is string => typeof value === 'string' && ERROR.test(value)

const isUnmoved = (lines: Lines): boolean => lines.pieces.length === 1 && lines.pieces[0]!.id === 0

/** Cells that calls named, wherever their lines are now. */
class Named {
  #areas: { area: TouchedArea; layout: Layout }[] = []

  add(areas: readonly Area[], layout: Layout): void {
    for (const { sheetId, box } of areas)
      for (const area of layout.areaOf(sheetId, box)) this.#areas.push({ area, layout })
  }

  /** After another write, `later` by the lines of before it. */
  carry(later: Layout): void {
    this.#areas = this.#areas.flatMap(({ area, layout }) => {
      const place = layout.place(area)
      if (!place) return []
      const { startRow, endRow, startColumn, endColumn } = place.box
      const moved: TouchedArea = {
        sheetId: area.sheetId,
        rows: [{ id: startRow, count: endRow - startRow }],
        columns: [{ id: startColumn, count: endColumn - startColumn }],
      }
      return [{ area: moved, layout: later }]
    })
  }

  boxes(sheetId: number): Area['box'][] {
    return this.#areas.flatMap(({ area, layout }) => {
      const place = area.sheetId === sheetId ? layout.place(area) : null
      return place ? [place.box] : []
    })
  }
}

export class TurnWatch {
  readonly #spreadsheet: () => Promise<Spreadsheet>
  #before: Contents | null | undefined
  #values: Contents | null | undefined
  #titles = new Map<number, string>()
  #sinceCall: Layout | undefined
  #sinceStart: Layout | undefined
  readonly #named = new Named()
  readonly #underWay = new Set<Promise<void>>()
  #isDirty = false
  #looked = true
  readonly found: TurnFound = structuredClone(NOTHING_FOUND)
  /** Milliseconds spent here, for benchmarks. */
  spentMs = 0

  constructor(spreadsheet: () => Promise<Spreadsheet>) {
    this.#spreadsheet = spreadsheet
  }

  /** A write from its record's beginning to its end: a Stop does not wait for it. */
  during<T>(write: Promise<T>): Promise<T> {
    const over = write.then(
      () => {},
      () => {},
    )
    this.#underWay.add(over)
    void over.then(() => this.#underWay.delete(over))
    return write
  }

  /** Resolves when no write is under way: until then nobody can tell whether it was made. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  get hasWritten(): boolean {
    return this.#before !== undefined
  }

  /** Before the first write of the turn. A look that fails is no reason not to write. */
  async beforeWrite(): Promise<void> {
    if (this.#before !== undefined) return
    const began = performance.now()
    try {
      const spreadsheet = await this.#spreadsheet()
      const [contents, values] = await Promise.all([
        readContents(spreadsheet, 'FORMULA'),
        readContents(spreadsheet, 'UNFORMATTED_VALUE'),
      ])
      this.#before = contents && filledCells(contents.grids) <= MOST_FILLED ? contents : null
      this.#values = values && filledCells(values.grids) <= MOST_FILLED ? values : null
    } catch {
      this.#before = null
      this.#values = null
    }
    this.spentMs += performance.now() - began
  }

  written(layout: Layout, areas: readonly Area[]): void {
    this.#isDirty = true
    this.#named.carry(layout)
    this.#named.add(areas, Layout.of(sizesOf(layout)))
    this.#sinceCall = this.#sinceCall ? compose(this.#sinceCall, layout) : layout
    this.#sinceStart = this.#sinceStart ? compose(this.#sinceStart, layout) : layout
    for (const tab of layout.tabs.values()) this.#titles.set(tab.sheetId, tab.title)
  }

  /** What the call did elsewhere; null where it wrote nothing, or where it was not looked at. */
  async afterCall(): Promise<CallEffects | null> {
    if (!this.#isDirty) return null
    this.#isDirty = false
    const began = performance.now()
    try {
      const earlier = this.#values
      const layout = this.#sinceCall
      this.#sinceCall = undefined
      this.#values = null
      if (!earlier || !layout) {
        this.#looked = false
        return null
      }
      const spreadsheet = await this.#spreadsheet()
      const now = await readContents(spreadsheet, 'UNFORMATTED_VALUE')
      this.#values = now
      if (!now) return null
      return await this.#compareValues(earlier, now, layout)
    } catch {
      this.#looked = false
      return null
    } finally {
      this.spentMs += performance.now() - began
    }
  }

  async #compareValues(earlier: Contents, now: Contents, layout: Layout): Promise<CallEffects> {
    const effects: CallEffects = { new_errors: [], new_errors_total: 0, changed_values: 0, largest: [] }
    const changes: { cell: string; before: unknown; after: unknown; size: number }[] = []
    for (const [index, { sheetId }] of now.tabs.entries()) {
      const was = earlier.grids[earlier.tabs.findIndex(own => own.sheetId === sheetId)]
      const tab = layout.tabs.get(sheetId)
      if (!was || !tab) continue
      const formulas = this.#before?.grids[this.#before.tabs.findIndex(own => own.sheetId === sheetId)]
      const start = this.#sinceStart?.tabs.get(sheetId)
      const at = lookUp(was, tab.rows, tab.columns)
      const typed = formulas && start ? lookUp(formulas, start.rows, start.columns) : () => undefined
      const boxes = this.#named.boxes(sheetId)
      const grid = now.grids[index]!
      for (let row = 0; row < Math.max(grid.length, was.length); row += 1) {
        if (row % ROWS_A_SLICE === ROWS_A_SLICE - 1) await pause()
        const width = Math.max(grid[row]?.length ?? 0, was[0]?.length ?? 0, was[row]?.length ?? 0)
        for (let column = 0; column < width; column += 1) {
          const before = at(row, column)
          const after = grid[row]?.[column] ?? ''
          if (before === undefined || before === after || isIn(boxes, row, column)) continue
          const formula = typed(row, column)
          if (typeof formula !== 'string' || !formula.startsWith('=') || VOLATILE.test(formula)) continue
          const cell = `${quoteTab(this.#titles.get(sheetId) ?? tab.title)}!${cellName(row, column)}`
          if (isError(after) && !isError(before)) {
            effects.new_errors_total += 1
            if (effects.new_errors.length < ERRORS_TOLD) effects.new_errors.push({ cell, error: after })
          } else changes.push({ cell, before, after, size: sizeOf(before, after) })
        }
      }
    }
    effects.changed_values = changes.length
    effects.largest = changes
      .toSorted((a, b) => b.size - a.size)
      .slice(0, CHANGES_TOLD)
      .map(({ cell, before, after }) => ({ cell, before, after }))
    this.found.sideEffects.new_errors += effects.new_errors_total
    this.found.sideEffects.changed_values += effects.changed_values
    return effects
  }

  /** The workbook as the last write left it; null where it was not looked at then. */
  get left(): Contents | null {
    return this.#isDirty ? null : (this.#values ?? null)
  }

  /** At the turn's end: whether what people typed elsewhere is as it was. */
  async finish(now: Contents | null): Promise<TurnFound> {
    this.found.sideEffects.checked = this.hasWritten && this.#looked && this.#values != null
    this.found.proof = await this.#prove(now)
    return this.found
  }

  async #prove(now: Contents | null): Promise<ChangesSummary['proof']> {
    const not = (note: string): ChangesSummary['proof'] => ({
      state: 'not_checked',
      checked_cells: 0,
      others: 0,
      note,
    })
    if (this.#before === undefined) return not('The service was started again during the turn.')
    if (!this.#before || !now)
      return not(
        `The spreadsheet has more than ${MOST_FILLED.toLocaleString('en')} filled cells, or could not be read.`,
      )
    const layout = this.#sinceStart ?? Layout.of(now.tabs)
    let checked = 0
    let others = 0
    for (const [index, { sheetId }] of now.tabs.entries()) {
      const before = this.#before.tabs.findIndex(tab => tab.sheetId === sheetId)
      const tab = layout.tabs.get(sheetId)
      if (before < 0 || !tab) continue
      const was = this.#before.grids[before]!
      const at = lookUp(was, tab.rows, tab.columns)
      const boxes = this.#named.boxes(sheetId)
      const grid = now.grids[index]!
      for (let row = 0; row < Math.max(grid.length, was.length); row += 1) {
        if (row % ROWS_A_SLICE === ROWS_A_SLICE - 1) await pause()
        const width = Math.max(grid[row]?.length ?? 0, was[row]?.length ?? 0)
        for (let column = 0; column < width; column += 1) {
          if (isIn(boxes, row, column)) continue
          const earlier = at(row, column)
          const present = grid[row]?.[column] ?? ''
          if (earlier === undefined) continue
          if (present !== '' || earlier !== '') checked += 1
          if (isOther(earlier, present)) others += 1
        }
      }
    }
    return others === 0
      ? { state: 'unchanged', checked_cells: checked, others: 0, note: null }
      : { state: 'changed_elsewhere', checked_cells: checked, others, note: OTHERS }
  }
}

const OTHERS =
  'These cells are in no range that the turn wrote to, so they were most likely edited by somebody else meanwhile.'

/** Formulas are compared by their shape: their references move with what they refer to. */
function isOther(before: unknown, after: unknown): boolean {
  if (before === after) return false
  const isLost = typeof after === 'string' && after.startsWith('=') && after.includes('#REF!')
  return !isLost && cellPrint(before) !== cellPrint(after)
}

function sizeOf(before: unknown, after: unknown): number {
  if (typeof before === 'number' && typeof after === 'number') return Math.abs(after - before)
  return 0
}

/** What a cell of now held then; '' where it was blank, undefined where its line is new. */
function lookUp(grid: unknown[][], rows: Lines, columns: Lines): (row: number, column: number) => unknown {
  if (isUnmoved(rows) && isUnmoved(columns)) return (row, column) => grid[row]?.[column] ?? ''
  const rowIds = rows.toIds()
  const columnIds = columns.toIds()
  return (row, column) => {
    const line = rowIds[row] ?? NEW_LINE
    const letter = columnIds[column] ?? NEW_LINE
    return line >= NEW_LINE || letter >= NEW_LINE ? undefined : (grid[line]?.[letter] ?? '')
  }
}

const isIn = (boxes: readonly Area['box'][], row: number, column: number): boolean =>
  boxes.some(box => holds(box, row, column))

const sizesOf = (layout: Layout) =>
  [...layout.tabs.values()].map(({ sheetId, title, rows, columns }) => ({
    sheetId,
    title,
    rows: rows.count,
    columns: columns.count,
  }))

function filledCells(grids: readonly unknown[][][]): number {
  let filled = 0
  for (const grid of grids)
    for (const row of grid) for (const value of row) if (value !== '' && value != null) filled += 1
  return filled
}
