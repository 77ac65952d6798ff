/** What the whole spreadsheet looks like without its cells: one small read that every tool shares. */
import type { sheets_v4 } from '@googleapis/sheets'
import { fromGridRange } from './grid-range.ts'
import type { SpreadsheetMeta, Tab, TabMeta } from './spreadsheet.ts'

export const META_FIELDS = [
  'properties(title,locale,timeZone)',
  'namedRanges(namedRangeId,name,range)',
  'sheets(properties(sheetId,title,index,hidden,gridProperties(rowCount,columnCount,frozenRowCount,frozenColumnCount)),merges,protectedRanges(protectedRangeId,range,namedRangeId,description,warningOnly,requestingUserCanEdit,unprotectedRanges),basicFilter(range),charts(chartId),conditionalFormats(ranges(sheetId)))',
].join(',')

export function toMeta(data: sheets_v4.Schema$Spreadsheet): SpreadsheetMeta {
  const sheets = data.sheets ?? []
  return {
    title: data.properties?.title ?? '',
    locale: data.properties?.locale ?? 'en_US',
    timeZone: data.properties?.timeZone ?? 'Etc/UTC',
    tabs: sheets.map(toTab),
    details: new Map(sheets.map(sheet => [sheet.properties?.sheetId ?? 0, toTabMeta(sheet)])),
    namedRanges: (data.namedRanges ?? []).map(named => ({
      id: named.namedRangeId ?? '',
      name: named.name ?? '',
      ...fromGridRange(named.range ?? {}),
    })),
  }
}

function toTab(sheet: sheets_v4.Schema$Sheet, position: number): Tab {
  const properties = sheet.properties ?? {}
  return {
    sheetId: properties.sheetId ?? 0,
    title: properties.title ?? '',
    index: properties.index ?? position,
    rows: properties.gridProperties?.rowCount ?? 0,
    columns: properties.gridProperties?.columnCount ?? 0,
    hidden: properties.hidden ?? false,
  }
}

function toTabMeta(sheet: sheets_v4.Schema$Sheet): TabMeta {
  const grid = sheet.properties?.gridProperties
  return {
    frozenRows: grid?.frozenRowCount ?? 0,
    frozenColumns: grid?.frozenColumnCount ?? 0,
    merges: (sheet.merges ?? []).map(merge => fromGridRange(merge).box),
    protected: (sheet.protectedRanges ?? []).map(range => ({
      box: fromGridRange(range.range ?? {}).box,
      description: range.description ?? '',
      // Left out where Google does not know; it then refuses by itself.
      editable: range.requestingUserCanEdit !== false,
      exceptions: (range.unprotectedRanges ?? []).map(free => fromGridRange(free).box),
    })),
    filter: sheet.basicFilter?.range ? fromGridRange(sheet.basicFilter.range).box : null,
    charts: sheet.charts?.length ?? 0,
    conditionalRules: sheet.conditionalFormats?.length ?? 0,
  }
}
