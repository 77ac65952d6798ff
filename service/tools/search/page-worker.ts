/** The thread of page-reader.ts: a page comes in, its readable text goes out. */
import { parentPort } from 'node:worker_threads'
import { toReadable } from './page-text.ts'
import type { FetchedPage } from './public-fetch.ts'

parentPort?.on('message', (page: FetchedPage) => {
  try {
    parentPort?.postMessage(toReadable(page))
  } catch {
    parentPort?.postMessage(null)
  }
})
