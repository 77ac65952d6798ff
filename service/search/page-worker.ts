/** The process of page-reader.ts: a page comes in, its readable text goes out. */

import type { FetchedPage } from '../network/public-fetch.ts'
import { toReadable } from './page-text.ts'

process.on('message', (page: FetchedPage) => {
  process.send?.(readable(page))
})
process.send?.('ready')

function readable(page: FetchedPage) {
  try {
    return toReadable(page)
  } catch {
    return null
  }
}
