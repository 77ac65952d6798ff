/** Starts a throwaway database, bounds its time and memory, and ends it whatever happens. */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FromChild, Result, ToChild } from './protocol.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

export interface Limits {
  milliseconds: number
  megabytes: number
}

export const DEFAULT_LIMITS: Limits = { milliseconds: 60_000, megabytes: 1_500 }

/** What the person or model can mend: wrong SQL, a limit. */
export class QueryFailure extends Error {}

export interface ThrowawayDatabase {
  readonly pid: number
  create(sql: string): Promise<void>
  /** Rows in the text format of COPY. */
  append(table: string, text: string): Promise<void>
  fill(table: string): Promise<void>
  run(sql: string, mostRows: number): Promise<Result>
  close(): void
}

const LOOK_EVERY_MS = 250
const CHILD = join(import.meta.dirname, 'database-child.ts')

/** Of a new database, kept compressed: the first child of this process makes it. */
let image: Buffer | null = null

export function openDatabase(signal: AbortSignal, limits: Limits = DEFAULT_LIMITS): ThrowawayDatabase {
  const child = fork(CHILD, [], {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      '--permission',
      '--allow-fs-read=*',
      `--max-old-space-size=${Math.round(limits.megabytes / 2)}`,
    ],
  })
  let waiting: { resolve(result: Result | null): void; reject(error: Error): void } | undefined
  let ended: Error | undefined
  let result: Result | null = null

  function end(reason: Error): void {
    ended ??= reason
    clearTimeout(timer)
    clearInterval(watch)
    signal.removeEventListener('abort', onAbort)
    child.kill('SIGKILL')
    waiting?.reject(ended)
    waiting = undefined
  }

  const onAbort = () => end(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
  const timer = setTimeout(
    () => end(new QueryFailure(`The query took longer than ${limits.milliseconds / 1_000} s and was ended.`)),
    limits.milliseconds,
  )
  const watch = setInterval(() => {
    const used = residentMegabytes(child.pid)
    if (used > limits.megabytes)
      end(new QueryFailure(`The query took more than ${limits.megabytes} MB of memory and was ended.`))
  }, LOOK_EVERY_MS)
  signal.addEventListener('abort', onAbort, { once: true })
  child.on('error', error => end(error))
  child.on('exit', () =>
    end(new QueryFailure('The query ended its database, most likely for want of memory.')),
  )
  child.on('message', (message: FromChild) => {
    if (message.kind === 'result') {
      result = message.result
      return
    }
    if (message.kind === 'image') {
      void compress(message.image, { level: 1 }).then(kept => {
        image ??= kept
      })
      return
    }
    const asked = waiting
    waiting = undefined
    if (message.kind === 'failed') asked?.reject(new QueryFailure(message.message))
    else asked?.resolve(result)
    result = null
  })

  /** One at a time: the caller waits for each answer. */
  function ask(message: ToChild): Promise<Result | null> {
    if (ended) return Promise.reject(ended)
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      child.send(message, error => {
        if (error) end(error)
      })
    })
  }

  /** Resolves when the channel has taken it, so that a slow child slows the sender down. */
  function tell(message: ToChild): Promise<void> {
    if (ended) return Promise.reject(ended)
    return new Promise((resolve, reject) => {
      child.send(message, error => {
        if (!error) return resolve()
        end(error)
        reject(error)
      })
    })
  }

  const ready = (async () => {
    const known = image ? await decompress(image) : null
    await ask({ kind: 'open', image: known })
  })()
  // Whoever asks first is told.
  ready.catch(() => {})

  return {
    pid: child.pid ?? 0,
    create: async sql => {
      await ready
      await ask({ kind: 'create', sql })
    },
    append: (table, text) => tell({ kind: 'rows', table, text: Buffer.from(text) }),
    fill: async table => void (await ask({ kind: 'fill', table })),
    run: async (sql, mostRows) => {
      await ready
      return (await ask({ kind: 'run', sql, mostRows })) ?? { columns: [], rows: [], total: 0 }
    },
    close: () => end(new Error('closed')),
  }
}

/** Where the system does not tell, the limit on Node's own memory remains. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return (pages * 4_096) / 1_000_000
  } catch {
    return 0
  }
}
