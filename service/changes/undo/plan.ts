/**
 * How one write is taken back, as one batch: a three-way merge of what was there before, what the write left
 * and what is there now. Never overwrites what people changed since; what it leaves is told.
 */
import { Slices } from '../../sheets/breathe.ts'
import { coalesce } from '../footprint/coalesce.ts'
import type { Area, Layout } from '../footprint/layout.ts'
import type { Request } from '../footprint/touch.ts'
import { type Image, sheetIdOf } from '../image/image.ts'
import type { Wanted } from '../image/read-image.ts'
import { Lines } from '../lines.ts'
import { undoCells } from './cells.ts'
import { undoLostFormulas, undoLostParts } from './elsewhere.ts'
import { undoLines } from './lines.ts'
import { undoMerges, undoRules } from './lists.ts'
import { undoFilter, undoObjects } from './objects.ts'
import { undoOrders, withSides } from './orders.ts'
import { undoProperties, undoSettings, undoSizes } from './properties.ts'
import { type Limits, nothingTold, type Planned, type Recorded } from './state.ts'
import { type TableRequests, undoTables } from './tables.ts'
import { fillDeletedTab, makeDeletedTab, removeMadeTab } from './tabs.ts'
import { type CellWork, translators } from './work.ts'
import { CellWriter } from './writer.ts'

/** What has to be read of the spreadsheet to plan. `present` tells where the lines after the write are now. */
export function wantedNow(record: Recorded, present: Layout): Wanted {
  const { after, layout, reorders } = record
  const here = ({ sheetId, box }: Area): Area[] => {
    const tab = present.tabs.get(sheetId)
    const rows = tab?.rows.span([{ id: box.startRow, count: box.endRow - box.startRow }])
    const columns = tab?.columns.span([{ id: box.startColumn, count: box.endColumn - box.startColumn }])
    if (!rows || !columns) return []
    return [
      {
        sheetId,
        box: { startRow: rows[0], endRow: rows[1], startColumn: columns[0], endColumn: columns[1] },
      },
    ]
  }
  const cell = (row: number, column: number) => ({
    startRow: row,
    endRow: row + 1,
    startColumn: column,
    endColumn: column + 1,
  })
  const elsewhere = [...after.formulas, ...(after.elsewhere ?? [])]
  const formulas = elsewhere.map(({ sheetId, row, column }) => ({ sheetId, box: cell(row, column) }))
  // A tab that the write made is looked at as it is now, whatever came to it.
  const made = [...layout.tabs.values()]
    .filter(tab => tab.isNew && present.tabs.has(tab.sheetId))
    .map(({ sheetId }) => {
      const tab = present.tabs.get(sheetId)!
      return {
        sheetId,
        box: { startRow: 0, endRow: tab.rows.count, startColumn: 0, endColumn: tab.columns.count },
      }
    })
  return {
    areas: coalesce([
      ...after.areas.flatMap(here),
      ...reorders.flatMap(area => withSides(record, present, area) ?? []),
      ...formulas.flatMap(here),
      ...made,
    ]),
    sheetIds: [...present.tabs.keys()],
    sizes: wholeLines(after, present),
    looksOnly: after.looksOnly === true,
  }
}

function wholeLines({ sizes }: Image, present: Layout): Area[] {
  return [...new Set(sizes.map(({ sheetId }) => sheetId))].flatMap(sheetId => {
    const tab = present.tabs.get(sheetId)
    if (!tab) return []
    return [
      { sheetId, box: { startRow: 0, endRow: tab.rows.count, startColumn: 0, endColumn: tab.columns.count } },
    ]
  })
}

/** Plans taking back `record`. `current` is what `wantedNow` asked for. */
export function planUndo(
  record: Recorded,
  present: Layout,
  current: Image,
  limits: Limits,
): Promise<Planned> {
  const work: CellWork = {
    record,
    current,
    present,
    work: present.clone(),
    origin: originOf(present),
    requests: [],
    told: nothingTold(),
    limits,
    slices: new Slices(),
    writer: new CellWriter(),
  }
  return limits === null ? planWhole(work) : planCells(work)
}

