/**
 * The record of one call's writes: before a write is sent its before-image is complete in the database;
 * after it, what it left. A write that was sent and whose end nobody saw is looked up before anything is
 * sent again, so that each write is made once, whatever crashes in between.
 */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { sheets_v4 } from '@googleapis/sheets'
import { SheetsError } from '../sheets/errors.ts'
import type { Look, Spreadsheet, Tab } from '../sheets/spreadsheet.ts'
import type { Db } from '../store/db.ts'
import { describe } from './describe.ts'
import { footprintOfRequests, footprintOfValues } from './footprint/footprint.ts'
import { type Area, Layout } from './footprint/layout.ts'
import { type Answer, type Effect, placesOfTables, type Recorder, type Write } from './gateway.ts'
import { afterOfRaw, lostElsewhere, lostFormulas, readFormulas } from './image/after.ts'
import { readElsewhere } from './image/elsewhere.ts'
import type { Image } from './image/image.ts'
import { addAnswer, emptyImage, imageCalls, readImage, type Wanted } from './image/read-image.ts'
import {
  type Hold,
  type Owner,
  readImageOf,
  readShapeOf,
  type WriteRow,
  writeIntent,
  writeNotDone,
  writeSettled,
  writesOfCall,
} from './journal.ts'
import { NEW_LINE } from './lines.ts'
import { wasMade } from './look-up.ts'
import { findOrder } from './reorder.ts'

export interface RecorderParts {
  db: Db
  /** Past the gateway: it reads what is there. */
  spreadsheet: Spreadsheet
  owner: Owner
  now(): Date
  newId(): string
  /** Lets the record be written by this execution alone. */
  hold?: Hold
  /** Told of each write that was made: what is looked at beyond it begins here. */
  onWritten?(layout: Layout, areas: readonly Area[]): void
  /** Before the first write of the call is sent. */
  beforeWrite?(): Promise<void>
}

export const hashOf = (write: Write): string =>
  createHash('sha256').update(JSON.stringify(write)).digest('base64url')

/** Replies longer than this are not needed by a call that runs again. */
const MOST_REPLY_CHARACTERS = 100_000

export function createRecorder(parts: RecorderParts): Recorder {
  let earlier: Promise<WriteRow[]> | undefined
  let next = 0
  const load = async () => {
    const rows = await writesOfCall(parts.db, parts.owner.callId)
    next = rows.reduce((highest, row) => Math.max(highest, row.sequence + 1), 0)
    return rows.filter(row => row.state !== 'not_done')
  }
  return {
    async record(effect, send) {
      earlier ??= load()
      const known = await earlier
      const hash = hashOf(effect.write)
      const at = known.findIndex(row => row.hash === hash)
      const [same] = at < 0 ? [] : known.splice(at, 1)
      // An earlier run of this call made it.
      if (same?.state === 'done') return JSON.parse(same.reply ?? '{}') as Answer
      await parts.beforeWrite?.()
      if (same) return recordAgain(parts, effect, same, send)
      await resolveOpen(parts, known)
      return recordNew(parts, effect, { hash, sequence: next++ }, send)
    },
  }
}

/** Settles writes of a call that nobody saw the end of, and that nobody will make again. */
export async function resolveOpen(parts: RecorderParts, rows: readonly WriteRow[]): Promise<void> {
  for (const row of rows) if (row.state === 'intended') row.state = await resolve(parts, row)
}

/** What became of a write that was intended and not settled. */
async function resolve(parts: RecorderParts, row: WriteRow): Promise<WriteRow['state']> {
  const { db, spreadsheet } = parts
  const before = await readImageOf(db, row.id, 'before')
  const { layout } = await readShapeOf(db, row.id)
  if (!before || !(await wasMade(spreadsheet, before, layout))) {
    await writeNotDone(db, row.id, parts.now(), parts.hold)
    return 'not_done'
  }
  const after = await readAfter(spreadsheet, {
    areas: before.areas,
    sheetIds: [...layout.tabs.keys()],
    sizes: [],
    looksOnly: before.looksOnly === true,
  })
  await writeSettled(db, {
    id: row.id,
    hold: parts.hold,
    owner: parts.owner,
    reply: '{}',
    layout,
    reorders: [],
    after,
    changes: [],
    at: parts.now(),
  })
  return 'done'
}

