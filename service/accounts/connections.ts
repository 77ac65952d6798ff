/**
 * A person's grant to work on their spreadsheets: one Google refresh token each, sealed. Keys inherit it.
 * A grant that Google no longer honours is marked, so that everyone is told to connect again.
 */
import type { Queryable } from '../store/db.ts'
import type { Sealing } from './sealing.ts'

export interface Connection {
  email: string | null
  scopes: string
  connectedAt: Date
  revoked: boolean
}

/** What the spreadsheet client asks of accounts. */
export interface Grants {
  /** Null where the person has connected no account, or the grant was revoked. */
  refreshToken(userId: string): Promise<string | null>
  /** Google refused `refreshToken` for good (invalid_grant). A newer grant stays as it is. */
  markRevoked(userId: string, refreshToken: string): Promise<void>
}

export const grantOwner = (userId: string) => `google:${userId}`

interface ConnectionRow {
  refresh_token_sealed: string
  email: string | null
  scopes: string
  connected_at: Date
  revoked_at: Date | null
}

async function read(db: Queryable, userId: string): Promise<ConnectionRow | undefined> {
  const { rows } = await db.query<ConnectionRow>('select * from google_connections where user_id = $1', [
    userId,
  ])
  return rows[0]
}

export function createGrants(db: Queryable, sealing: Sealing): Grants {
  return {
    async refreshToken(userId) {
      const row = await read(db, userId)
      if (!row || row.revoked_at !== null) return null
      return sealing.open(row.refresh_token_sealed, grantOwner(userId))
    },
    async markRevoked(userId, refreshToken) {
      const row = await read(db, userId)
      if (!row || sealing.open(row.refresh_token_sealed, grantOwner(userId)) !== refreshToken) return
      await db.query(
        `update google_connections set revoked_at = coalesce(revoked_at, now())
         where user_id = $1 and refresh_token_sealed = $2`,
        [userId, row.refresh_token_sealed],
      )
    },
  }
}

export async function connectGoogle(
  db: Queryable,
  sealing: Sealing,
  grant: { userId: string; refreshToken: string; email: string | null; scopes: string },
): Promise<void> {
  await db.query(
    `insert into google_connections (user_id, refresh_token_sealed, email, scopes)
     values ($1, $2, $3, $4)
     on conflict (user_id) do update set refresh_token_sealed = excluded.refresh_token_sealed,
       email = excluded.email, scopes = excluded.scopes, connected_at = now(), revoked_at = null`,
    [grant.userId, sealing.seal(grant.refreshToken, grantOwner(grant.userId)), grant.email, grant.scopes],
  )
}

/** Answers the forgotten token, so that the caller can tell Google too. */
export async function disconnectGoogle(
  db: Queryable,
  sealing: Sealing,
  userId: string,
): Promise<string | null> {
  const { rows } = await db.query<ConnectionRow>(
    'delete from google_connections where user_id = $1 returning *',
    [userId],
  )
  const row = rows[0]
  return row ? sealing.open(row.refresh_token_sealed, grantOwner(userId)) : null
}

export async function connectionOf(db: Queryable, userId: string): Promise<Connection | null> {
  const row = await read(db, userId)
  if (!row) return null
  return {
    email: row.email,
    scopes: row.scopes,
    connectedAt: row.connected_at,
    revoked: row.revoked_at !== null,
  }
}
