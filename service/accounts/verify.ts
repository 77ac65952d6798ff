/** What "Verify API key" tells: whose key it is, its space, whether Google is connected, how webhooks are signed. */
import type { VerifyApiKeyResponse } from '../../contract/index.ts'
import type { Queryable } from '../store/db.ts'
import type { Caller } from '../turns/ports.ts'
import { signingSecretsOf } from './key-rotation.ts'
import type { Sealing } from './sealing.ts'

export async function describeKey(
  db: Queryable,
  sealing: Sealing,
  caller: Caller,
  now: Date,
): Promise<VerifyApiKeyResponse> {
  const { rows } = await db.query<{ email: string; name: string | null; connected: boolean }>(
    `select u.email, s.name,
       exists (select 1 from google_connections g where g.user_id = u.id and g.revoked_at is null) as connected
     from users u, spaces s where u.id = $1 and s.id = $2`,
    [caller.userId, caller.spaceId],
  )
  const row = rows[0]
  if (!row) throw new Error('the owner of a key is gone')
  return {
    valid: true,
    user: { email: row.email },
    space: { id: caller.spaceId, name: row.name },
    google_connected: row.connected,
    webhook_secret: (await signingSecretsOf(db, sealing, caller.keyId, now)).secret,
  }
}
