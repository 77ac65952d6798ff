/**
 * node-postgres' own client on an in-process PGlite: what it writes goes straight into the database and
 * the answer comes back in the same call. So both databases are spoken to by the same code, with the same
 * types and errors, and a query costs half of what PGlite's own JavaScript takes.
 */
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

// AuthenticationOk and ReadyForQuery: PGlite is started already and asks for no password.
const STARTED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

interface Chunk {
  chunk: Buffer
}

/** Stands in for a socket, as far as node-postgres uses one. */
class PgliteSocket extends Duplex {
  readonly #pglite: PGlite
  #started = false

  constructor(pglite: PGlite) {
    super()
    this.#pglite = pglite
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

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.#started) this.push(this.#pglite.execProtocolRawSync(chunk))
    else this.push(STARTED)
    this.#started = true
    done()
  }

  override _writev(chunks: Chunk[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done)
  }
}

/** Never call `end` on it: its goodbye would end the database under everyone else. */
export async function connectInProcess(pglite: PGlite): Promise<pg.Client> {
  const client = new pg.Client({
    stream: () => new PgliteSocket(pglite) as never,
    user: 'postgres',
    database: 'postgres',
  })
  await client.connect()
  return client
}
