/**
 * The requests of one undone write in batches that Google takes: in their order, so that all together do what
 * one batch would. Nearly always it is one, and made as a whole or not at all.
 */
import type { Request } from '../footprint/touch.ts'

/** Google asks for requests of at most 2 MB or so. */
export const MOST_CHARACTERS = 2_000_000

/** Each is measured when it is taken: all at once would hold everybody up. */
export function* batchesOf(requests: readonly Request[], most = MOST_CHARACTERS): Generator<Request[]> {
  let batch: Request[] = []
  let filled = 0
  for (const request of requests) {
    const size = JSON.stringify(request).length
    if (batch.length > 0 && filled + size > most) {
      yield batch
      batch = []
      filled = 0
    }
    batch.push(request)
    filled += size
  }
  if (batch.length > 0) yield batch
}
