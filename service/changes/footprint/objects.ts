/** Request kinds that change what lies on a tab besides its cells: charts, filters, rules, names, and so on. */
import type { ChangeKind } from '../../../contract/index.ts'
import type { Layout, TouchedArea } from './layout.ts'
import { cellTouches, objectTouch, type RequestKind, type Touch, type TouchTable } from './touch.ts'

/** Kinds of which only the words differ: the request names an object by its id, so any tab may be meant. */
const BY_ID: [RequestKind, ChangeKind, string][] = [
  ['updateNamedRange', 'named_range', 'Changed a named range'],
  ['deleteNamedRange', 'named_range', 'Removed a named range'],
  ['updateProtectedRange', 'protected_range', 'Changed a protected range'],
  ['deleteProtectedRange', 'protected_range', 'Removed the protection of a range'],
  ['updateFilterView', 'filter', 'Changed a filter view'],
  ['deleteFilterView', 'filter', 'Removed a filter view'],
  ['duplicateFilterView', 'filter', 'Copied a filter view'],
  ['updateChartSpec', 'chart', 'Changed a chart'],
  ['updateEmbeddedObjectPosition', 'chart', 'Moved a chart'],
  ['updateEmbeddedObjectBorder', 'chart', 'Changed the border of a chart'],
  ['deleteEmbeddedObject', 'chart', 'Removed a chart'],
  ['updateBanding', 'banding', 'Changed banded rows'],
  ['deleteBanding', 'banding', 'Removed banded rows'],
  ['updateSlicerSpec', 'filter', 'Changed a slicer'],
  ['addSlicer', 'filter', 'Added a slicer'],
  ['updateConditionalFormatRule', 'conditional_format', 'Changed a conditional format'],
  ['deleteConditionalFormatRule', 'conditional_format', 'Removed a conditional format'],
  ['addDimensionGroup', 'size', 'Grouped rows or columns'],
  ['deleteDimensionGroup', 'size', 'Ungrouped rows or columns'],
  ['updateDimensionGroup', 'size', 'Folded or unfolded a group'],
  ['updateSpreadsheetProperties', 'other', 'Changed the settings of the spreadsheet'],
]

const NO_WAY_BACK = 'Google gives no way to take this back exactly.'

/** Kinds whose effect is kept nowhere that we can read and write. */
const LOST: [RequestKind, string][] = [
  ['createDeveloperMetadata', 'Wrote hidden metadata'],
  ['updateDeveloperMetadata', 'Changed hidden metadata'],
  ['deleteDeveloperMetadata', 'Removed hidden metadata'],
  ['addDataSource', 'Connected a data source'],
  ['updateDataSource', 'Changed a data source'],
  ['deleteDataSource', 'Removed a data source'],
  ['refreshDataSource', 'Refreshed a data source'],
]

const fixed = (touch: Touch) => () => [touch]

const byId = Object.fromEntries([
  ...BY_ID.map(([request, kind, verb]) => [request, fixed(objectTouch(kind, verb))]),
  ...LOST.map(([request, verb]) => [request, fixed({ ...objectTouch('other', verb), lost: NO_WAY_BACK })]),
]) as TouchTable

/** A table whose place nobody knows may be anywhere. */
function tableTouches(
  layout: Layout,
  tableId: string | null | undefined,
  verb: string,
  more: TouchedArea[] = [],
): Touch[] {
  const known = layout.table(tableId)
  const everywhere = () => [...layout.tabs.keys()].flatMap(sheetId => layout.areaOf(sheetId, {}))
  return cellTouches(layout, [...(known ?? everywhere()), ...more], {
    kind: 'table',
    verb,
    more: { breaksFormulas: true, sheets: 'all' },
  })
}

export const objectKinds: TouchTable = {
  ...byId,
  addConditionalFormatRule: ({ rule }) => [
    objectTouch('conditional_format', 'Added a conditional format', {
      sheetId: rule?.ranges?.[0]?.sheetId ?? 0,
    }),
  ],
  addNamedRange: ({ namedRange }) => [
    objectTouch('named_range', 'Named a range', {
      sheetId: namedRange?.range?.sheetId ?? 0,
      object: namedRange?.name ?? '',
    }),
  ],
  addProtectedRange: ({ protectedRange }) => [
    objectTouch('protected_range', 'Protected a range', { sheetId: protectedRange?.range?.sheetId ?? null }),
  ],
  addFilterView: ({ filter }) => [
    objectTouch('filter', 'Added a filter view', { sheetId: filter?.range?.sheetId ?? 0 }),
  ],
  /** A filter that sorts puts its rows into another order. */
  setBasicFilter: ({ filter }, layout) => {
    const touch = objectTouch('filter', 'Set the filter', { sheetId: filter?.range?.sheetId ?? 0 })
    if (!filter?.sortSpecs?.length) return [touch]
    const [area] = layout.area({
      ...filter.range,
      startRowIndex: (filter.range?.startRowIndex ?? 0) + 1,
    })
    return area
      ? [touch, ...cellTouches(layout, [area], { kind: 'sort', verb: 'Sorted', more: { reorders: area } })]
      : [touch]
  },
  clearBasicFilter: ({ sheetId }) => [objectTouch('filter', 'Removed the filter', { sheetId: sheetId ?? 0 })],
  addBanding: ({ bandedRange }) => [
    objectTouch('banding', 'Added banded rows', { sheetId: bandedRange?.range?.sheetId ?? 0 }),
  ],
  addChart: ({ chart }) => [
    objectTouch('chart', 'Added a chart', {
      sheetId: chart?.position?.overlayPosition?.anchorCell?.sheetId ?? null,
    }),
  ],
  /** Its header takes the names of its columns; formulas may name it and them. */
  updateTable: ({ table }, layout) =>
    tableTouches(layout, table?.tableId, 'Changed the table', layout.area(table?.range)),
  /** Google empties its cells. */
  deleteTable: ({ tableId }, layout) => tableTouches(layout, tableId, 'Removed the table'),
  /** A table formats its cells. */
  addTable: ({ table }, layout) =>
    cellTouches(layout, layout.area(table?.range), { kind: 'table', verb: 'Made a table of' }),
}
