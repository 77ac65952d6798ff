/** npm run admin as a process: on a data folder alone, through a running service, and on Postgres. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createSealing } from '../../../service/accounts/sealing.ts'
import { adminSocketPath, startAdminSocket } from '../../../service/admin/socket.ts'
import { silentLog } from '../../../service/log.ts'
import { createModels } from '../../../service/models/index.ts'
import { freshDatabaseIn, freshPostgres, prepareDataDir } from '../../support/database.ts'

const script = resolve(import.meta.dirname, '../../../service/admin.ts')

const root = mkdtempSync(join(tmpdir(), 'rowhand-admin-'))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(root, 'data-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const fillFolder = () => prepareDataDir(folder)
const openFolder = () => freshDatabaseIn(folder)

interface Ended {
  code: number | null
  out: string
  errors: string
}

function admin(argv: string[], environment: Record<string, string> = {}): Promise<Ended> {
  const env = {
    ...process.env,
    DATABASE_URL: '',
    ROWHAND_SECRET: '',
    ROWHAND_DATA_DIR: folder,
    ...environment,
  }
  const child = spawn(process.execPath, [script, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let errors = ''
  child.stdout.on('data', chunk => (out += chunk))
  child.stderr.on('data', chunk => (errors += chunk))
  return new Promise(done => child.on('close', code => done({ code, out, errors })))
}

async function withService<T>(work: () => Promise<T>): Promise<T> {
  const database = await openFolder()
  const socket = await startAdminSocket({
    dataDir: folder,
    db: database.db,
    sealing: createSealing('a secret of the tests, long enough'),
    models: createModels({}),
    revokeGrant: async () => {},
    now: () => new Date(),
    newId: randomUUID,
    onTurnEnded: async () => {},
    pool: database.pool,
    afterErasure: async () => {},
    log: silentLog,
  })
  try {
    return await work()
  } finally {
    await socket.close()
    await database.close()
  }
}

describe('npm run admin', { timeout: 60_000 }, () => {
  it('opens the data folder itself while no service runs', async () => {
    await fillFolder()
    expect(await admin(['users', 'create', 'sam@example.com'])).toMatchObject({ code: 0 })
    const listed = await admin(['users', 'list', '--json'])
    expect(JSON.parse(listed.out)).toMatchObject([{ email: 'sam@example.com' }])
  })

  it('goes through the service that has the folder, and both see the same', async () => {
    await withService(async () => {
      expect(await admin(['users', 'create', 'sam@example.com'])).toMatchObject({ code: 0, errors: '' })
      expect(await admin(['users', 'create', 'sam@example.com', '--json'])).toEqual({
        code: 1,
        out: '',
        errors: '{"error":"sam@example.com is there already"}\n',
      })
    })
    expect((await admin(['users', 'list'])).out).toContain('sam@example.com')
  })

  it("has a socket that only the folder's owner can use, gone with the service", async () => {
    const path = adminSocketPath(folder)
    await withService(async () => {
      expect(statSync(path).mode & 0o777).toBe(0o600)
    })
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('keeps its socket elsewhere where the folder has a long name', async () => {
    const long = join(folder, 'x'.repeat(120))
    mkdirSync(long)
    const path = adminSocketPath(long)
    expect(Buffer.byteLength(path)).toBeLessThan(104)
    expect(path).not.toBe(adminSocketPath(folder))
  })

  it('says so when another process has the folder and takes no commands', async () => {
    const database = await openFolder()
    const ended = await admin(['users', 'list'])
    await database.close()
    expect(ended.code).toBe(3)
    expect(ended.errors).toContain('is in use by another process')
  })

  it('is not misled by a socket that a dead service left', async () => {
    await fillFolder()
    const path = adminSocketPath(folder)
    const program =
      'require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))'
    await new Promise(done => spawn(process.execPath, ['-e', program, path]).on('close', done))
    expect(statSync(path).isSocket()).toBe(true)
    expect(await admin(['users', 'list'])).toMatchObject({ code: 0, out: 'Nobody yet.\n' })
  })

  it('makes no database where there is none', async () => {
    const ended = await admin(['users', 'list'])
    expect(ended.code).toBe(3)
    expect(ended.errors).toContain('there is no data in')
    expect(statSync(join(folder, 'db'), { throwIfNoEntry: false })).toBeUndefined()
  })

  it('ends with 2 for a wrong command line and 0 for help', async () => {
    expect(await admin(['keys', 'explode'])).toMatchObject({ code: 2, out: '' })
    const help = await admin(['help'])
    expect(help.code).toBe(0)
    expect(help.out).toContain('keys create')
  })

  it('works on Postgres directly, with the secret of the replicas', async () => {
    const database = await freshPostgres(inject('postgresUrl'))
    const environment = { DATABASE_URL: database.url, ROWHAND_SECRET: 'a secret of the tests, long enough' }
    expect(await admin(['users', 'create', 'sam@example.com'], environment)).toMatchObject({ code: 0 })
    const { rows } = await database.db.query('select email from users')
    await database.close()
    expect(rows).toEqual([{ email: 'sam@example.com' }])
    const none = await admin(['users', 'list'], { DATABASE_URL: database.url })
    expect(none.code).toBe(3)
    expect(none.errors).toContain('ROWHAND_SECRET is required')
  })

  it('writes nothing under another secret than that of the database', async () => {
    const other = { ROWHAND_SECRET: 'another secret of the tests, long enough' }
    await fillFolder()
    expect(await admin(['users', 'create', 'sam@example.com'])).toMatchObject({ code: 0 })
    const wrong = await admin(['users', 'create', 'eve@example.com'], other)
    expect(wrong.code).toBe(3)
    expect(wrong.errors).toContain('ROWHAND_SECRET is not the one')
    expect((await admin(['users', 'list'])).out).not.toContain('eve@example.com')
  })
})
