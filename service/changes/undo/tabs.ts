/** Taking back whole tabs: one that the write made goes, one that it deleted is made again from its image. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Request } from '../footprint/touch.ts'
import { isBlank, sameCell, stable } from '../image/cells.ts'
import { cellOf, type Image, sheetIdOf } from '../image/image.ts'
import { Lines } from '../lines.ts'
import type { Translate } from './merge-cell.ts'
import { wholeCell } from './merge-cell.ts'
import type { CellWork } from './work.ts'

const OBJECTS = [
  'charts',
  'conditionalFormats',
  'protectedRanges',
  'filterViews',
  'bandedRanges',
  'merges',
  'slicers',
  'tables',
  'basicFilter',
  'rowGroups',
  'columnGroups',
] as const

/** The tab holds what the write left in it and nothing else. */
async function isAsLeft({ record, current, present, slices }: CellWork, sheetId: number): Promise<boolean> {
  const now = present.tabs.get(sheetId)!
  const then = record.layout.tabs.get(sheetId)!
  if (now.rows.count !== then.rows.count || now.columns.count !== then.columns.count) return false
  const objects = (image: Image) => {
    const sheet = image.sheets.find(own => sheetIdOf(own) === sheetId)
    return OBJECTS.map(list => stable(sheet?.[list])).join('|')
  }
  if (objects(current) !== objects(record.after)) return false
  for (let row = 0; row < now.rows.count; row += 1)
    for (let column = 0; column < now.columns.count; column += 1) {
      if (slices.isDue()) await slices.giveWay()
      const left = cellOf(record.after, sheetId, row, column) ?? {}
      if (!sameCell(cellOf(current, sheetId, row, column) ?? {}, left)) return false
    }
  return true
}

/** Requests to be sent last: the tab goes when all else is done. */
export async function removeMadeTab(work: CellWork, sheetId: number): Promise<Request[]> {
  const tab = work.work.tabs.get(sheetId)!
  if (!(await isAsLeft(work, sheetId))) {
    const reason = 'The new tab holds something that came since, so it stays.'
    work.told.keptThings.push({ sheetName: tab.title, range: '', reason })
    return []
  }
  const others = work.current.sheets.filter(
    sheet => sheetIdOf(sheet) !== sheetId && !(sheet.properties?.hidden ?? false),
  )
  if (others.length === 0) {
    const reason = 'It is the only visible tab, and a spreadsheet needs one.'
    work.told.notPossible.push({ description: `Remove the tab ${tab.title}`, reason })
    return []
  }
  work.told.things += 1
  work.work.tabs.delete(sheetId)
  work.origin.tabs.delete(sheetId)
  return [{ deleteSheet: { sheetId } }]
}

const LOST = 'Comments, and who edited what, are gone with the deleted tab: Google does not give them back.'

/** The tab itself, empty; its cells are written with the others. */
export function makeDeletedTab(work: CellWork, sheetId: number): Request[] {
  const properties = work.record.before.sheets.find(sheet => sheetIdOf(sheet) === sheetId)?.properties
  if (!properties) return []
  const title = freeTitle(work, properties.title ?? 'Tab')
  const { rowCount, columnCount } = properties.gridProperties ?? {}
  const { dataSourceSheetProperties: _, ...own } = properties
  const lines = (count: number | null | undefined) => Lines.of(count ?? 0)
  const layout = { sheetId, title, rows: lines(rowCount), columns: lines(columnCount), isNew: false }
  work.work.tabs.set(sheetId, layout)
  work.told.things += 1
  work.told.notPossible.push({ description: `Comments on the tab ${title}`, reason: LOST })
  return [{ addSheet: { properties: { ...own, title } as sheets_v4.Schema$SheetProperties } }]
}

function freeTitle({ work }: CellWork, title: string): string {
  const taken = new Set([...work.tabs.values()].map(tab => tab.title.toLowerCase()))
  if (!taken.has(title.toLowerCase())) return title
  for (let number = 2; ; number += 1)
    if (!taken.has(`${title} (${number})`.toLowerCase())) return `${title} (${number})`
}

export async function fillDeletedTab(work: CellWork, sheetId: number, translate: Translate): Promise<void> {
  for (const { sheetId: own, box, rows } of work.record.before.areas) {
    if (own !== sheetId) continue
    for (const [index, cells] of rows.entries())
      for (const [offset, cell] of cells.entries()) {
        if (work.slices.isDue()) await work.slices.giveWay()
        if (Object.keys(cell).length === 0) continue
        const merged = wholeCell(cell, translate)
        work.writer.put(sheetId, box.startRow + index, box.startColumn + offset, merged.parts, merged.cell)
        if (!isBlank(cell)) work.told.cells += 1
      }
  }
}
