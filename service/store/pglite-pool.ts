/**
 * node-postgres' own pool and client on one in-process PGlite: what a client writes goes straight into the
 * database and the answer comes back in the same call. So the engine and our own SQL run the same code on
 * both databases, with the same types and errors. PGlite has one session, so the pool has one client: who
 * holds it must not wait for the pool.
 */
import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { readingStatements } from './db.ts'

// AuthenticationOk and ReadyForQuery: PGlite is started already and asks for no password.
const STARTED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
// The first byte of Terminate: it would end the database, which outlives its clients.
const TERMINATE = 'X'.charCodeAt(0)
const BIND = 'B'.charCodeAt(0)
// Behind its first byte, its length and the portal's empty name.
const STATEMENT_AT = 6
const LONGEST_NAME = 63

/** Whether `chunk`, all that node-postgres sends for one query, runs a prepared statement that only reads. */
function isReading(chunk: Buffer): boolean {
  if (chunk[0] !== BIND) return false
  const end = chunk.indexOf(0, STATEMENT_AT)
  return (
    end - STATEMENT_AT <= LONGEST_NAME && readingStatements.has(chunk.toString('latin1', STATEMENT_AT, end))
  )
}

class Generation {
  now = 0
}

type Done = (error?: Error) => void

interface Chunk {
  chunk: Buffer
}

/** Stands in for a socket, as far as node-postgres uses one. */
class PgliteSocket extends Duplex {
  readonly #pglite: PGlite
  readonly #generation: Generation
  #started = false

  constructor(pglite: PGlite, generation: Generation) {
    super()
    this.#pglite = pglite
    this.#generation = generation
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this
  unref = () => this

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    try {
      // What fails may have written, too.
      if (!isReading(chunk)) this.#generation.now += 1
      if (chunk[0] !== TERMINATE)
        this.#answer(this.#started ? this.#pglite.execProtocolRawSync(chunk) : STARTED)
      this.#started = true
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  /** Not within the write: node-postgres' parser, which may have caused it, takes one answer at a time. */
  #answer(bytes: Uint8Array): void {
    queueMicrotask(() => this.push(bytes))
  }

  override _writev(chunks: Chunk[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done)
  }

  override _final(done: Done): void {
    this.push(null)
    done()
  }
}

export interface EmbeddedPool {
  pool: pg.Pool
  /** As Db has it. */
  generation: () => number
  /** Calls `onNotice` for each NOTIFY on `channel` until the answered function is called. */
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>
}

export function poolOn(pglite: PGlite): EmbeddedPool {
  const notices = new EventEmitter()
  const generation = new Generation()
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    stream: () => new PgliteSocket(pglite, generation) as never,
    async onConnect(client) {
      client.on('notification', ({ channel, payload }) => notices.emit(channel, payload ?? ''))
      client.on('error', () => {})
      // The session outlives its clients: what a broken one left in it ends here.
      await client.query('rollback')
      await client.query('deallocate all')
    },
  })
  pool.on('error', () => {})
  return {
    pool,
    generation: () => generation.now,
    async listen(channel, onNotice) {
      notices.on(channel, onNotice)
      await pool.query(`listen ${channel}`)
      return async () => {
        notices.off(channel, onNotice)
        if (notices.listenerCount(channel) === 0) await pool.query(`unlisten ${channel}`)
      }
    },
  }
}
