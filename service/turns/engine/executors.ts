/**
 * Which processes of the service are alive, by heartbeats in the database. A turn whose executor is not
 * among them is taken over by whoever notices first. On an embedded database there is one, called "local".
 */
import type { Queryable } from '../../store/db.ts'

export const BEAT_EVERY_MS = 1_000
export const DEAD_AFTER_MS = 5_000
/** With this much left until it may be taken for dead, an executor still writes. */
export const SILENT_AFTER_MS = 2_500

export async function beat(db: Queryable, executorId: string): Promise<void> {
  await db.query(
    `insert into executors (id, beat_at) values ($1, now())
     on conflict (id) do update set beat_at = now()`,
    [executorId],
  )
}

/** Says goodbye: others take over at once instead of waiting for silence. */
export async function expire(db: Queryable, executorId: string): Promise<void> {
  await db.query(`update executors set beat_at = '-infinity' where id = $1`, [executorId])
}

/** Executors that have unfinished work and no recent heartbeat. Rows of long-dead ones are cleared away. */
export async function deadExecutors(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ executor_id: string }>(
    `select distinct w.executor_id from dbos.workflow_status w
     where w.status = 'PENDING' and not exists (
       select 1 from executors e
       where e.id = w.executor_id and e.beat_at > now() - $1::int * interval '1 millisecond')`,
    [DEAD_AFTER_MS],
  )
  return rows.map(row => row.executor_id)
}

export async function forgetDead(db: Queryable): Promise<void> {
  await db.query(
    `delete from executors e where e.beat_at < now() - interval '1 hour' and not exists (
       select 1 from dbos.workflow_status w where w.executor_id = e.id and w.status = 'PENDING')`,
  )
}
