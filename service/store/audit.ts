/**
 * The audit log: who did what, by which key, to which spreadsheet. Actions and details are words of closed
 * lists; it knows no prompt, no cell, no name of a tab, and takes none.
 */
import type { Queryable } from './db.ts'
import { type PageOf, pageOf } from './page.ts'

/** What a turn or a request with a key does. */
export const KEY_ACTIONS = [
  'sheet-changed',
  'change-taken-back',
  'permission-asked',
  'permission-given',
  'permission-denied',
  'tab-copied',
  'conversation-deleted',
] as const
export type KeyAction = (typeof KEY_ACTIONS)[number]

export interface AuditEvent {
  spaceId: string
  at: Date
  /** Null for the operator. */
  userId: string | null
  via: 'key' | 'dashboard' | 'operator'
  action: string
  aboutUserId?: string | null
  keyId?: string | null
  spreadsheetId?: string | null
  turnId?: string | null
  detail?: string | null
  cells?: number | null
}

const WORD = /^[a-z][a-z_-]{0,39}$/

export async function noteAudit(db: Queryable, event: AuditEvent): Promise<void> {
  // A programming mistake that would put somebody's words here ends here.
  if (!WORD.test(event.action) || (event.detail != null && !WORD.test(event.detail)))
    throw new Error('the audit log takes words of closed lists only')
  await db.query(
    `insert into audit_log (space_id, at, user_id, via, key_id, spreadsheet_id, turn_id, action, detail, cells,
       about_user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (select id from users where id = $11))`,
    [
      event.spaceId,
      event.at,
      event.userId,
      event.via,
      event.keyId ?? null,
      event.spreadsheetId ?? null,
      event.turnId ?? null,
      event.action,
      event.detail ?? null,
      event.cells ?? null,
      event.aboutUserId ?? null,
    ],
  )
}

export interface TurnAuditEvent {
  turnId: string
  at: Date
  action: KeyAction
  /** One row each: the kind of change, or of permission. */
  details: readonly { detail: string; cells: number | null }[]
}

/** What a turn did, under the turn's own key and person. */
export async function noteTurnAudit(tx: Queryable, event: TurnAuditEvent): Promise<void> {
  if (event.details.length === 0) return
  await tx.query(
    `insert into audit_log (space_id, at, user_id, via, key_id, spreadsheet_id, turn_id, action, detail, cells)
     select t.space_id, $2, a.user_id, 'key', k.id, a.spreadsheet_id, t.id, $3, d.detail, d.cells
     from turns t join agents a on a.id = t.agent_id left join api_keys k on k.id = t.key_id,
       unnest($4::text[], $5::int[]) as d (detail, cells)
     where t.id = $1`,
    [
      event.turnId,
      event.at,
      event.action,
      event.details.map(({ detail }) => detail),
      event.details.map(({ cells }) => cells),
    ],
  )
}

export interface AuditRow {
  id: string
  at: Date
  via: AuditEvent['via']
  email: string | null
  aboutEmail: string | null
  keyName: string | null
  spreadsheetId: string | null
  turnId: string | null
  action: string
  detail: string | null
  cells: number | null
}

/** Newest first; with `userId` only what that person did. `before` is the id after which it goes on. */
export async function readAudit(
  db: Queryable,
  scope: { spaceId: string; userId?: string | undefined },
  page: { before: string | null; limit: number },
): Promise<PageOf<AuditRow>> {
  const { rows } = await db.query<{
    id: string
    at: Date
    via: AuditEvent['via']
    email: string | null
    about_email: string | null
    key_name: string | null
    spreadsheet_id: string | null
    turn_id: string | null
    action: string
    detail: string | null
    cells: number | null
    cursor: string
  }>(
    `select l.id, l.id::text as cursor, l.at, l.via, u.email, o.email as about_email, k.name as key_name, l.spreadsheet_id, l.turn_id, l.action, l.detail, l.cells
     from audit_log l left join users u on u.id = l.user_id left join users o on o.id = l.about_user_id
       left join api_keys k on k.id = l.key_id
     where l.space_id = $1 and ($2::uuid is null or l.user_id = $2) and ($3::bigint is null or l.id < $3)
     order by l.id desc limit $4`,
    [scope.spaceId, scope.userId ?? null, page.before, page.limit + 1],
  )
  return pageOf(
    rows,
    page.limit,
    ({ about_email, key_name, spreadsheet_id, turn_id, cursor: _, ...row }) => ({
      ...row,
      aboutEmail: about_email,
      keyName: key_name,
      spreadsheetId: spreadsheet_id,
      turnId: turn_id,
    }),
  )
}
