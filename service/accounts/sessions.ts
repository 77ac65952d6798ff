/**
 * Who is signed in to the dashboard. The browser holds a random id, the database its hash. A session ends
 * when it was not used for a while, at a fixed age, or when the person signs out. Knows no cookies.
 */
import { hash, randomBytes } from 'node:crypto'
import type { Queryable } from '../store/db.ts'

export const SESSION_IDLE_HOURS = 24
export const SESSION_MAX_DAYS = 14
const HOUR_MS = 3_600_000
const SEEN_EVERY_MS = 60_000

export interface Session {
  /** Hash of what the browser holds: names the session here, opens nothing. */
  idHash: string
  userId: string
  email: string
  /** The space the person looked at last; they may have left it since. */
  spaceId: string
}

const hashOf = (id: string) => hash('sha256', id)

/** Answers what the browser is to hold: the only time it can be read. */
export async function createSession(
  db: Queryable,
  session: { userId: string; spaceId: string; now: Date },
): Promise<{ id: string; expiresAt: Date }> {
  const id = randomBytes(32).toString('base64url')
  const expiresAt = new Date(session.now.getTime() + SESSION_MAX_DAYS * 24 * HOUR_MS)
  await db.query(
    `insert into sessions (id_hash, user_id, space_id, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, $4, $4, $5)`,
    [hashOf(id), session.userId, session.spaceId, session.now, expiresAt],
  )
  // Those of others that ran out: signing in is rare enough to sweep here.
  await db.query('delete from sessions where expires_at < $1 or last_seen_at < $2', [
    session.now,
    idleSince(session.now),
  ])
  return { id, expiresAt }
}

const idleSince = (now: Date) => new Date(now.getTime() - SESSION_IDLE_HOURS * HOUR_MS)

/** Null for an unknown session and for one that has ended. */
export async function readSession(db: Queryable, id: string, now: Date): Promise<Session | null> {
  const idHash = hashOf(id)
  const { rows } = await db.query<{ user_id: string; email: string; space_id: string; last_seen_at: Date }>(
    `select s.user_id, u.email, s.space_id, s.last_seen_at from sessions s join users u on u.id = s.user_id
     where s.id_hash = $1 and s.expires_at > $2 and s.last_seen_at > $3`,
    [idHash, now, idleSince(now)],
  )
  const row = rows[0]
  if (!row) return null
  if (now.getTime() - row.last_seen_at.getTime() >= SEEN_EVERY_MS) {
    await db.query('update sessions set last_seen_at = $2 where id_hash = $1', [idHash, now])
  }
  return { idHash, userId: row.user_id, email: row.email, spaceId: row.space_id }
}

export async function rememberSpace(db: Queryable, idHash: string, spaceId: string): Promise<void> {
  await db.query('update sessions set space_id = $2 where id_hash = $1', [idHash, spaceId])
}

export async function endSession(db: Queryable, id: string): Promise<void> {
  await db.query('delete from sessions where id_hash = $1', [hashOf(id)])
}

/** Signs the person out on every device. */
export async function endAllSessions(db: Queryable, userId: string): Promise<void> {
  await db.query('delete from sessions where user_id = $1', [userId])
}
