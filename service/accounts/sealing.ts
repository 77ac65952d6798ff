/**
 * Secrets that must be read again (Google refresh tokens, webhook secrets) are kept sealed: AES-256-GCM
 * under a key made from ROWHAND_SECRET. Each value is bound to what it belongs to, so that a sealed value
 * copied into another row does not open there, and names the key that it was sealed under, so that the
 * secret can be changed while replicas run (docs/deploy.md).
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** v1 named no key. */
const VERSION = 'v2'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_CHARACTERS = 8

export interface Sealing {
  /** `owner` names the row, for example "webhook:<key id>"; the same words are needed to open. */
  seal(plain: string, owner: string): string
  /** Throws where the value was changed, sealed for another owner, or under a secret that is not known. */
  open(sealed: string, owner: string): string
  /** Whether it was sealed under the secret that seals today. */
  isCurrent(sealed: string): boolean
  /** A keyed digest for tokens that are derived, not stored. */
  sign(purpose: string, value: string): string
}

export class SealError extends Error {
  constructor() {
    super('a stored secret could not be opened: ROWHAND_SECRET is not the one it was sealed with')
    this.name = 'SealError'
  }
}

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'rowhand', purpose, 32))

interface Key {
  /** Tells keys apart, and nothing about them. */
  id: string
  bytes: Buffer
}

const keyOf = (secret: string): Key => ({
  id: derive(secret, 'key id').toString('base64url').slice(0, KEY_ID_CHARACTERS),
  bytes: derive(secret, 'sealing'),
})

/** `others` open what was sealed under them; they seal nothing. */
export function createSealing(secret: string, others: readonly string[] = []): Sealing {
  const current = keyOf(secret)
  const known = [current, ...others.map(keyOf)]
  const signingKey = derive(secret, 'signing')
  return {
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      const bytes = Buffer.concat([nonce, cipher.getAuthTag(), body])
      return [VERSION, current.id, bytes.toString('base64url')].join('.')
    },
    open(sealed, owner) {
      const { keys, bytes } = readSealed(sealed, known)
      for (const key of keys) {
        const plain = openWith(key, bytes, owner)
        if (plain !== null) return plain
      }
      throw new SealError()
    },
    isCurrent: sealed => sealed.startsWith(`${VERSION}.${current.id}.`),
    sign: (purpose, value) =>
      createHmac('sha256', signingKey).update(`${purpose}\0${value}`).digest('base64url'),
  }
}

/** The keys that may open it. */
function readSealed(sealed: string, known: Key[]): { keys: Key[]; bytes: Buffer } {
  const parts = sealed.split('.')
  const bytes = Buffer.from(parts.at(-1) ?? '', 'base64url')
  if (parts[0] === 'v1' && parts.length === 2) return { keys: known, bytes }
  if (parts[0] === VERSION && parts.length === 3) {
    return { keys: known.filter(key => key.id === parts[1]), bytes }
  }
  throw new SealError()
}

/** Null where it was changed, or sealed under another key or for another owner. */
function openWith(key: Key, bytes: Buffer, owner: string): string | null {
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
    return decipher.update(body, undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
