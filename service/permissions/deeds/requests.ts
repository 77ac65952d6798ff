/**
 * What each of Google's request kinds does that may need a word of the person's. The compiler holds the
 * table complete: a kind that Google adds must be thought about before it can be sent.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Tab } from '../../sheets/spreadsheet.ts'
import {
  asFormula,
  conditionFormulas,
  copyPaste,
  overwritten,
  place,
  repeatCell,
  rowsOfCells,
  updateCells,
} from './cells.ts'
import type { Deed, Dimension, Request } from './deed.ts'
import { looksOf, stripes } from './looks.ts'

type Kind = keyof Request
type Table = { [K in Kind]-?: (request: NonNullable<Request[K]>, tabs: readonly Tab[]) => Deed[] }

const nothing = (): Deed[] => []

/** As narrow as a line can be seen no more. */
const INVISIBLE_PIXELS = 9

function lines(range: sheets_v4.Schema$DimensionRange | undefined) {
  return {
    sheetId: range?.sheetId ?? 0,
    dimension: (range?.dimension === 'COLUMNS' ? 'COLUMNS' : 'ROWS') as Dimension,
    start: range?.startIndex ?? 0,
    end: range?.endIndex ?? undefined,
  }
}

function rule(conditional: sheets_v4.Schema$ConditionalFormatRule | undefined): Deed[] {
  const ranges = (conditional?.ranges ?? []).map(place)
  return [
    ...conditionFormulas(conditional?.booleanRule?.condition, ranges[0] ?? null),
    ...ranges.flatMap(at => looksOf(conditional?.booleanRule?.format, at)),
  ]
}

function sheetProperties(
  { properties, fields }: sheets_v4.Schema$UpdateSheetPropertiesRequest,
  tabs: readonly Tab[],
): Deed[] {
  const sheetId = properties?.sheetId ?? 0
  const tab = tabs.find(candidate => candidate.sheetId === sheetId)
  const grid = properties?.gridProperties
  const isSet = (part: string) => fields == null || fields === '*' || fields.includes(part)
  const shrinks = (dimension: Dimension, to: number | null | undefined, from: number | undefined): Deed[] =>
    typeof to === 'number' && from !== undefined && to < from
      ? [{ deed: 'delete_lines', sheetId, dimension, start: to, end: from }]
      : []
  return [
    ...(typeof properties?.title === 'string' && isSet('title')
      ? [{ deed: 'rename_tab' as const, sheetId }]
      : []),
    ...(properties?.hidden && isSet('hidden') ? [{ deed: 'hide_tab' as const, sheetId }] : []),
    ...(isSet('gridProperties') ? shrinks('ROWS', grid?.rowCount, tab?.rows) : []),
    ...(isSet('gridProperties') ? shrinks('COLUMNS', grid?.columnCount, tab?.columns) : []),
  ]
}

function hidesLines({ range, properties }: sheets_v4.Schema$UpdateDimensionPropertiesRequest): Deed[] {
  const pixels = properties?.pixelSize
  const hides =
    properties?.hiddenByUser === true || (typeof pixels === 'number' && pixels <= INVISIBLE_PIXELS)
  return hides ? [{ deed: 'hide_lines', ...lines(range) }] : []
}

/** Of a formula the texts and numbers in it; what hides values by listing them does not say what is to be seen. */
function comparedWith(
  specs: readonly (sheets_v4.Schema$FilterCriteria | null | undefined)[],
): string[] | null {
  if (specs.some(spec => (spec?.hiddenValues ?? []).length > 0)) return null
  const values = specs.flatMap(spec => spec?.condition?.values ?? [])
  if (values.some(({ userEnteredValue }) => userEnteredValue == null)) return null
  const read = values.flatMap(({ userEnteredValue: text }) =>
    text!.startsWith('=')
      ? [...text!.matchAll(/"([^"]*)"|(?<![\p{L}\d$])(\d+(?:\.\d+)?)/gu)].map(([, a, b]) => a ?? b ?? '')
      : [text!],
  )
  const said = read.map(value => value.trim()).filter(value => value !== '')
  return said.length > 0 ? said : null
}

