/** Requests about whole tabs and the spreadsheet's own properties. */
import type { sheets_v4 } from '@googleapis/sheets'
import { copyTitle } from '../answers/copy-sheet.ts'
import { sheetProperties } from '../answers/spreadsheet.ts'
import { checkCellLimit } from '../cells/grid-size.ts'
import { pickHex } from '../google/colors.ts'
import { type UpdateMask, updateMask } from '../google/fields.ts'
import { adoptCharts } from '../objects/charts.ts'
import { type Context, fail, guardTab, type Handlers, indexes, lineCount, tab } from '../objects/context.ts'
import { findTab } from '../workbook/a1.ts'
import { toEngineTitle } from '../workbook/titles.ts'

const DEFAULT_ROWS = 1000
const DEFAULT_COLUMNS = 26
const MAX_TABS = 200
const MAX_TITLE = 100

type Properties = sheets_v4.Schema$SheetProperties

export const tabHandlers: Handlers = {
  addSheet({ properties }, context) {
    const given = properties ?? {}
    if (given.sheetType && given.sheetType !== 'GRID')
      throw fail(context, 'Only sheets of type GRID can be added.')
    const sheetId = newSheetId(context, given.sheetId)
    const title = given.title ?? nextTitle(context)
    checkTitle(context, title, undefined)
    createTab(context, sheetId, title, given)
    const rest = Object.keys(given).filter(field => ['hidden', 'tabColor', 'tabColorStyle'].includes(field))
    const grid = Object.keys(given.gridProperties ?? {}).filter(
      field => !['rowCount', 'columnCount'].includes(field),
    )
    const fields = [...rest, ...grid.map(field => `gridProperties.${field}`)]
    if (fields.length > 0)
      change(context, sheetId, given, updateMask(fields.join(), 'SheetProperties', context.path))
    return { properties: sheetProperties(context.workbook, sheetId) }
  },

  deleteSheet({ sheetId: gid }, context) {
    const { workbook, tx } = context
    const sheetId = tab(context, gid)
    guardTab(context, sheetId)
    if (workbook.getters.getSheetIds().length < 2)
      throw fail(context, "You can't remove all the sheets in a document.")
    const visible = workbook.getters.getSheetIds().filter(it => workbook.getters.isSheetVisible(it))
    if (visible.length === 1 && visible[0] === sheetId)
      throw fail(context, "You can't remove all the visible sheets in a document.")
    // The engine counts visible tabs only, and so would not delete a hidden one beside a single other.
    if (!visible.includes(sheetId)) tx.dispatch('SHOW_SHEET', { sheetId })
    tx.dispatch('DELETE_SHEET', { sheetId, sheetName: workbook.getters.getSheetName(sheetId) })
    return undefined
  },

  duplicateSheet({ sourceSheetId, newSheetId: gid, newSheetName, insertSheetIndex }, context) {
    const { workbook, tx } = context
    const { getters } = workbook
    const source = tab(context, sourceSheetId)
    checkTabCount(context)
    checkCellLimit(workbook, undefined, getters.getNumberRows(source), getters.getNumberCols(source))
    const sheetId = newSheetId(context, gid)
    const title = newSheetName ?? copyTitle(workbook, workbook.titleOf(source))
    checkTitle(context, title, undefined)
    tx.dispatch('DUPLICATE_SHEET', { sheetId: source, sheetIdTo: sheetId, sheetNameTo: toEngineTitle(title) })
    adoptCharts(context, source, sheetId)
    if (insertSheetIndex != null) moveTo(context, sheetId, insertSheetIndex)
    return { properties: sheetProperties(workbook, sheetId) }
  },

  updateSheetProperties({ properties, fields }, context) {
    const given = properties ?? {}
    const sheetId = tab(context, given.sheetId)
    guardTab(context, sheetId)
    change(context, sheetId, given, updateMask(fields, 'SheetProperties', context.path))
    return undefined
  },

  updateSpreadsheetProperties({ properties, fields }, context) {
    const mask = updateMask(fields, 'SpreadsheetProperties', context.path)
    const kept: Record<string, string> = { ...context.workbook.properties }
    for (const field of ['title', 'locale', 'timeZone', 'autoRecalc'] as const) {
      if (!mask.has(field) || (properties?.[field] == null && !mask.covers(field))) continue
      const value = properties?.[field]
      if (value == null || value === '') {
        if (field === 'title') throw fail(context, 'The title cannot be empty.')
        continue
      }
      if (field === 'timeZone' && !isTimeZone(value)) throw fail(context, `Invalid time zone: ${value}`)
      kept[field] = value
    }
    context.tx.setAnnotation({ id: 'spreadsheet:0', kind: 'spreadsheet', ranges: [], data: kept })
    return undefined
  },
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function newSheetId(context: Context, gid: number | null | undefined): string {
  const { workbook } = context
  if (gid == null) return String(workbook.newGid())
  if (gid < 0) throw fail(context, `The sheet id must be non-negative: ${gid}`)
  if (workbook.sheetIdOf(gid) !== undefined)
    throw fail(context, `A sheet with the id ${gid} already exists. Please enter another id.`)
  return String(gid)
}

/** "Sheet5" for the fifth tab, or the next number that is free. */
function nextTitle({ workbook }: Context): string {
  for (let n = workbook.getters.getSheetIds().length + 1; ; n++)
    if (findTab(workbook, `Sheet${n}`) === undefined) return `Sheet${n}`
}

function checkTabCount(context: Context): void {
  if (context.workbook.getters.getSheetIds().length >= MAX_TABS)
    throw fail(
      context,
      `This action would increase the number of sheets in the workbook above the limit of ${MAX_TABS} sheets.`,
    )
}

function checkTitle(context: Context, title: string, own: string | undefined): void {
  if (title === '') throw fail(context, 'Sheet name cannot be empty.')
  if (title.length > MAX_TITLE)
    throw fail(context, `Sheet name cannot be longer than ${MAX_TITLE} characters.`)
  const taken = findTab(context.workbook, title)
  if (taken !== undefined && taken !== own)
    throw fail(context, `A sheet with the name "${title}" already exists. Please enter another name.`)
}

function createTab(context: Context, sheetId: string, title: string, given: Properties): void {
  checkTabCount(context)
  const rows = given.gridProperties?.rowCount ?? DEFAULT_ROWS
  const cols = given.gridProperties?.columnCount ?? DEFAULT_COLUMNS
  checkCounts(context, rows, cols)
  checkCellLimit(context.workbook, undefined, rows, cols)
  const count = context.workbook.getters.getSheetIds().length
  const position = given.index ?? count
  if (position < 0 || position > count) throw fail(context, `Invalid index: ${position}`)
  context.tx.dispatch('CREATE_SHEET', { sheetId, position, name: toEngineTitle(title), rows, cols })
}

function checkCounts(context: Context, rows: number, columns: number): void {
  if (rows < 1) throw fail(context, 'Row count must be at least 1.')
  if (columns < 1) throw fail(context, 'Column count must be at least 1.')
}

function change(context: Context, sheetId: string, given: Properties, mask: UpdateMask): void {
  const { workbook, tx } = context
  const { getters } = workbook
  if (mask.covers('title') && given.title == null) throw fail(context, 'Sheet name cannot be empty.')
  if (mask.has('title') && given.title != null && given.title !== workbook.titleOf(sheetId)) {
    checkTitle(context, given.title, sheetId)
    tx.dispatch('RENAME_SHEET', {
      sheetId,
      oldName: getters.getSheetName(sheetId),
      newName: toEngineTitle(given.title),
    })
  }
  if (mask.has('index') && given.index != null) moveTo(context, sheetId, given.index)
  if (mask.has('hidden')) setHidden(context, sheetId, given.hidden ?? false)
  if (mask.has('tabColor') || mask.has('tabColorStyle')) {
    const color = pickHex(given.tabColor, given.tabColorStyle)
    if (color !== getters.getSheet(sheetId).color)
      tx.dispatch('COLOR_SHEET', { sheetId, ...(color === undefined ? {} : { color }) })
  }
  if (mask.has('gridProperties')) changeGrid(context, sheetId, given.gridProperties ?? {}, mask)
}

function moveTo(context: Context, sheetId: string, index: number): void {
  const sheetIds = context.workbook.getters.getSheetIds()
  if (index < 0 || index > sheetIds.length) throw fail(context, `Invalid index: ${index}`)
  const delta = Math.min(index, sheetIds.length - 1) - sheetIds.indexOf(sheetId)
  // The engine moves past visible tabs, one at a time.
  if (delta !== 0) context.tx.dispatch('MOVE_SHEET', { sheetId, delta })
}

function setHidden(context: Context, sheetId: string, hidden: boolean): void {
  const { getters } = context.workbook
  if (hidden === !getters.isSheetVisible(sheetId)) return
  if (hidden && getters.getVisibleSheetIds().length === 1)
    throw fail(context, "You can't hide all the sheets in a document.")
  context.tx.dispatch(hidden ? 'HIDE_SHEET' : 'SHOW_SHEET', { sheetId })
}

function changeGrid(
  context: Context,
  sheetId: string,
  given: sheets_v4.Schema$GridProperties,
  mask: UpdateMask,
): void {
  const { workbook, tx } = context
  const { getters } = workbook
  const has = (field: keyof sheets_v4.Schema$GridProperties & string) => mask.has('gridProperties', field)
  const rows = has('rowCount') && given.rowCount != null ? given.rowCount : getters.getNumberRows(sheetId)
  const columns =
    has('columnCount') && given.columnCount != null ? given.columnCount : getters.getNumberCols(sheetId)
  checkCounts(context, rows, columns)
  checkCellLimit(workbook, sheetId, rows, columns)
  resize(context, sheetId, 'ROW', rows)
  resize(context, sheetId, 'COL', columns)
  const panes = getters.getPaneDivisions(sheetId)
  if (has('frozenRowCount')) freeze(context, sheetId, 'ROW', given.frozenRowCount ?? 0, panes.ySplit)
  if (has('frozenColumnCount')) freeze(context, sheetId, 'COL', given.frozenColumnCount ?? 0, panes.xSplit)
  if (has('hideGridlines')) {
    const areGridLinesVisible = !(given.hideGridlines ?? false)
    if (getters.getSheet(sheetId).areGridLinesVisible !== areGridLinesVisible)
      tx.dispatch('SET_GRID_LINES_VISIBILITY', { sheetId, areGridLinesVisible })
  }
}

function resize(context: Context, sheetId: string, dimension: 'ROW' | 'COL', wanted: number): void {
  const { workbook, tx } = context
  const have = lineCount(workbook, sheetId, dimension)
  const sheetName = workbook.getters.getSheetName(sheetId)
  if (wanted > have)
    tx.dispatch('ADD_COLUMNS_ROWS', {
      sheetId,
      sheetName,
      dimension,
      base: have - 1,
      quantity: wanted - have,
      position: 'after',
    })
  if (wanted < have)
    tx.dispatch('REMOVE_COLUMNS_ROWS', { sheetId, sheetName, dimension, elements: indexes(wanted, have) })
}

function freeze(
  context: Context,
  sheetId: string,
  dimension: 'ROW' | 'COL',
  quantity: number,
  have: number,
): void {
  if (quantity === have) return
  const noun = dimension === 'ROW' ? 'rows' : 'columns'
  if (quantity < 0 || quantity >= lineCount(context.workbook, sheetId, dimension))
    throw fail(context, `You can't freeze all visible ${noun} on the sheet.`)
  const command = `${quantity === 0 ? 'UNFREEZE' : 'FREEZE'}_${dimension === 'ROW' ? 'ROWS' : 'COLUMNS'}`
  context.tx.dispatch(command, { sheetId, quantity })
}
