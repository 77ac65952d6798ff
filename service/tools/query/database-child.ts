/**
 * A throwaway database in a process of its own: tables come in as text, one query runs, rows go out. It has
 * no environment, may write no file and start no process; whoever started it ends it when it takes too long.
 */
import { PGlite } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { FromChild, Result, ToChild } from './protocol.ts'

/** Dates and times as their text, large numbers as numbers: a sheet has no others. */
const TEXT = (value: string) => value
const parsers = {
  20: Number,
  1700: Number,
  1082: TEXT,
  1083: TEXT,
  1114: TEXT,
  1184: TEXT,
  1186: TEXT,
  114: TEXT,
  3802: TEXT,
}

const send = (message: FromChild) => process.send?.(message)
const chunks = new Map<string, Uint8Array[]>()
const extensions = { pg_trgm, fuzzystrmatch, unaccent }
const { promise: opening, resolve: opened } = Promise.withResolvers<PGlite>()
/** Files in memory need no second place there: 128 MB of it would be prepared for a few rows. */
const settings = ['shared_buffers=16MB', 'min_wal_size=2MB'].flatMap(setting => ['-c', setting])
const startParams = [...PGlite.defaultStartParams, ...settings]
const common = { dataDir: 'memory://', extensions, parsers, startParams }

/** A log in small pieces, and nothing to make other databases of: both would be copied for every query. */
const LEAN = `update pg_database set datistemplate = false;
  drop database template0; drop database template1; checkpoint`

/** Making a database anew takes seconds; taking over an image takes a part of one. */
async function open(image: Uint8Array | null): Promise<void> {
  if (image) {
    // A Blob's own `arrayBuffer` copies all of it twice.
    const loadDataDir = Object.assign(new Blob([]), { arrayBuffer: async () => new Uint8Array(image).buffer })
    opened(await PGlite.create({ ...common, loadDataDir }))
    return
  }
  const db = await PGlite.create({ ...common, initDbStartParams: ['--wal-segsize=1'] })
  await db.exec('create extension pg_trgm; create extension fuzzystrmatch; create extension unaccent')
  for (const statement of LEAN.split(';')) await db.exec(statement)
  const dump = await db.dumpDataDir('none')
  send({ kind: 'image', image: new Uint8Array(await dump.arrayBuffer()) })
  opened(db)
}

async function fill(db: PGlite, table: string): Promise<void> {
  const parts = chunks.get(table) ?? []
  chunks.delete(table)
  if (parts.length === 0) return
  await db.query(`copy ${table} from '/dev/blob'`, [], { blob: new Blob(parts as Uint8Array<ArrayBuffer>[]) })
}

async function run(sql: string, mostRows: number): Promise<Result> {
  const db = await opening
  const results = await db.exec(sql, { rowMode: 'array' })
  const last = results.findLast(result => result.fields.length > 0)
  const rows = (last?.rows ?? []) as unknown as unknown[][]
  return {
    columns: (last?.fields ?? []).map(({ name, dataTypeID }) => ({ name, typeId: dataTypeID })),
    rows: rows.slice(0, mostRows).map(row => row.map(plain)),
    total: rows.length,
  }
}

const plain = (value: unknown): string | number | boolean | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'bigint' ? Number(value) : JSON.stringify(value)
}

async function answer(message: ToChild): Promise<void> {
  switch (message.kind) {
    case 'open':
      return open(message.image)
    case 'create': {
      const db = await opening
      await db.exec(message.sql)
      return
    }
    case 'rows': {
      const parts = chunks.get(message.table) ?? []
      parts.push(message.text)
      chunks.set(message.table, parts)
      return
    }
    case 'fill':
      return fill(await opening, message.table)
    case 'run':
      send({ kind: 'result', result: await run(message.sql, message.mostRows) })
  }
}

let queue: Promise<void> = Promise.resolve()
process.on('message', (message: ToChild) => {
  queue = queue
    .then(() => answer(message))
    .then(
      () => {
        // Rows come one after the other without waiting; what is wrong with them shows when the table is filled.
        if (message.kind !== 'rows') send({ kind: 'done' })
      },
      (error: unknown) => {
        send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
      },
    )
})
process.on('disconnect', () => process.exit(0))
