/**
 * Makes pages readable in a process of its own, one after another. Markup can be made to take minutes or
 * to fill the memory; such a page ends that process, not the service, and the next one gets a new one. A
 * thread would not do: one that runs out of memory can take the whole process with it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { type FetchedPage, PageError } from '../network/public-fetch.ts'
import type { ReadablePage } from './page-text.ts'

const START_MILLISECONDS = 20_000
const PAGE_MILLISECONDS = 3_000
const MOST_MEMORY_MB = 256

export type ReadPage = (page: FetchedPage) => Promise<ReadablePage>

/** What the other process says: that it is there, then an answer for each page; null is one it can't read. */
type Said = 'ready' | ReadablePage | null

export function createReadPage(): ReadPage {
  let reader: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function readNow(page: FetchedPage): Promise<ReadablePage> {
    reader ??= await openReader()
    const readable = reader && (await ask(reader, page))
    if (readable === 'lost') {
      reader?.kill('SIGKILL')
      reader = undefined
    }
    if (typeof readable === 'object' && readable !== null) return readable
    throw new PageError(`${page.url} is built in a way that cannot be read.`)
  }

  return page => {
    const reading = last.then(() => readNow(page))
    last = reading.catch(() => {})
    return reading
  }
}

/** Undefined where it doesn't come up. It is given none of the service's environment, so no secret. */
async function openReader(): Promise<ChildProcess | undefined> {
  const reader = fork(new URL('./page-worker.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${MOST_MEMORY_MB}`, '--disable-warning=ExperimentalWarning'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // It must not keep the service from ending; it ends by itself when the channel closes.
  reader.unref()
  reader.channel?.unref()
  const first = await nextWord(reader, START_MILLISECONDS)
  if (first === 'ready') return reader
  reader.kill('SIGKILL')
  return undefined
}

function ask(reader: ChildProcess, page: FetchedPage): Promise<Said | 'lost'> {
  const answer = nextWord(reader, PAGE_MILLISECONDS)
  // A failure to send is heard as the end of the process.
  reader.send(page, () => {})
  return answer
}

/** 'lost' where the process ended or took too long: it is of no more use. */
function nextWord(reader: ChildProcess, withinMs: number): Promise<Said | 'lost'> {
  return new Promise(resolve => {
    const done = (word: Said | 'lost') => {
      clearTimeout(timer)
      reader.off('message', hear).off('exit', lose).off('error', lose)
      resolve(word)
    }
    const hear = (message: unknown) => done(message as Said)
    const lose = () => done('lost')
    const timer = setTimeout(lose, withinMs)
    reader.on('message', hear).on('exit', lose).on('error', lose)
  })
}
