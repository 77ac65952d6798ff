/**
 * What was spent, from the ledger: by day, by agent, by model, by person. Grants are left out. Never
 * reads prompts or cells. Days are calendar days in UTC, as spending months are.
 */
import type { Queryable } from '../store/db.ts'

/** One person's spending in a space, or with no person all of the space. */
export interface UsageScope {
  spaceId: string
  userId?: string | undefined
  /** The first instant that counts. */
  since: Date
}

export interface DayUsage {
  /** "2026-11-20" */
  day: string
  agentNano: bigint
  toolNano: bigint
}

export interface AgentUsage {
  agentId: string
  email: string | null
  turns: number
  lastActivityAt: Date | null
  spentNano: bigint
}

export interface NamedUsage {
  name: string
  spentNano: bigint
}

const DAY_MS = 86_400_000
const MAX_AGENTS = 50

const SPENT = `space_id = $1 and ($2::uuid is null or user_id = $2) and created_at >= $3
  and kind <> 'grant'`
const scoped = (scope: UsageScope) => [scope.spaceId, scope.userId ?? null, scope.since]

/** Midnight in UTC, `days` calendar days ago, today included as one of them. */
export function startOfDays(days: number, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return new Date(today - (days - 1) * DAY_MS)
}

/** Every day from `scope.since` to `until`, those without spending too. */
export async function usageByDay(db: Queryable, scope: UsageScope, until: Date): Promise<DayUsage[]> {
  const { rows } = await db.query<{ day: string; agent: string; tool: string }>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
       coalesce(sum(amount_nano) filter (where kind = 'agent'), 0)::bigint as agent,
       coalesce(sum(amount_nano) filter (where kind = 'tool'), 0)::bigint as tool
     from ledger where ${SPENT} group by 1`,
    scoped(scope),
  )
  const known = new Map(rows.map(row => [row.day, row]))
  const days: DayUsage[] = []
  for (let at = scope.since.getTime(); at <= until.getTime(); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    const row = known.get(day)
    days.push({ day, agentNano: BigInt(row?.agent ?? 0), toolNano: BigInt(row?.tool ?? 0) })
  }
  return days
}

/** The costliest agents. One that spent nothing is not among them. */
export async function usageByAgent(db: Queryable, scope: UsageScope): Promise<AgentUsage[]> {
  const { rows } = await db.query<{
    agent_id: string
    email: string | null
    turns: number | null
    last_activity_at: Date | null
    spent: string
  }>(
    `select l.agent_id, u.email, a.number_of_turns as turns, a.last_activity_at, l.spent
     from (select agent_id, min(user_id::text)::uuid as user_id, sum(amount_nano)::bigint as spent
           from ledger where ${SPENT} and agent_id is not null group by agent_id) l
     left join agents a on a.id = l.agent_id left join users u on u.id = l.user_id
     order by l.spent desc, l.agent_id limit ${MAX_AGENTS}`,
    scoped(scope),
  )
  return rows.map(row => ({
    agentId: row.agent_id,
    email: row.email,
    turns: row.turns ?? 0,
    lastActivityAt: row.last_activity_at,
    spentNano: BigInt(row.spent),
  }))
}

async function byName(db: Queryable, scope: UsageScope, name: string): Promise<NamedUsage[]> {
  const { rows } = await db.query<{ name: string | null; spent: string }>(
    `select ${name} as name, sum(amount_nano)::bigint as spent
     from ledger where ${SPENT} group by 1 order by 2 desc, 1`,
    scoped(scope),
  )
  return rows.map(row => ({ name: row.name ?? 'other', spentNano: BigInt(row.spent) }))
}

export const usageByModel = (db: Queryable, scope: UsageScope) => byName(db, scope, 'model')

export const usageByPerson = (db: Queryable, scope: UsageScope) =>
  byName(db, scope, '(select u.email from users u where u.id = ledger.user_id)')

/** What each person of a space spent in a calendar month; `month` is its first day. */
export async function spentInMonth(
  db: Queryable,
  spaceId: string,
  month: string,
): Promise<Map<string, bigint>> {
  const { rows } = await db.query<{ user_id: string; spent_nano: string }>(
    'select user_id, spent_nano from spending_months where space_id = $1 and month = $2::date',
    [spaceId, month],
  )
  return new Map(rows.map(row => [row.user_id, BigInt(row.spent_nano)]))
}
