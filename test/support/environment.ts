/** What a process of the product is given of the tests' environment: what finds Node and makes it quick. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE, TMPDIR } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}), ...(TMPDIR ? { TMPDIR } : {}) }
}
