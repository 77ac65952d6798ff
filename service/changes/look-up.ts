/** Whether a write that nobody saw the end of was made: by what the spreadsheet holds now. */
import { Slices } from '../sheets/breathe.ts'
import type { Spreadsheet } from '../sheets/spreadsheet.ts'
import type { Layout } from './footprint/layout.ts'
import { sameCell, stable } from './image/cells.ts'
import type { Image } from './image/image.ts'
import { readImage } from './image/read-image.ts'

const objectsOf = ({ sheets, namedRanges, sizes, properties }: Image): string =>
  JSON.stringify([sheets, namedRanges, sizes, properties].map(stable))

/** Of two pictures of the same areas; what cells show is left out: that changes by itself. */
async function haveSameCells(before: Image, now: Image): Promise<boolean> {
  const slices = new Slices()
  for (const [index, { rows }] of before.areas.entries()) {
    const present = now.areas[index]?.rows ?? []
    for (let row = 0; row < Math.max(rows.length, present.length); row += 1) {
      const [was = [], is = []] = [rows[row], present[row]]
      for (let column = 0; column < Math.max(was.length, is.length); column += 1) {
        if (slices.isDue()) await slices.giveWay()
        if (!sameCell(was[column], is[column])) return false
      }
    }
  }
  return true
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
    looksOnly: before.looksOnly === true,
    sheetIds: before.sheets.map(sheet => sheet.properties?.sheetId ?? 0),
    sizes: before.sizes.map(({ sheetId, dimension, start, lines }) => {
      const tab = tabs.find(own => own.sheetId === sheetId)
      const [endRow, endColumn] = [tab?.rows ?? 0, tab?.columns ?? 0]
      return dimension === 'ROWS'
        ? { sheetId, box: { startRow: start, endRow: start + lines.length, startColumn: 0, endColumn } }
        : { sheetId, box: { startRow: 0, endRow, startColumn: start, endColumn: start + lines.length } }
    }),
  })
  return objectsOf(before) !== objectsOf(now) || !(await haveSameCells(before, now))
}
