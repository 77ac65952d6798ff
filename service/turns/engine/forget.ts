/** Erased turns leave the engine: whatever still runs of them is told to end, and their rows go. */
import type { Queryable } from '../../store/db.ts'
import { STOP_CHANNEL } from '../record/end-turn.ts'

/** Also where no engine has ever run on this database. */
export async function forgetTurns(db: Queryable, turnIds: readonly string[]): Promise<void> {
  if (turnIds.length === 0) return
  const { rows } = await db.query<{ there: boolean }>(
    "select to_regclass('dbos.workflow_status') is not null as there",
  )
  if (!rows[0]?.there) return
  await db.query('select pg_notify($1, id) from unnest($2::text[]) as id', [STOP_CHANNEL, turnIds])
  // Its steps and events go with a workflow.
  await db.query('delete from dbos.workflow_status where workflow_uuid = any($1::text[])', [turnIds])
}
