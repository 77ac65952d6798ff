/** Requests about rows and columns: insert, delete, move, append, size, hide, group. */

import type { sheets_v4 } from '@googleapis/sheets'
import { checkCellLimit } from '../cells/grid-size.ts'
import { engineSize } from '../cells/line-sizes.ts'
import { updateMask } from '../google/fields.ts'
import {
  type Context,
  fail,
  guard,
  guardTab,
  type Handlers,
  indexes,
  type Lines,
  lineCount,
  linesOf,
  tab,
} from '../objects/context.ts'
import { createMetadata } from '../objects/metadata.ts'
import { autoSize } from './auto-size.ts'

export const dimensionHandlers: Handlers = {
  insertDimension({ range, inheritFromBefore }, context) {
    const lines = linesOf(context, range)
    guardLines(context, lines)
    const { start, end, count } = lines
    if (start > count)
      throw fail(context, `range.startIndex[${start}] is beyond the end of the grid [${count}]`)
    if (inheritFromBefore && start === 0)
      throw fail(context, 'inheritFromBefore cannot be true if inserting at the first row or column.')
    insertLines(context, lines, start, end - start, inheritFromBefore ?? false)
    return undefined
  },

  appendDimension({ sheetId: gid, dimension, length }, context) {
    const sheetId = tab(context, gid)
    if (dimension !== 'ROWS' && dimension !== 'COLUMNS') throw fail(context, 'dimension is required')
    if (length == null || length < 1) throw fail(context, 'length must be at least 1')
    const lines: Lines = {
      sheetId,
      dimension: dimension === 'ROWS' ? 'ROW' : 'COL',
      start: 0,
      end: 0,
      count: 0,
    }
    const count = lineCount(context.workbook, sheetId, lines.dimension)
    insertLines(context, { ...lines, count }, count, length, true)
    return undefined
  },

  deleteDimension({ range }, context) {
    const lines = linesOf(context, range)
    guardLines(context, lines)
    const { sheetId, dimension, start, end, count } = lines
    const noun = dimension === 'ROW' ? 'rows' : 'columns'
    if (start >= count || end > count)
      throw fail(
        context,
        `Cannot delete a ${noun.slice(0, -1)} that doesn't exist. Tried to delete ${noun.slice(0, -1)} index ${end - 1} but there are only ${count} ${noun}.`,
      )
    if (start === 0 && end === count) throw fail(context, `You can't delete all the ${noun} on the sheet.`)
    const panes = context.workbook.getters.getPaneDivisions(sheetId)
    const frozen = dimension === 'ROW' ? panes.ySplit : panes.xSplit
    if (frozen > 0 && start <= frozen && end === count)
      throw fail(context, `It is not possible to delete all non-frozen ${noun}.`)
    remove(context, lines)
    return undefined
  },

  moveDimension({ source, destinationIndex }, context) {
    const lines = linesOf(context, source)
    guardTab(context, lines.sheetId)
    const to = destinationIndex ?? 0
    if (lines.end > lines.count || to > lines.count)
      throw fail(context, 'Cannot move beyond the end of the grid.')
    if (to > lines.start && to < lines.end)
      throw fail(context, 'The destination index must not be within the source range.')
    if (to === lines.start || to === lines.end) return undefined
    const { sheetId, dimension, start, end } = lines
    context.tx.dispatch('MOVE_COLUMNS_ROWS', {
      sheetId,
      sheetName: context.workbook.getters.getSheetName(sheetId),
      dimension,
      base: to > start ? to - 1 : to,
      elements: indexes(start, end),
      position: to > start ? 'after' : 'before',
    })
    return undefined
  },

  updateDimensionProperties({ range, properties, fields }, context) {
    const lines = linesOf(context, range)
    guardLines(context, lines)
    if (lines.end > lines.count)
      throw fail(context, `endIndex[${lines.end}] is beyond the end of the grid [${lines.count}]`)
    const mask = updateMask(fields, 'DimensionProperties', context.path)
    const { sheetId, dimension, start, end } = lines
    const elements = indexes(start, end)
    if (mask.has('pixelSize')) {
      const size = properties?.pixelSize
      if (size == null || size < 0) throw fail(context, 'pixelSize must be at least 0')
      const pixels = engineSize(dimension, size)
      context.tx.dispatch('RESIZE_COLUMNS_ROWS', { sheetId, dimension, elements, size: pixels })
    }
    if (mask.has('hiddenByUser')) setHidden(context, lines, elements, properties?.hiddenByUser ?? false)
    for (const metadata of mask.has('developerMetadata') ? (properties?.developerMetadata ?? []) : [])
      for (const index of elements)
        createMetadata(
          context.workbook,
          context.tx,
          { ...metadata, location: { dimensionRange: { ...range, startIndex: index, endIndex: index + 1 } } },
          context.path,
        )
    return undefined
  },

  autoResizeDimensions({ dimensions }, context) {
    const { sheetId, dimension, start, end, count } = linesOf(context, dimensions)
    if (end > count) throw fail(context, `endIndex[${end}] is beyond the end of the grid [${count}]`)
    for (const index of indexes(start, end)) {
      const size = autoSize(context.workbook, sheetId, dimension, index)
      context.tx.dispatch('RESIZE_COLUMNS_ROWS', { sheetId, dimension, elements: [index], size })
    }
    return undefined
  },

  addDimensionGroup({ range }, context) {
    const { sheetId, dimension, start, end } = linesOf(context, range)
    context.tx.dispatch('GROUP_HEADERS', { sheetId, dimension, start, end: end - 1 })
    const groups = context.workbook.getters.getHeaderGroups(sheetId, dimension)
    return {
      dimensionGroups: groups.map(group => ({
        ...groupAnswer(group, range),
        collapsed: group.isFolded ?? false,
      })),
    }
  },

  updateDimensionGroup({ dimensionGroup, fields }, context) {
    const mask = updateMask(fields, 'DimensionGroup', context.path)
    const { sheetId, dimension, start, end } = linesOf(context, dimensionGroup?.range)
    const exists = context.workbook.getters
      .getHeaderGroups(sheetId, dimension)
      .some(group => group.start === start && group.end === end - 1)
    if (!exists) throw fail(context, 'There is no group at the given range.')
    if (mask.has('collapsed'))
      context.tx.dispatch(dimensionGroup?.collapsed ? 'FOLD_HEADER_GROUP' : 'UNFOLD_HEADER_GROUP', {
        sheetId,
        dimension,
        start,
        end: end - 1,
      })
    return undefined
  },

  deleteDimensionGroup({ range }, context) {
    const { sheetId, dimension, start, end } = linesOf(context, range)
    const exists = context.workbook.getters
      .getHeaderGroups(sheetId, dimension)
      .some(group => group.start <= start && group.end >= end - 1)
    if (!exists) throw fail(context, 'There is no group at the given range.')
    context.tx.dispatch('UNGROUP_HEADERS', { sheetId, dimension, start, end: end - 1 })
    const groups = context.workbook.getters.getHeaderGroups(sheetId, dimension)
    return { dimensionGroups: groups.map(group => groupAnswer(group, range)) }
  },
}