function filters(
  filter:
    | {
        range?: sheets_v4.Schema$GridRange
        filterSpecs?: sheets_v4.Schema$FilterSpec[]
        criteria?: Record<string, sheets_v4.Schema$FilterCriteria> | null
      }
    | undefined,
): Deed[] {
  const specs = [
    ...(filter?.filterSpecs ?? []).map(({ filterCriteria }) => filterCriteria),
    ...Object.values(filter?.criteria ?? {}),
  ]
  const at = place(filter?.range)
  const conditions = specs.filter(spec => spec?.condition || (spec?.hiddenValues ?? []).length > 0).length
  return [
    { deed: 'filter', sheetId: at.sheetId, conditions, values: comparedWith(specs) },
    ...specs.flatMap(spec => conditionFormulas(spec?.condition, at)),
  ]
}

const sliced = (spec: sheets_v4.Schema$SlicerSpec | undefined): Parameters<typeof filters>[0] => ({
  ...(spec?.dataRange ? { range: spec.dataRange } : {}),
  criteria: spec?.filterCriteria ? { 0: spec.filterCriteria } : {},
})

function pivots(rows: sheets_v4.Schema$RowData[] | undefined): Deed[] {
  const values = (rows ?? []).flatMap(({ values = [] }) =>
    values.flatMap(cell => cell.pivotTable?.values ?? []),
  )
  return values.flatMap(({ formula }): Deed[] =>
    formula
      ? [{ deed: 'formula', formula: asFormula(formula) ?? `=${formula}`, sheetId: null, box: null }]
      : [],
  )
}

function moved({ source, destinationIndex: _ }: sheets_v4.Schema$MoveDimensionRequest): Deed[] {
  // Cells keep their contents and formulas follow: nothing is lost. What this turn wrote is elsewhere now.
  const { sheetId, dimension } = lines(source)
  return [
    { deed: 'move_lines', sheetId, dimension, start: 0, count: 0 },
    { deed: 'rearrange', sheetId, box: {}, what: 'Move' },
  ]
}

const sheetIdOf = (range: sheets_v4.Schema$GridRange | undefined): number => range?.sheetId ?? 0

const banding = (banded: sheets_v4.Schema$BandedRange | undefined): Deed[] =>
  stripes(
    banded?.range,
    banded?.rowProperties as Record<string, unknown> | undefined,
    banded?.columnProperties as Record<string, unknown> | undefined,
  )

function settings({ properties, fields }: sheets_v4.Schema$UpdateSpreadsheetPropertiesRequest): Deed[] {
  const isSet = (part: string) => fields == null || fields === '*' || fields.includes(part)
  const opens = properties?.importFunctionsExternalUrlAccessAllowed === true
  return [
    ...(opens && isSet('importFunctionsExternalUrlAccessAllowed')
      ? [{ deed: 'connect' as const, what: 'outside addresses' as const }]
      : []),
    ...(properties?.spreadsheetTheme?.themeColors && isSet('spreadsheetTheme')
      ? [{ deed: 'theme' as const }]
      : []),
  ]
}

const columnsOf = (ranges: sheets_v4.Schema$DimensionRange[] | undefined): number[] | null =>
  (ranges ?? []).length === 0
    ? null
    : ranges!.flatMap(({ startIndex, endIndex }) => {
        const start = startIndex ?? 0
        return Array.from(
          { length: Math.max(0, (endIndex ?? start + 1) - start) },
          (_, index) => start + index,
        )
      })

