/**
 * The part of o-spreadsheet that the emulator uses, as types. The package's own declarations do not
 * resolve under NodeNext, and naming what we use keeps the dependency visible.
 *
 * Shared by Node and the browser: imports nothing.
 */

export interface Zone {
  left: number
  right: number
  top: number
  bottom: number
}

/** `bottom: undefined` means "to the last row" (A2:A), `right: undefined` "to the last column". */
export interface UnboundedZone {
  left: number
  right: number | undefined
  top: number
  bottom: number | undefined
  hasHeader?: boolean
}

export interface CellPosition {
  sheetId: string
  col: number
  row: number
}

export type CellValue = string | number | boolean | null

/**
 * A cell's own style. The engine keeps keys it does not know, so the emulator's extra facts about a cell
 * (the exact number pattern, the font) travel with it through inserts, sorts, copies and undo.
 */
export interface Style {
  bold?: boolean
  italic?: boolean
  strikethrough?: boolean
  underline?: boolean
  align?: 'left' | 'right' | 'center'
  wrapping?: 'overflow' | 'wrap' | 'clip'
  verticalAlign?: 'top' | 'middle' | 'bottom'
  fillColor?: string
  textColor?: string
  fontSize?: number
  rotation?: number
  /** Google's CellFormat fields the engine has no word for (numberFormat, fontFamily, padding, …). */
  google?: Record<string, unknown>
}

export interface BorderDescr {
  /** `double` is an addition of ours: the engine keeps it, the page draws it. */
  style: 'thin' | 'medium' | 'thick' | 'dashed' | 'dotted' | 'double'
  color: string
}

export interface Border {
  top?: BorderDescr
  left?: BorderDescr
  bottom?: BorderDescr
  right?: BorderDescr
}

export interface RangeData {
  _sheetId: string
  _zone: Zone | UnboundedZone
}

export interface Range {
  readonly sheetId: string
  readonly zone: Zone
  readonly unboundedZone: UnboundedZone
  readonly invalidXc?: string
  /** Of a reference to a tab that is not there. */
  readonly invalidSheetName?: string | undefined
  readonly prefixSheet: boolean
  readonly parts: readonly { readonly colFixed: boolean; readonly rowFixed: boolean }[]
}

export interface CompiledFormula {
  readonly isBadExpression: boolean
  readonly rangeDependencies: readonly Range[]
  /** The text with places for its ranges and literals: one for all cells of a filled column. */
  readonly normalizedFormula: string
  /** Names in it. */
  readonly symbols: readonly string[]
  toFormulaString(getters: Getters, options?: { useBoundedReference?: boolean }): string
}

interface CellAttributes {
  readonly id: number
  readonly style?: Style
  readonly format?: string
}

export interface LiteralCell extends CellAttributes {
  readonly isFormula: false
  readonly content: string
  readonly parsedValue: CellValue
}

export interface FormulaCell extends CellAttributes {
  readonly isFormula: true
  readonly compiledFormula: CompiledFormula
}

export type Cell = LiteralCell | FormulaCell

export interface EvaluatedCell {
  readonly type: 'boolean' | 'number' | 'text' | 'empty' | 'error'
  readonly value: CellValue
  readonly format?: string
  readonly formattedValue: string
  readonly message?: string
  readonly link?: { readonly url: string; readonly label: string }
}

export interface ConditionalFormatRule {
  id: string
  rule: Record<string, unknown>
  ranges: string[]
}

export interface DataValidationRule {
  id: string
  criterion: { type: string; values: string[]; displayStyle?: string; dateValue?: string }
  isBlocking?: boolean
  ranges: Range[]
}

export interface Figure {
  id: string
  tag: string
  col: number
  row: number
  offset: { x: number; y: number }
  width: number
  height: number
}

export interface CoreTable {
  id: string
  range: Range
  type: string
  config: Record<string, unknown>
}

/** What the emulator keeps beside the engine's own data. See annotations.ts. */
export interface Annotation {
  readonly id: string
  readonly kind: string
  /** The tab it belongs to; none for facts about the whole spreadsheet. */
  readonly sheetId?: string
  /** When its cells are deleted: it lasts while any range is left (the default), with the first, always. */
  readonly lasts?: 'while-any' | 'with-first' | 'always'
  readonly ranges: readonly Range[]
  readonly data: unknown
}

