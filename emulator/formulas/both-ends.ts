/**
 * Ranges keep both ends as they were typed. The engine takes a range of one cell for that cell and forgets
 * its second end: `$A$1:A1` became `$A$1`, and a filled running total was wrong in every row. The flags of
 * the far end are therefore kept with those of the near end, and set again wherever the engine makes a new
 * range of an old one: moving, filling, inserting, deleting.
 */
import type { Engine, Getters, PluginClass, Range, UnboundedZone } from '../dialect/engine.ts'

interface Part {
  readonly colFixed: boolean
  readonly rowFixed: boolean
  /** The far end's flags, of a range typed with two ends. */
  readonly far?: { readonly colFixed: boolean; readonly rowFixed: boolean }
}

type Parts = readonly Part[]

/** The range as typed in `text`, with both its ends. */
export function withBothEnds(range: Range, text: string): Range {
  const cells = text.slice(text.lastIndexOf('!') + 1)
  if (range.invalidXc !== undefined || !cells.includes(':')) return range
  const [near, far] = range.parts
  if (near === undefined) return range
  const end = far ?? flagsOf(cells.slice(cells.indexOf(':') + 1))
  return { ...range, parts: [{ ...near, far: end } as Part, end] }
}

function flagsOf(cell: string): Part {
  return { colFixed: cell.startsWith('$'), rowFixed: cell.includes('$', 1) }
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

interface CompiledPrototype {
  adaptCompiledFormula(
    applyChange: (range: Range) => { changeType: string; range: Range },
    applyUpdateNamedRange: (name: string) => string,
  ): unknown
}

interface RangeAdapter {
  getters: Getters & { getSheetSize(sheetId: string): unknown }
  createAdaptedRanges(ranges: Range[], offsetX: number, offsetY: number, sheetId: string): Range[]
}

export function keepBothEnds(engine: Engine): void {
  const prototype = (engine.CompiledFormula as unknown as { prototype: CompiledPrototype }).prototype
  const adapt = prototype.adaptCompiledFormula
  prototype.adaptCompiledFormula = function (applyChange, applyUpdateNamedRange) {
    const keeping = (range: Range) => {
      const change = applyChange(range)
      return { ...change, range: restored(change.range) }
    }
    return adapt.call(this, keeping, applyUpdateNamedRange)
  }
  keepWhenMoved(engine)
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
