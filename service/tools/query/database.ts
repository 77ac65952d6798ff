/** Starts a throwaway database, bounds its time and memory, and ends it whatever happens. */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createImageStore } from './image.ts'
import type { FromChild, Result, ToChild } from './protocol.ts'

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

/** With nothing of ours: no environment, no writing, no processes. */
const startChild = ({ megabytes }: Limits): ChildProcess =>
  fork(CHILD, [], {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      '--permission',
      '--allow-fs-read=*',
      `--max-old-space-size=${Math.round(megabytes / 2)}`,
    ],
  })

const images = createImageStore(CHILD)

export const openDatabase = (signal: AbortSignal, limits: Limits = DEFAULT_LIMITS): ThrowawayDatabase =>
  new OwnedChild(signal, limits)

class OwnedChild implements ThrowawayDatabase {
  readonly pid: number
  readonly #child: ChildProcess
  readonly #signal: AbortSignal
  readonly #timer: NodeJS.Timeout
  readonly #watch: NodeJS.Timeout
  readonly #ready: Promise<void>
  #waiting: { resolve(result: Result | null): void; reject(error: Error): void } | undefined
  #ended: Error | undefined
  #result: Result | null = null

  constructor(signal: AbortSignal, limits: Limits) {
    const { milliseconds, megabytes } = limits
    this.#signal = signal
    this.#child = startChild(limits)
    this.pid = this.#child.pid ?? 0
    this.#timer = setTimeout(() => {
      this.#end(new QueryFailure(`The query took longer than ${milliseconds / 1_000} s and was ended.`))
    }, milliseconds)
    this.#watch = setInterval(() => {
      if (residentMegabytes(this.pid) > megabytes)
        this.#end(new QueryFailure(`The query took more than ${megabytes} MB of memory and was ended.`))
    }, LOOK_EVERY_MS)
    signal.addEventListener('abort', this.#stop, { once: true })
    this.#child.on('error', error => this.#end(error))
    this.#child.on('exit', () => {
      this.#end(new QueryFailure('The query ended its database, most likely for want of memory.'))
    })
    this.#child.on('message', (message: FromChild) => this.#hear(message))
    this.#ready = this.#open()
    // Whoever asks first is told.
    this.#ready.catch(() => {})
  }

  async create(sql: string): Promise<void> {
    await this.#ready
    await this.#ask({ kind: 'create', sql })
  }

  append(table: string, text: string): Promise<void> {
    return this.#tell({ kind: 'rows', table, text: Buffer.from(text) })
  }

  async fill(table: string): Promise<void> {
    await this.#ask({ kind: 'fill', table })
  }

  async run(sql: string, mostRows: number): Promise<Result> {
    await this.#ready
    return (await this.#ask({ kind: 'run', sql, mostRows })) ?? { columns: [], rows: [], total: 0 }
  }

  close(): void {
    this.#end(new Error('closed'))
  }

  async #open(): Promise<void> {
    await this.#ask({ kind: 'open', image: await images.load() })
  }

  readonly #stop = () => {
    this.#end(this.#signal.reason instanceof Error ? this.#signal.reason : new Error('aborted'))
  }

  #end(reason: Error): void {
    this.#ended ??= reason
    clearTimeout(this.#timer)
    clearInterval(this.#watch)
    this.#signal.removeEventListener('abort', this.#stop)
    this.#child.kill('SIGKILL')
    this.#waiting?.reject(this.#ended)
    this.#waiting = undefined
  }

  #hear(message: FromChild): void {
    if (message.kind === 'image') {
      void images.keep(message.image)
      return
    }
    if (message.kind === 'result') {
      this.#result = message.result
      return
    }
    const asked = this.#waiting
    this.#waiting = undefined
    if (message.kind === 'failed') asked?.reject(new QueryFailure(message.message))
    else asked?.resolve(this.#result)
    this.#result = null
  }

  /** One at a time: the caller waits for each answer. */
  #ask(message: ToChild): Promise<Result | null> {
    if (this.#ended) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#child.send(message, error => {
        if (error) this.#end(error)
      })
    })
  }

  /** Resolves when the channel has taken it, so that a slow child slows the sender down. */
  #tell(message: ToChild): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      this.#child.send(message, error => {
        if (!error) return resolve()
        this.#end(error)
        reject(error)
      })
    })
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