/** The same as it is given, saved and sent. */
export interface SavedAnnotation extends Omit<Annotation, 'ranges'> {
  readonly ranges: RangeData[]
}

export interface Getters {
  getSheetIds(): string[]
  getVisibleSheetIds(): string[]
  getSheetIdByName(name: string | undefined): string | undefined
  getSheetName(sheetId: string): string
  tryGetSheet(sheetId: string): { id: string; color?: string } | undefined
  getSheet(sheetId: string): { id: string; color?: string; areGridLinesVisible: boolean; isVisible: boolean }
  isSheetVisible(sheetId: string): boolean
  getNumberRows(sheetId: string): number
  getNumberCols(sheetId: string): number
  getSheetZone(sheetId: string): Zone
  getPaneDivisions(sheetId: string): { xSplit: number; ySplit: number }
  getActiveSheetId(): string
  getCell(position: CellPosition): Cell | undefined
  getCells(sheetId: string): Cell[]
  getCellPosition(cellId: number): CellPosition
  getEvaluatedCell(position: CellPosition): EvaluatedCell
  /** What the grid draws. */
  getCellText(position: CellPosition, options?: { showFormula?: boolean }): string
  getEvaluatedCellsPositions(sheetId: string): CellPosition[]
  getSpreadZone(position: CellPosition, options?: { ignoreSpillError: boolean }): Zone | undefined
  getArrayFormulaSpreadingOn(position: CellPosition): CellPosition | undefined
  getCellComputedStyle(position: CellPosition): Style
  getCellBorder(position: CellPosition): Border | null
  getBordersColors(sheetId: string): string[]
  getMerges(sheetId: string): (Zone & { id: number })[]
  getMerge(position: CellPosition): (Zone & { id: number }) | undefined
  getColSize(sheetId: string, col: number): number
  getRowSize(sheetId: string, row: number): number
  isRowHiddenByUser(sheetId: string, row: number): boolean
  isColHiddenByUser(sheetId: string, col: number): boolean
  getHeaderGroups(
    sheetId: string,
    dimension: 'ROW' | 'COL',
  ): { start: number; end: number; isFolded?: boolean }[]
  getConditionalFormats(sheetId: string): ConditionalFormatRule[]
  getDataValidationRules(sheetId: string): DataValidationRule[]
  getValidationRuleForCell(position: CellPosition): DataValidationRule | undefined
  getCoreTables(sheetId: string): CoreTable[]
  getNamedRanges(): { name: string; range: Range }[]
  getFigures(sheetId: string): Figure[]
  getImage(figureId: string): { path: string }
  getChartIds(sheetId: string): string[]
  getChartDefinition(chartId: string): Record<string, unknown>
  getFigureIdFromChartId(chartId: string): string
  getTranslatedCellFormula(
    sheetId: string,
    offsetX: number,
    offsetY: number,
    formula: CompiledFormula,
  ): string
  getFormulaMovedInSheet(sheetId: string, formula: CompiledFormula): string
  copyFormulaStringForSheet(
    sheetIdFrom: string,
    sheetIdTo: string,
    formula: string,
    mode: 'keepSameReference' | 'moveReference',
  ): string
  getRangeDataFromZone(sheetId: string, zone: Zone | UnboundedZone): RangeData
  getRangeDataFromXc(sheetId: string, xc: string): RangeData
  getRangeFromSheetXC(sheetId: string, xc: string): Range
  getRangeFromRangeData(data: RangeData): Range
  getRangeData(range: Range): RangeData
  getRangeString(range: Range, forSheetId?: string, options?: { useFixedReference?: boolean }): string
  evaluateFormula(sheetId: string, formula: string, position?: CellPosition): CellValue | CellValue[][]
  getAnnotations(kind?: string, sheetId?: string): Annotation[]
  getAnnotation(id: string): Annotation | undefined
}

export interface DispatchResult {
  readonly isSuccessful: boolean
  readonly reasons: string[]
}

export type Dispatch = (type: string, payload?: object) => DispatchResult

/** A message of the engine's collaborative protocol. Everything else in it is the engine's affair. */
export interface CollaborationMessage {
  type: string
  version: number
  serverRevisionId?: string
  nextRevisionId?: string
  clientId?: string
  /** Of a revision. */
  commands?: readonly unknown[]
  client?: { id: string; name: string; position?: unknown }
}

