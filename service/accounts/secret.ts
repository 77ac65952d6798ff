/**
 * Where ROWHAND_SECRET comes from: the environment, or, for a service on its own data folder, a file in
 * it that is made on first start. With a shared database every replica needs the same one, so there it
 * has to be given.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Queryable } from '../store/db.ts'
import type { Sealing } from './sealing.ts'

export const MIN_SECRET_CHARACTERS = 32

/** A start that the operator can put right; its message is the one sentence to show. */
export class SecretError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SecretError'
  }
}

const FACT = 'rowhand'
const FACT_OWNER = 'service:secret'

/**
 * Throws SecretError where the database was written under another secret: every request that needs a sealed
 * value would fail, and nobody would know why.
 */
export async function checkSecret(db: Queryable, sealing: Sealing): Promise<void> {
  const { rows } = await db.query<{ sealed: string; owner: string }>(
    `select value as sealed, '${FACT_OWNER}' as owner from service_facts where name = 'secret'
     union all (select webhook_secret_sealed, 'webhook:' || id from api_keys
       where webhook_secret_sealed is not null order by created_at desc limit 1)
     union all (select refresh_token_sealed, 'google:' || user_id from google_connections limit 1)
     limit 1`,
  )
  const known = rows[0]
  try {
    if (known) sealing.open(known.sealed, known.owner)
  } catch {
    throw new SecretError(
      'ROWHAND_SECRET is not the one that this database was written with: set the earlier one, or start with another database',
    )
  }
  await db.query(
    `insert into service_facts (name, value) values ('secret', $1)
     on conflict (name) do update set value = excluded.value`,
    [sealing.seal(FACT, FACT_OWNER)],
  )
}

export function loadSecret(options: {
  secret?: string | undefined
  databaseUrl?: string | undefined
  dataDir: string
}): string {
  if (options.secret !== undefined && options.secret !== '') return checked(options.secret, 'ROWHAND_SECRET')
  if (options.databaseUrl) {
    throw new SecretError(
      'ROWHAND_SECRET is required with DATABASE_URL: set it to the same 32 or more random characters on every replica, for example from "openssl rand -base64 32"',
    )
  }
  return fromFile(options.dataDir)
}

function fromFile(dataDir: string): string {
  const path = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    // Fails where the file exists: two first starts agree on one secret.
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return checked(readFileSync(path, 'utf8').trim(), path)
}

function checked(secret: string, where: string): string {
  if (secret.length >= MIN_SECRET_CHARACTERS) return secret
  throw new SecretError(
    `${where} is too short: use ${MIN_SECRET_CHARACTERS} or more random characters, for example from "openssl rand -base64 32"`,
  )
}
