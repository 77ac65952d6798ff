/** Request kinds that change cells and leave rows, columns and tabs where they are. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { ChangeKind } from '../../../contract/index.ts'
import { type ClosedBox, closeBox } from '../../sheets/a1.ts'
import { fromGridRange } from '../../sheets/grid-range.ts'
import type { Layout, TouchedArea } from './layout.ts'
import { type CellTouch, cellTouches, type Touch, type TouchTable } from './touch.ts'

/** What a field mask of cells is about; the first that fits names the change. */
function ofFields(fields: string | null | undefined): CellTouch {
  const mask = fields ?? '*'
  const about = (part: string) => new RegExp(`(^|[,.( ])${part}`).test(mask)
  if (about('pivotTable')) return { kind: 'pivot', verb: 'Made a pivot table at' }
  if (mask === '*' || about('userEnteredValue') || about('textFormatRuns'))
    return { kind: 'values', verb: 'Wrote' }
  if (about('userEnteredFormat'))
    return { kind: 'format', verb: 'Formatted', more: { looksOnly: isLooks(mask) } }
  if (about('dataValidation')) return { kind: 'validation', verb: 'Set the rule for input in' }
  if (about('note')) return { kind: 'note', verb: 'Wrote notes in' }
  return { kind: 'values', verb: 'Changed' }
}

/** Of a mask with other parts in parentheses or after a comma nothing is presumed. */
const isLooks = (mask: string): boolean =>
  mask.split(',').every(path => /^userEnteredFormat(\.\w+)*$/.test(path.trim()))

const PASTES: Record<string, [ChangeKind, string]> = {
  PASTE_FORMAT: ['format', 'Pasted formats into'],
  PASTE_NO_BORDERS: ['values', 'Pasted into'],
  PASTE_DATA_VALIDATION: ['validation', 'Pasted rules for input into'],
  PASTE_CONDITIONAL_FORMATTING: ['conditional_format', 'Pasted conditional formats into'],
}

function closed(layout: Layout, range: sheets_v4.Schema$GridRange | undefined): ClosedBox | null {
  if (!range) return null
  const { sheetId, box } = fromGridRange(range)
  const tab = layout.tabs.get(sheetId)
  return tab ? closeBox(box, tab.rows.count, tab.columns.count) : null
}

/** From a corner on, as far as the grid goes. */
function from(
  layout: Layout,
  at: sheets_v4.Schema$GridCoordinate | undefined,
  rows: number,
  columns: number,
): TouchedArea[] {
  const startRow = at?.rowIndex ?? 0
  const startColumn = at?.columnIndex ?? 0
  return layout.areaOf(at?.sheetId ?? 0, {
    startRow,
    endRow: startRow + rows,
    startColumn,
    endColumn: startColumn + columns,
  })
}

const widest = (rows: sheets_v4.Schema$RowData[] | undefined): number =>
  Math.max(1, ...(rows ?? []).map(row => row.values?.length ?? 0))

/** A border belongs to the cells on both of its sides. */
function withNeighbours(layout: Layout, range: sheets_v4.Schema$GridRange | undefined): TouchedArea[] {
  const box = closed(layout, range)
  if (!box) return []
  return layout.areaOf(range?.sheetId ?? 0, {
    startRow: Math.max(0, box.startRow - 1),
    endRow: box.endRow + 1,
    startColumn: Math.max(0, box.startColumn - 1),
    endColumn: box.endColumn + 1,
  })
}

function pasted(layout: Layout, request: sheets_v4.Schema$CopyPasteRequest): TouchedArea[] {
  const source = closed(layout, request.source)
  const target = closed(layout, request.destination)
  if (!source || !target) return []
  const turned = request.pasteOrientation === 'TRANSPOSE'
  const height = source.endRow - source.startRow
  const width = source.endColumn - source.startColumn
  return layout.areaOf(request.destination?.sheetId ?? 0, {
    startRow: target.startRow,
    endRow: Math.max(target.endRow, target.startRow + (turned ? width : height)),
    startColumn: target.startColumn,
    endColumn: Math.max(target.endColumn, target.startColumn + (turned ? height : width)),
  })
}

function filled(layout: Layout, request: sheets_v4.Schema$AutoFillRequest): TouchedArea[] {
  const both = request.sourceAndDestination
  if (!both) return layout.area(request.range)
  const box = closed(layout, both.source)
  if (!box) return []
  const length = both.fillLength ?? 0
  const rows = both.dimension !== 'COLUMNS'
  const end = (value: number, moves: boolean) => value + (moves ? Math.max(0, length) : 0)
  const start = (value: number, moves: boolean) => Math.max(0, value + (moves ? Math.min(0, length) : 0))
  return layout.areaOf(both.source?.sheetId ?? 0, {
    startRow: start(box.startRow, rows),
    endRow: end(box.endRow, rows),
    startColumn: start(box.startColumn, !rows),
    endColumn: end(box.endColumn, !rows),
  })
}

