/** Deliveries for the dashboard: what was sent where and what came of it, and sending one again. */
import type { Queryable } from '../store/db.ts'
import { type Cursor, cursorColumn, type PageOf, pageOf } from '../store/page.ts'
import { WEBHOOK_CHANNEL } from './queue.ts'

export interface ListedDelivery {
  turnId: string
  keyName: string
  email: string
  /** Where it went, without its query: that may hold a secret of the receiver's. */
  address: string
  /** A status code, a word for what went wrong, or null while it is on its way. */
  outcome: string | null
  createdAt: Date
  finishedAt: Date | null
}

/** Whose: one person's keys in a space, or with no person all of the space. */
export interface DeliveryScope {
  spaceId: string
  userId?: string | undefined
}

interface DeliveryRow {
  turn_id: string
  key_name: string
  email: string
  address: string
  outcome: string | null
  created_at: Date
  finished_at: Date | null
  cursor: string
}

export async function listDeliveries(
  db: Queryable,
  scope: DeliveryScope,
  page: { after: Cursor | null; limit: number },
): Promise<PageOf<ListedDelivery>> {
  const { rows } = await db.query<DeliveryRow>(
    `select d.turn_id, k.name as key_name, u.email, substring(d.url from '^[^?#]*') as address, d.outcome,
       d.created_at, d.finished_at, ${cursorColumn('d.created_at', 'd.turn_id')}
     from webhook_deliveries d join api_keys k on k.id = d.key_id join users u on u.id = k.user_id
     where k.space_id = $1 and ($2::uuid is null or k.user_id = $2)
       and ($3::timestamptz is null or (d.created_at, d.turn_id) < ($3, $4::uuid))
     order by d.created_at desc, d.turn_id desc limit $5`,
    [scope.spaceId, scope.userId ?? null, page.after?.at ?? null, page.after?.id ?? null, page.limit + 1],
  )
  return pageOf(rows, page.limit, row => ({
    turnId: row.turn_id,
    keyName: row.key_name,
    email: row.email,
    address: row.address,
    outcome: row.outcome,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }))
}

/**
 * The same bytes to the same address once more. Answers whether there was one to send: one that is still on
 * its way is not.
 */
export async function sendAgain(db: Queryable, scope: DeliveryScope, turnId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update webhook_deliveries d set finished_at = null, outcome = null, attempts = 0, claimed_until = null
     from api_keys k
     where k.id = d.key_id and d.turn_id = $1 and k.space_id = $2 and ($3::uuid is null or k.user_id = $3)
       and d.finished_at is not null`,
    [turnId, scope.spaceId, scope.userId ?? null],
  )
  if (rowCount === 0) return false
  await db.query(`select pg_notify('${WEBHOOK_CHANNEL}', '')`)
  return true
}
