/** Requests about how cells are laid out: merges and borders. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Border, Zone } from '../../dialect/engine.ts'
import { changeBorders, lineOf } from '../cells/cell-format.ts'
import { readEnum } from '../google/enums.ts'
import { type Context, cellsOf, editable, fail, type Handlers, indexes } from '../objects/context.ts'
import { overlaps } from '../objects/protection.ts'

export const layoutHandlers: Handlers = {
  mergeCells({ range, mergeType }, context) {
    const { sheetId, zone } = editable(context, range)
    const type = readEnum(
      mergeType,
      ['MERGE_ALL', 'MERGE_COLUMNS', 'MERGE_ROWS'],
      'MERGE_ALL',
      `${context.path}.mergeType`,
    )
    const target = zonesToMerge(zone, type).filter(it => it.left < it.right || it.top < it.bottom)
    const existing = context.workbook.getters.getMerges(sheetId).filter(merge => overlaps(merge, zone))
    for (const merge of existing)
      if (!isWithin(merge, zone))
        throw fail(context, 'You must select all cells in a merged range to merge or unmerge them.')
    if (existing.length > 0) context.tx.dispatch('REMOVE_MERGE', { sheetId, target: existing.map(zoneOf) })
    if (target.length > 0) context.tx.dispatch('ADD_MERGE', { sheetId, target, force: true })
    return undefined
  },

  unmergeCells({ range }, context) {
    const { sheetId, zone } = editable(context, range)
    const merges = context.workbook.getters.getMerges(sheetId).filter(merge => overlaps(merge, zone))
    if (merges.some(merge => !isWithin(merge, zone)))
      throw fail(context, 'You must select all cells in a merged range to merge or unmerge them.')
    if (merges.length > 0) context.tx.dispatch('REMOVE_MERGE', { sheetId, target: merges.map(zoneOf) })
    return undefined
  },

  updateBorders(request, context) {
    const { sheetId, zone } = editable(context, request.range)
    for (const { row, col } of cellsOf(zone))
      changeBorders(context.workbook, context.tx, { sheetId, row, col }, border =>
        applySides(request, border, zone, row, col, context),
      )
    return undefined
  },
}

function zoneOf({ left, right, top, bottom }: Zone): Zone {
  return { left, right, top, bottom }
}

function isWithin(inner: Zone, outer: Zone): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}

function zonesToMerge(zone: Zone, type: 'MERGE_ALL' | 'MERGE_COLUMNS' | 'MERGE_ROWS'): Zone[] {
  if (type === 'MERGE_ALL') return [zone]
  return type === 'MERGE_COLUMNS'
    ? indexes(zone.left, zone.right + 1).map(col => ({ ...zone, left: col, right: col }))
    : indexes(zone.top, zone.bottom + 1).map(row => ({ ...zone, top: row, bottom: row }))
}

type Sides = sheets_v4.Schema$UpdateBordersRequest

/** Only the sides the request names change; "none" takes a line away. */
function applySides(
  request: Sides,
  border: Border,
  zone: Zone,
  row: number,
  col: number,
  { path }: Context,
): void {
  const set = (side: keyof Border, given: sheets_v4.Schema$Border | null | undefined) => {
    if (given == null) return
    const line = lineOf(given, path)
    if (line === undefined) delete border[side]
    else border[side] = line
  }
  set('top', row === zone.top ? request.top : request.innerHorizontal)
  set('bottom', row === zone.bottom ? request.bottom : request.innerHorizontal)
  set('left', col === zone.left ? request.left : request.innerVertical)
  set('right', col === zone.right ? request.right : request.innerVertical)
}
