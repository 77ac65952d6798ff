/**
 * One open spreadsheet: o-spreadsheet's model, the hub through which pages share it, and atomic changes.
 * The REST API, the Apps Script host and the page's server all work on this class. It refuses to know
 * Google's request kinds, files and users.
 *
 * Reading:   workbook.getters (the engine's getters), workbook.sheetIdOf(gid), workbook.gidOf(sheetId)
 * Changing:  workbook.change(tx => { tx.dispatch(...); ... }), all or nothing, one revision for every page
 * Pages:     workbook.snapshot() then workbook.join(send) in the same tick
 */
import type {
  CollaborationMessage,
  Dispatch,
  Getters,
  Model,
  SavedAnnotation,
  WorkbookData,
} from '../../dialect/engine.ts'
import { fillIn } from '../../dialect/filling.ts'
import { gidOf, newGid } from '../../dialect/ids.ts'
import { withoutCells } from '../../dialect/saved-cells.ts'
import { type BatchCommand, engine } from './engine.ts'
import { respace } from './formula-text.ts'
import { Hub, type Seat, type Send } from './hub.ts'
import { type PackedWorkbook, packPresent } from './packing.ts'
import { inSlices } from './slices.ts'
import { toEngineFormula, toGoogleFormula, toGoogleTitle } from './titles.ts'

/** The engine refused a command; the caller says in Google's words what is wrong. */
export class CommandRefused extends Error {
  readonly command: string
  readonly reasons: readonly string[]
  constructor(command: string, reasons: readonly string[]) {
    super(`${command} was refused: ${reasons.join(', ')}`)
    this.command = command
    this.reasons = reasons
  }
}

/** Reasons that mean "this is already so". Google answers 200 to those. */
const ALREADY_SO = new Set(['NoChanges', 'UnchangedSheetName', 'ValuesNotChanged', 'UnknownHeaderGroup'])

export interface Transaction {
  /** Throws CommandRefused; a command that would change nothing passes. */
  dispatch(type: string, payload?: object): void
  /** Brings formula values up to date in the middle of a change. Cheap when nothing changed. */
  evaluate(): void
  setAnnotation(annotation: SavedAnnotation): void
  removeAnnotation(id: string): void
}

export interface WorkbookOptions {
  id: string
  data: WorkbookData
  /** The cells of a large workbook, where they do not stand in `data`: it must be filled before it is used. */
  texts?: string[]
  /** Revisions since `data`, oldest first. */
  history: CollaborationMessage[]
  /** Writes an accepted revision to the disk, synchronously. */
  record(message: CollaborationMessage): void
  /** After an accepted revision reached everybody; must not throw. */
  onRevision?(workbook: Workbook): void
  random?: () => number
}

export interface SpreadsheetProperties {
  title: string
  locale: string
  timeZone: string
  autoRecalc: string
}

const DEFAULT_PROPERTIES: SpreadsheetProperties = {
  title: 'Untitled spreadsheet',
  locale: 'en_US',
  // As Google takes the account's: here it is also the one that TODAY() goes by.
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  autoRecalc: 'ON_CHANGE',
}

const MANY_COMMANDS = 1_000
const MANY_CELLS = 50_000

export class Workbook {
  readonly id: string
  readonly model: Model
  readonly #hub: Hub
  readonly #random: () => number
  #base: WorkbookData
  /** Its cells, where they do not stand in it. */
  #baseTexts: string[] | undefined
  #history: CollaborationMessage[]
  #present: WorkbookData | undefined
  #packed: (PackedWorkbook & { revisionId: string }) | undefined
  #running = false

