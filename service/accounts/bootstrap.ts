/**
 * An account from the environment: the person, their space with credits, a key and a Google grant are
 * there after every start, made once. Used by the local demo and by first deployments.
 */
import { hash } from 'node:crypto'
import { z } from 'zod'
import { apiKeyPattern } from '../../contract/index.ts'
import type { Db, Queryable } from '../store/db.ts'
import { grantCredits } from './billing.ts'
import { connectGoogle } from './connections.ts'
import { createKey, hashApiKey, setWebhookSecret, webhookSecretOf } from './keys.ts'
import { NANO_PER_DOLLAR } from './money.ts'
import type { Sealing } from './sealing.ts'
import { createSpace, ensureUser, listSpaces } from './spaces.ts'

const bootstrapSchema = z.strictObject({
  email: z.email(),
  space: z.string().min(1),
  api_key: z.string().regex(apiKeyPattern).optional(),
  webhook_secret: z.string().min(1).optional(),
  google_refresh_token: z.string().min(1).optional(),
  credits_dollars: z.number().min(0).max(1_000_000).optional(),
})
export type Bootstrap = z.infer<typeof bootstrapSchema>

/** A start that the operator can put right; its message is the one sentence to show. */
export class BootstrapError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BootstrapError'
  }
}

export function parseBootstrap(text: string): Bootstrap {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new BootstrapError('ROWHAND_BOOTSTRAP is not valid JSON')
  }
  const parsed = bootstrapSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(issue => issue.path.join('.') || 'the object')
  throw new BootstrapError(`ROWHAND_BOOTSTRAP is not usable: look at ${[...new Set(fields)].join(', ')}`)
}

export async function ensureAccount(
  deps: { db: Db; sealing: Sealing; newId: () => string },
  account: Bootstrap,
): Promise<{ userId: string; spaceId: string }> {
  const { db, sealing, newId } = deps
  return db.transaction(async tx => {
    // Replicas that start together would each make one.
    await tx.query('select pg_advisory_xact_lock(7264003152)')
    const userId = await ensureUser(tx, { id: newId(), email: account.email })
    const spaceId = await ensureSpace(tx, userId, account.space, newId)
    if (account.credits_dollars) {
      const cents = BigInt(Math.round(account.credits_dollars * 100))
      await grantCredits(tx, {
        spaceId,
        amountNano: (cents * NANO_PER_DOLLAR) / 100n,
        idempotencyKey: `bootstrap:${spaceId}`,
      })
    }
    if (account.api_key) await ensureKey(tx, deps, { ...account, api_key: account.api_key, userId, spaceId })
    if (account.google_refresh_token) await ensureGrant(tx, sealing, userId, account)
    return { userId, spaceId }
  })
}

async function ensureSpace(tx: Queryable, userId: string, name: string, newId: () => string) {
  const known = (await listSpaces(tx, userId)).find(space => space.name === name)
  if (known) return known.id
  const id = newId()
  await createSpace(tx, { id, name, ownerId: userId })
  return id
}

async function ensureKey(
  tx: Queryable,
  { sealing, newId }: { sealing: Sealing; newId: () => string },
  key: { api_key: string; webhook_secret?: string | undefined; userId: string; spaceId: string },
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from api_keys where key_hash = $1 or previous_hash = $1',
    [hashApiKey(key.api_key)],
  )
  const known = rows[0]?.id
  if (!known) {
    await createKey(tx, sealing, {
      id: newId(),
      userId: key.userId,
      spaceId: key.spaceId,
      name: 'First key',
      apiKey: key.api_key,
      ...(key.webhook_secret === undefined ? {} : { webhookSecret: key.webhook_secret }),
    })
  } else if (key.webhook_secret && (await webhookSecretOf(tx, sealing, known)) !== key.webhook_secret) {
    await setWebhookSecret(tx, sealing, { spaceId: key.spaceId }, known, key.webhook_secret)
  }
}

/** Each grant of the environment is taken over once; afterwards the person decides, in the dashboard. */
async function ensureGrant(tx: Queryable, sealing: Sealing, userId: string, account: Bootstrap) {
  const refreshToken = account.google_refresh_token!
  const { rowCount } = await tx.query(
    `insert into bootstrap_grants (user_id, token_hash) values ($1, $2)
     on conflict (user_id) do update set token_hash = excluded.token_hash
       where bootstrap_grants.token_hash <> excluded.token_hash`,
    [userId, hash('sha256', refreshToken)],
  )
  if (rowCount === 0) return
  await connectGoogle(tx, sealing, {
    userId,
    refreshToken,
    email: account.email,
    scopes: 'https://www.googleapis.com/auth/spreadsheets',
  })
}
