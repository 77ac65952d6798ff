/**
 * Where ROWHAND_SECRET comes from: the environment, or, for a service on its own data folder, a file in
 * it that is made on first start. With a shared database every replica needs the same one, so there it
 * has to be given.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MIN_CHARACTERS = 32

/** A start that the operator can put right; its message is the one sentence to show. */
export class SecretError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SecretError'
  }
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
  if (secret.length >= MIN_CHARACTERS) return secret
  throw new SecretError(
    `${where} is too short: use ${MIN_CHARACTERS} or more random characters, for example from "openssl rand -base64 32"`,
  )
}
