/** Request kinds that add, remove or move rows, columns, blocks of cells and tabs, or size them. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { ChangeKind } from '../../../contract/index.ts'
import { columnLetters } from '../../sheets/a1.ts'
import type { Dimension, Layout, TabLayout, TouchedArea } from './layout.ts'
import { cellTouches, nameOf, objectTouch, type Touch, type TouchTable } from './touch.ts'

interface Span {
  sheetId: number
  dimension: Dimension
  start: number
  end: number
}

function spanOf(layout: Layout, range: sheets_v4.Schema$DimensionRange | undefined): Span {
  const sheetId = range?.sheetId ?? 0
  const dimension: Dimension = range?.dimension === 'COLUMNS' ? 'COLUMNS' : 'ROWS'
  const count = layout.linesOf(sheetId, dimension)?.count ?? 0
  return { sheetId, dimension, start: range?.startIndex ?? 0, end: range?.endIndex ?? count }
}

export function spanWords({ dimension, start, end }: Pick<Span, 'dimension' | 'start' | 'end'>): string {
  const name = (index: number) => (dimension === 'ROWS' ? String(index + 1) : columnLetters(index))
  const noun = dimension === 'ROWS' ? 'row' : 'column'
  return end - start === 1
    ? `${noun} ${name(start)}`
    : `${noun}s ${name(start)} to ${name(Math.max(start, end - 1))}`
}

const boxOfSpan = ({ dimension, start, end }: Span) =>
  dimension === 'ROWS' ? { startRow: start, endRow: end } : { startColumn: start, endColumn: end }

const kindOf = ({ dimension }: Span): ChangeKind => (dimension === 'ROWS' ? 'rows' : 'columns')

function lineTouch(layout: Layout, span: Span, verb: string, more: Partial<Touch> = {}): Touch {
  const areas = layout.areaOf(span.sheetId, boxOfSpan(span))
  return {
    kind: kindOf(span),
    sheetId: span.sheetId,
    verb,
    object: spanWords(span),
    box: areas[0] ?? null,
    areas,
    sheets: [span.sheetId],
    ...(areas.length > 0 ? { sizes: areas } : {}),
    ...more,
  }
}

function insert(layout: Layout, span: Span): Touch[] {
  const lines = layout.linesOf(span.sheetId, span.dimension)
  if (!lines) return []
  lines.insert(span.start, span.end - span.start)
  return [lineTouch(layout, span, 'Inserted')]
}

function remove(layout: Layout, span: Span): Touch[] {
  const lines = layout.linesOf(span.sheetId, span.dimension)
  if (!lines) return []
  const touch = lineTouch(layout, span, 'Deleted', { sheets: 'all', breaksFormulas: true })
  lines.remove(span.start, span.end)
  return [touch]
}

/** Cells move inside a band of the tab: everything from the range to the edge of the grid. */
function shifted(
  layout: Layout,
  range: sheets_v4.Schema$GridRange | undefined,
  shift: string | null | undefined,
  verb: string,
): Touch[] {
  const [area] = layout.area(range)
  const { endRowIndex: _, endColumnIndex: __, ...rest } = range ?? {}
  const band =
    shift === 'COLUMNS'
      ? { ...rest, endRowIndex: range?.endRowIndex ?? null }
      : { ...rest, endColumnIndex: range?.endColumnIndex ?? null }
  const compact = Object.fromEntries(Object.entries(band).filter(([, value]) => value !== null))
  const kind: ChangeKind = shift === 'COLUMNS' ? 'columns' : 'rows'
  return cellTouches(layout, layout.area(compact), {
    kind,
    verb,
    more: { object: nameOf(layout, area), breaksFormulas: true, sheets: 'all' },
  })
}

/** The grid's own size: lines come and go at its end. */
function resized(
  layout: Layout,
  tab: TabLayout,
  dimension: Dimension,
  wanted: number | null | undefined,
): Touch[] {
  const lines = dimension === 'ROWS' ? tab.rows : tab.columns
  if (wanted == null || wanted === lines.count) return []
  const span = { sheetId: tab.sheetId, dimension, start: lines.count, end: wanted }
  return wanted > lines.count
    ? insert(layout, span)
    : remove(layout, { ...span, start: wanted, end: lines.count })
}

const TAB_WORDS: [RegExp, (properties: sheets_v4.Schema$SheetProperties) => string][] = [
  [/(^|,)\s*hidden/, ({ hidden }) => (hidden ? 'Hid' : 'Showed')],
  [/(^|,)\s*index/, () => 'Moved'],
  [/tabColor/, () => 'Coloured'],
  [/frozen/, () => 'Froze rows or columns of'],
]

