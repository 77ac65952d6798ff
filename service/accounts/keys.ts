/**
 * API keys: made, named, disabled, deleted. A key is shown once, when it is made; afterwards only its
 * hash is known. Each key has a webhook secret of its own, kept sealed.
 */
import { hash, randomInt } from 'node:crypto'
import type { Db, Queryable } from '../store/db.ts'
import { type EndTurnsDeps, endTurnsOf, type Why } from './end-turns.ts'
import type { Sealing } from './sealing.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_PREFIX = 'sk_rowhand_'
const WEBHOOK_PREFIX = 'whsec_'
const SECRET_CHARACTERS = 32
export const MAX_KEY_NAME_CHARACTERS = 100

/** What a key may do less than its person. */
export interface KeyLimits {
  /** Null for all that the person may open. */
  spreadsheetIds: readonly string[] | null
  readOnly: boolean
  expiresAt: Date | null
  /** In a calendar month (UTC). */
  spendingLimitNano: bigint | null
}

export interface KeyRow {
  id: string
  userId: string
  spaceId: string
  email: string
  name: string
  lastFour: string
  disabled: boolean
  /** Null where it was the operator. */
  disabledBy: string | null
  createdAt: Date
  lastUsedAt: Date | null
  limits: KeyLimits
  /** Until when the key before the last exchange is taken; null where there is none. */
  previousUntil: Date | null
  previousWebhookUntil: Date | null
}

