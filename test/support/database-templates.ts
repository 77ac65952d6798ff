/**
 * What fresh databases are copies of: a tar of a PGlite data folder, kept between runs, and a database on the
 * Postgres server of a run. Whoever is first has them made, in a process of its own (make-template.ts).
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { readMigrations } from '../../service/store/migrate.ts'

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, 'node_modules/.cache/rowhand')
const MAKER = join(import.meta.dirname, 'make-template.ts')
const OLD_AFTER_MS = 10 * 60_000
const ADVISORY_LOCK = 7_264_003_190

let known: string | undefined

/** Another for other migrations, another PGlite or another engine. */
function version(): string {
  if (known) return known
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const engines = [dependencies['@electric-sql/pglite'], dependencies['@dbos-inc/dbos-sdk']]
  const hash = createHash('sha256').update(readFileSync(MAKER)).update(engines.join())
  for (const { name, sql } of readMigrations()) hash.update(name).update(sql)
  known = hash.digest('hex').slice(0, 16)
  return known
}

/** In a process of its own: the engine can be started once in a process, and a test may have done so. */
const make = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', MAKER, ...args])

/** The tar's path. */
export async function snapshot(): Promise<string> {
  const path = join(CACHE, `migrated-${version()}.tar`)
  const claim = `${path}.making`
  if (existsSync(path)) return path
  mkdirSync(CACHE, { recursive: true })
  // Workers come at the same time: making it takes seconds of a core, so one makes it and the others wait.
  while (!isMine(claim)) {
    if (existsSync(path)) return path
    await pause(50)
  }
  try {
    if (existsSync(path)) return path
    forgetOldSnapshots()
    const unfinished = `${path}.${process.pid}`
    await make('snapshot', unfinished)
    renameSync(unfinished, path)
    return path
  } finally {
    rmSync(claim, { force: true })
  }
}

/** Of one process at a time; a process that is gone has given it up. */
function isMine(claim: string): boolean {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isAlive(Number(readIfThere(claim)))) rmSync(claim, { force: true })
    return false
  }
}

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** 0, of a claim that is being written, stands for this process's own group. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function forgetOldSnapshots(): void {
  for (const name of readdirSync(CACHE).filter(name => name.startsWith('migrated-'))) {
    const path = join(CACHE, name)
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - changedAt > OLD_AFTER_MS) rmSync(path, { force: true })
  }
}

/** Name of the database on the server at `serverUrl` that others are made from. */
export async function template(serverUrl: string): Promise<string> {
  const name = `rowhand_template_${version()}`
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    if (await hasDatabase(client, name)) return name
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    if (await hasDatabase(client, name)) return name
    // Under another name until it is whole.
    const unfinished = `${name}_unfinished`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished}`)
    const url = new URL(serverUrl)
    url.pathname = `/${unfinished}`
    await make('postgres', url.href)
    await client.query(`alter database ${unfinished} rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

async function hasDatabase(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [name])
  return rows.length > 0
}
