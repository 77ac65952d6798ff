/**
 * Credits and spending limits: whether a turn may start, and the booking of each cost, once, in the
 * caller's transaction. Limits count per calendar month in UTC. Knows nothing of models and prices.
 */
import type { Queryable } from '../store/db.ts'
import type { Billing, Caller, Cost, Payer } from '../turns/ports.ts'
import { formatDollars } from './money.ts'

interface Standing {
  creditsNano: bigint
  space: { limitNano: bigint | null; spentNano: bigint }
  user: { limitNano: bigint | null; spentNano: bigint }
  /** Where it was asked for a key. */
  key: { limitNano: bigint | null; spentNano: bigint }
}

type Stop = { message: string; params: Record<string, unknown> }

/** First day of the month in UTC, as the database writes dates. */
export const monthOf = (at: Date) => `${at.toISOString().slice(0, 7)}-01`

export async function readStanding(
  db: Queryable,
  caller: Pick<Caller, 'spaceId' | 'userId'> & { keyId?: string },
  month: string,
): Promise<Standing> {
  const { rows } = await db.query<{
    credits_nano: string
    space_limit: string | null
    user_limit: string | null
    space_spent: string
    user_spent: string
    key_limit: string | null
    key_spent: string
  }>(
    `select s.credits_nano, s.spending_limit_nano as space_limit, m.spending_limit_nano as user_limit,
       coalesce(sum(p.spent_nano), 0)::bigint as space_spent,
       coalesce(sum(p.spent_nano) filter (where p.user_id = $2), 0)::bigint as user_spent,
       (select k.spending_limit_nano from api_keys k where k.id = $4) as key_limit,
       coalesce((select y.spent_nano from key_spending_months y where y.key_id = $4 and y.month = $3::date), 0)
         as key_spent
     from spaces s
     left join members m on m.space_id = s.id and m.user_id = $2
     left join spending_months p on p.space_id = s.id and p.month = $3::date
     where s.id = $1
     group by s.credits_nano, s.spending_limit_nano, m.spending_limit_nano`,
    [caller.spaceId, caller.userId, month, caller.keyId ?? null],
  )
  const row = rows[0]
  if (!row) throw new Error('the space of a key is gone')
  const limit = (text: string | null) => (text === null ? null : BigInt(text))
  return {
    creditsNano: BigInt(row.credits_nano),
    space: { limitNano: limit(row.space_limit), spentNano: BigInt(row.space_spent) },
    user: { limitNano: limit(row.user_limit), spentNano: BigInt(row.user_spent) },
    key: { limitNano: limit(row.key_limit), spentNano: BigInt(row.key_spent) },
  }
}

const nextMonth = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}

/** Null while there is something left to spend. */
function whyStop({ creditsNano, space, user, key }: Standing, month: string): Stop | null {
  if (creditsNano <= 0n) {
    return {
      message: 'This space has no credits left. Ask an owner of the space to add some.',
      params: { limit: 'credits', credits_left: Number(creditsNano) },
    }
  }
  for (const [whose, { limitNano, spentNano }] of [
    ['space', space],
    ['user', user],
    ['key', key],
  ] as const) {
    if (limitNano === null || spentNano < limitNano) continue
    const name = { space: "The space's", user: 'Your', key: "This key's" }[whose]
    const who = whose === 'key' ? 'its person or an owner of the space' : 'an owner of the space'
    return {
      message: `${name} spending limit of ${formatDollars(limitNano, 'exact')} a month is reached (${formatDollars(spentNano, 'spent')} spent). It starts again on ${nextMonth(month)}; ${who} can raise it.`,
      params: {
        limit: whose,
        spending_limit: Number(limitNano),
        spent: Number(spentNano),
        resets_on: nextMonth(month),
      },
    }
  }
  return null
}

