/** A turn's changes as people read them: a summary, then the changes in pages, with cells where asked for. */
import {
  type Change,
  type ChangeKind,
  type ChangesPage,
  type ChangesSummary,
  MAX_CHANGE_SAMPLES,
} from '../../contract/index.ts'
import { cellName, closeBox, parseBox } from '../sheets/a1.ts'
import type { Queryable } from '../store/db.ts'
import { formulaOf, sameCell, shownOf } from './image/cells.ts'
import { type CellData, cellOf } from './image/image.ts'
import { type PackedTab, readImageOf, readShapeOf } from './journal.ts'
import { NEW_LINE } from './lines.ts'
import { NOTHING_FOUND, type TurnFound } from './watch.ts'

interface ChangeRow {
  id: string
  write_id: string
  position: string
  call_id: string
  tool: string
  kind: ChangeKind
  sheet_id: number | null
  sheet_name: string | null
  range: string | null
  cells: number
  description: string
  at: Date
  undo_state: Change['undo_state']
  undo_note: string | null
}

export interface PageQuery {
  limit: number
  after: string | null
  cells: boolean
}

const cursorOf = (turnId: string, position: string): string =>
  Buffer.from(`c:${turnId.slice(0, 8)}:${position}`).toString('base64url')

function positionOf(turnId: string, cursor: string): string | null {
  const match = /^c:([0-9a-f]{8}):([1-9]\d{0,17})$/.exec(Buffer.from(cursor, 'base64url').toString())
  return match && match[1] === turnId.slice(0, 8) ? match[2]! : null
}

export async function readChanges(
  db: Queryable,
  agentId: string,
  turnId: string,
  query: PageQuery,
  now: Date,
): Promise<ChangesPage | 'no turn' | 'bad cursor'> {
  const turn = await db.query<{ status: string; ended_at: Date | null }>(
    'select status, ended_at from turns where id = $1 and agent_id = $2',
    [turnId, agentId],
  )
  if (!turn.rows[0]) return 'no turn'
  const after = query.after === null ? '0' : positionOf(turnId, query.after)
  if (after === null) return 'bad cursor'
  const { rows: all } = await db.query<ChangeRow>(
    'select * from changes where turn_id = $1 order by position',
    [turnId],
  )
  const titles = await titlesOf(db, agentId)
  for (const row of all) row.sheet_name = titles.get(row.sheet_id ?? -1) ?? row.sheet_name
  const rest = all.filter(row => BigInt(row.position) > BigInt(after))
  const shown = rest.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    summary: await summaryOf(db, turnId, turn.rows[0], all, now),
    changes: await Promise.all(
      shown.map(async row => ({ ...toChange(row), ...(query.cells ? await samplesOf(db, row) : {}) })),
    ),
    end_cursor: last ? cursorOf(turnId, last.position) : null,
    has_next_page: rest.length > shown.length,
    total: all.length,
  }
}

/** Names of tabs as the conversation's latest write left them: what was changed before goes by them too. */
async function titlesOf(db: Queryable, agentId: string): Promise<Map<number, string>> {
  const { rows } = await db.query<{ layout: string }>(
    `select latest.layout from turns t cross join lateral (
       select w.layout, w.position from writes w where w.turn_id = t.id and w.state = 'done'
       order by w.position desc limit 1
     ) latest where t.agent_id = $1 order by latest.position desc limit 1`,
    [agentId],
  )
  const { tabs } = JSON.parse(rows[0]?.layout ?? '{"tabs":[]}') as { tabs: PackedTab[] }
  return new Map(tabs.map(({ sheetId, title }) => [sheetId, title]))
}

const toChange = (row: ChangeRow): Change => ({
  change_id: row.id,
  tool_call_id: row.call_id,
  tool: row.tool,
  kind: row.kind,
  sheet_id: row.sheet_id,
  sheet_name: row.sheet_name,
  range: row.range,
  cells: row.cells,
  description: row.description,
  at: row.at.toISOString(),
  undo_state: row.undo_state,
  undo_note: row.undo_note,
})

/** What was looked at after the turn is there a moment after its end. */
const RECORDING_MS = 60_000

interface WriteState {
  writes: number
  forgotten: number
  open: number
}

