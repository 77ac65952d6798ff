/**
 * Ranges keep both ends as they were typed. The engine takes a range of one cell for that cell and forgets
 * its second end: `$A$1:A1` became `$A$1`, and a filled running total was wrong in every row. The flags of
 * the far end are therefore kept with those of the near end, and set again wherever the engine makes a new
 * range of an old one: moving, filling, inserting, deleting.
 */
import type {
  CompiledFormula,
  Engine,
  Getters,
  PluginClass,
  Range,
  UnboundedZone,
} from '../dialect/engine.ts'
import { columnNumber } from './column-letters.ts'
import type { Compiled, CompiledClass } from './compiled.ts'
import type { Token } from './tokens.ts'

interface Part {
  readonly colFixed: boolean
  readonly rowFixed: boolean
  /** The far end's flags, of a range typed with two ends. */
  readonly far?: { readonly colFixed: boolean; readonly rowFixed: boolean }
}

type Parts = readonly Part[]

/**
 * The range as typed in `text`, with both its ends. B5:A1 is A1:B5 to the engine, with the flags left where
 * they were typed; here each goes with its row or column.
 */
export function withBothEnds(range: Range, text: string): Range {
  const cells = text.slice(text.lastIndexOf('!') + 1)
  if (range.invalidXc !== undefined || !cells.includes(':') || range.parts.length === 0) return range
  const [first, second] = cells.split(':').map(endOf)
  if (first === undefined || second === undefined) return range
  const isTurned = (a: number | undefined, b: number | undefined) =>
    a !== undefined && b !== undefined && a > b
  const [left, right] = isTurned(first.column, second.column) ? [second, first] : [first, second]
  const [top, bottom] = isTurned(first.row, second.row) ? [second, first] : [first, second]
  const far: Part = { colFixed: right.colFixed, rowFixed: bottom.rowFixed }
  return { ...range, parts: [{ colFixed: left.colFixed, rowFixed: top.rowFixed, far } as Part, far] }
}

interface End extends Part {
  column: number | undefined
  row: number | undefined
}

const END = /^(?:(\$?)([A-Z]{1,3}))?(?:(\$?)(\d+))?$/i

function endOf(text: string): End | undefined {
  const match = END.exec(text.trim())
  if (match === null) return undefined
  const [, fixedColumn, letters, fixedRow, digits] = match
  return {
    colFixed: fixedColumn === '$',
    rowFixed: fixedRow === '$',
    column: letters === undefined ? undefined : columnNumber(letters),
    row: digits === undefined ? undefined : Number(digits),
  }
}

/** After the engine has made `range` from one that had two ends. */
function restored(range: Range): Range {
  const [near, far] = range.parts as Parts
  if (near?.far === undefined || far !== undefined) return range
  return { ...range, parts: [near, near.far] }
}

export function printRange(range: Range, getters: Getters, sheetId: string, options?: object): string {
  const text = getters.getRangeString(range, sheetId, options)
  if (text === '#REF') return '#REF!'
  if (range.parts.length < 2) return text
  const cells = text.slice(text.lastIndexOf('!') + 1)
  return cells.includes(':') ? text : `${text}:${cells}`
}

/**
 * What the engine takes for a formula's structure. It writes formulas of the same structure as differences
 * of their references, where a range of one cell would be a cell again: such formulas have one of their own.
 */
export function structureOf(key: string, ranges: readonly Range[]): string {
  const single = ranges.filter(
    ({ parts, zone }) => parts.length > 1 && zone.left === zone.right && zone.top === zone.bottom,
  )
  if (single.length === 0) return key
  return `${key}|${single.map(({ zone }) => `${zone.left},${zone.top}`).join('|')}`
}

type ApplyChange = (range: Range) => { changeType: string; range: Range }
type RenameName = (name: string) => string

interface CompiledPrototype {
  adaptCompiledFormula(this: Compiled, applyChange: ApplyChange, renameName: RenameName): Compiled
  renameNamedRangeTokens(renameName: RenameName): { newTokens: Token[]; newSymbols: string[] } | undefined
}

interface Adapters {
  adaptFormulaString(sheetId: string, formula: string): string
  adaptCompiledFormula(formula: CompiledFormula): CompiledFormula
}

interface RangeAdapter {
  executeOnAllRanges(adapters: Adapters): void
  getters: Getters & { getSheetSize(sheetId: string): unknown }
  createAdaptedRanges(ranges: Range[], offsetX: number, offsetY: number, sheetId: string): Range[]
}

