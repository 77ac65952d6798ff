/**
 * What a write may change, read from its requests before it is sent: which cells, which tabs' objects, which
 * rows and columns come, go and move. A request kind that this table does not know touches everything.
 */
import type { Tab } from '../../sheets/spreadsheet.ts'
import { placeOf, type ValueBlock } from '../../sheets/value-block.ts'
import { cellKinds } from './cells.ts'
import { coalesce } from './coalesce.ts'
import { type Area, Layout, type TablePlaces, type TouchedArea } from './layout.ts'
import { objectKinds } from './objects.ts'
import { structureKinds } from './structure.ts'
import { cellTouches, type Request, type RequestKind, type Touch } from './touch.ts'

export interface Footprint {
  touches: Touch[]
  /** Where the touched cells are before the write, and where they are after it. */
  before: Area[]
  after: Area[]
  /** Tabs whose objects may change, those that the write makes included. */
  sheetIds: number[]
  sizesBefore: Area[]
  sizesAfter: Area[]
  breaksFormulas: boolean
  /** Nothing but the looks of cells can change. */
  looksOnly: boolean
  /** Tabs, rows and columns as they are when the write has been made; ids are those of before. */
  layout: Layout
}

const TABLE = { ...cellKinds, ...structureKinds, ...objectKinds }

export const isKnownKind = (kind: string): boolean => kind in TABLE

/** What is not in the table may change anything. */
function unknownTouches(layout: Layout): Touch[] {
  const everything = [...layout.tabs.keys()].flatMap(sheetId => layout.areaOf(sheetId, {}))
  return cellTouches(layout, everything, {
    kind: 'other',
    verb: 'Changed',
    more: { sheets: 'all', breaksFormulas: true, sizes: everything },
  })
}

function touchesOf(request: Request, layout: Layout): Touch[] {
  return Object.entries(request)
    .filter(([, value]) => value != null)
    .flatMap(([kind, value]) => {
      const read = TABLE[kind as RequestKind] as ((value: object, layout: Layout) => Touch[]) | undefined
      return read ? read(value as object, layout) : unknownTouches(layout)
    })
}

/** Kinds that name a table by its id: where it lies has to be known. */
export const namesTable = (request: Request): boolean =>
  request.deleteTable != null || request.updateTable != null

export function footprintOfRequests(
  requests: readonly Request[],
  tabs: readonly Tab[],
  tables?: TablePlaces,
): Footprint {
  const before = Layout.of(tabs, tables)
  const layout = before.clone()
  return build(
    requests.flatMap(request => touchesOf(request, layout)),
    before,
    layout,
  )
}

/** The same of values.batchUpdate. A range that names no tab of ours touches nothing: Google refuses it. */
export function footprintOfValues(data: readonly ValueBlock[], tabs: readonly Tab[]): Footprint {
  const layout = Layout.of(tabs)
  const touches = data.flatMap(block => {
    const place = placeOf(block, tabs)
    if (!place) return []
    const areas = layout.areaOf(place.tab.sheetId, place.box)
    return cellTouches(layout, areas, { kind: 'values', verb: 'Wrote' })
  })
  return build(touches, layout, layout)
}

function build(touches: Touch[], before: Layout, after: Layout): Footprint {
  const place = (layout: Layout, areas: readonly TouchedArea[]): Area[] =>
    coalesce(areas.flatMap(area => layout.place(area) ?? []))
  const areas = touches.flatMap(touch => touch.areas)
  const sizes = touches.flatMap(touch => touch.sizes ?? [])
  const all = [...new Set([...before.tabs.keys(), ...after.tabs.keys()])]
  const named = touches.flatMap(touch => (touch.sheets === 'all' ? all : touch.sheets))
  return {
    touches,
    before: place(before, areas),
    after: place(after, areas),
    sheetIds: [...new Set(named)],
    sizesBefore: place(before, sizes),
    sizesAfter: place(after, sizes),
    breaksFormulas: touches.some(touch => touch.breaksFormulas === true),
    looksOnly: touches.every(touch => touch.looksOnly === true),
    layout: after,
  }
}
