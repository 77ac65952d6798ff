/** What a tool says where the operator has set up no search engine. */
export const NO_SEARCH =
  'Web search is not set up on this service. Nothing was changed. Its operator can set SEARXNG_URL, BRAVE_API_KEY or TAVILY_API_KEY.'