/**
 * The same write of an earlier run, whose end is not known: sent again, it is made once, and what it found
 * is what the first run wrote down.
 */
async function recordAgain(
  parts: RecorderParts,
  effect: Effect,
  row: WriteRow,
  send: (look?: Look) => Promise<Answer>,
): Promise<Answer> {
  const before = await readImageOf(parts.db, row.id, 'before')
  if (!before) throw new Error('a write was intended without its image')
  const tabs = sizesBefore(before, await parts.spreadsheet.tabs())
  const { write } = effect
  const footprint =
    write.kind === 'requests'
      ? footprintOfRequests(write.requests, tabs, placesOfTables(before.sheets))
      : footprintOfValues(write.data, tabs)
  return make(parts, { ...effect, footprint }, { id: row.id, before, layoutBefore: Layout.of(tabs) }, send)
}

/** The grids as the first run found them; those of tabs that it did not look at are as they are. */
const sizesBefore = (before: Image, tabs: readonly Tab[]) =>
  tabs.map(tab => {
    const grid = before.sheets.find(({ properties }) => (properties?.sheetId ?? 0) === tab.sheetId)
      ?.properties?.gridProperties
    return { ...tab, rows: grid?.rowCount ?? tab.rows, columns: grid?.columnCount ?? tab.columns }
  })

async function recordNew(
  parts: RecorderParts,
  effect: Effect,
  { hash, sequence }: { hash: string; sequence: number },
  send: (look?: Look) => Promise<Answer>,
): Promise<Answer> {
  const { db, spreadsheet, owner } = parts
  const { footprint } = effect
  const layoutBefore = Layout.of(await spreadsheet.tabs())
  const before = await readImage(spreadsheet, {
    areas: footprint.before,
    sheetIds: footprint.sheetIds,
    sizes: footprint.sizesBefore,
    looksOnly: footprint.looksOnly,
  })
  if (footprint.breaksFormulas) {
    const [formulas, elsewhere] = await Promise.all([readFormulas(spreadsheet), readElsewhere(spreadsheet)])
    Object.assign(before, { formulas, elsewhere })
  }
  const id = parts.newId()
  await writeIntent(db, {
    id,
    hold: parts.hold,
    owner,
    sequence,
    hash,
    layout: footprint.layout,
    before,
    at: parts.now(),
  })
  return make(parts, effect, { id, before, layoutBefore }, send)
}

interface Known {
  id: string
  before: Image
  layoutBefore: Layout
}

async function make(
  parts: RecorderParts,
  effect: Effect,
  { id, before, layoutBefore }: Known,
  send: (look?: Look) => Promise<Answer>,
): Promise<Answer> {
  const { db, spreadsheet, owner } = parts
  const { footprint } = effect
  const answer = await sendKnown(parts, id, before, effect, send)
  const after = await lookAfter(parts, effect, before, answer)
  // Each of these takes its time on a large tab: others come in between.
  await nextTurn()
  const { layout, reorders } = await settleLayout(effect, before, after)
  await nextTurn()
  // Nothing can be lost that was not there.
  if (before.formulas.length > 0)
    after.formulas = await lostFormulas(before, await readFormulas(spreadsheet), layout)
  if (before.elsewhere?.length)
    after.elsewhere = lostElsewhere(before, await readElsewhere(spreadsheet), layout)
  const changes = await describe(footprint, { layoutBefore, layout, before, after }, parts.newId)
  const { updatedSpreadsheet: _, ...told } = answer as sheets_v4.Schema$BatchUpdateSpreadsheetResponse
  const reply = JSON.stringify(told)
  const kept = reply.length > MOST_REPLY_CHARACTERS ? '{}' : reply
  await writeSettled(db, {
    id,
    hold: parts.hold,
    owner,
    reply: kept,
    layout,
    reorders,
    after,
    changes,
    at: parts.now(),
  })
  parts.onWritten?.(layout, footprint.after)
  return answer
}

/** A refusal is known not to be done; an answer that got lost is looked up. */
async function sendKnown(
  parts: RecorderParts,
  id: string,
  before: Image,
  effect: Effect,
  send: (look?: Look) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(lookOf(effect))
  } catch (error) {
    if (!(error instanceof SheetsError)) throw error
    if (error.isUnclear && (await wasMade(parts.spreadsheet, before, effect.footprint.layout))) return {}
    await writeNotDone(parts.db, id, parts.now(), parts.hold)
    throw error
  }
}

