/**
 * The requests of one undone write in batches that Google takes: in their order, so that all together do what
 * one batch would. Nearly always it is one, and made as a whole or not at all.
 */
import type { Request } from '../footprint/touch.ts'

/** Google asks for requests of at most 2 MB or so. */
export const MOST_CHARACTERS = 2_000_000

export function batchesOf(requests: readonly Request[], most = MOST_CHARACTERS): Request[][] {
  const batches: Request[][] = []
  let filled = Number.POSITIVE_INFINITY
  for (const request of requests) {
    const size = JSON.stringify(request).length
    if (filled + size > most) {
      batches.push([])
      filled = 0
    }
    batches.at(-1)!.push(request)
    filled += size
  }
  return batches
}