function originOf(present: Layout): Layout {
  const origin = present.clone()
  for (const tab of origin.tabs.values()) {
    tab.rows = Lines.of(tab.rows.count)
    tab.columns = Lines.of(tab.columns.count)
  }
  return origin
}

interface Tabs {
  made: number[]
  deleted: number[]
  both: number[]
}

function sortTabs({ record, present }: CellWork): Tabs {
  const after = [...record.layout.tabs.values()]
  const before = record.before.sheets.map(sheetIdOf)
  return {
    made: after.filter(tab => tab.isNew && present.tabs.has(tab.sheetId)).map(tab => tab.sheetId),
    deleted: before.filter(id => !record.layout.tabs.has(id) && !present.tabs.has(id)),
    both: after.filter(tab => !tab.isNew && present.tabs.has(tab.sheetId)).map(tab => tab.sheetId),
  }
}

async function planWhole(work: CellWork): Promise<Planned> {
  const tabs = sortTabs(work)
  const toMake = tabs.deleted.flatMap(sheetId => makeDeletedTab(work, sheetId))
  for (const sheetId of tabs.both) if (hasImage(work, sheetId)) undoLines(work, sheetId)
  undoOrders(work)
  const lines = work.requests
  const titles = tabs.both.flatMap(sheetId => undoProperties(work, sheetId))
  const translate = translators(work)
  for (const sheetId of tabs.both) await undoCells(work, sheetId, translate(sheetId))
  for (const sheetId of tabs.deleted) await fillDeletedTab(work, sheetId, translate(sheetId))
  undoLostFormulas(work)
  undoLostParts(work)
  // What has come or gone with a tab is put back on the others too: names, charts that show it.
  const all = [...tabs.both, ...tabs.deleted]
  const sorted = new Set(work.record.reorders.map(area => area.sheetId))
  const tables: TableRequests[] = []
  for (const sheetId of all) tables.push(await undoTables(work, sheetId))
  const merges = all.filter(id => !sorted.has(id)).map(sheetId => undoMerges(work, sheetId))
  const objects = all.flatMap(sheetId => [
    ...undoSizes(work, sheetId),
    ...(sorted.has(sheetId) ? [] : undoRules(work, sheetId)),
    ...undoObjects(work, sheetId),
    ...undoFilter(work, sheetId),
  ])
  const gone: Request[] = []
  for (const sheetId of tabs.made) gone.push(...(await removeMadeTab(work, sheetId)))
  const requests: Request[] = [
    ...tables.flatMap(({ remove }) => remove),
    ...toMake,
    ...lines,
    ...titles,
    ...tables.flatMap(({ put }) => put),
    ...merges.flatMap(({ unmerge }) => unmerge),
    ...(await work.writer.requests()),
    ...merges.flatMap(({ merge }) => merge),
    ...objects,
    ...undoSettings(work),
    ...gone,
  ]
  return { requests, next: work.work, told: work.told }
}

/** A tab of which nothing was written down was not touched. */
const hasImage = ({ record }: CellWork, sheetId: number): boolean =>
  record.before.sheets.some(sheet => sheetIdOf(sheet) === sheetId)

/** Only cells in chosen ranges: lines, tabs and objects stay as they are. */
async function planCells(work: CellWork): Promise<Planned> {
  for (const tab of work.work.tabs.values()) {
    const after = work.record.layout.tabs.get(tab.sheetId)
    if (!after) continue
    tab.rows = tab.rows.byIdsOf(after.rows)
    tab.columns = tab.columns.byIdsOf(after.columns)
  }
  const translate = translators(work)
  for (const tab of work.work.tabs.values()) await undoCells(work, tab.sheetId, translate(tab.sheetId))
  return { requests: await work.writer.requests(), next: work.work, told: work.told }
}