  constructor(options: WorkbookOptions) {
    this.id = options.id
    this.#random = options.random ?? Math.random
    this.#base = options.data
    this.#baseTexts = options.texts
    this.#history = [...options.history]
    const last = this.#history.at(-1)
    this.#hub = new Hub({
      revisionId: last?.nextRevisionId ?? options.data.revisionId ?? 'START_REVISION',
      record: message => {
        options.record(message)
        this.#history.push(message)
        if (options.onRevision !== undefined) setImmediate(() => options.onRevision?.(this))
      },
    })
    // Expanding compressed data changes it where it lies; pages must get it as it was.
    const given = options.texts === undefined ? options.data : withoutCells(options.data)
    const data = given.isNotSquishable ? given : structuredClone(given)
    this.model = new engine.Model(
      data,
      { transportService: this.#hub.serverTransport(), client: { id: 'server', name: 'Rowhand' } },
      options.texts === undefined ? this.#history : [],
    )
    // The engine compresses a revision's cell updates against the state after it and expands them against
    // the state before it. That holds for what a person does at once, not for a batch that inserts rows,
    // adds tabs and writes cells: replaying it gave other cells, or none. Ours go out as they are.
    const { commandSquisher } = this.model.session
    commandSquisher.squish = commands => commands
    // Every formula is parsed to expand a revision; ours needs no expanding when it comes back from the hub.
    // A page's is expanded from a copy: the engine changes what it reads, and the other pages get it next.
    const unsquish = commandSquisher.unsquish.bind(commandSquisher)
    commandSquisher.unsquish = commands =>
      commands.some(isSquished) ? unsquish(structuredClone(commands)) : commands
  }

  /** Brings in the cells and revisions of a large workbook; whatever it yields is a place to pause. */
  *fill(): Generator<void> {
    if (this.#baseTexts === undefined) return
    yield* fillIn(this.model, this.#base, engine.helpers.toZone, this.#baseTexts)
    for (const message of this.#history) {
      // A model takes what it has sent itself for done already.
      this.model.session.loadInitialMessages([{ ...message, clientId: 'before' }])
      yield
    }
  }

  get getters(): Getters {
    return this.model.getters
  }

  /** Changes with every accepted revision, whoever made it. */
  get revisionId(): string {
    return this.#hub.revisionId
  }

  get properties(): SpreadsheetProperties {
    const saved = this.getters.getAnnotation('spreadsheet:0')?.data as
      | Partial<SpreadsheetProperties>
      | undefined
    return { ...DEFAULT_PROPERTIES, ...saved }
  }

  get title(): string {
    return this.properties.title
  }

  /** Revisions since the base of `snapshot()`. */
  get historyLength(): number {
    return this.#history.length
  }

  /** Cells with a value, a formula or a format. */
  get cellCount(): number {
    return this.getters.getSheetIds().reduce((sum, sheetId) => sum + this.getters.getCells(sheetId).length, 0)
  }

  get openPages(): number {
    return this.#hub.seats
  }

  /** True inside `change`. */
  get isChanging(): boolean {
    return this.#running
  }

  // ---- tabs

  /** Google's integer for a tab of the engine. */
  gidOf(sheetId: string): number {
    return gidOf(sheetId)
  }

  /** The title as people see it; the engine's getters know a form of it that the engine can keep. */
  titleOf(sheetId: string): string {
    return toGoogleTitle(this.getters.getSheetName(sheetId))
  }

  /** The engine's tab for Google's integer; undefined when there is none. */
  sheetIdOf(gid: number): string | undefined {
    return this.getters.getSheetIds().find(sheetId => gidOf(sheetId) === gid)
  }

  newGid(): number {
    return newGid(this.#random, gid => this.sheetIdOf(gid) !== undefined)
  }

  /** The formula a cell `columns` to the right and `rows` below would have if this one were copied there. */
  shiftFormula(sheetId: string, formula: string, columns: number, rows: number): string {
    if (columns === 0 && rows === 0) return formula
    const compiled = engine.CompiledFormula.Compile(toEngineFormula(formula), sheetId, this.getters)
    if (compiled.isBadExpression) return formula
    const shifted = this.getters.getTranslatedCellFormula(sheetId, columns, rows, compiled)
    return respace(formula, toGoogleFormula(shifted))
  }

  // ---- changes

  /**
   * Runs `work` as one atomic revision. When `work` throws, everything it did is undone, nothing else is
   * touched and the error is thrown on. When this returns, the change is on the disk and every page has it.
   */
  change<T>(work: (tx: Transaction) => T): T {
    if (this.#running) throw new Error('A change is already running: changes do not nest.')
    const before = this.revisionId
    let outcome: { value: T } | { error: unknown } | undefined
    const command: BatchCommand = {
      work: dispatch => {
        try {
          outcome = { value: work(this.#transaction(dispatch)) }
        } catch (error) {
          outcome = { error }
        }
      },
    }
    this.#running = true
    try {
      const result = this.model.dispatch('RUN_BATCH', command)
      if (!result.isSuccessful) throw new CommandRefused('RUN_BATCH', result.reasons)
      if (outcome === undefined) throw new Error('The batch did not run.')
      if ('value' in outcome) return outcome.value
      if (this.revisionId !== before) this.model.dispatch('REQUEST_UNDO')
      throw outcome.error
    } finally {
      this.#running = false
    }
  }

  /** A list of engine commands as one atomic revision. */
  dispatchBatch(commands: readonly { type: string; payload?: object }[]): void {
    this.change(tx => {
      for (const { type, payload } of commands) tx.dispatch(type, payload)
    })
  }

  #transaction(dispatch: Dispatch): Transaction {
    const checked = (type: string, payload: object = {}) => {
      const { isSuccessful, reasons } = dispatch(type, payload)
      if (!isSuccessful && !reasons.every(reason => ALREADY_SO.has(reason)))
        throw new CommandRefused(type, reasons)
    }
    return {
      dispatch: checked,
      evaluate: () => checked('EVALUATE_NOW'),
      setAnnotation: ({ id, ranges, ...annotation }) =>
        checked('SET_ANNOTATION', { annotationId: id, ...annotation, places: ranges }),
      removeAnnotation: id => checked('REMOVE_ANNOTATION', { annotationId: id }),
    }
  }

  // ---- pages

  /** What a page builds its model from: `new Model(data, config, history)`. Join in the same tick. */
  snapshot(): { data: WorkbookData; history: CollaborationMessage[] } {
    if (this.#baseTexts !== undefined) return { data: this.#presentData(), history: [] }
    return { data: this.#base, history: [...this.#history] }
  }

  /** Revisions that a page may lack, and what the first of them follows. */
  get recent(): { baseId: string; history: readonly CollaborationMessage[] } {
    return { baseId: this.#base.revisionId ?? 'START_REVISION', history: this.#history }
  }

  /**
   * The same for a page that opens now: where much was written since the base, the present state, because
   * replaying it would take longer. Of the revisions before it such a page can undo none.
   */
  presentSnapshot(): { data: WorkbookData; history: CollaborationMessage[] } {
    const written = this.#history.reduce((sum, { commands }) => sum + (commands?.length ?? 1), 0)
    if (written <= MANY_COMMANDS) return this.snapshot()
    return { data: this.#presentData(), history: [] }
  }

  #presentData(): WorkbookData {
    if (this.#present?.revisionId !== this.revisionId) this.#present = this.export()
    return this.#present
  }

  /** Whether putting together all of it would hold up others for long. */
  get isLarge(): boolean {
    return this.#baseTexts !== undefined || this.cellCount > MANY_CELLS
  }

  /** The present state with the cells apart, put together in slices. */
  async packed(): Promise<PackedWorkbook> {
    for (;;) {
      const { revisionId } = this
      if (this.#packed?.revisionId === revisionId) return this.#packed
      const made = await inSlices(packPresent(this.model))
      // What changed meanwhile may be half in it.
      if (this.revisionId === revisionId) this.#packed = { ...made, revisionId }
    }
  }

  join(send: Send): Seat {
    return this.#hub.join(send)
  }

  /** The whole workbook as data, a copy. */
  export(): WorkbookData {
    return { ...this.model._exportData(false), isNotSquishable: true }
  }

  /**
   * Makes the present state the new base, so that the history starts afresh. Pages stay in step: they
   * learn it by a message of the protocol, after which older revisions can no longer be undone.
   */
  rebase(): WorkbookData {
    this.#tellOfSnapshot()
    this.#base = this.export()
    this.#baseTexts = undefined
    this.#history = []
    this.#present = undefined
    return this.#base
  }

  /** The same of a large workbook, in slices; what changes meanwhile is waited for. */
  async rebasePacked(): Promise<PackedWorkbook> {
    const packed = await this.packed()
    this.#tellOfSnapshot()
    const data = { ...packed.data, revisionId: this.revisionId }
    this.#base = data
    this.#baseTexts = packed.texts
    this.#history = []
    this.#present = undefined
    this.#packed = { data, texts: packed.texts, revisionId: this.revisionId }
    return this.#packed
  }

  #tellOfSnapshot(): void {
    const nextRevisionId = crypto.randomUUID()
    this.#hub.accept({
      type: 'SNAPSHOT_CREATED',
      version: 1,
      serverRevisionId: this.revisionId,
      nextRevisionId,
    })
  }
}

/** Compressed by a page: a range of cells at once, or a difference to the cell before. */
function isSquished(command: unknown): boolean {
  const { type, content } = command as { type: string; content?: unknown }
  return type === 'SQUISHED_UPDATE_CELL' || (type === 'UPDATE_CELL' && typeof content === 'object')
}
