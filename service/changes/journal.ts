/** The rows of writes, their images and the changes that people read, in the database. */
import type { ChangeKind } from '../../contract/index.ts'
import { Slices } from '../sheets/breathe.ts'
import { noteTurnAudit } from '../store/audit.ts'
import type { Db, Queryable } from '../store/db.ts'
import { isTaken, MadeMeanwhile } from '../store/passing.ts'
import { type Area, Layout } from './footprint/layout.ts'
import type { Image } from './image/image.ts'
import { pack, unpack } from './image/pack.ts'
import { Lines, type Piece } from './lines.ts'

/** Whose writes these are. */
export interface Owner {
  agentId: string
  turnId: string
  undoId: string | null
  callId: string
  tool: string
}

export type WriteState = 'intended' | 'done' | 'not_done'

export interface WriteRow {
  id: string
  sequence: number
  hash: string
  state: WriteState
  reply: string | null
}

export interface ChangeRow {
  id: string
  kind: ChangeKind
  sheetId: number | null
  sheetName: string | null
  range: string | null
  cells: number
  description: string
}

export interface PackedTab {
  sheetId: number
  title: string
  rows: Piece[]
  columns: Piece[]
  isNew: boolean
}

export const packLayout = (layout: Layout): PackedTab[] =>
  [...layout.tabs.values()].map(({ rows, columns, ...tab }) => ({
    ...tab,
    rows: [...rows.pieces],
    columns: [...columns.pieces],
  }))

export function unpackLayout(tabs: readonly PackedTab[]): Layout {
  const layout = new Layout()
  for (const { rows, columns, ...tab } of tabs)
    layout.tabs.set(tab.sheetId, { ...tab, rows: new Lines(rows), columns: new Lines(columns) })
  return layout
}

export async function writesOfCall(db: Queryable, callId: string): Promise<WriteRow[]> {
  const { rows } = await db.query<{
    id: string
    sequence: number
    request_hash: string
    state: WriteState
    reply: string | null
  }>('select id, sequence, request_hash, state, reply from writes where call_id = $1 order by sequence', [
    callId,
  ])
  return rows.map(({ request_hash, ...row }) => ({ ...row, hash: request_hash }))
}

/** Throws where another execution has the work by now; it waits for `tx` where it comes later. */
export type Hold = (tx: Queryable) => Promise<void>

export interface Intended {
  id: string
  hold?: Hold | undefined
  owner: Owner
  sequence: number
  hash: string
  layout: Layout
  before: Image
  at: Date
}

async function insertChunks(
  tx: Queryable,
  writeId: string,
  side: 'before' | 'after',
  chunks: readonly Buffer[],
): Promise<void> {
  // An embedded database answers at once: hundreds of chunks would go in without anybody else's turn.
  const slices = new Slices(1)
  for (const [number, bytes] of chunks.entries()) {
    if (slices.isDue()) await slices.giveWay()
    await tx.query('insert into write_images (write_id, side, number, bytes) values ($1, $2, $3, $4)', [
      writeId,
      side,
      number,
      bytes,
    ])
  }
}

/** All of it or nothing: after this the change may be sent. */
export async function writeIntent(db: Db, write: Intended): Promise<void> {
  const chunks = await pack(write.before)
  const { owner } = write
  await db.transaction(async tx => {
    await write.hold?.(tx)
    const inserted = tx.query(
      `insert into writes (id, agent_id, turn_id, undo_id, call_id, sequence, tool, request_hash, state, layout,
         created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'intended', $9, $10)`,
      [
        write.id,
        owner.agentId,
        owner.turnId,
        owner.undoId,
        owner.callId,
        write.sequence,
        owner.tool,
        write.hash,
        JSON.stringify({ tabs: packLayout(write.layout), reorders: [] }),
        write.at,
      ],
    )
    // Of two attempts at one call, the one whose connection broke may have come through after all.
    await inserted.catch(error => {
      throw isTaken(error) ? new MadeMeanwhile('this write is recorded already', { cause: error }) : error
    })
    await insertChunks(tx, write.id, 'before', chunks)
  })
}

export interface Settled {
  id: string
  hold?: Hold | undefined
  owner: Owner
  reply: string
  layout: Layout
  /** Blocks whose rows came in another order, where they are now. */
  reorders: Area[]
  after: Image
  changes: ChangeRow[]
  at: Date
}

function cellsByKind(changes: readonly ChangeRow[]): { detail: ChangeKind; cells: number }[] {
  const cells = new Map<ChangeKind, number>()
  for (const change of changes) cells.set(change.kind, (cells.get(change.kind) ?? 0) + change.cells)
  return [...cells].map(([detail, count]) => ({ detail, cells: count }))
}

export async function writeSettled(db: Db, write: Settled): Promise<void> {
  const chunks = await pack(write.after)
  await db.transaction(async tx => {
    await write.hold?.(tx)
    await tx.query(
      `update writes set state = 'done', reply = $2, layout = $3, settled_at = $4 where id = $1 and state = 'intended'`,
      [
        write.id,
        write.reply,
        JSON.stringify({ tabs: packLayout(write.layout), reorders: write.reorders }),
        write.at,
      ],
    )
    await insertChunks(tx, write.id, 'after', chunks)
    await noteTurnAudit(tx, {
      turnId: write.owner.turnId,
      at: write.at,
      action: write.owner.undoId === null ? 'sheet-changed' : 'change-taken-back',
      details: cellsByKind(write.changes),
    })
    // What an undo changes is told by the undo.
    if (write.owner.undoId !== null) return
    for (const change of write.changes) {
      await tx.query(
        `insert into changes (id, write_id, turn_id, call_id, tool, kind, sheet_id, sheet_name, range, cells,
           description, at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          change.id,
          write.id,
          write.owner.turnId,
          write.owner.callId,
          write.owner.tool,
          change.kind,
          change.sheetId,
          change.sheetName,
          change.range,
          change.cells,
          change.description,
          write.at,
        ],
      )
    }
  })
}

/** It was never made: nothing is left of it but that. */
export async function writeNotDone(db: Db, writeId: string, at: Date, hold?: Hold): Promise<void> {
  await db.transaction(async tx => {
    await hold?.(tx)
    const { rowCount } = await tx.query(
      `update writes set state = 'not_done', settled_at = $2 where id = $1 and state = 'intended'`,
      [writeId, at],
    )
    if (rowCount > 0) await tx.query('delete from write_images where write_id = $1', [writeId])
  })
}

export async function readImageOf(
  db: Queryable,
  writeId: string,
  side: 'before' | 'after',
): Promise<Image | null> {
  const { rows } = await db.query<{ bytes: Uint8Array }>(
    'select bytes from write_images where write_id = $1 and side = $2 order by number',
    [writeId, side],
  )
  return rows.length === 0 ? null : unpack(rows.map(row => row.bytes))
}

/** Where lines are after a write, and which blocks came in another order. */
export interface Shape {
  layout: Layout
  reorders: Area[]
}

export async function readShapeOf(db: Queryable, writeId: string): Promise<Shape> {
  const { rows } = await db.query<{ layout: string }>('select layout from writes where id = $1', [writeId])
  const { tabs, reorders } = JSON.parse(rows[0]!.layout) as { tabs: PackedTab[]; reorders: Area[] }
  return { layout: unpackLayout(tabs), reorders }
}