function updateTab(
  { properties = {}, fields }: sheets_v4.Schema$UpdateSheetPropertiesRequest,
  layout: Layout,
): Touch[] {
  const sheetId = properties.sheetId ?? 0
  const tab = layout.tabs.get(sheetId)
  if (!tab) return []
  const mask = fields ?? ''
  const has = (name: string) => mask === '*' || mask.includes(name) || mask.includes('gridProperties(')
  const touches: Touch[] = []
  const grid = properties.gridProperties
  if (has('rowCount')) touches.push(...resized(layout, tab, 'ROWS', grid?.rowCount))
  if (has('columnCount')) touches.push(...resized(layout, tab, 'COLUMNS', grid?.columnCount))
  const tabTouch = (verb: string, object: string): Touch => objectTouch('tab', verb, { sheetId, object })
  if (/(^|,)\s*(title|\*)/.test(mask) && properties.title) {
    touches.push({ ...tabTouch('Renamed', `the tab ${tab.title} to ${properties.title}`) })
    tab.title = properties.title
  }
  for (const [pattern, verb] of TAB_WORDS)
    if (pattern.test(mask)) touches.push(tabTouch(verb(properties), `the tab ${tab.title}`))
  return touches.length > 0 ? touches : [tabTouch('Changed', `the tab ${tab.title}`)]
}

/** Google's own size for a tab that says none. */
const DEFAULT_ROWS = 1_000
const DEFAULT_COLUMNS = 26

const wholeTab = (layout: Layout, sheetId: number): TouchedArea[] => layout.areaOf(sheetId, {})

function addTab({ properties }: sheets_v4.Schema$AddSheetRequest, layout: Layout): Touch[] {
  const sheetId = properties?.sheetId
  // Without an id of ours the tab is found afterwards, by being there.
  const title = properties?.title ?? ''
  const object = `the tab ${title}`.trim()
  if (sheetId == null) return [objectTouch('tab', 'Added', { object })]
  const grid = properties?.gridProperties
  layout.addTab(sheetId, title, grid?.rowCount ?? DEFAULT_ROWS, grid?.columnCount ?? DEFAULT_COLUMNS)
  return [{ ...objectTouch('tab', 'Added', { sheetId, object }), areas: wholeTab(layout, sheetId) }]
}

function duplicateTab(request: sheets_v4.Schema$DuplicateSheetRequest, layout: Layout): Touch[] {
  const source = layout.tabs.get(request.sourceSheetId ?? 0)
  const sheetId = request.newSheetId
  const object = `the tab ${source?.title ?? ''}`
  if (sheetId == null || !source) return [objectTouch('tab', 'Copied', { object })]
  layout.addTab(sheetId, request.newSheetName ?? '', source.rows.count, source.columns.count)
  return [{ ...objectTouch('tab', 'Copied', { sheetId, object }), areas: wholeTab(layout, sheetId) }]
}

function deleteTab({ sheetId }: sheets_v4.Schema$DeleteSheetRequest, layout: Layout): Touch[] {
  const id = sheetId ?? 0
  const areas = wholeTab(layout, id)
  const touch: Touch = {
    ...objectTouch('tab', 'Deleted', { sheetId: id, object: `the tab ${layout.titleOf(id)}` }),
    areas,
    sizes: areas,
    sheets: 'all',
    breaksFormulas: true,
  }
  layout.tabs.delete(id)
  return [touch]
}

export const structureKinds: TouchTable = {
  insertDimension: ({ range }, layout) => insert(layout, spanOf(layout, range)),
  appendDimension: ({ sheetId, dimension, length }, layout) => {
    const span = spanOf(layout, { sheetId: sheetId ?? 0, dimension: dimension ?? 'ROWS' })
    return insert(layout, { ...span, start: span.end, end: span.end + (length ?? 0) })
  },
  deleteDimension: ({ range }, layout) => remove(layout, spanOf(layout, range)),
  moveDimension: ({ source, destinationIndex }, layout) => {
    const span = spanOf(layout, source)
    const touch = lineTouch(layout, span, 'Moved', { areas: [], breaksFormulas: true, sheets: 'all' })
    layout.linesOf(span.sheetId, span.dimension)?.move(span.start, span.end, destinationIndex ?? 0)
    return [touch]
  },
  insertRange: ({ range, shiftDimension }, layout) =>
    shifted(layout, range, shiftDimension, 'Inserted cells at'),
  deleteRange: ({ range, shiftDimension }, layout) =>
    shifted(layout, range, shiftDimension, 'Deleted cells at'),
  updateDimensionProperties: ({ range, fields }, layout) => {
    const span = spanOf(layout, range)
    const verb = /hidden/.test(fields ?? '') ? 'Hid or showed' : 'Resized'
    return [lineTouch(layout, span, verb, { kind: 'size', areas: [] })]
  },
  autoResizeDimensions: ({ dimensions }, layout) => [
    lineTouch(layout, spanOf(layout, dimensions), 'Fitted the size of', { kind: 'size', areas: [] }),
  ],
  updateSheetProperties: updateTab,
  addSheet: addTab,
  duplicateSheet: duplicateTab,
  deleteSheet: deleteTab,
}