const randomText = (characters: number) =>
  Array.from({ length: characters }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const newApiKey = () => KEY_PREFIX + randomText(SECRET_CHARACTERS)
export const newWebhookSecret = () => WEBHOOK_PREFIX + randomText(SECRET_CHARACTERS)
export const hashApiKey = (key: string) => hash('sha256', key)

export const webhookOwner = (keyId: string) => `webhook:${keyId}`

/** Answers the key itself: the only time it can be read. */
export async function createKey(
  db: Queryable,
  sealing: Sealing,
  key: {
    id: string
    userId: string
    spaceId: string
    name: string
    apiKey?: string
    webhookSecret?: string
  },
): Promise<{ apiKey: string; webhookSecret: string }> {
  const apiKey = key.apiKey ?? newApiKey()
  const webhookSecret = key.webhookSecret ?? newWebhookSecret()
  await db.query(
    `insert into api_keys (id, user_id, space_id, name, key_hash, last_four, webhook_secret_sealed)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      key.id,
      key.userId,
      key.spaceId,
      key.name,
      hashApiKey(apiKey),
      apiKey.slice(-4),
      sealing.seal(webhookSecret, webhookOwner(key.id)),
    ],
  )
  return { apiKey, webhookSecret }
}

interface KeyRecord {
  id: string
  user_id: string
  space_id: string
  email: string
  name: string
  last_four: string
  disabled_at: Date | null
  disabled_by: string | null
  created_at: Date
  last_used_at: Date | null
  spreadsheet_ids: string[] | null
  read_only: boolean
  expires_at: Date | null
  spending_limit_nano: string | null
  good_until: Date | null
  webhook_good_until: Date | null
}

const asKey = (row: KeyRecord): KeyRow => ({
  id: row.id,
  userId: row.user_id,
  spaceId: row.space_id,
  email: row.email,
  name: row.name,
  lastFour: row.last_four,
  disabled: row.disabled_at !== null,
  disabledBy: row.disabled_by,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  limits: {
    spreadsheetIds: row.spreadsheet_ids,
    readOnly: row.read_only,
    expiresAt: row.expires_at,
    spendingLimitNano: row.spending_limit_nano === null ? null : BigInt(row.spending_limit_nano),
  },
  previousUntil: row.good_until,
  previousWebhookUntil: row.webhook_good_until,
})

/** Whose keys: one person's in a space, or with no person all of the space. */
export interface KeyScope {
  spaceId: string
  userId?: string | undefined
}

export async function listKeys(db: Queryable, scope: KeyScope): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRecord>(
    `select k.*, u.email, case when k.previous_until > now() then k.previous_until end as good_until,
       case when k.previous_webhook_until > now() then k.previous_webhook_until end as webhook_good_until
     from api_keys k join users u on u.id = k.user_id
     where k.space_id = $1 and ($2::uuid is null or k.user_id = $2) and k.deleted_at is null
     order by k.created_at, k.id`,
    [scope.spaceId, scope.userId ?? null],
  )
  return rows.map(asKey)
}

export async function findKey(db: Queryable, scope: KeyScope, keyId: string): Promise<KeyRow | null> {
  const keys = await listKeys(db, scope)
  return keys.find(key => key.id === keyId) ?? null
}

/** Sets columns of a living key within the scope; `$4` is the first value. Answers whether there was one. */
export async function changeKey(
  db: Queryable,
  scope: KeyScope,
  keyId: string,
  set: string,
  ...values: unknown[]
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update api_keys set ${set}
     where id = $1 and space_id = $2 and ($3::uuid is null or user_id = $3) and deleted_at is null`,
    [keyId, scope.spaceId, scope.userId ?? null, ...values],
  )
  return rowCount > 0
}

/** Each answers whether there was such a key. */
export const renameKey = (db: Queryable, scope: KeyScope, keyId: string, name: string) =>
  changeKey(db, scope, keyId, 'name = $4', name)

/** Where keys are taken away, their turns end in the same transaction. */
export interface WithdrawDeps extends EndTurnsDeps {
  db: Db
}

function withdraw(
  { db, ...deps }: WithdrawDeps,
  keyId: string,
  why: Why,
  take: (tx: Queryable) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction(async tx => {
    const isKnown = await take(tx)
    if (isKnown) await endTurnsOf(tx, deps, { keyId }, why)
    return isKnown
  })
}

export const deleteKey = (deps: WithdrawDeps, scope: KeyScope, keyId: string) =>
  withdraw(deps, keyId, 'key_deleted', tx => changeKey(tx, scope, keyId, 'deleted_at = now()'))

/** `by` is null for the operator. A person cannot make an owner's disabling their own by repeating it. */
export const disableKey = (deps: WithdrawDeps, scope: KeyScope, keyId: string, by: string | null = null) =>
  withdraw(deps, keyId, 'key_disabled', tx =>
    changeKey(
      tx,
      scope,
      keyId,
      `disabled_at = coalesce(disabled_at, now()),
       disabled_by = case when disabled_at is null or $3::uuid is null then $4::uuid else disabled_by end`,
      by,
    ),
  )

/** Within the scope of one person only what they disabled themselves. Answers whether it was done. */
export async function enableKey(db: Queryable, scope: KeyScope, keyId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update api_keys set disabled_at = null, disabled_by = null
     where id = $1 and space_id = $2 and deleted_at is null
       and ($3::uuid is null or (user_id = $3 and (disabled_at is null or disabled_by = $3)))`,
    [keyId, scope.spaceId, scope.userId ?? null],
  )
  return rowCount > 0
}

export const setWebhookSecret = (
  db: Queryable,
  sealing: Sealing,
  scope: KeyScope,
  keyId: string,
  secret: string,
) =>
  changeKey(
    db,
    scope,
    keyId,
    'webhook_secret_sealed = $4, previous_webhook_sealed = null, previous_webhook_until = null',
    sealing.seal(secret, webhookOwner(keyId)),
  )

/** Null where the key has none. A deleted key still signs the webhooks of its last turns. */
export async function webhookSecretOf(
  db: Queryable,
  sealing: Sealing,
  keyId: string,
): Promise<string | null> {
  const { rows } = await db.query<{ webhook_secret_sealed: string | null }>(
    'select webhook_secret_sealed from api_keys where id = $1',
    [keyId],
  )
  const sealed = rows[0]?.webhook_secret_sealed
  return sealed ? sealing.open(sealed, webhookOwner(keyId)) : null
}