const table: Table = {
  addBanding: ({ bandedRange }) => banding(bandedRange),
  addChart: nothing,
  addCommentReply: nothing,
  addConditionalFormatRule: request => rule(request.rule),
  addDataSource: () => [{ deed: 'connect', what: 'data source' }],
  addDimensionGroup: nothing,
  addFilterView: nothing,
  addNamedRange: nothing,
  addProtectedRange: nothing,
  addSheet: ({ properties }) => [
    ...(properties?.sheetId == null ? [] : [{ deed: 'new_tab' as const, sheetId: properties.sheetId }]),
  ],
  addSlicer: ({ slicer }) => filters(sliced(slicer?.spec)),
  addTable: ({ table: added }) =>
    stripes(added?.range, added?.rowsProperties as Record<string, unknown> | undefined),
  appendCells: ({ rows, fields, sheetId }) =>
    rowsOfCells(rows, fields, { sheetId: sheetId ?? 0, box: { startRow: 10_000_000 } }).filter(
      ({ deed }) => deed !== 'overwrite',
    ),
  appendDimension: nothing,
  autoFill: ({ range, sourceAndDestination }) =>
    range
      ? [
          overwritten(range),
          { deed: 'copy', ...place(range), toSheetId: place(range).sheetId, to: place(range).box },
        ]
      : filledFrom(sourceAndDestination),
  autoResizeDimensions: nothing,
  cancelDataSourceRefresh: nothing,
  clearBasicFilter: nothing,
  copyPaste,
  createDeveloperMetadata: nothing,
  cutPaste: ({ source, destination }) => {
    const { box } = place(source)
    const height = (box.endRow ?? 0) - (box.startRow ?? 0)
    const width = (box.endColumn ?? 0) - (box.startColumn ?? 0)
    const startRowIndex = destination?.rowIndex ?? 0
    const startColumnIndex = destination?.columnIndex ?? 0
    // The source lives on at its new place: what lay there is lost, and another tab is emptied by it.
    return [
      ...(sheetIdOf(source) === (destination?.sheetId ?? 0)
        ? []
        : [{ deed: 'rearrange' as const, ...place(source), what: 'Move' as const }]),
      overwritten({
        sheetId: destination?.sheetId ?? 0,
        startRowIndex,
        endRowIndex: startRowIndex + height,
        startColumnIndex,
        endColumnIndex: startColumnIndex + width,
      }),
    ]
  },
  deleteBanding: nothing,
  deleteComment: nothing,
  deleteCommentReply: nothing,
  deleteConditionalFormatRule: nothing,
  deleteDataSource: () => [{ deed: 'delete_object', what: 'table', id: 'data source' }],
  deleteDeveloperMetadata: nothing,
  deleteDimension: ({ range }) => [{ deed: 'delete_lines', ...lines(range) }],
  deleteDimensionGroup: nothing,
  deleteDuplicates: ({ range, comparisonColumns }) => [
    { deed: 'remove_duplicates', ...place(range), columns: columnsOf(comparisonColumns) },
  ],
  deleteEmbeddedObject: ({ objectId }) => [{ deed: 'delete_object', what: 'chart', id: objectId ?? 0 }],
  deleteFilterView: nothing,
  deleteNamedRange: ({ namedRangeId }) => [
    { deed: 'delete_object', what: 'named range', id: namedRangeId ?? '' },
  ],
  deleteProtectedRange: ({ protectedRangeId }) => [
    { deed: 'delete_object', what: 'protection', id: protectedRangeId ?? 0 },
  ],
  deleteRange: ({ range }) => [overwritten(range, 'empty')],
  deleteSheet: ({ sheetId }) => [{ deed: 'delete_tab', sheetId: sheetId ?? 0 }],
  deleteTable: ({ tableId }) => [{ deed: 'delete_table', tableId: tableId ?? '' }],
  duplicateFilterView: nothing,
  duplicateSheet: ({ sourceSheetId, newSheetId }) => [
    { deed: 'copy_tab', sheetId: sourceSheetId ?? 0, newSheetId: newSheetId ?? null },
    ...(newSheetId == null ? [] : [{ deed: 'new_tab' as const, sheetId: newSheetId }]),
  ],
  findReplace: ({ range, sheetId, allSheets, replacement, includeFormulas }, tabs) => {
    const where = allSheets
      ? tabs.map(tab => ({ sheetId: tab.sheetId }))
      : [range ?? { sheetId: sheetId ?? 0 }]
    const formula = asFormula(replacement) ?? (includeFormulas ? `=${replacement ?? ''}` : null)
    return [
      ...where.map(at => overwritten(at, replacement ? null : 'empty')),
      ...(formula === null ? [] : [{ deed: 'formula' as const, formula, sheetId: null, box: null }]),
    ]
  },
  insertComment: nothing,
  insertDimension: ({ range }) => {
    const { end, ...at } = lines(range)
    return [{ deed: 'move_lines', ...at, count: (end ?? at.start) - at.start }]
  },
  insertRange: nothing,
  mergeCells: ({ range }) => [overwritten(range)],
  moveDimension: moved,
  pasteData: ({ coordinate, data, html }) => {
    const rows = (data ?? '').split('\n').length
    const startRowIndex = coordinate?.rowIndex ?? 0
    const startColumnIndex = coordinate?.columnIndex ?? 0
    const formulas = /[=+\uff1d\uff0b]/u.test(data ?? '') ? [data ?? ''] : []
    return [
      overwritten({
        sheetId: coordinate?.sheetId ?? 0,
        startRowIndex,
        startColumnIndex,
        ...(html ? {} : { endRowIndex: startRowIndex + rows }),
      }),
      ...formulas.map(text => ({ deed: 'formula' as const, formula: `=${text}`, sheetId: null, box: null })),
    ]
  },
  randomizeRange: ({ range }) => [{ deed: 'rearrange', ...place(range), what: 'Shuffle' }],
  refreshDataSource: () => [{ deed: 'connect', what: 'data source' }],
  repeatCell,
  setBasicFilter: ({ filter }) => filters(filter as Parameters<typeof filters>[0]),
  setDataValidation: ({ range, rule: validation }) => conditionFormulas(validation?.condition, place(range)),
  sortRange: ({ range }) => [{ deed: 'rearrange', ...place(range), what: 'Sort' }],
  textToColumns: ({ source }) => {
    const { endColumnIndex: _, ...open } = source ?? {}
    return [overwritten(open)]
  },
  trimWhitespace: ({ range }) => [{ deed: 'rearrange', ...place(range), what: 'Trim' }],
  unmergeCells: nothing,
  updateBanding: ({ bandedRange }) => banding(bandedRange),
  updateBorders: nothing,
  updateCells: request => [...updateCells(request), ...pivots(request.rows)],
  updateChartSpec: nothing,
  updateCommentPost: nothing,
  updateConditionalFormatRule: request => rule(request.rule),
  updateDataSource: () => [{ deed: 'connect', what: 'data source' }],
  updateDeveloperMetadata: nothing,
  updateDimensionGroup: ({ dimensionGroup }) =>
    dimensionGroup?.collapsed ? [{ deed: 'hide_lines', ...lines(dimensionGroup.range) }] : [],
  updateDimensionProperties: hidesLines,
  updateEmbeddedObjectBorder: nothing,
  updateEmbeddedObjectPosition: nothing,
  updateFilterView: nothing,
  updateNamedRange: nothing,
  // Another range, a warning only, other editors: what was protected may be so no more.
  updateProtectedRange: ({ protectedRange }) => [
    { deed: 'delete_object', what: 'protection', id: protectedRange?.protectedRangeId ?? 0 },
  ],
  updateSheetProperties: sheetProperties,
  updateSlicerSpec: ({ spec }) => filters(sliced(spec)),
  updateSpreadsheetProperties: settings,
  updateTable: ({ table: changed }) =>
    stripes(changed?.range, changed?.rowsProperties as Record<string, unknown> | undefined),
}

