/**
 * Secrets that must be read again (Google refresh tokens, webhook secrets) are kept sealed: AES-256-GCM
 * under a key made from ROWHAND_SECRET. Each value is bound to what it belongs to, so that a sealed value
 * copied into another row does not open there.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Sealing {
  /** `owner` names the row, for example "webhook:<key id>"; the same words are needed to open. */
  seal(plain: string, owner: string): string
  /** Throws where the value was changed, sealed for another owner, or under another secret. */
  open(sealed: string, owner: string): string
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

export function createSealing(secret: string): Sealing {
  const sealingKey = derive(secret, 'sealing')
  const signingKey = derive(secret, 'signing')
  return {
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, owner) {
      try {
        const [version, text] = sealed.split('.')
        if (version !== VERSION || !text) throw new SealError()
        const bytes = Buffer.from(text, 'base64url')
        const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(Buffer.from(owner))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        return (
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        )
      } catch {
        throw new SealError()
      }
    },
    sign: (purpose, value) =>
      createHmac('sha256', signingKey).update(`${purpose}\0${value}`).digest('base64url'),
  }
}
