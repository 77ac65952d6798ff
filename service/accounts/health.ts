/** How the service is, in numbers that its operator looks at. Of all spaces together; no contents. */
import type { Queryable } from '../store/db.ts'

export interface ServiceHealth {
  active: number
  queued: number
  /** How long the oldest queued turn has waited. */
  oldestQueuedSeconds: number | null
  webhooksWaiting: number
  replicas: number
  databaseBytes: bigint
  /** The latest migration. */
  schema: string
  people: number
  spaces: number
  /** Turns of the last day by how they ended. */
  ends: { status: string; code: string | null; turns: number }[]
  /** Of turns that ended within the last day. */
  medianSeconds: number | null
  p95Seconds: number | null
}

interface Counts {
  active: number
  queued: number
  oldest: string | null
  webhooks: number
  replicas: number
  bytes: string
  schema: string
  people: number
  spaces: number
}

const COUNTS = `select
  (select count(*)::int from turns where status = 'active') as active,
  (select count(*)::int from dbos.workflow_status where status = 'ENQUEUED') as queued,
  (select extract(epoch from now())::float8 - min(created_at)::float8 / 1000
     from dbos.workflow_status where status = 'ENQUEUED') as oldest,
  (select count(*)::int from webhook_deliveries where finished_at is null) as webhooks,
  (select count(*)::int from executors where beat_at > now() - interval '5 seconds') as replicas,
  pg_database_size(current_database()) as bytes,
  (select max(name) from migrations) as schema,
  (select count(*)::int from users) as people,
  (select count(*)::int from spaces) as spaces`

export async function readServiceHealth(db: Queryable, now: Date): Promise<ServiceHealth> {
  const since = new Date(now.getTime() - 86_400_000)
  const { rows } = await db.query<Counts>(COUNTS)
  const counts = rows[0]!
  const ends = await db.query<ServiceHealth['ends'][number]>(
    `select status, error_code as code, count(*)::int as turns from turns where ended_at >= $1
     group by 1, 2 order by 3 desc, 1, 2`,
    [since],
  )
  const times = await db.query<{ median: number | null; p95: number | null }>(
    `select percentile_cont(0.5) within group (order by s)::float8 as median,
       percentile_cont(0.95) within group (order by s)::float8 as p95
     from (select extract(epoch from ended_at - created_at) as s from turns where ended_at >= $1) t`,
    [since],
  )
  return {
    active: counts.active,
    queued: counts.queued,
    oldestQueuedSeconds: counts.oldest === null ? null : Math.max(0, Number(counts.oldest)),
    webhooksWaiting: counts.webhooks,
    replicas: counts.replicas,
    databaseBytes: BigInt(counts.bytes),
    schema: counts.schema,
    people: counts.people,
    spaces: counts.spaces,
    ends: ends.rows,
    medianSeconds: times.rows[0]?.median ?? null,
    p95Seconds: times.rows[0]?.p95 ?? null,
  }
}
