/** How charts, filters, protected and named ranges, bands, groups, slicers and tables are made, changed and removed. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Request } from '../footprint/touch.ts'
import { stable } from '../image/cells.ts'
import type { SheetObjects } from '../image/image.ts'

export type Json = Record<string, unknown>

export interface Kind {
  /** Under which the tab, or the spreadsheet, lists them. */
  list: keyof SheetObjects | 'namedRanges'
  name: string
  idOf(object: Json): string
  add(object: Json): Request[]
  remove(object: Json): Request[]
  /** `is` is the thing as it stands where its lines will be. */
  update(object: Json, is: Json): Request[]
  /** It has no id: which one it is, is told by the lines that it lies over. */
  byPlace?: true
}

export const withoutKeys = (object: Json, ...keys: string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

/** Of charts and slicers alike. */
function placed(id: number, position: unknown): Request[] {
  const { overlayPosition } = (position ?? {}) as sheets_v4.Schema$EmbeddedObjectPosition
  if (!overlayPosition) return []
  // What is not given stays as it is.
  const whole = { offsetXPixels: 0, offsetYPixels: 0, ...overlayPosition }
  return [
    {
      updateEmbeddedObjectPosition: {
        objectId: id,
        newPosition: { overlayPosition: whole },
        fields: Object.keys(whole).join(),
      },
    },
  ]
}

const foldingOf = (object: Json): Request => ({
  updateDimensionGroup: { dimensionGroup: object as sheets_v4.Schema$DimensionGroup, fields: 'collapsed' },
})

const groupKind = (list: 'rowGroups' | 'columnGroups'): Kind => ({
  list,
  name: 'group of rows or columns',
  idOf: object => stable([object.range, object.depth]),
  add: object => {
    const range = object.range as sheets_v4.Schema$DimensionRange
    return [{ addDimensionGroup: { range } }, ...(object.collapsed ? [foldingOf(object)] : [])]
  },
  remove: object => [{ deleteDimensionGroup: { range: object.range as sheets_v4.Schema$DimensionRange } }],
  update: (object, is) => {
    const { add, remove } = groupKind(list)
    if (stable(object.range) !== stable(is.range)) return [...remove(is), ...add(object)]
    return [foldingOf(object)]
  },
  byPlace: true,
})

export const KINDS: Kind[] = [
  {
    list: 'charts',
    name: 'chart',
    idOf: object => String(object.chartId),
    add: object => [{ addChart: { chart: object as sheets_v4.Schema$EmbeddedChart } }],
    remove: object => [{ deleteEmbeddedObject: { objectId: object.chartId as number } }],
    update: (object, is) => {
      const { chartId, spec, position, border = {} } = object as sheets_v4.Schema$EmbeddedChart
      const hasOther = stable(border) !== stable(is.border)
      return [
        { updateChartSpec: { chartId: chartId!, spec: spec! } },
        ...placed(chartId!, position),
        ...(hasOther ? [{ updateEmbeddedObjectBorder: { objectId: chartId!, border, fields: '*' } }] : []),
      ]
    },
  },
  {
    list: 'slicers',
    name: 'slicer',
    idOf: object => String(object.slicerId),
    add: object => [{ addSlicer: { slicer: object as sheets_v4.Schema$Slicer } }],
    remove: object => [{ deleteEmbeddedObject: { objectId: object.slicerId as number } }],
    update: object => {
      const { slicerId, spec, position } = object as sheets_v4.Schema$Slicer
      return [
        { updateSlicerSpec: { slicerId: slicerId!, spec: spec!, fields: '*' } },
        ...placed(slicerId!, position),
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

/** Handled apart: removing one empties its cells. */
export const TABLES: Kind = {
  list: 'tables',
  name: 'table',
  idOf: object => String(object.tableId),
  add: object => [{ addTable: { table: object as sheets_v4.Schema$Table } }],
  remove: object => [{ deleteTable: { tableId: object.tableId as string } }],
  update: object => [
    {
      updateTable: {
        table: object as sheets_v4.Schema$Table,
        fields: [
          'name',
          'range',
          'columnProperties',
          ...(object.rowsProperties ? ['rowsProperties'] : []),
        ].join(),
      },
    },
  ],
}
