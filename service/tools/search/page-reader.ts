/**
 * Makes pages readable in a thread of its own, one after another. Markup can be made to take minutes or
 * to fill the memory; such a page ends the thread, not the service, and the next one gets a new thread.
 */
import { Worker } from 'node:worker_threads'
import type { ReadablePage } from './page-text.ts'
import { type FetchedPage, PageError } from './public-fetch.ts'

const PAGE_MILLISECONDS = 3_000
const MOST_MEMORY_MB = 256

export type ReadPage = (page: FetchedPage) => Promise<ReadablePage>

export function createReadPage(): ReadPage {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function readNow(page: FetchedPage): Promise<ReadablePage> {
    worker ??= openWorker()
    const readable = await ask(worker, page)
    if (readable === 'lost') {
      void worker.terminate()
      worker = undefined
    }
    if (readable !== 'lost' && readable !== null) return readable
    throw new PageError(`${page.url} is built in a way that cannot be read.`)
  }

  return page => {
    const reading = last.then(() => readNow(page))
    last = reading.catch(() => {})
    return reading
  }
}

function openWorker(): Worker {
  const worker = new Worker(new URL('./page-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  })
  // What goes wrong while a page is read, `ask` hears; without a listener it would end the process.
  worker.on('error', () => {})
  worker.unref()
  return worker
}

/** Null where the page cannot be read; 'lost' where the thread is no longer of use. */
function ask(worker: Worker, page: FetchedPage): Promise<ReadablePage | null | 'lost'> {
  return new Promise(resolve => {
    const done = (answer: ReadablePage | null | 'lost') => {
      clearTimeout(timer)
      worker.off('message', done).off('exit', lose)
      resolve(answer)
    }
    const lose = () => done('lost')
    const timer = setTimeout(lose, PAGE_MILLISECONDS)
    worker.on('message', done).on('exit', lose)
    worker.postMessage(page)
  })
}
