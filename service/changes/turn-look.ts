/** The end of a turn, looked at: open writes are settled, the tabs' fingerprint and what was found are kept. */
import type { Spreadsheet } from '../sheets/spreadsheet.ts'
import type { Db } from '../store/db.ts'
import { packPrints, printsOf, readContents } from './fingerprint.ts'
import { packJson } from './image/pack.ts'
import type { WriteRow } from './journal.ts'
import { resolveOpen } from './recorder.ts'
import type { TurnWatch } from './watch.ts'

export interface TurnLookParts {
  db: Db
  spreadsheet(): Promise<Spreadsheet>
  now(): Date
  newId(): string
}

interface OpenWrite extends WriteRow {
  call_id: string
  tool: string
}

async function openWrites(db: Db, turnId: string): Promise<{ any: boolean; open: OpenWrite[] }> {
  const { rows } = await db.query<OpenWrite>(
    // While the turn runs its writes are its own: another execution may have it.
    `select w.id, w.sequence, w.request_hash as hash, w.state, w.reply, w.call_id, w.tool
     from writes w join turns t on t.id = w.turn_id
     where w.turn_id = $1 and t.status <> 'active' and w.undo_id is null and w.state <> 'not_done'
     order by w.position`,
    [turnId],
  )
  return { any: rows.length > 0, open: rows.filter(row => row.state === 'intended') }
}

export async function keepTurnLook(
  parts: TurnLookParts,
  { turnId, agentId }: { turnId: string; agentId: string },
  watch: TurnWatch,
): Promise<void> {
  const { db, now, newId } = parts
  // A write that a Stop left behind comes to its end, and is noted by itself.
  await watch.idle()
  const { any, open } = await openWrites(db, turnId)
  if (!any) return
  const spreadsheet = await parts.spreadsheet()
  for (const row of open) {
    const owner = { agentId, turnId, undoId: null, callId: row.call_id, tool: row.tool }
    await resolveOpen({ db, spreadsheet, owner, now, newId }, [row])
  }
  spreadsheet.refresh()
  const found = await watch.finish(await readContents(spreadsheet, 'FORMULA'))
  // As the last write left it, where that is known: people may have gone on since.
  const left = watch.left ?? (await readContents(spreadsheet, 'UNFORMATTED_VALUE'))
  const fingerprint = left && (await packJson(packPrints(await printsOf(left))))
  await db.query(
    `insert into turn_watches (turn_id, agent_id, found, fingerprint, complete, updated_at)
     values ($1, $2, $3, $4, true, $5)
     on conflict (turn_id) do update set found = excluded.found, fingerprint = excluded.fingerprint,
       complete = true, updated_at = excluded.updated_at`,
    [turnId, agentId, JSON.stringify(found), fingerprint, now()],
  )
}