const wantedAfter = ({ footprint }: Effect): Wanted => ({
  areas: footprint.after,
  sheetIds: footprint.sheetIds,
  sizes: footprint.sizesAfter,
  looksOnly: footprint.looksOnly,
})

const sizesOfLayout = ({ footprint }: Effect) =>
  [...footprint.layout.tabs.values()].map(tab => ({
    sheetId: tab.sheetId,
    title: tab.title,
    rows: tab.rows.count,
    columns: tab.columns.count,
  }))

/**
 * What the write's own answer is to bring. Where tabs come, go or change their names, their titles are
 * known only afterwards: then they are read.
 */
function lookOf(effect: Effect): Look | undefined {
  if (effect.write.kind !== 'requests') return undefined
  const { footprint } = effect
  const isPlain = footprint.touches.every(touch => touch.kind !== 'tab' && touch.kind !== 'other')
  const calls = imageCalls(wantedAfter(effect), sizesOfLayout(effect))
  const [call] = calls
  return isPlain && call && calls.length === 1 && call.ranges.length > 0
    ? { fields: call.fields, ranges: call.ranges }
    : undefined
}

async function lookAfter(
  parts: RecorderParts,
  effect: Effect,
  before: Image,
  answer: Answer,
): Promise<Image> {
  if (effect.write.kind === 'values' && effect.write.input === 'RAW') return afterOfRaw(before, effect)
  const updated = (answer as sheets_v4.Schema$BatchUpdateSpreadsheetResponse).updatedSpreadsheet
  if (updated) {
    const tabs = sizesOfLayout(effect)
    const image = emptyImage(tabs)
    const [call] = imageCalls(wantedAfter(effect), tabs)
    if (call) addAnswer(image, call, updated)
    return image
  }
  return readAfter(parts.spreadsheet, wantedAfter(effect))
}

/** Tabs that nobody expected, for example of a chart on a sheet of its own, are looked at as a whole. */
async function readAfter(spreadsheet: Spreadsheet, wanted: Wanted): Promise<Image> {
  const tabs = await spreadsheet.tabs()
  return readImage(spreadsheet, {
    ...wanted,
    areas: wanted.areas.flatMap(area => {
      const tab = tabs.find(({ sheetId }) => sheetId === area.sheetId)
      if (!tab) return []
      const { box } = area
      const endRow = Math.min(box.endRow, tab.rows)
      const endColumn = Math.min(box.endColumn, tab.columns)
      return box.startRow < endRow && box.startColumn < endColumn
        ? [{ sheetId: area.sheetId, box: { ...box, endRow, endColumn } }]
        : []
    }),
  })
}

/** The expected layout, put right by what is there: a request may grow the grid by itself, or sort. */
async function settleLayout(
  effect: Effect,
  before: Image,
  after: Image,
): Promise<{ layout: Layout; reorders: Area[] }> {
  const layout = effect.footprint.layout.clone()
  for (const { properties } of after.sheets) {
    const sheetId = properties?.sheetId ?? 0
    const grid = properties?.gridProperties
    if (!grid) continue
    const tab = layout.tabs.get(sheetId)
    if (!tab) {
      layout.addTab(sheetId, properties?.title ?? '', grid.rowCount ?? 0, grid.columnCount ?? 0)
      continue
    }
    tab.title = properties?.title ?? tab.title
    for (const [lines, count] of [
      [tab.rows, grid.rowCount],
      [tab.columns, grid.columnCount],
    ] as const) {
      if (count == null || count === lines.count) continue
      if (count > lines.count) lines.insert(lines.count, count - lines.count)
      else lines.remove(count, lines.count)
    }
  }
  const places: Area[] = []
  for (const { reorders } of effect.footprint.touches) {
    const place = reorders && layout.place(reorders)
    if (!place || reorders.rows.some(piece => piece.id >= NEW_LINE)) continue
    const order = await findOrder(before, after, place.sheetId, place.box)
    await nextTurn()
    layout.tabs.get(place.sheetId)!.rows.permute(place.box.startRow, order)
    places.push(place)
  }
  return { layout, reorders: places }
}
