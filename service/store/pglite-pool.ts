/**
 * One embedded PGlite behind the face of a pg.Pool, so that the engine and our own SQL run the same
 * code on both databases. PGlite has a single connection: a client holds it from BEGIN to the end of
 * its transaction, all others wait in line. Knows nothing of schemas.
 */
import { EventEmitter } from 'node:events'
import { type PGlite, types } from '@electric-sql/pglite'

interface PoolResult {
  rows: Record<string, unknown>[]
  rowCount: number
  fields: { name: string; dataTypeID: number }[]
  command: string
}
type QueryInput = string | { text: string; values?: unknown[]; rowMode?: 'array' }

const BEGINS = /^\s*(begin|start\s+transaction)\b/i
const ENDS = /^\s*(commit|rollback|end|abort)\b(?!\s+to\b)/i
const LISTENS = /^\s*(un)?listen\s+"?([\w$]+)"?/i

// node-postgres delivers both as strings.
const parsers = { [types.INT8]: (value: string) => value, [types.NUMERIC]: (value: string) => value }

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

function asParameter(value: unknown): unknown {
  if (value === undefined) return null
  return value instanceof Date ? value.toISOString() : value
}

export class PglitePool extends EventEmitter {
  readonly options = { max: 1 }
  readonly totalCount = 1
  readonly idleCount = 1
  readonly waitingCount = 0
  ended = false
  readonly line = new Line()
  readonly pglite: PGlite

  constructor(pglite: PGlite) {
    super()
    this.pglite = pglite
  }

  /** Runs on the one connection; the caller stands first in line. */
  async run(input: QueryInput, params?: unknown[]): Promise<PoolResult> {
    const text = typeof input === 'string' ? input : input.text
    const values = params ?? (typeof input === 'string' ? [] : (input.values ?? []))
    const rowMode = typeof input === 'string' ? undefined : input.rowMode
    const options = rowMode === undefined ? { parsers } : { parsers, rowMode }
    const result =
      values.length === 0
        ? (await this.pglite.exec(text, options)).at(-1)
        : await this.pglite.query(text, values.map(asParameter), options)
    const rows = (result?.rows ?? []) as Record<string, unknown>[]
    return {
      rows,
      rowCount: rows.length || (result?.affectedRows ?? 0),
      fields: result?.fields ?? [],
      command: text.trimStart().split(/\s/, 1)[0]?.toUpperCase() ?? '',
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
      const end = await this.#pool.pglite.listen(channel, payload =>
        this.emit('notification', { channel, payload }),
      )
      this.#listening.set(channel, () => end())
    }
    if (stop) this.#listening.delete(channel)
    return { rows: [], rowCount: 0, fields: [], command: stop ? 'UNLISTEN' : 'LISTEN' }
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
