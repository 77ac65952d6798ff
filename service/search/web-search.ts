/** Web search over whichever engine the operator has set up, and reading of the pages it finds. */

import { limitedFetch } from '../network/limited-fetch.ts'
import { createFetchPage, type FetchPage } from '../network/public-fetch.ts'
import { brave, type SearchEngine, searxng, tavily } from './engines.ts'
import { createReadPage, type ReadPage } from './page-reader.ts'
import type { SearchHit, WebSearch } from './types.ts'

export interface SearchSettings {
  searxngUrl: string | undefined
  braveApiKey: string | undefined
  tavilyApiKey: string | undefined
  /** For tests and the local demo: pages may then be in private networks too. */
  allowPrivateAddresses: boolean
}

const TIMEOUT_MILLISECONDS = 15_000
const ATTEMPTS = 3
const MAX_ANSWER_BYTES = 4_000_000

/** Null where no engine is set up. The operator's own SearXNG comes first: it costs nothing. */
export function createWebSearch(settings: SearchSettings): WebSearch | null {
  const engine = chooseEngine(settings)
  if (!engine) return null
  return webSearchOn(engine, createFetchPage({ allowPrivate: settings.allowPrivateAddresses }))
}

function chooseEngine(settings: SearchSettings): SearchEngine | null {
  if (settings.searxngUrl) return searxng(settings.searxngUrl)
  if (settings.braveApiKey) return brave(settings.braveApiKey)
  if (settings.tavilyApiKey) return tavily(settings.tavilyApiKey)
  return null
}

export interface SearchParts {
  /** The engine's address is the operator's choice, so it may be private. */
  fetch?: typeof globalThis.fetch
  wait?: (milliseconds: number) => Promise<void>
  readPage?: ReadPage
}

export function webSearchOn(engine: SearchEngine, fetchPage: FetchPage, parts: SearchParts = {}): WebSearch {
  const {
    fetch = limitedFetch(globalThis.fetch, MAX_ANSWER_BYTES),
    wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
    readPage = createReadPage(),
  } = parts
  return {
    costNanoDollars: engine.costNanoDollars,
    async search(query, limit, signal) {
      const { url, init } = engine.request(query, limit)
      for (let tries = 1; ; tries += 1) {
        const answer = await ask(fetch, url, init, signal)
        if (answer.state === 'ok') return usable(engine.hits(answer.body), engine.name, limit)
        if (!answer.again || tries === ATTEMPTS) throw new Error(`${engine.name}: ${answer.message}`)
        await wait(500 * 2 ** tries * (0.5 + Math.random() / 2))
      }
    },
    async read(url, signal) {
      const page = await fetchPage(url, signal)
      return { url: page.url, ...(await readPage(page)) }
    },
  }
}

type Answer = { state: 'ok'; body: unknown } | { state: 'failed'; again: boolean; message: string }

async function ask(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
    })
    if (response.ok) return { state: 'ok', body: await response.json() }
    await response.body?.cancel()
    return {
      state: 'failed',
      again: response.status === 429 || response.status >= 500,
      message: whatToDo(response.status),
    }
  } catch (error) {
    signal.throwIfAborted()
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    return {
      state: 'failed',
      again: !isTimeout,
      message: isTimeout
        ? 'the search did not answer in time; try again later.'
        : 'the search could not be reached; try again later.',
    }
  }
}

function whatToDo(status: number): string {
  if (status === 401)
    return "the search engine refuses the service's key; its operator has to set a valid one."
  if (status === 403)
    return 'the search engine refuses the request; for SearXNG its operator has to allow the JSON format.'
  if (status === 429) return 'the search engine allows no more searches for now; try again later.'
  return `the search engine answered ${status}; try again later.`
}

function usable(hits: SearchHit[] | null, name: string, limit: number): SearchHit[] {
  if (hits === null) throw new Error(`${name}: the search engine's answer could not be read.`)
  return hits.filter(({ url }) => /^https?:\/\//.test(url)).slice(0, limit)
}