/** Everything right of a corner: where a request does not say how far it goes. */
function toTheRight(layout: Layout, range: sheets_v4.Schema$GridRange | undefined): TouchedArea[] {
  const { endColumnIndex: _, ...open } = range ?? {}
  return layout.area(range && { ...open, startColumnIndex: open.startColumnIndex ?? 0 })
}

const wholeTabs = (layout: Layout): TouchedArea[] =>
  [...layout.tabs.keys()].flatMap(sheetId => layout.areaOf(sheetId, {}))

/** Columns beside a block whose rows are put into another order, which people may fill by its rows. */
const BESIDE = 3

function reordered(
  layout: Layout,
  range: sheets_v4.Schema$GridRange | undefined,
  kind: ChangeKind,
  verb: string,
): Touch[] {
  const wide = {
    ...range,
    ...(range?.endColumnIndex == null ? {} : { endColumnIndex: range.endColumnIndex + BESIDE }),
  }
  return layout
    .area(range)
    .flatMap(area =>
      cellTouches(layout, [area], { kind, verb, more: { reorders: area, areas: layout.area(wide) } }),
    )
}

export const cellKinds: TouchTable = {
  repeatCell: ({ range, fields }, layout) => cellTouches(layout, layout.area(range), ofFields(fields)),
  updateCells: ({ range, start, rows, fields }, layout) =>
    cellTouches(
      layout,
      range ? layout.area(range) : from(layout, start, rows?.length ?? 0, widest(rows)),
      ofFields(fields),
    ),
  appendCells: ({ sheetId, fields }, layout) =>
    cellTouches(layout, layout.areaOf(sheetId ?? 0, {}), { ...ofFields(fields), verb: 'Appended rows to' }),
  updateBorders: ({ range }, layout) =>
    cellTouches(layout, withNeighbours(layout, range), {
      kind: 'format',
      verb: 'Drew borders in',
      more: { looksOnly: true },
    }),
  setDataValidation: ({ range, rule }, layout) =>
    cellTouches(layout, layout.area(range), {
      kind: 'validation',
      verb: rule ? 'Set the rule for input in' : 'Removed the rule for input from',
    }),
  mergeCells: ({ range }, layout) =>
    cellTouches(layout, layout.area(range), { kind: 'merge', verb: 'Merged' }),
  unmergeCells: ({ range }, layout) =>
    cellTouches(layout, layout.area(range), { kind: 'merge', verb: 'Unmerged' }),
  copyPaste: (request, layout) => {
    const [kind, verb] = PASTES[request.pasteType ?? ''] ?? (['values', 'Pasted into'] as const)
    return cellTouches(layout, pasted(layout, request), { kind, verb })
  },
  cutPaste: ({ source, destination }, layout) => {
    const box = closed(layout, source)
    const height = box ? box.endRow - box.startRow : 0
    const width = box ? box.endColumn - box.startColumn : 0
    const areas = [...layout.area(source), ...from(layout, destination, height, width)]
    return cellTouches(layout, areas, {
      kind: 'values',
      verb: 'Moved cells in',
      more: { breaksFormulas: true },
    })
  },
  pasteData: ({ coordinate, data, html }, layout) => {
    const rows = html ? Number.MAX_SAFE_INTEGER : (data ?? '').split('\n').length
    const areas = from(layout, coordinate, rows, Number.MAX_SAFE_INTEGER)
    return cellTouches(layout, areas, { kind: 'values', verb: 'Pasted into' })
  },
  autoFill: (request, layout) =>
    cellTouches(layout, filled(layout, request), { kind: 'values', verb: 'Filled' }),
  textToColumns: ({ source }, layout) =>
    cellTouches(layout, toTheRight(layout, source), { kind: 'values', verb: 'Split' }),
  findReplace: ({ range, sheetId, allSheets }, layout) => {
    const areas = allSheets ? wholeTabs(layout) : range ? layout.area(range) : layout.areaOf(sheetId ?? 0, {})
    return cellTouches(layout, areas, { kind: 'values', verb: 'Replaced in' })
  },
  trimWhitespace: ({ range }, layout) =>
    cellTouches(layout, layout.area(range), { kind: 'values', verb: 'Trimmed' }),
  sortRange: ({ range }, layout) => reordered(layout, range, 'sort', 'Sorted'),
  randomizeRange: ({ range }, layout) => reordered(layout, range, 'sort', 'Shuffled'),
  deleteDuplicates: ({ range }, layout) =>
    reordered(layout, range, 'rows', 'Removed rows that repeat others in'),
}
