/** Taking back charts, filters, protected and named ranges, bands and groups: things that have an id or one place. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Layout } from '../footprint/layout.ts'
import type { Request } from '../footprint/touch.ts'
import { stable } from '../image/cells.ts'
import type { Image, SheetObjects } from '../image/image.ts'
import type { LineWork } from './lines.ts'
import { isGone, moveRanges } from './ranges.ts'

type Json = Record<string, unknown>

interface Kind {
  /** Under which the tab, or the spreadsheet, lists them. */
  list: keyof SheetObjects | 'namedRanges'
  name: string
  idOf(object: Json): string
  add(object: Json): Request[]
  remove(object: Json): Request[]
  update(object: Json): Request[]
}

const withoutKeys = (object: Json, ...keys: string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

const groupKind = (list: 'rowGroups' | 'columnGroups'): Kind => ({
  list,
  name: 'group of rows or columns',
  idOf: object => stable([object.range, object.depth]),
  add: object => {
    const range = object.range as sheets_v4.Schema$DimensionRange
    const fold: Request = {
      updateDimensionGroup: {
        dimensionGroup: object as sheets_v4.Schema$DimensionGroup,
        fields: 'collapsed',
      },
    }
    return [{ addDimensionGroup: { range } }, ...(object.collapsed ? [fold] : [])]
  },
  remove: object => [{ deleteDimensionGroup: { range: object.range as sheets_v4.Schema$DimensionRange } }],
  update: object => [
    {
      updateDimensionGroup: {
        dimensionGroup: object as sheets_v4.Schema$DimensionGroup,
        fields: 'collapsed',
      },
    },
  ],
})

const KINDS: Kind[] = [
  {
    list: 'charts',
    name: 'chart',
    idOf: object => String(object.chartId),
    add: object => [{ addChart: { chart: object as sheets_v4.Schema$EmbeddedChart } }],
    remove: object => [{ deleteEmbeddedObject: { objectId: object.chartId as number } }],
    update: object => {
      const { chartId, spec, position } = object as sheets_v4.Schema$EmbeddedChart
      const newPosition = withoutKeys((position ?? {}) as Json, 'sheetId')
      return [
        { updateChartSpec: { chartId: chartId!, spec: spec! } },
        ...(Object.keys(newPosition).length > 0
          ? [{ updateEmbeddedObjectPosition: { objectId: chartId!, newPosition, fields: '*' } }]
          : []),
      ]
    },
  },
  {
    list: 'protectedRanges',
    name: 'protected range',
    idOf: object => String(object.protectedRangeId),
    add: object => [{ addProtectedRange: { protectedRange: writable(object) } }],
    remove: object => [{ deleteProtectedRange: { protectedRangeId: object.protectedRangeId as number } }],
    update: object => [
      {
        updateProtectedRange: {
          protectedRange: writable(object),
          fields: 'range,description,warningOnly,unprotectedRanges,editors',
        },
      },
    ],
  },
  {
    list: 'filterViews',
    name: 'filter view',
    idOf: object => String(object.filterViewId),
    add: object => [{ addFilterView: { filter: object } }],
    remove: object => [{ deleteFilterView: { filterId: object.filterViewId as number } }],
    update: object => [{ updateFilterView: { filter: object, fields: '*' } }],
  },
  {
    list: 'bandedRanges',
    name: 'banding',
    idOf: object => String(object.bandedRangeId),
    add: object => [{ addBanding: { bandedRange: object as sheets_v4.Schema$BandedRange } }],
    remove: object => [{ deleteBanding: { bandedRangeId: object.bandedRangeId as number } }],
    update: object => [
      { updateBanding: { bandedRange: object as sheets_v4.Schema$BandedRange, fields: '*' } },
    ],
  },
  {
    list: 'namedRanges',
    name: 'named range',
    idOf: object => String(object.namedRangeId),
    add: object => [{ addNamedRange: { namedRange: object as sheets_v4.Schema$NamedRange } }],
    remove: object => [{ deleteNamedRange: { namedRangeId: object.namedRangeId as string } }],
    update: object => [
      { updateNamedRange: { namedRange: object as sheets_v4.Schema$NamedRange, fields: 'name,range' } },
    ],
  },
  groupKind('rowGroups'),
  groupKind('columnGroups'),
]

/** Who may edit is asked of Google again, not told to it. */
const writable = (object: Json): sheets_v4.Schema$ProtectedRange =>
  withoutKeys(object, 'requestingUserCanEdit') as sheets_v4.Schema$ProtectedRange

const listOf = (image: Image, list: Kind['list'], sheetId: number): Json[] =>
  (list === 'namedRanges'
    ? image.namedRanges.filter(named => (named.range?.sheetId ?? 0) === sheetId)
    : ((image.sheets.find(sheet => (sheet.properties?.sheetId ?? 0) === sheetId)?.[list] ??
        []) as unknown[])) as Json[]

const comparable = (object: Json | undefined): string => {
  if (!object) return ''
  // Google tells some of it twice, or of the reader rather than of the thing.
  return (
    stable(withoutKeys(object, 'requestingUserCanEdit', 'filterSpecs', 'criteria')) +
    stable(object.filterSpecs ?? object.criteria)
  )
}

/** What is to be done with one thing, from its three states in the same coordinates. */
export interface Verdict {
  action: 'none' | 'set' | 'remove' | 'keep'
  object?: Json
}

export function decide(
  work: Pick<LineWork, 'record' | 'present' | 'work' | 'origin'>,
  {
    before,
    after,
    current,
  }: { before: Json | undefined; after: Json | undefined; current: Json | undefined },
): Verdict {
  const wanted = before && moveRanges(before, work.work)
  const will = current && !isGone(current, work.origin) ? moveRanges(current, work.origin) : undefined
  if (comparable(wanted) === comparable(will)) return { action: 'none' }
  const left = after && moveRanges(after, work.present)
  const isTouched =
    comparable(before && moveRanges(before, forward(work.record.layout))) !== comparable(after)
  if (comparable(left) !== comparable(current)) return { action: isTouched ? 'keep' : 'none' }
  return wanted ? { action: 'set', object: wanted } : { action: 'remove' }
}

/** The record's layout carries from before to after as it is. */
const forward = (layout: Layout): Layout => layout

/** All listed things of one tab. */
export function undoObjects(work: LineWork, sheetId: number): Request[] {
  const requests: Request[] = []
  for (const kind of KINDS) {
    const [before, after, current] = [work.record.before, work.record.after, work.current].map(
      image => new Map(listOf(image, kind.list, sheetId).map(object => [kind.idOf(object), object])),
    )
    for (const id of new Set([...before!.keys(), ...after!.keys()])) {
      const states = { before: before!.get(id), after: after!.get(id), current: current!.get(id) }
      const stays = states.current && !isGone(states.current, work.origin)
      const verdict = decide(work, states)
      if (verdict.action === 'none') continue
      if (verdict.action === 'keep') {
        keep(work, sheetId, kind.name)
        continue
      }
      work.told.things += 1
      if (verdict.action === 'remove') requests.push(...kind.remove(states.current!))
      else requests.push(...(stays ? kind.update(verdict.object!) : kind.add(verdict.object!)))
    }
  }
  return requests
}

const keep = (work: LineWork, sheetId: number, name: string): void => {
  work.told.keptThings.push({
    sheetName: work.work.titleOf(sheetId),
    range: '',
    reason: `A ${name} was changed since, so it stays.`,
  })
}

/** Where rows changed their places, what lies over them did not. */
function decideInPlace({
  before,
  after,
  current,
}: Record<'before' | 'after' | 'current', Json | undefined>): Verdict {
  if (comparable(before) === comparable(after) || comparable(current) === comparable(before))
    return { action: 'none' }
  if (comparable(current) !== comparable(after)) return { action: 'keep' }
  return before ? { action: 'set', object: before } : { action: 'remove' }
}

export function undoFilter(work: LineWork, sheetId: number): Request[] {
  const filterOf = (image: Image) =>
    image.sheets.find(sheet => (sheet.properties?.sheetId ?? 0) === sheetId)?.basicFilter as Json | undefined
  const states = {
    before: filterOf(work.record.before),
    after: filterOf(work.record.after),
    current: filterOf(work.current),
  }
  const isSorted = work.record.reorders.some(area => area.sheetId === sheetId)
  const verdict = isSorted ? decideInPlace(states) : decide(work, states)
  if (verdict.action === 'keep') keep(work, sheetId, 'filter')
  if (verdict.action === 'none' || verdict.action === 'keep') return []
  work.told.things += 1
  if (verdict.action === 'remove') return [{ clearBasicFilter: { sheetId } }]
  const { criteria, filterSpecs, ...filter } = verdict.object!
  // Both tell the same; the newer one tells more.
  const rules = filterSpecs ? { filterSpecs } : criteria ? { criteria } : {}
  return [{ setBasicFilter: { filter: { ...filter, ...rules } as sheets_v4.Schema$BasicFilter } }]
}