function filledFrom(both: sheets_v4.Schema$SourceAndDestination | undefined): Deed[] {
  const at = place(both?.source)
  const isRows = both?.dimension !== 'COLUMNS'
  const length = both?.fillLength ?? 0
  const start = (isRows ? at.box.endRow : at.box.endColumn) ?? 0
  const to = isRows
    ? { ...at.box, startRow: start, endRow: start + length }
    : { ...at.box, startColumn: start, endColumn: start + length }
  return [
    { deed: 'overwrite', sheetId: at.sheetId, box: to, next: () => '\u0000', uniform: null },
    { deed: 'copy', ...at, toSheetId: at.sheetId, to },
  ]
}

/** A kind that is not in the table cannot be judged: it is taken for the worst it may be. */
export function deedsOfRequests(requests: readonly Request[], tabs: readonly Tab[]): Deed[] {
  return requests.flatMap(request =>
    (Object.keys(request) as Kind[])
      .filter(kind => request[kind] != null)
      .flatMap(kind => {
        const read = table[kind] as ((request: unknown, tabs: readonly Tab[]) => Deed[]) | undefined
        if (!read) return tabs.map(tab => overwritten({ sheetId: tab.sheetId }))
        const deeds = read(request[kind], tabs)
        const known = new Set(deeds.flatMap(deed => (deed.deed === 'formula' ? [deed.formula] : [])))
        return [...deeds, ...formulasIn(request[kind]).filter(({ formula }) => !known.has(formula))]
      }),
  )
}

/** Wherever in a request a text begins like a formula, it may become one. */
function formulasIn(value: unknown): { deed: 'formula'; formula: string; sheetId: null; box: null }[] {
  if (typeof value === 'string') {
    const formula = asFormula(value)
    return formula === null ? [] : [{ deed: 'formula', formula, sheetId: null, box: null }]
  }
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(formulasIn)
}