export function keepBothEnds(engine: Engine): void {
  const formulas = engine.CompiledFormula as unknown as CompiledClass & { prototype: CompiledPrototype }
  formulas.prototype.adaptCompiledFormula = function (applyChange, renameName) {
    let hasChanged = false
    const ranges = this.rangeDependencies.map(range => {
      const change = applyChange(range)
      // A reference to a tab that is not there names no cells of this one: it stays as typed.
      if (range.invalidSheetName !== undefined && change.changeType !== 'CHANGE') return range
      if (change.changeType !== 'NONE') hasChanged = true
      return restored(change.range)
    })
    const isRenamed = this.symbols.some(name => renameName(name) !== name)
    const renamed = isRenamed ? formulas.prototype.renameNamedRangeTokens.call(this, renameName) : undefined
    if (!hasChanged && renamed === undefined) return this
    return new formulas(
      this.sheetId,
      renamed?.newTokens ?? this.tokens,
      this.literalValues,
      renamed?.newSymbols ?? this.symbols,
      ranges,
      this.isBadExpression,
      structureOf(keyWithout(this.normalizedFormula), ranges),
      this.execute,
    )
  }
  keepWhenMoved(engine)
}

/** The structure without the places of single cells. A renamed name in it is told apart soon enough. */
function keyWithout(structure: string): string {
  return structure.includes(',') ? structure.replace(/(?:\|\d+,\d+)+$/, '') : structure
}

const PATCHED = Symbol('keeps both ends')

/** The engine's range adapter is handed to every core plugin, and nowhere else to be had. */
function keepWhenMoved(engine: Engine): void {
  class BothEndsPlugin extends engine.CorePlugin {
    constructor(config: { range: RangeAdapter }) {
      super(config)
      const adapter = Object.getPrototypeOf(config.range) as RangeAdapter & { [PATCHED]?: true }
      if (adapter[PATCHED]) return
      adapter[PATCHED] = true
      keepInRules(adapter, engine)
      const move = adapter.createAdaptedRanges
      adapter.createAdaptedRanges = function (ranges, offsetX, offsetY, sheetId) {
        return ranges.map(range => {
          const [moved] = move.call(this, [range], offsetX, offsetY, sheetId)
          if (moved === undefined || (range.parts as Parts)[0]?.far === undefined) return moved ?? range
          return turned(range, restored(moved), offsetX, offsetY)
        })
      }
    }
  }
  engine.registries.corePluginRegistry.add('google_both_ends', BothEndsPlugin as unknown as PluginClass)
}

/** Rules (conditional formats, validation) keep their formulas as texts, which the engine reads its own way. */
function keepInRules(adapter: RangeAdapter, engine: Engine): void {
  const { executeOnAllRanges } = adapter
  adapter.executeOnAllRanges = function (adapters) {
    const adaptFormulaString = (sheetId: string, formula: string) => {
      // A tab that is renamed or goes is known by its old name here, by its new one to the reader.
      if (!formula.startsWith('=') || !formula.includes(':') || formula.includes('!'))
        return adapters.adaptFormulaString(sheetId, formula)
      const compiled = engine.CompiledFormula.Compile(formula, sheetId, this.getters)
      const adapted = compiled.isBadExpression ? compiled : adapters.adaptCompiledFormula(compiled)
      return adapted === compiled ? formula : adapted.toFormulaString(this.getters)
    }
    executeOnAllRanges.call(this, { ...adapters, adaptFormulaString })
  }
}

/** A range whose ends have crossed is printed from the upper left one: its flags change places with it. */
function turned(before: Range, moved: Range, offsetX: number, offsetY: number): Range {
  const [near, far] = before.parts as Parts
  if (near === undefined || far === undefined) return moved
  const { left, right, top, bottom } = before.unboundedZone as UnboundedZone
  const crossedColumns =
    right !== undefined && shift(left, near.colFixed, offsetX) > shift(right, far.colFixed, offsetX)
  const crossedRows =
    bottom !== undefined && shift(top, near.rowFixed, offsetY) > shift(bottom, far.rowFixed, offsetY)
  const [forColumns, forColumnsFar] = crossedColumns ? [far, near] : [near, far]
  const [forRows, forRowsFar] = crossedRows ? [far, near] : [near, far]
  const end: Part = { colFixed: forColumnsFar.colFixed, rowFixed: forRowsFar.rowFixed }
  const start: Part = { colFixed: forColumns.colFixed, rowFixed: forRows.rowFixed, far: end }
  return { ...moved, parts: [start, end] }
}

function shift(at: number, isFixed: boolean, offset: number): number {
  return isFixed ? at : at + offset
}
