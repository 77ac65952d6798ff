/** The key that a local Google signs with, made once in this process: making one takes longer than most tests. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

let pem: string | undefined

/** Lies in its data folder as if an earlier start had made it. */
export function layGoogleKey(dataDir: string): void {
  pem ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'oauth-key.pem'), pem, { mode: 0o600 })
}