/** One statement for the ledger, whatever the number of costs; answers which of them were new. */
async function bookInLedger(tx: Queryable, payer: Payer, costs: readonly Cost[]): Promise<boolean[]> {
  const { rows } = await tx.query<{ idempotency_key: string }>(
    `insert into ledger (space_id, user_id, key_id, agent_id, turn_id, kind, model, amount_nano, idempotency_key)
     select $1, $2, $3, $4, $5, c.kind, c.model, c.amount, c.key
     from unnest($6::text[], $7::text[], $8::bigint[], $9::text[]) as c (kind, model, amount, key)
     on conflict (idempotency_key) do nothing returning idempotency_key`,
    [
      payer.spaceId,
      payer.userId,
      payer.keyId,
      payer.agentId,
      payer.turnId,
      costs.map(cost => cost.kind),
      costs.map(cost => cost.model),
      costs.map(cost => cost.costNanoDollars.toString()),
      costs.map(cost => cost.idempotencyKey),
    ],
  )
  const fresh = new Set(rows.map(row => row.idempotency_key))
  // `delete` is true once: a key that stands twice in the list was booked once.
  return costs.map(cost => fresh.delete(cost.idempotencyKey))
}

async function lowerCredits(tx: Queryable, payer: Payer, amountNano: bigint, month: string): Promise<void> {
  const amount = amountNano.toString()
  await tx.query('update spaces set credits_nano = credits_nano - $2 where id = $1', [payer.spaceId, amount])
  await tx.query(
    `with of_key as (
       insert into key_spending_months (key_id, month, spent_nano)
       select id, $2::date, $4::bigint from api_keys where id = $5
       on conflict (key_id, month)
         do update set spent_nano = key_spending_months.spent_nano + excluded.spent_nano)
     insert into spending_months (space_id, month, user_id, spent_nano) values ($1, $2::date, $3, $4::bigint)
     on conflict (space_id, month, user_id)
       do update set spent_nano = spending_months.spent_nano + excluded.spent_nano`,
    [payer.spaceId, month, payer.userId, amount, payer.keyId],
  )
}

export function createBilling(now: () => Date): Billing {
  return {
    async admit(tx, caller) {
      const month = monthOf(now())
      const stop = whyStop(await readStanding(tx, caller, month), month)
      return stop ? { state: 'refused', message: stop.message } : { state: 'ok' }
    },
    async charge(tx, payer, costs) {
      const month = monthOf(now())
      const booked = costs.length === 0 ? [] : await bookInLedger(tx, payer, costs)
      const amount = costs.reduce((sum, cost, i) => (booked[i] ? sum + cost.costNanoDollars : sum), 0n)
      if (amount > 0n) await lowerCredits(tx, payer, amount, month)
      const stop = whyStop(await readStanding(tx, payer, month), month)
      return stop ? { state: 'stop', booked, ...stop } : { state: 'ok', booked }
    },
  }
}

/** In a transaction. Adds credits, once for each key. Answers whether they were added now. */
export async function grantCredits(
  tx: Queryable,
  grant: { spaceId: string; amountNano: bigint; idempotencyKey: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into ledger (space_id, kind, amount_nano, idempotency_key) values ($1, 'grant', $2, $3)
     on conflict (idempotency_key) do nothing`,
    [grant.spaceId, (-grant.amountNano).toString(), grant.idempotencyKey],
  )
  if (rowCount === 0) return false
  await tx.query('update spaces set credits_nano = credits_nano + $2 where id = $1', [
    grant.spaceId,
    grant.amountNano.toString(),
  ])
  return true
}

/** Null lifts the limit. Zero lets nothing start. */
export async function setSpaceLimit(db: Queryable, spaceId: string, limitNano: bigint | null): Promise<void> {
  await db.query('update spaces set spending_limit_nano = $2 where id = $1', [
    spaceId,
    limitNano?.toString() ?? null,
  ])
}

/** Answers whether the person is a member. */
export async function setUserLimit(
  db: Queryable,
  spaceId: string,
  userId: string,
  limitNano: bigint | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update members set spending_limit_nano = $3 where space_id = $1 and user_id = $2',
    [spaceId, userId, limitNano?.toString() ?? null],
  )
  return rowCount > 0
}