export interface TransportService {
  onNewMessage(id: string, callback: (message: CollaborationMessage) => void): void
  sendMessage(message: CollaborationMessage): Promise<void>
  leave(id: string): void
}

/** The engine's saved form of a workbook. Opaque but for the revision it was taken at. */
export interface WorkbookData {
  revisionId?: string
  [key: string]: unknown
}

export interface ModelConfig {
  transportService?: TransportService
  client?: { id: string; name: string }
  mode?: 'normal' | 'readonly' | 'dashboard'
}

export interface Model {
  readonly getters: Getters
  dispatch: Dispatch
  canDispatch: Dispatch
  /** Without the second model by which the engine's exportData checks its own compression. */
  _exportData(shouldSquish: boolean): WorkbookData
  leaveSession(): Promise<void>
  readonly session: {
    loadInitialMessages(messages: CollaborationMessage[]): void
    readonly commandSquisher: {
      squish(commands: unknown[]): unknown[]
      unsquish(commands: unknown[]): unknown[]
    }
  }
  on(event: string, owner: unknown, callback: (payload: unknown) => void): void
}

interface Registry<T> {
  content: Record<string, T>
  add(key: string, value: T): Registry<T>
  replace(key: string, value: T): Registry<T>
  get(key: string): T
  contains(key: string): boolean
}

export interface FunctionArgument {
  type: string[]
}

/** A value inside a formula; a matrix is a list of columns. */
export interface FunctionResult {
  value: CellValue
  format?: string
  message?: string
}
export type FunctionArg = FunctionResult | FunctionResult[][] | undefined

export interface FunctionDescription {
  description: string
  category?: string
  /** Offered to nobody. */
  hidden?: boolean
  args: FunctionArgument[]
  compute: (...args: FunctionArg[]) => FunctionResult | FunctionResult[][]
}

export interface RangeAdapters {
  applyChange(range: Range): {
    changeType: 'REMOVE' | 'RESIZE' | 'MOVE' | 'CHANGE' | 'NONE'
    range: Range
  }
}

/** What the engine's plugin base classes offer their subclasses. */
export interface PluginInstance {
  allowDispatch(command: EngineCommand): unknown
  beforeHandle(command: EngineCommand): void
  handle(command: EngineCommand): void
  finalize(): void
  dispatch: Dispatch
  getters: Getters
  history: { update(...pathThenValue: unknown[]): void }
}

export interface EngineCommand {
  type: string
  [key: string]: unknown
}

export interface PluginClass {
  new (config: unknown): PluginInstance
  getters: readonly string[]
}

/** The module `@odoo/o-spreadsheet`, in Node or as the page's global `o_spreadsheet`. */
export interface Engine {
  Model: new (data?: object, config?: ModelConfig, messages?: CollaborationMessage[]) => Model
  CorePlugin: PluginClass
  UIPlugin: PluginClass
  coreTypes: Set<string>
  CompiledFormula: {
    Compile(formula: string, sheetId: string, getters: Getters): CompiledFormula
    IsBadExpression(formula: string): boolean
  }
  EvaluationError: new (message: string, value: string) => Error
  tokenize(formula: string): { type: string; value: string }[]
  /** Compiled formulas by their normalised text; a prototype may supply missing ones. */
  functionCache: Record<string, unknown>
  DEFAULT_LOCALE: unknown
  registries: {
    corePluginRegistry: Registry<PluginClass>
    coreViewsPluginRegistry: Registry<PluginClass>
    featurePluginRegistry: Registry<PluginClass>
    statefulUIPluginRegistry: Registry<PluginClass>
    inverseCommandRegistry: Registry<(command: EngineCommand) => EngineCommand[]>
    functionRegistry: Registry<FunctionDescription>
    /** The texts of values that are errors. */
    errorTypes: Set<string>
  }
  helpers: {
    arg(definition: string, description: string): FunctionArgument
    toString(value: unknown): string
    toNumber(value: unknown, locale: unknown): number
    toXC(col: number, row: number): string
    toZone(xc: string): Zone
    numberToLetters(col: number): string
    lettersToNumber(letters: string): number
    isNumber(text: string, locale: unknown): boolean
    isDateTime(text: string, locale: unknown): boolean
    formatValue(value: CellValue, options: { format?: string; locale: unknown }): string
  }
}