const groupAnswer = (
  group: { start: number; end: number },
  range: sheets_v4.Schema$DimensionRange | null | undefined,
) => ({ range: { ...range, startIndex: group.start, endIndex: group.end + 1 }, depth: 1 })

function guardLines(context: Context, { sheetId, dimension, start, end }: Lines): void {
  const zone = { ...context.workbook.getters.getSheetZone(sheetId) }
  if (dimension === 'ROW') Object.assign(zone, { top: start, bottom: end - 1 })
  else Object.assign(zone, { left: start, right: end - 1 })
  guard(context, { sheetId, zone })
}

/** Google's new lines take their format from the line before them, or from the one after. */
export function insertLines(
  context: Context,
  lines: Lines,
  at: number,
  quantity: number,
  fromBefore: boolean,
): void {
  const { workbook, tx } = context
  const { sheetId, dimension, count } = lines
  const rows = workbook.getters.getNumberRows(sheetId) + (dimension === 'ROW' ? quantity : 0)
  const columns = workbook.getters.getNumberCols(sheetId) + (dimension === 'COL' ? quantity : 0)
  checkCellLimit(workbook, sheetId, rows, columns)
  const after = at > 0 && (fromBefore || at >= count)
  tx.dispatch('ADD_COLUMNS_ROWS', {
    sheetId,
    sheetName: workbook.getters.getSheetName(sheetId),
    dimension,
    base: after ? at - 1 : at,
    quantity,
    position: after ? 'after' : 'before',
  })
}

function remove({ workbook, tx }: Context, { sheetId, dimension, start, end }: Lines): void {
  tx.dispatch('REMOVE_COLUMNS_ROWS', {
    sheetId,
    sheetName: workbook.getters.getSheetName(sheetId),
    dimension,
    elements: indexes(start, end),
  })
}

function setHidden(context: Context, lines: Lines, elements: number[], hidden: boolean): void {
  const { sheetId, dimension, count } = lines
  const { getters } = context.workbook
  const isHidden = (index: number) =>
    dimension === 'ROW'
      ? getters.isRowHiddenByUser(sheetId, index)
      : getters.isColHiddenByUser(sheetId, index)
  const wanted = elements.filter(index => isHidden(index) !== hidden)
  if (wanted.length === 0) return
  if (hidden && indexes(0, count).every(index => isHidden(index) || elements.includes(index)))
    throw fail(context, `You can't hide all the ${dimension === 'ROW' ? 'rows' : 'columns'} on the sheet.`)
  context.tx.dispatch(hidden ? 'HIDE_COLUMNS_ROWS' : 'UNHIDE_COLUMNS_ROWS', {
    sheetId,
    dimension,
    elements: wanted,
  })
}
