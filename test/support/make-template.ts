/**
 * `node make-template.ts snapshot FILE` or `… postgres ADDRESS`: our migrations and the tables of the engine, and
 * no rows. A process of its own, see database-templates.ts.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../../service/log.ts'
import { type Database, openDatabase } from '../../service/store/open.ts'
import { startEngine } from '../../service/turns/engine/engine.ts'

/** A start of the engine leaves its tables. */
async function addEngine(database: Database, databaseUrl?: string): Promise<void> {
  const engine = await startEngine({
    database,
    databaseUrl,
    run: () => Promise.reject(new Error('a template runs no turns')),
    undo: () => Promise.reject(new Error('a template runs no undos')),
    endOrphans: async () => {},
    log: silentLog,
  })
  await engine.close({ drainMs: 0 })
  await database.db.query('delete from executors')
}

/** Closed in order before it is packed: what is only copied begins with a recovery, each time. */
async function makeSnapshot(file: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-snapshot-'))
  try {
    const database = await openDatabase({ dataDir })
    await addEngine(database)
    await database.close()
    execFileSync('tar', ['cf', file, '-C', join(dataDir, 'db'), '.'])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fillPostgres(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await addEngine(database, databaseUrl)
  await database.close()
}

const [kind, where = ''] = process.argv.slice(2)
await (kind === 'snapshot' ? makeSnapshot(where) : fillPostgres(where))
process.exit(0)
