/**
 * Takes back writes, newest first, each as one batch through the gateway. How far it has come stands in the
 * database: after a crash it goes on with the batch that was in flight, which the record makes once.
 */
import type { Undo } from '../../../contract/index.ts'
import { closeBox, parseRange } from '../../sheets/a1.ts'
import { SheetsError } from '../../sheets/errors.ts'
import type { Spreadsheet } from '../../sheets/spreadsheet.ts'
import type { Db } from '../../store/db.ts'
import { alignTabs } from '../align.ts'
import { printsOf, readContents, unpackPrints } from '../fingerprint.ts'
import { compose, Layout } from '../footprint/layout.ts'
import type { Request } from '../footprint/touch.ts'
import { throughGateway } from '../gateway.ts'
import { packWithList, unpackJson } from '../image/pack.ts'
import { readImage } from '../image/read-image.ts'
import { type Owner, type PackedTab, packLayout, readImageOf, readShapeOf, unpackLayout } from '../journal.ts'
import { createRecorder, hashOf } from '../recorder.ts'
import { batchesOf } from './batches.ts'
import { keptRanges } from './kept.ts'
import { planUndo, wantedNow } from './plan.ts'
import { type Limits, nothingTold, type Planned, type Recorded, type Told } from './state.ts'

export interface TakeBackParts {
  db: Db
  /** Its writes are fenced and made once; here they get the gateway around them. */
  spreadsheet: Spreadsheet
  owner: Owner & { undoId: string }
  now(): Date
  newId(): string
}

export interface WriteToUndo {
  id: string
  /** For what is told when it cannot be taken back. */
  description: string
}

export interface TakenBack {
  restored: { cells: number }
  kept: Undo['kept']
  keptTotal: number
  notPossible: Undo['not_possible']
  /** By write: whether all of it is as it was. */
  outcomes: { writeId: string; state: 'undone' | 'partly' | 'not_possible'; note: string | null }[]
}

interface Step {
  requests: Request[]
  next: PackedTab[]
  told: Told
}

/** Where the lines are now that the last of the writes left; `prints` are the tabs as that one left them. */
export async function presentLayout(spreadsheet: Spreadsheet, prints: unknown): Promise<Layout> {
  const contents = await readContents(spreadsheet, 'UNFORMATTED_VALUE')
  if (!contents || !prints) return Layout.of(await spreadsheet.tabs())
  return alignTabs(unpackPrints(prints), await printsOf(contents))
}

/** `writes` are newest first. `skipped` says which of them only lie between those that are taken back. */
export async function takeBack(
  parts: TakeBackParts,
  writes: readonly (WriteToUndo & { skipped?: boolean })[],
  ranges: readonly string[] | null,
  prints: unknown,
): Promise<TakenBack> {
  const { db, owner, spreadsheet } = parts
  const gateway = throughGateway(spreadsheet, {
    permit: async () => {},
    fence: async () => {},
    recorder: createRecorder({ ...parts, spreadsheet }),
  })
  spreadsheet.refresh()
  const stored = await readSteps(db, owner.undoId)
  let present = stored.has(-1)
    ? unpackLayout(stored.get(-1)!.next)
    : await keepStep(db, owner.undoId, -1, '', {
        requests: [],
        next: await presentLayout(spreadsheet, prints),
        told: nothingTold(),
      })
  const limits = ranges === null ? null : await limitsOf(spreadsheet, ranges)
  const told: { write: WriteToUndo; told: Told }[] = []
  for (const [number, write] of writes.entries()) {
    const known = stored.get(number)
    const step =
      known && (await isSent(db, owner.callId, known))
        ? known
        : await planStep(parts, number, write, present, write.skipped ? 'skip' : limits)
    present = unpackLayout(step.next)
    let sent = 0
    for (const batch of batchesOf(step.requests)) {
      const reason = await send(gateway, batch)
      if (reason === null) {
        sent += 1
        continue
      }
      const notPossible = [{ description: write.description, reason }]
      // What was sent before it is done, and told.
      step.told = sent === 0 ? { ...nothingTold(), notPossible } : { ...step.told, notPossible }
      break
    }
    if (!write.skipped) told.push({ write, told: step.told })
  }
  return summed(told, present)
}

async function send(gateway: Spreadsheet, requests: Request[]): Promise<string | null> {
  try {
    await gateway.batchUpdate(requests)
    return null
  } catch (error) {
    if (error instanceof SheetsError && error.failure === 'BAD_REQUEST')
      return `Google refused it: ${error.message}`
    throw error
  }
}

