/**
 * The queue of webhooks: a row is written with the end of its turn and claimed by one process at a time.
 * A claim outlives a delivery; where it runs out, its process died, and the webhook is sent once more.
 */
import type { Queryable } from '../store/db.ts'

export const WEBHOOK_CHANNEL = 'rowhand_webhooks'
const CLAIM_SECONDS = 30
const MAX_ATTEMPTS = 2
const MAX_OF_A_SPACE = 4

export interface Delivery {
  turnId: string
  keyId: string
  url: string
  body: string
}

/** In the transaction that ends the turn; the notice goes out when that commits. */
export async function enqueueWebhook(tx: Queryable, delivery: Delivery): Promise<void> {
  await tx.query(
    `insert into webhook_deliveries (turn_id, key_id, url, body) values ($1, $2, $3, $4)
     on conflict (turn_id) do nothing`,
    [delivery.turnId, delivery.keyId, delivery.url, delivery.body],
  )
  await tx.query(`select pg_notify('${WEBHOOK_CHANNEL}', '')`)
}

/** Oldest first, but never more than a few at once of one space: its slow receivers keep no other waiting. */
export async function claimWebhooks(
  db: Queryable,
  limit: number,
  pausedHosts: readonly string[] = [],
): Promise<Delivery[]> {
  const { rows } = await db.query<{ turn_id: string; key_id: string; url: string; body: string }>(
    `update webhook_deliveries
     set attempts = attempts + 1, claimed_until = now() + make_interval(secs => $2)
     where turn_id in (
       select turn_id from webhook_deliveries
       where finished_at is null and attempts < $3 and (claimed_until is null or claimed_until < now())
         and turn_id in (
           select turn_id from (
             select turn_id, row_number() over (
               partition by coalesce(space_id, key_id) order by claimed_until > now() desc nulls last, d.created_at
             ) as place
             from webhook_deliveries d left join api_keys k on k.id = d.key_id
             where finished_at is null and (attempts < $3 or claimed_until > now())
               and not (lower(substring(d.url from '^[a-zA-Z]+://([^/?#]+)')) = any($5::text[])
                 and coalesce(claimed_until <= now(), true))
           ) placed where place <= $4)
       order by created_at limit $1 for update skip locked)
     returning turn_id, key_id, url, body`,
    [limit, CLAIM_SECONDS, MAX_ATTEMPTS, MAX_OF_A_SPACE, pausedHosts],
  )
  return rows.map(row => ({ turnId: row.turn_id, keyId: row.key_id, url: row.url, body: row.body }))
}

/** `outcome` is a status code or a word for what went wrong: never what the receiver wrote. */
export async function finishWebhook(db: Queryable, turnId: string, outcome: string): Promise<void> {
  await db.query('update webhook_deliveries set finished_at = now(), outcome = $2 where turn_id = $1', [
    turnId,
    outcome,
  ])
}

/** Rows that crashed twice are closed; retention ends them. */
export async function tidyWebhooks(db: Queryable): Promise<void> {
  await db.query(
    `update webhook_deliveries set finished_at = now(), outcome = 'given_up'
     where finished_at is null and attempts >= $1 and claimed_until < now()`,
    [MAX_ATTEMPTS],
  )
}
