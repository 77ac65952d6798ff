/** Blob: bytes with a type and a name. Bytes are signed, as in Apps Script. */
import { guarded, type Realm } from './realm.ts'

export function createBlob(bytes: Uint8Array, contentType: string, name: string, realm: Realm): object {
  return guarded(
    'Blob',
    {
      getBytes: () => signedBytes(bytes, realm),
      getContentType: () => contentType,
      getName: () => name,
      getDataAsString: (charset = 'utf-8') => new TextDecoder(charset).decode(bytes),
    },
    realm,
  )
}

export function signedBytes(bytes: Uint8Array, realm: Realm): number[] {
  return realm.copy(Array.from(bytes, byte => (byte > 127 ? byte - 256 : byte)))
}

/** Text or signed bytes, as most of Utilities takes either. */
export function toBytes(data: unknown): Uint8Array {
  if (Array.isArray(data)) return Uint8Array.from(data as number[], byte => byte & 0xff)
  return new TextEncoder().encode(String(data))
}
