/** UrlFetchApp's network side: Google's defaults, limits and error words. */
import type { FetchRequest, FetchResponse } from '../bridge.ts'
import type { HostServices } from './types.ts'

const MAX_URL_CHARACTERS = 2082
const MAX_BODY_BYTES = 50 * 1024 * 1024
const TIMEOUT_MS = 60_000
const USER_AGENT = 'Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; +https://script.google.com)'
const SHOWN_RESPONSE_CHARACTERS = 200

export interface FetchServiceOptions {
  fetch: typeof fetch
  /** Called once for each request that leaves, so that benches can count them. */
  count(): void
}

export function createFetchServices(options: FetchServiceOptions): Pick<HostServices, 'fetch.all'> {
  return {
    'fetch.all': (_script, requests) => Promise.all(requests.map(request => fetchOne(request, options))),
  }
}

async function fetchOne(request: FetchRequest, options: FetchServiceOptions): Promise<FetchResponse> {
  checkAddress(request.url)
  options.count()
  const response = await send(request, options.fetch)
  if (response.status >= 400 && !request.muteHttpExceptions)
    throw new Error(describeRefusal(request, response))
  return response
}

function checkAddress(address: string): void {
  if (address.length > MAX_URL_CHARACTERS) throw new Error('Limit Exceeded: URLFetch URL Length.')
  if (!/^https?:\/\/[^/]/i.test(address)) throw new Error(`Invalid argument: ${address}`)
}

async function send(request: FetchRequest, fetchPage: typeof fetch): Promise<FetchResponse> {
  const headers = requestHeaders(request)
  const hasBody = request.payload !== undefined && request.method !== 'GET' && request.method !== 'HEAD'
  try {
    const response = await fetchPage(request.url, {
      method: request.method,
      headers,
      redirect: request.followRedirects ? 'follow' : 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(hasBody ? { body: request.payload as NonNullable<RequestInit['body']> } : {}),
    })
    const body = new Uint8Array(await response.arrayBuffer())
    if (body.byteLength > MAX_BODY_BYTES) throw new Error('too large')
    return { status: response.status, headers: responseHeaders(response), body }
  } catch (error) {
    throw new Error(describeFailure(request.url, error))
  }
}

function requestHeaders({ headers, contentType, payload }: FetchRequest): Headers {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) setHeader(sent, name, value)
  sent.set('user-agent', USER_AGENT)
  if (contentType !== undefined) sent.set('content-type', contentType)
  else if (payload !== undefined && !sent.has('content-type')) {
    sent.set('content-type', 'application/x-www-form-urlencoded')
  }
  return sent
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value)
  } catch {
    throw new Error(`Attribute provided with invalid value: Header:${name}`)
  }
}

function responseHeaders(response: Response): Record<string, string | string[]> {
  const cookies = response.headers.getSetCookie()
  return { ...Object.fromEntries(response.headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) }
}

function describeFailure(address: string, error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `Timeout: ${address}`
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  if (cause?.code === 'ENOTFOUND' || cause?.code === 'EAI_AGAIN') return `DNS error: ${address}`
  return `Address unavailable: ${address}`
}

function describeRefusal({ url }: FetchRequest, { status, body }: FetchResponse): string {
  const text = new TextDecoder().decode(body).slice(0, SHOWN_RESPONSE_CHARACTERS)
  return (
    `Request failed for ${new URL(url).origin} returned code ${status}. Truncated server response: ${text} ` +
    '(use muteHttpExceptions option to examine full response)'
  )
}