async function summaryOf(
  db: Queryable,
  turnId: string,
  turn: { status: string; ended_at: Date | null },
  changes: readonly ChangeRow[],
  now: Date,
): Promise<ChangesSummary> {
  const { rows } = await db.query<WriteState>(
    `select count(*)::int as writes, count(forgotten_at)::int as forgotten,
       (count(*) filter (where state = 'done' and undone_by is null and forgotten_at is null))::int as open
     from writes where turn_id = $1 and undo_id is null and state <> 'not_done'`,
    [turnId],
  )
  const writes = rows[0]!
  const watch = await db.query<{ found: string; complete: boolean }>(
    'select found, complete from turn_watches where turn_id = $1',
    [turnId],
  )
  const undo = await db.query<{ id: string }>(
    'select id from undos where turn_id = $1 order by created_at desc, id limit 1',
    [turnId],
  )
  const found = watch.rows[0] ? (JSON.parse(watch.rows[0].found) as TurnFound) : NOTHING_FOUND
  const isRecent = turn.ended_at !== null && now.getTime() - turn.ended_at.getTime() < RECORDING_MS
  const isOpen = turn.status === 'active' || (isRecent && watch.rows[0]?.complete !== true)
  return {
    state: stateOf(writes, isOpen),
    ...countsOf(changes),
    side_effects: found.sideEffects,
    proof: found.proof,
    undoable: writes.open > 0 && turn.status !== 'active',
    undone: undoneOf(changes),
    undo_id: undo.rows[0]?.id ?? null,
  }
}

function stateOf({ writes, forgotten }: WriteState, isOpen: boolean): ChangesSummary['state'] {
  if (writes === 0) return 'none'
  if (isOpen) return 'recording'
  return forgotten === writes ? 'expired' : 'complete'
}

function undoneOf(changes: readonly ChangeRow[]): ChangesSummary['undone'] {
  const undone = changes.filter(change => change.undo_state === 'undone').length
  if (changes.length > 0 && undone === changes.length) return 'yes'
  return undone > 0 || changes.some(change => change.undo_state === 'partly') ? 'partly' : 'no'
}

function countsOf(changes: readonly ChangeRow[]) {
  const tabs = new Map<number, ChangesSummary['tabs'][number]>()
  for (const { sheet_id, sheet_name, cells, kind } of changes) {
    if (sheet_id === null) continue
    const tab = tabs.get(sheet_id) ?? { sheet_id, sheet_name: sheet_name ?? '', cells: 0, kinds: [] }
    tabs.set(sheet_id, tab)
    tab.cells += cells
    if (!tab.kinds.includes(kind)) tab.kinds.push(kind)
  }
  const about = (pattern: RegExp) =>
    changes.filter(({ kind, description }) => kind === 'tab' && pattern.test(description)).length
  return {
    cells: changes.reduce((sum, { cells }) => sum + cells, 0),
    ranges: changes.filter(({ range }) => range !== null).length,
    tabs: [...tabs.values()],
    new_tabs: about(/^(Added|Copied) /),
    deleted_tabs: about(/^Deleted /),
    structure: changes.filter(({ kind }) => kind === 'rows' || kind === 'columns' || kind === 'tab').length,
  }
}

const contentOf = (cell: CellData | undefined) => ({ formula: formulaOf(cell), shown: shownOf(cell) })

/** Cells of the change that are others than before, up to the most there may be. */
async function samplesOf(
  db: Queryable,
  row: ChangeRow,
): Promise<Required<Pick<Change, 'samples' | 'samples_truncated'>>> {
  const none = { samples: [], samples_truncated: false }
  const box = row.range === null ? null : parseBox(row.range)
  if (!box || row.sheet_id === null) return none
  const before = await readImageOf(db, row.write_id, 'before')
  const after = await readImageOf(db, row.write_id, 'after')
  if (!before || !after) return none
  const { layout } = await readShapeOf(db, row.write_id)
  const tab = layout.tabs.get(row.sheet_id)
  const rowIds = tab?.rows.toIds()
  const columnIds = tab?.columns.toIds()
  const closed = closeBox(box, rowIds?.length ?? 10_000_000, columnIds?.length ?? 20_000)
  const samples: Required<Change>['samples'] = []
  for (let line = closed.startRow; line < closed.endRow; line += 1)
    for (let column = closed.startColumn; column < closed.endColumn; column += 1) {
      // A deleted tab or line is told by what it held.
      const isGone = rowIds === undefined || row.description.startsWith('Deleted')
      const place = isGone ? [line, column] : [rowIds[line] ?? NEW_LINE, columnIds?.[column] ?? NEW_LINE]
      const was =
        place[0]! >= NEW_LINE || place[1]! >= NEW_LINE
          ? {}
          : cellOf(before, row.sheet_id, place[0]!, place[1]!)
      const is = isGone ? {} : cellOf(after, row.sheet_id, line, column)
      if (was === undefined && is === undefined) continue
      if (sameCell(was ?? {}, is ?? {})) continue
      if (samples.length === MAX_CHANGE_SAMPLES) return { samples, samples_truncated: true }
      samples.push({ cell: cellName(line, column), before: contentOf(was), after: contentOf(is) })
    }
  return { samples, samples_truncated: false }
}
