/** Taking back charts, filters, protected and named ranges, bands and groups: things that have an id or one place. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Layout } from '../footprint/layout.ts'
import type { Request } from '../footprint/touch.ts'
import { stable } from '../image/cells.ts'
import type { Image } from '../image/image.ts'
import { isGone, moveRanges } from '../ranges.ts'
import { type Json, KINDS, type Kind, withoutKeys } from './kinds.ts'
import type { LineWork } from './lines.ts'

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
  isMoved = false,
): Verdict {
  const wanted = before && moveRanges(before, work.work)
  const will = current && !isGone(current, work.origin) ? moveRanges(current, work.origin) : undefined
  const left = after && moveRanges(after, work.present)
  if (isMoved && wanted && comparable(left) === comparable(current)) return { action: 'set', object: wanted }
  if (comparable(wanted) === comparable(will)) return { action: 'none' }
  const isTouched =
    comparable(before && moveRanges(before, forward(work.record.layout))) !== comparable(after)
  if (comparable(left) !== comparable(current)) return { action: isTouched ? 'keep' : 'none' }
  return wanted ? { action: 'set', object: wanted } : { action: 'remove' }
}

/** The record's layout carries from before to after as it is. */
const forward = (layout: Layout): Layout => layout

/** What spans lines that are moved becomes what Google makes of it: it is written as it was. */
const hasMoves = ({ record }: LineWork): boolean => record.layout.movedTabs().size > 0

/** Things without an id are told by where their lines are now. */
function keyOf(work: LineWork, kind: Kind, object: Json, state: 'before' | 'after' | 'current'): string {
  if (!kind.byPlace || state === 'current') return kind.idOf(object)
  const left = state === 'after' ? object : moveRanges(object, work.record.layout)
  return kind.idOf(moveRanges(left, work.present))
}

export interface Found {
  kind: Kind
  verdict: Verdict
  /** As it is now, and as it will be when lines have come and gone. */
  current: Json | undefined
  will: Json | undefined
}

/** What is to be done with each thing of a kind on one tab. */
export function findings(work: LineWork, sheetId: number, kind: Kind): Found[] {
  const by = (state: 'before' | 'after' | 'current') => {
    const image = state === 'current' ? work.current : work.record[state]
    return new Map(
      listOf(image, kind.list, sheetId).map(object => [keyOf(work, kind, object, state), object]),
    )
  }
  const [before, after, current] = [by('before'), by('after'), by('current')]
  const isSorted = work.record.reorders.some(area => area.sheetId === sheetId)
  const isMoved = !kind.byPlace && hasMoves(work)
  return [...new Set([...before.keys(), ...after.keys()])].map(id => {
    const states = { before: before.get(id), after: after.get(id), current: current.get(id) }
    const stays = states.current && !isGone(states.current, work.origin)
    return {
      kind,
      verdict: isSorted ? decideInPlace(states) : decide(work, states, isMoved),
      current: states.current,
      will: stays ? moveRanges(states.current!, work.origin) : undefined,
    }
  })
}

/** Requests for what was found; what people changed since is kept, and told. */
export function putRight(work: LineWork, sheetId: number, { kind, verdict, will }: Found): Request[] {
  if (verdict.action === 'none') return []
  if (verdict.action === 'keep') {
    keep(work, sheetId, kind.name)
    return []
  }
  work.told.things += 1
  if (verdict.action === 'remove') return will ? kind.remove(will) : []
  return will ? kind.update(verdict.object!, will) : kind.add(verdict.object!)
}

/** All listed things of one tab. */
export const undoObjects = (work: LineWork, sheetId: number): Request[] =>
  KINDS.flatMap(kind => findings(work, sheetId, kind)).flatMap(found => putRight(work, sheetId, found))

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
  const verdict = isSorted ? decideInPlace(states) : decide(work, states, hasMoves(work))
  if (verdict.action === 'keep') keep(work, sheetId, 'filter')
  if (verdict.action === 'none' || verdict.action === 'keep') return []
  work.told.things += 1
  if (verdict.action === 'remove') return [{ clearBasicFilter: { sheetId } }]
  const { criteria, filterSpecs, ...filter } = verdict.object!
  // Both tell the same; the newer one tells more.
  const rules = filterSpecs ? { filterSpecs } : criteria ? { criteria } : {}
  return [{ setBasicFilter: { filter: { ...filter, ...rules } as sheets_v4.Schema$BasicFilter } }]
}
