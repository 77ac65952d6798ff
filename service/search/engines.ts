/** SearXNG, Brave and Tavily: one question in, hits out. Each knows only its own wire format. */
import { z } from 'zod'
import type { SearchHit } from './types.ts'

export interface SearchEngine {
  name: string
  /** Nano-dollars for one search. */
  costNanoDollars: bigint
  request(query: string, limit: number): { url: string; init: RequestInit }
  /** Null where the answer is none of this engine's. */
  hits(body: unknown): SearchHit[] | null
}

const text = z.string().catch('')

/** Self-hosted and free; its operator must switch the JSON format on. */
export const searxng = (baseUrl: string): SearchEngine => ({
  name: 'SearXNG',
  costNanoDollars: 0n,
  request: query => ({
    url: `${baseUrl.replace(/\/+$/, '')}/search?${new URLSearchParams({ q: query, format: 'json', safesearch: '1' })}`,
    init: {},
  }),
  hits: body => {
    const parsed = z
      .object({ results: z.array(z.object({ url: z.string(), title: text, content: text })) })
      .safeParse(body)
    return parsed.success
      ? parsed.data.results.map(({ url, title, content }) => ({ url, title, snippet: content }))
      : null
  },
})

/** 5 dollars for a thousand searches. */
export const brave = (apiKey: string, baseUrl = 'https://api.search.brave.com'): SearchEngine => ({
  name: 'Brave',
  costNanoDollars: 5_000_000n,
  request: (query, limit) => ({
    url: `${baseUrl}/res/v1/web/search?${new URLSearchParams({ q: query, count: String(Math.min(20, limit)), text_decorations: 'false' })}`,
    init: { headers: { 'x-subscription-token': apiKey, accept: 'application/json' } },
  }),
  hits: body => {
    const hit = z.object({ url: z.string(), title: text, description: text })
    const parsed = z.object({ web: z.object({ results: z.array(hit) }).optional() }).safeParse(body)
    if (!parsed.success) return null
    return (parsed.data.web?.results ?? []).map(({ url, title, description }) => ({
      url,
      title,
      snippet: description,
    }))
  },
})

/** 8 dollars for a thousand basic searches. */
export const tavily = (apiKey: string, baseUrl = 'https://api.tavily.com'): SearchEngine => ({
  name: 'Tavily',
  costNanoDollars: 8_000_000n,
  request: (query, limit) => ({
    url: `${baseUrl}/search`,
    init: {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, max_results: Math.min(20, limit), search_depth: 'basic' }),
    },
  }),
  hits: body => {
    const hit = z.object({ url: z.string(), title: text, content: text })
    const parsed = z.object({ results: z.array(hit) }).safeParse(body)
    return parsed.success
      ? parsed.data.results.map(({ url, title, content }) => ({ url, title, snippet: content }))
      : null
  },
})
