/** Utilities: encoding, digests, dates and sleep. */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createBlob, signedBytes, toBytes } from './blob.ts'
import { formatDate } from './dates.ts'
import { guarded } from './realm.ts'
import type { ScriptSurroundings } from './surroundings.ts'

const DIGESTS = {
  MD5: 'md5',
  SHA_1: 'sha1',
  SHA_256: 'sha256',
  SHA_384: 'sha384',
  SHA_512: 'sha512',
} as const
const MACS = {
  HMAC_MD5: 'md5',
  HMAC_SHA_1: 'sha1',
  HMAC_SHA_256: 'sha256',
  HMAC_SHA_384: 'sha384',
  HMAC_SHA_512: 'sha512',
} as const

export function createUtilities({ realm }: ScriptSurroundings): object {
  const buffer = (data: unknown) => Buffer.from(toBytes(data))
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  return guarded(
    'Utilities',
    {
      DigestAlgorithm: DIGESTS,
      MacAlgorithm: MACS,
      Charset: { UTF_8: 'utf-8', US_ASCII: 'ascii' },
      sleep: (ms: number) => void Atomics.wait(sleeper, 0, 0, ms),
      getUuid: () => randomUUID(),
      base64Encode: (data: unknown) => buffer(data).toString('base64'),
      // Google's web-safe alphabet keeps the padding, Node's does not.
      base64EncodeWebSafe: (data: unknown) =>
        buffer(data).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
      base64Decode: (text: string) => signedBytes(Buffer.from(text, 'base64'), realm),
      base64DecodeWebSafe: (text: string) => signedBytes(Buffer.from(text, 'base64url'), realm),
      computeDigest: (algorithm: string, data: unknown) =>
        signedBytes(createHash(algorithm).update(toBytes(data)).digest(), realm),
      computeHmacSignature: (algorithm: string, data: unknown, key: unknown) =>
        signedBytes(createHmac(algorithm, toBytes(key)).update(toBytes(data)).digest(), realm),
      computeHmacSha256Signature: (data: unknown, key: unknown) =>
        signedBytes(createHmac('sha256', toBytes(key)).update(toBytes(data)).digest(), realm),
      formatDate: (date: Date, timeZone: string, pattern: string) => formatDate(date, timeZone, pattern),
      newBlob: (data: unknown, contentType = 'text/plain', name = '') =>
        createBlob(toBytes(data), contentType, name, realm),
      jsonParse: (text: string) => realm.copy(JSON.parse(text) as unknown),
      jsonStringify: (value: unknown) => JSON.stringify(value),
    },
    realm,
  )
}
