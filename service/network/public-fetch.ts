/**
 * Fetches one page of the public web with caps on size, time and redirects. Every hop is checked: the
 * address at the moment of connecting, and that it is http or https on the usual terms.
 */
import type { Agent, Response as UndiciResponse } from 'undici'
import { isPlainlyPrivate, PrivateAddressError } from './public-only.ts'

export interface PageLimits {
  timeoutMilliseconds: number
  maxBytes: number
  maxRedirects: number
}

export const pageLimits: PageLimits = { timeoutMilliseconds: 12_000, maxBytes: 2_000_000, maxRedirects: 4 }

/** Says what asks, so that a site that does not want it can tell. */
export const USER_AGENT =
  'Mozilla/5.0 (compatible; Rowhand/0.1; opens single pages at the request of a person)'

export interface FetchedPage {
  url: string
  contentType: string
  body: string
}

/** A failure in words for a model: which page, why. */
export class PageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PageError'
  }
}

export type FetchPage = (url: string, signal: AbortSignal) => Promise<FetchedPage>

export function createFetchPage({
  allowPrivate,
  limits = pageLimits,
}: {
  allowPrivate: boolean
  limits?: PageLimits
}): FetchPage {
  let dispatcher: Agent | undefined
  return async (address, signal) => {
    // Loaded with the first page: most processes open none.
    const { fetch } = await import('undici')
    const { publicOnlyAgent } = await import('./public-agent.ts')
    dispatcher ??= publicOnlyAgent({ allowPrivate, connectTimeoutMs: 5_000 })
    const within = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMilliseconds)])
    let url = checkedUrl(address, allowPrivate)
    try {
      for (let hop = 0; hop <= limits.maxRedirects; hop += 1) {
        const response = await fetch(url, {
          dispatcher,
          redirect: 'manual',
          signal: within,
          headers: {
            'user-agent': USER_AGENT,
            accept: 'text/html,text/plain;q=0.9,*/*;q=0.1',
            'accept-language': 'en',
          },
        })
        const location = response.headers.get('location')
        if (response.status >= 300 && response.status < 400 && location !== null) {
          await response.body?.cancel()
          url = checkedUrl(new URL(location, url).href, allowPrivate)
          continue
        }
        return await readPage(response, url, limits)
      }
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof PageError ? error : new PageError(reason(error, address))
    }
    throw new PageError(`${address} redirects too often.`)
  }
}

function checkedUrl(address: string, allowPrivate: boolean): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new PageError(`${address} is no web address.`)
  if (url.username !== '' || url.password !== '')
    throw new PageError('Addresses with a name or password are not opened.')
  if (!allowPrivate && isPlainlyPrivate(url.hostname))
    throw new PageError(`${url.host} is in a private network and is not opened.`)
  url.hash = ''
  return url.href
}

const READABLE = /^(?:text\/|application\/(?:xhtml\+xml|xml|json|ld\+json))/

async function readPage(
  response: Response | UndiciResponse,
  url: string,
  limits: PageLimits,
): Promise<FetchedPage> {
  const contentType = response.headers.get('content-type') ?? ''
  if (!response.ok || !READABLE.test(contentType)) {
    await response.body?.cancel()
    throw new PageError(
      response.ok
        ? `${url} is no readable page (${contentType || 'no type'}).`
        : `${url} answered ${response.status}.`,
    )
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array
    size += bytes.length
    chunks.push(bytes)
    // The beginning of a long page is worth having: stop here and keep it.
    if (size >= limits.maxBytes) break
  }
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  return { url, contentType, body: decode(Buffer.concat(chunks).subarray(0, limits.maxBytes), charset) }
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function reason(error: unknown, address: string): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PrivateAddressError)
      return `${address} leads into a private network and is not opened.`
    if (cause.name === 'TimeoutError') return `${address} did not answer in time.`
  }
  return `${address} could not be reached.`
}
