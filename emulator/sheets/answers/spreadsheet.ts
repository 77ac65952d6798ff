/**
 * spreadsheets.get: the whole answer, of which a field mask selects. Parts nobody asked for are not built.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { DEFAULT_FORMAT } from '../cells/cell-format.ts'
import { fromHex } from '../google/colors.ts'
import { type Mask, selects } from '../google/fields.ts'
import { bandingsOf } from '../objects/banding.ts'
import { chartsOf } from '../objects/charts.ts'
import { conditionalFormatsOf } from '../objects/conditional-formats.ts'
import { basicFilterOf, filterViewsOf } from '../objects/filters.ts'
import { metadataAt } from '../objects/metadata.ts'
import { namedRangesOf } from '../objects/named-ranges.ts'
import { isObjectSheet } from '../objects/object-sheets.ts'
import { protectedRangesOf } from '../objects/protected-ranges.ts'
import { slicersOf } from '../objects/slicers.ts'
import { tablesOf } from '../objects/tables.ts'
import type { Area } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'
import { gridDataOf } from './grid-data.ts'

export interface GetOptions {
  /** Only tabs that these lie on, and only their data; undefined: all. */
  areas: Area[] | undefined
  includeGridData: boolean
  mask: Mask | undefined
  url: string
}

export function buildSpreadsheet(workbook: Workbook, options: GetOptions): sheets_v4.Schema$Spreadsheet {
  const { mask, areas } = options
  const wants = (...path: string[]) => selects(mask, ...path)
  const { getters } = workbook
  const sheetIds = getters
    .getSheetIds()
    .filter(sheetId => areas === undefined || areas.some(area => area.sheetId === sheetId))
  const metadata = metadataAt(workbook, undefined)
  const named = namedRangesOf(workbook)
  return {
    spreadsheetId: workbook.id,
    properties: propertiesOf(workbook),
    ...(wants('sheets') ? { sheets: sheetIds.map(sheetId => buildSheet(workbook, sheetId, options)) } : {}),
    ...(named.length === 0 ? {} : { namedRanges: named }),
    spreadsheetUrl: `${options.url}/spreadsheets/d/${workbook.id}/edit`,
    ...(metadata.length === 0 ? {} : { developerMetadata: metadata }),
  }
}

function propertiesOf(workbook: Workbook): sheets_v4.Schema$SpreadsheetProperties {
  const { title, locale, autoRecalc, timeZone } = workbook.properties
  return { title, locale, autoRecalc, timeZone, defaultFormat: DEFAULT_FORMAT }
}

function buildSheet(
  workbook: Workbook,
  sheetId: string,
  { areas, includeGridData, mask }: GetOptions,
): sheets_v4.Schema$Sheet {
  const { getters } = workbook
  const wants = (field: string) => selects(mask, 'sheets', field)
  const own = (areas ?? []).filter(area => area.sheetId === sheetId)
  const sheet: sheets_v4.Schema$Sheet = { properties: sheetProperties(workbook, sheetId) }
  if (includeGridData && wants('data') && !isObjectSheet(workbook, sheetId)) {
    const wanted = own.length > 0 ? own : [{ sheetId, zone: getters.getSheetZone(sheetId) }]
    sheet.data = wanted.map(area => gridDataOf(workbook, area, mask?.sheets?.data))
  }
  const merges = getters.getMerges(sheetId)
  if (wants('merges') && merges.length > 0)
    sheet.merges = merges.map(zone => ({
      sheetId: workbook.gidOf(sheetId),
      startRowIndex: zone.top,
      endRowIndex: zone.bottom + 1,
      startColumnIndex: zone.left,
      endColumnIndex: zone.right + 1,
    }))
  addParts(workbook, sheetId, sheet, wants)
  return sheet
}

function addParts(
  workbook: Workbook,
  sheetId: string,
  sheet: sheets_v4.Schema$Sheet,
  wants: (field: string) => boolean,
): void {
  const lists = {
    conditionalFormats: conditionalFormatsOf,
    filterViews: filterViewsOf,
    protectedRanges: protectedRangesOf,
    charts: chartsOf,
    tables: tablesOf,
    slicers: slicersOf,
    bandedRanges: bandingsOf,
    developerMetadata: metadataAt,
    rowGroups: (it: Workbook, id: string) => groupsOf(it, id, 'ROW'),
    columnGroups: (it: Workbook, id: string) => groupsOf(it, id, 'COL'),
  }
  for (const [field, list] of Object.entries(lists)) {
    if (!wants(field)) continue
    const found = list(workbook, sheetId)
    if (found.length > 0) Object.assign(sheet, { [field]: found })
  }
  const filter = wants('basicFilter') ? basicFilterOf(workbook, sheetId) : undefined
  if (filter !== undefined) sheet.basicFilter = filter
}

export function sheetProperties(workbook: Workbook, sheetId: string): sheets_v4.Schema$SheetProperties {
  const { getters } = workbook
  const sheet = getters.getSheet(sheetId)
  return {
    sheetId: workbook.gidOf(sheetId),
    title: workbook.titleOf(sheetId),
    index: getters.getSheetIds().indexOf(sheetId),
    ...(isObjectSheet(workbook, sheetId)
      ? { sheetType: 'OBJECT' }
      : { sheetType: 'GRID', gridProperties: gridPropertiesOf(workbook, sheetId) }),
    ...(getters.isSheetVisible(sheetId) ? {} : { hidden: true }),
    ...(sheet.color === undefined
      ? {}
      : { tabColor: fromHex(sheet.color), tabColorStyle: { rgbColor: fromHex(sheet.color) } }),
  }
}

function gridPropertiesOf({ getters }: Workbook, sheetId: string): sheets_v4.Schema$GridProperties {
  const { xSplit, ySplit } = getters.getPaneDivisions(sheetId)
  return {
    rowCount: getters.getNumberRows(sheetId),
    columnCount: getters.getNumberCols(sheetId),
    ...(ySplit > 0 ? { frozenRowCount: ySplit } : {}),
    ...(xSplit > 0 ? { frozenColumnCount: xSplit } : {}),
    ...(getters.getSheet(sheetId).areGridLinesVisible ? {} : { hideGridlines: true }),
  }
}

function groupsOf(
  workbook: Workbook,
  sheetId: string,
  dimension: 'ROW' | 'COL',
): sheets_v4.Schema$DimensionGroup[] {
  return workbook.getters.getHeaderGroups(sheetId, dimension).map(group => ({
    range: {
      sheetId: workbook.gidOf(sheetId),
      dimension: dimension === 'ROW' ? 'ROWS' : 'COLUMNS',
      startIndex: group.start,
      endIndex: group.end + 1,
    },
    depth: 1,
    ...(group.isFolded ? { collapsed: true } : {}),
  }))
}
