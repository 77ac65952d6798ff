/** UrlFetchApp. The host does the fetching; here options are read and responses dressed as Google's. */
import type { FetchRequest, FetchResponse } from '../bridge.ts'
import { createBlob, signedBytes } from './blob.ts'
import { guarded, type Realm } from './realm.ts'
import type { ScriptSurroundings } from './surroundings.ts'

interface FetchOptions {
  method?: string
  headers?: Record<string, unknown>
  payload?: unknown
  contentType?: string
  muteHttpExceptions?: boolean
  followRedirects?: boolean
  validateHttpsCertificates?: boolean
}

export function createFetch({ callHost, realm }: ScriptSurroundings): object {
  return guarded(
    'UrlFetchApp',
    {
      fetch(url: string, options: FetchOptions = {}) {
        const [response] = callHost('fetch.all', [readRequest(url, options)])
        return createResponse(response!, realm)
      },
      fetchAll(requests: (string | (FetchOptions & { url: string }))[]) {
        const read = requests.map(request =>
          typeof request === 'string' ? readRequest(request, {}) : readRequest(request.url, request),
        )
        return callHost('fetch.all', read).map(response => createResponse(response, realm))
      },
    },
    realm,
  )
}

function readRequest(url: string, options: FetchOptions): FetchRequest {
  const headers = Object.entries(options.headers ?? {}).map(([name, value]) => [name, String(value)] as const)
  return {
    url: String(url),
    // With something to send and no method named, Google posts.
    method: (options.method ?? (options.payload == null ? 'get' : 'post')).toUpperCase(),
    headers: Object.fromEntries(headers),
    followRedirects: options.followRedirects ?? true,
    muteHttpExceptions: options.muteHttpExceptions ?? false,
    ...(options.contentType === undefined ? {} : { contentType: options.contentType }),
    ...(options.payload === undefined || options.payload === null
      ? {}
      : { payload: readPayload(options.payload) }),
  }
}

/** Text as it is, bytes as they are, an object as a web form. */
function readPayload(payload: unknown): string | Uint8Array {
  if (typeof payload !== 'object' || payload === null) return String(payload)
  if (Array.isArray(payload)) return Uint8Array.from(payload as number[], byte => byte & 0xff)
  const fields = Object.entries(payload).map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams(fields).toString()
}

function createResponse(response: FetchResponse, realm: Realm): object {
  const single = () =>
    Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.at(-1) : value,
      ]),
    )
  const type = () => String(single()['content-type'] ?? 'application/octet-stream').split(';')[0] ?? ''
  return guarded(
    'HTTPResponse',
    {
      getResponseCode: () => response.status,
      getContentText: (charset = 'utf-8') => new TextDecoder(charset).decode(response.body),
      getContent: () => signedBytes(response.body, realm),
      getHeaders: () => realm.copy(single()),
      getAllHeaders: () => realm.copy(response.headers),
      getBlob: () => createBlob(response.body, type(), '', realm),
    },
    realm,
  )
}