/** A batch that was never begun is planned anew: people may have worked since. */
async function isSent(db: Db, callId: string, { requests }: Step): Promise<boolean> {
  const [first] = batchesOf(requests)
  if (!first) return true
  const { rows } = await db.query('select 1 from writes where call_id = $1 and request_hash = $2', [
    callId,
    hashOf({ kind: 'requests', requests: first }),
  ])
  return rows.length > 0
}

async function readSteps(db: Db, undoId: string): Promise<Map<number, Step>> {
  const { rows } = await db.query<{ number: number; plan: Uint8Array }>(
    'select number, plan from undo_steps where undo_id = $1 order by number',
    [undoId],
  )
  const steps = new Map<number, Step>()
  for (const { number, plan } of rows) steps.set(number, (await unpackJson(plan)) as Step)
  return steps
}

async function keepStep(
  db: Db,
  undoId: string,
  number: number,
  writeId: string,
  plan: Planned,
): Promise<Layout> {
  const { requests, ...rest } = { ...plan, next: packLayout(plan.next) } satisfies Step
  const packed = await packWithList(rest, 'requests', requests)
  await db.query(
    `insert into undo_steps (undo_id, number, write_id, plan) values ($1, $2, $3, $4)
     on conflict (undo_id, number) do update set plan = excluded.plan`,
    [undoId, number, writeId || undoId, packed],
  )
  return plan.next
}

async function planStep(
  parts: TakeBackParts,
  number: number,
  write: WriteToUndo,
  present: Layout,
  limits: Limits | 'skip',
): Promise<Step> {
  const { db, spreadsheet, owner } = parts
  const plan = await planWrite(db, spreadsheet, write, present, limits)
  await keepStep(db, owner.undoId, number, write.id, plan)
  return { ...plan, next: packLayout(plan.next) }
}

const EXPIRED = 'What it changed is not kept any more.'

async function planWrite(
  db: Db,
  spreadsheet: Spreadsheet,
  write: WriteToUndo,
  present: Layout,
  limits: Limits | 'skip',
): Promise<Planned> {
  const shape = await readShapeOf(db, write.id)
  if (limits === 'skip') return { requests: [], next: compose(shape.layout, present), told: nothingTold() }
  const before = await readImageOf(db, write.id, 'before')
  const after = await readImageOf(db, write.id, 'after')
  if (!before || !after) {
    const told = { ...nothingTold(), notPossible: [{ description: write.description, reason: EXPIRED }] }
    return { requests: [], next: compose(shape.layout, present), told }
  }
  const record: Recorded = { before, after, ...shape }
  const current = await readImage(spreadsheet, wantedNow(record, present))
  return planUndo(record, present, current, limits)
}

async function limitsOf(spreadsheet: Spreadsheet, ranges: readonly string[]): Promise<Limits> {
  const tabs = await spreadsheet.tabs()
  return ranges.flatMap(range => {
    const parsed = parseRange(range)
    const tab = tabs.find(({ title }) => title === parsed?.tab)
    return parsed && tab ? [{ sheetId: tab.sheetId, box: closeBox(parsed.box, tab.rows, tab.columns) }] : []
  })
}

function summed(steps: readonly { write: WriteToUndo; told: Told }[], present: Layout): TakenBack {
  const { kept, total } = keptRanges(
    steps.flatMap(({ told }) => told.kept),
    sheetId => present.titleOf(sheetId),
  )
  const things = steps.flatMap(({ told }) => told.keptThings)
  return {
    restored: { cells: steps.reduce((sum, { told }) => sum + told.cells, 0) },
    kept: [
      ...kept,
      ...things.map(({ sheetName, range, reason }) => ({ sheet_name: sheetName, range, cells: 0, reason })),
    ].slice(0, 100),
    keptTotal: total,
    notPossible: steps.flatMap(({ told }) => told.notPossible),
    outcomes: steps.map(({ write, told }) => ({ writeId: write.id, ...outcomeOf(told) })),
  }
}

function outcomeOf(told: Told): { state: 'undone' | 'partly' | 'not_possible'; note: string | null } {
  const cells = new Set(told.kept.map(({ sheetId, row, column }) => `${sheetId},${row},${column}`)).size
  const notes = [
    ...(cells > 0
      ? [
          `${cells} ${cells === 1 ? 'cell was' : 'cells were'} changed since and ${cells === 1 ? 'stays' : 'stay'}.`,
        ]
      : []),
    ...told.keptThings.map(({ reason }) => reason),
    ...told.notPossible.map(({ reason }) => reason),
  ]
  const note = notes.length === 0 ? null : notes.join(' ').slice(0, 500)
  const isKept = cells > 0 || told.keptThings.length > 0
  if (told.cells === 0 && told.things === 0 && (isKept || told.notPossible.length > 0))
    return { state: 'not_possible', note }
  return { state: isKept ? 'partly' : 'undone', note }
}
