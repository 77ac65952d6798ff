/** Whether a write that nobody saw the end of was made: by what the spreadsheet holds now. */
import type { Spreadsheet } from '../sheets/spreadsheet.ts'
import type { Layout } from './footprint/layout.ts'
import { stable } from './image/cells.ts'
import type { Image } from './image/image.ts'
import { readImage } from './image/read-image.ts'

/** Everything that tells two states apart, but what cells show: that changes by itself. */
function comparable({ areas, sheets, namedRanges, sizes, properties }: Image): string {
  const cells = areas.map(area =>
    area.rows.map(row => row.map(({ formattedValue: _, ...entered }) => stable(entered))),
  )
  return JSON.stringify([cells, stable(sheets), stable(namedRanges), stable(sizes), stable(properties)])
}

/**
 * Nothing of what the write touches is as it was before it: it was made. Everything is: it was not. Asked
 * only of writes that a crash or a lost answer left open, seconds ago.
 */
export async function wasMade(spreadsheet: Spreadsheet, before: Image, after: Layout): Promise<boolean> {
  spreadsheet.refresh()
  const tabs = await spreadsheet.tabs()
  const known = new Set(Object.keys(before.titles).map(Number))
  const sameTabs = tabs.length === known.size && tabs.every(tab => known.has(tab.sheetId))
  if (!sameTabs) return tabs.length === after.tabs.size && tabs.every(tab => after.tabs.has(tab.sheetId))
  const now = await readImage(spreadsheet, {
    areas: before.areas,
    sheetIds: before.sheets.map(sheet => sheet.properties?.sheetId ?? 0),
    sizes: before.sizes.map(({ sheetId, dimension, start, lines }) => {
      const tab = tabs.find(own => own.sheetId === sheetId)
      const [endRow, endColumn] = [tab?.rows ?? 0, tab?.columns ?? 0]
      return dimension === 'ROWS'
        ? { sheetId, box: { startRow: start, endRow: start + lines.length, startColumn: 0, endColumn } }
        : { sheetId, box: { startRow: 0, endRow, startColumn: start, endColumn: start + lines.length } }
    }),
  })
  return comparable(before) !== comparable(now)
}
