/** Requests that sort and filter: sortRange, the basic filter, filter views. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition } from '../../dialect/engine.ts'
import { isBlank, plainValue } from '../cells/cells.ts'
import { readEnum } from '../google/enums.ts'
import { type Context, editable, fail, guard, type Handlers, tab } from '../objects/context.ts'
import {
  addFilterView,
  clearBasicFilter,
  deleteFilterView,
  duplicateFilterView,
  setBasicFilter,
  updateFilterView,
} from '../objects/filters.ts'
import type { Area } from '../workbook/a1.ts'
import { EVERYTHING, type PickedCell, pick, put } from './blocks.ts'

type SortSpec = sheets_v4.Schema$SortSpec

export const sortHandlers: Handlers = {
  sortRange({ range, sortSpecs }, context) {
    sortArea(context, editable(context, range), sortSpecs ?? [])
    return undefined
  },

  randomizeRange({ range }, context) {
    const area = editable(context, range)
    checkSortable(context, area)
    const order = pick(context.workbook, area).map((cells, i) => ({
      cells,
      row: area.zone.top + i,
      key: Math.random(),
    }))
    arrange(
      context,
      area,
      order.sort((a, b) => a.key - b.key),
    )
    return undefined
  },

  setBasicFilter({ filter }, context) {
    const area = setBasicFilter(context.workbook, context.tx, filter ?? undefined, context.path)
    guard(context, area)
    const specs = filter?.sortSpecs ?? []
    const data = { ...area, zone: { ...area.zone, top: area.zone.top + 1 } }
    if (specs.length > 0 && data.zone.top <= data.zone.bottom) sortArea(context, data, specs)
    return undefined
  },

  clearBasicFilter({ sheetId }, context) {
    clearBasicFilter(context.workbook, context.tx, tab(context, sheetId))
    return undefined
  },

  addFilterView({ filter }, { workbook, tx, path }) {
    return { filter: addFilterView(workbook, tx, filter ?? undefined, path) }
  },

  updateFilterView(request, { workbook, tx, path }) {
    updateFilterView(workbook, tx, request, path)
    return undefined
  },

  deleteFilterView({ filterId }, { workbook, tx, path }) {
    deleteFilterView(workbook, tx, filterId, path)
    return undefined
  },

  duplicateFilterView({ filterId }, { workbook, tx, path }) {
    return { filter: duplicateFilterView(workbook, tx, filterId, path) }
  },
}

/**
 * Rows change places within the area: values, formulas (shifted with their row), formats and notes. Row
 * metadata stays: a sort rewrites cells, it does not move rows, and no documentation says otherwise.
 */
function sortArea(context: Context, area: Area, specs: SortSpec[]): void {
  const { sheetId, zone } = area
  if (specs.length === 0) throw fail(context, 'At least one sort spec is required.')
  const keys = specs.map(spec => readSpec(context, area, spec))
  checkSortable(context, area)
  const block = pick(context.workbook, area)
  const rows = block.map((cells, i) => ({ cells, row: zone.top + i }))
  const sorted = [...rows].sort((a, b) => {
    for (const { col, descending } of keys) {
      const difference = compareCells(
        context,
        { sheetId, row: a.row, col },
        { sheetId, row: b.row, col },
        descending,
      )
      if (difference !== 0) return difference
    }
    return 0
  })
  arrange(context, area, sorted)
}

/** Puts picked rows down in a new order. */
function arrange(
  context: Context,
  { sheetId, zone }: Area,
  rows: { cells: PickedCell[]; row: number }[],
): void {
  rows.forEach(({ cells, row: from }, i) => {
    const to = zone.top + i
    if (from === to) return
    cells.forEach((cell, x) => {
      put(context, { sheetId, row: to, col: zone.left + x }, cell, EVERYTHING, 0, to - from)
    })
  })
}

function readSpec(context: Context, { zone }: Area, spec: SortSpec): { col: number; descending: boolean } {
  const col = spec.dimensionIndex ?? 0
  if (spec.backgroundColor || spec.foregroundColor || spec.backgroundColorStyle || spec.foregroundColorStyle)
    throw fail(context, 'the local emulator does not sort by colour.')
  if (col < zone.left || col > zone.right) throw fail(context, `Sort column ${col} is outside the range.`)
  const order = readEnum(
    spec.sortOrder,
    ['ASCENDING', 'DESCENDING'],
    'ASCENDING',
    `${context.path}.sortOrder`,
  )
  return { col, descending: order === 'DESCENDING' }
}

function checkSortable(context: Context, { sheetId, zone }: Area): void {
  const { getters } = context.workbook
  const merged = getters
    .getMerges(sheetId)
    .some(
      it => it.left <= zone.right && it.right >= zone.left && it.top <= zone.bottom && it.bottom >= zone.top,
    )
  if (merged) throw fail(context, "You can't sort a range that contains merged cells.")
}

/** Numbers, then texts, then booleans, then errors; blanks last in both directions. */
function compareCells({ workbook }: Context, a: CellPosition, b: CellPosition, descending: boolean): number {
  const [blankA, blankB] = [isBlank(workbook, a), isBlank(workbook, b)]
  if (blankA || blankB) return Number(blankA) - Number(blankB)
  const [valueA, valueB] = [plainValue(workbook, a), plainValue(workbook, b)]
  const rank = (position: CellPosition, value: unknown) =>
    workbook.getters.getEvaluatedCell(position).type === 'error'
      ? 3
      : typeof value === 'number'
        ? 0
        : typeof value === 'string'
          ? 1
          : 2
  const difference = rank(a, valueA) - rank(b, valueB) || compareValues(valueA, valueB)
  return descending ? -difference : difference
}

const collator = new Intl.Collator('en', { sensitivity: 'base' })

function compareValues(a: string | number | boolean, b: string | number | boolean): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  return Number(a) - Number(b)
}
