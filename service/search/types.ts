/** Web search as tools use it, whichever engine answers. */
export interface SearchHit {
  title: string
  url: string
  snippet: string
}

export interface WebSearch {
  /** At most `limit` hits. Throws on failure with a message that names the remedy. */
  search(query: string, limit: number, signal: AbortSignal): Promise<SearchHit[]>
  /** The readable text of one public page, capped in size and time; private addresses are refused. */
  read(url: string, signal: AbortSignal): Promise<{ url: string; title: string; text: string }>
  /** Nano-dollars a search is billed with. */
  costNanoDollars: bigint
}
