/**
 * Exchanging a key or its webhook secret while programs go on: the one before stays good until a moment.
 * Webhooks are signed with the earlier secret until then, and carry a second signature with the new one.
 */
import type { Queryable } from '../store/db.ts'
import { changeKey, hashApiKey, type KeyScope, newApiKey, newWebhookSecret, webhookOwner } from './keys.ts'
import type { Sealing } from './sealing.ts'

/** The hash before stays known, so that nothing makes that key anew. Answers the new key, which can be read this once; null where there is no such key. */
export async function replaceKey(
  db: Queryable,
  scope: KeyScope,
  keyId: string,
  oldUntil: Date | null,
): Promise<string | null> {
  const apiKey = newApiKey()
  const set =
    'previous_hash = key_hash, previous_until = coalesce($6::timestamptz, now()), key_hash = $4, last_four = $5'
  const known = await changeKey(db, scope, keyId, set, hashApiKey(apiKey), apiKey.slice(-4), oldUntil)
  return known ? apiKey : null
}

/** The same for the secret that webhooks are signed with. */
export async function replaceWebhookSecret(
  db: Queryable,
  sealing: Sealing,
  scope: KeyScope,
  keyId: string,
  oldUntil: Date | null,
): Promise<string | null> {
  const secret = newWebhookSecret()
  const set = `previous_webhook_sealed = case when $5::timestamptz is null then null else webhook_secret_sealed end,
     previous_webhook_until = case when webhook_secret_sealed is null then null else $5 end,
     webhook_secret_sealed = $4`
  const known = await changeKey(db, scope, keyId, set, sealing.seal(secret, webhookOwner(keyId)), oldUntil)
  return known ? secret : null
}

export interface SigningSecrets {
  /** What the signature is made with; null where the key has none. */
  secret: string | null
  /** Takes its place soon; a second signature is made with it. */
  next: string | null
}

/** A deleted key still signs the webhooks of its last turns. */
export async function signingSecretsOf(
  db: Queryable,
  sealing: Sealing,
  keyId: string,
  now: Date,
): Promise<SigningSecrets> {
  const { rows } = await db.query<{ current: string | null; previous: string | null }>(
    `select webhook_secret_sealed as current,
       case when previous_webhook_until > $2 then previous_webhook_sealed end as previous
     from api_keys where id = $1`,
    [keyId, now],
  )
  const open = (sealed: string | null | undefined) =>
    sealed ? sealing.open(sealed, webhookOwner(keyId)) : null
  const current = open(rows[0]?.current)
  const previous = open(rows[0]?.previous)
  return previous === null ? { secret: current, next: null } : { secret: previous, next: current }
}
