/**
 * Which processes of the service are alive, by heartbeats in the database. A turn whose executor is not
 * among them is taken over by whoever notices first. On an embedded database there is one, called "local".
 */
import type { Queryable } from '../../store/db.ts'

export const BEAT_EVERY_MS = 300
/** Without a beat for so long it is dead where its connection is gone too, as a kill leaves it. */
const GONE_AFTER_MS = 1_000
/** Where its connection stands, it may only be very busy. */
const DEAD_AFTER_MS = 5_000
/** With this much left until it may be taken for dead, an executor still writes. */
export const SILENT_AFTER_MS = 700
const PRESENCE = 7_264_003

/** What is asked of a connection; node-postgres' own client will do. */
interface Connection {
  query(text: string, params: unknown[]): Promise<{ rows: unknown[] }>
}

export async function beat(db: Connection, executorId: string): Promise<void> {
  await db.query(
    `insert into executors (id, beat_at) values ($1, now())
     on conflict (id) do update set beat_at = now()`,
    [executorId],
  )
}

/** A lock that lives as long as its connection. */
export async function holdPresence(client: Connection, executorId: string): Promise<void> {
  await client.query('select pg_try_advisory_lock($1, hashtext($2) & 2147483647)', [PRESENCE, executorId])
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
       where e.id = w.executor_id and e.beat_at > now() - interval '1 millisecond' * case
         when exists (
           select 1 from pg_locks l
           where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = $3::int::oid
             and l.objid::bigint = hashtext(e.id) & 2147483647
         ) then $1::int else $2::int end)`,
    [DEAD_AFTER_MS, GONE_AFTER_MS, PRESENCE],
  )
  return rows.map(row => row.executor_id)
}

export async function forgetDead(db: Queryable): Promise<void> {
  await db.query(
    `delete from executors e where e.beat_at < now() - interval '1 hour' and not exists (
       select 1 from dbos.workflow_status w where w.executor_id = e.id and w.status = 'PENDING')`,
  )
}
