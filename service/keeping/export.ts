/**
 * A space's export, as it is read: one JSON document, or a zip of CSV files. Nothing is held but the slice
 * that is being read, and no transaction is held open: what is written meanwhile may be in it or not. Keys,
 * webhook secrets and Google grants are never in it.
 */
import { Zip, ZipDeflate } from 'fflate'
import type { Queryable } from '../store/db.ts'
import { type ExportScope, type Row, SECTIONS } from './export-sections.ts'

export type { ExportScope } from './export-sections.ts'

export const EXPORT_FORMAT = 'rowhand-export-1'
export type ExportKind = 'json' | 'csv'

export interface Exported {
  db: Queryable
  scope: ExportScope
  at: Date
}

export const exportFile = {
  json: { name: 'rowhand-export.json', type: 'application/json' },
  csv: { name: 'rowhand-export.zip', type: 'application/zip' },
} as const

export const exportSpace = (kind: ExportKind, what: Exported): AsyncGenerator<Uint8Array> =>
  kind === 'json' ? asJson(what) : asCsv(what)

async function* asJson({ db, scope, at }: Exported): AsyncGenerator<Uint8Array> {
  const space = await spaceOf(db, scope.spaceId)
  const head = { format: EXPORT_FORMAT, exported_at: at.toISOString(), space }
  const encode = (text: string) => Buffer.from(text)
  yield encode(JSON.stringify(head, null, 2).slice(0, -2))
  for (const section of SECTIONS) {
    yield encode(`,\n  "${section.name}": [`)
    let first = true
    for await (const row of section.rows(db, scope)) {
      yield encode(`${first ? '' : ','}\n    ${JSON.stringify(row)}`)
      first = false
    }
    yield encode(first ? ']' : '\n  ]')
  }
  yield encode('\n}\n')
}

async function* asCsv({ db, scope, at }: Exported): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else ready.push(chunk)
  })
  const drain = function* () {
    if (failure) throw failure
    yield* ready.splice(0)
  }
  const space = { ...(await spaceOf(db, scope.spaceId)), exported_at: at }
  const spaceFile = { name: 'space', columns: Object.keys(space), rows: () => only(space) }
  for (const section of [spaceFile, ...SECTIONS]) {
    const file = new ZipDeflate(`${section.name}.csv`, { level: 6 })
    file.mtime = at
    zip.add(file)
    file.push(Buffer.from(csvLine(section.columns)))
    for await (const row of section.rows(db, scope)) {
      file.push(Buffer.from(csvLine(section.columns.map(column => row[column]))))
      yield* drain()
    }
    file.push(new Uint8Array(0), true)
    yield* drain()
  }
  zip.end()
  yield* drain()
}

async function* only(row: Row): AsyncGenerator<Row> {
  yield row
}

async function spaceOf(db: Queryable, spaceId: string): Promise<Row> {
  const { rows } = await db.query<Row>(
    `select id, name, credits_nano, spending_limit_nano, model_settings, created_at from spaces where id = $1`,
    [spaceId],
  )
  return rows[0] ?? {}
}

/** What a spreadsheet would take for a formula is a text: an apostrophe before it says so. */
const FORMULA = /^[=+\-@\t\r]/

function csvField(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = FORMULA.test(text) && !isNumber ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (values: readonly unknown[]): string => `${values.map(csvField).join(',')}\r\n`
