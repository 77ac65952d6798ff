/**
 * One embedded PGlite behind the face of a pg.Pool, so that the engine and our own SQL run the same
 * code on both databases. PGlite has a single connection: a client holds it from BEGIN to the end of
 * its transaction, all others wait in line. Knows nothing of schemas.
 */
import { EventEmitter } from 'node:events'
import type { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { connectInProcess } from './pglite-wire.ts'

type QueryInput = string | pg.QueryConfig
type PoolResult = pg.QueryResult

const BEGINS = /^\s*(begin|start\s+transaction)\b/i
const ENDS = /^\s*(commit|rollback|end|abort)\b(?!\s+to\b)/i
const LISTENS = /^\s*(un)?listen\s+"?([\w$]+)"?/i

/** First in, first out. */
class Line {
  #last: Promise<void> = Promise.resolve()

  enter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = before.then(() => promise)
    return before.then(() => resolve)
  }
}

export class PglitePool extends EventEmitter {
  readonly options = { max: 1 }
  readonly totalCount = 1
  readonly idleCount = 1
  readonly waitingCount = 0
  ended = false
  readonly line = new Line()
  readonly pglite: PGlite
  #client: Promise<pg.Client> | undefined
  readonly #listeners = new Map<string, Set<(payload: string) => void>>()

  constructor(pglite: PGlite) {
    super()
    this.pglite = pglite
  }

  /** Runs on the one connection; the caller stands first in line. */
  async run(input: QueryInput, params?: unknown[]): Promise<PoolResult> {
    this.#client ??= this.#connect()
    return (await this.#client).query(input, params)
  }

  async #connect(): Promise<pg.Client> {
    const client = await connectInProcess(this.pglite)
    client.on('notification', ({ channel, payload }) => {
      for (const onNotice of this.#listeners.get(channel) ?? []) onNotice(payload ?? '')
    })
    return client
  }

  /** Calls `onNotice` for each NOTIFY on `channel` until the answered function is called. */
  async listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners)
    listeners.add(onNotice)
    await this.query(`listen "${channel}"`)
    return async () => {
      listeners.delete(onNotice)
      if (listeners.size === 0) await this.query(`unlisten "${channel}"`)
    }
  }

  async query(input: QueryInput, params?: unknown[]): Promise<PoolResult> {
    const leave = await this.line.enter()
    try {
      return await this.run(input, params)
    } finally {
      leave()
    }
  }

  connect(): Promise<PgliteClient> {
    return Promise.resolve(new PgliteClient(this))
  }

  end(): Promise<void> {
    this.ended = true
    return Promise.resolve()
  }
}

class PgliteClient extends EventEmitter {
  readonly #pool: PglitePool
  #leave: (() => void) | null = null
  readonly #listening = new Map<string, () => Promise<void>>()

  constructor(pool: PglitePool) {
    super()
    this.#pool = pool
  }

  async query(input: QueryInput, params?: unknown[]): Promise<PoolResult> {
    const text = typeof input === 'string' ? input : input.text
    const listens = LISTENS.exec(text)
    if (listens) return this.#listen(listens[2] as string, listens[1] !== undefined)
    if (this.#leave) return this.#runInside(text, input, params)
    const leave = await this.#pool.line.enter()
    if (!BEGINS.test(text)) return this.#pool.run(input, params).finally(leave)
    try {
      const result = await this.#pool.run(input, params)
      this.#leave = leave
      return result
    } catch (error) {
      leave()
      throw error
    }
  }

  async #runInside(text: string, input: QueryInput, params?: unknown[]): Promise<PoolResult> {
    try {
      return await this.#pool.run(input, params)
    } finally {
      if (ENDS.test(text)) {
        this.#leave?.()
        this.#leave = null
      }
    }
  }

  async #listen(channel: string, stop: boolean): Promise<PoolResult> {
    const before = this.#listening.get(channel)
    if (stop) await before?.()
    else if (!before) {
      const end = await this.#pool.listen(channel, payload => this.emit('notification', { channel, payload }))
      this.#listening.set(channel, end)
    }
    if (stop) this.#listening.delete(channel)
    return { rows: [], rowCount: 0, fields: [], oid: 0, command: stop ? 'UNLISTEN' : 'LISTEN' }
  }

  /** Gives the connection back; an open transaction is rolled back first. */
  release(): void {
    for (const end of this.#listening.values()) void end()
    this.#listening.clear()
    const leave = this.#leave
    this.#leave = null
    if (leave) void this.#pool.run('rollback').then(leave, leave)
  }
}
