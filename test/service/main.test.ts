import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDataDir } from '../support/database.ts'
import { bareEnvironment } from '../support/environment.ts'

const MAIN = join(import.meta.dirname, '../../service/main.ts')

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

describe('the service as a process', { timeout: 60_000 }, () => {
  let dataDir: string
  let children: ChildProcess[]
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'rowhand-'))
    children = []
  })
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })

  function start(env: Record<string, string> = {}) {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
      env: { ...bareEnvironment(), PORT: '0', ROWHAND_DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    children.push(child)
    let stdout = ''
    let stderr = ''
    child.stdout!.on('data', chunk => (stdout += chunk))
    child.stderr!.on('data', chunk => (stderr += chunk))
    const gone = Promise.all([
      new Promise<number | null>(done => child.once('exit', done)),
      new Promise(done => child.stdout!.once('end', done)),
      new Promise(done => child.stderr!.once('end', done)),
    ])
    const ended = gone.then(([code]): Ended => ({ code, stdout, stderr }))
    const ready = new Promise<string>((done, fail) => {
      child.once('message', message => done((message as { ready: { url: string } }).ready.url))
      void ended.then(({ stderr }) => fail(new Error(stderr)))
    })
    ready.catch(() => {})
    return { child, ready, ended }
  }

  it('says where it answers, lets no other have its data folder, and ends cleanly when asked to', async () => {
    await prepareDataDir(dataDir)
    const { child, ready, ended } = start()
    const url = await ready
    const other = await start().ended
    expect(other.code).toBe(1)
    expect(other.stderr).toBe(
      `rowhand: data folder ${dataDir} is in use by another process (pid ${child.pid}): stop it first, or choose another folder with ROWHAND_DATA_DIR\n`,
    )
    expect((await fetch(`${url}/version`)).status).toBe(200)
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('event')
  })

  it('ends at once when it is asked to while it waits for its database', async () => {
    const silent = createTcpServer()
    await new Promise<void>(done => silent.listen(0, '127.0.0.1', done))
    const asked = new Promise<Socket>(done => silent.once('connection', done))
    const { port } = silent.address() as AddressInfo
    const { child, ended } = start({
      DATABASE_URL: `postgres://nobody:nothing@127.0.0.1:${port}/rowhand`,
      ROWHAND_SECRET: 'a secret that is long enough for a start',
    })
    const socket = await asked
    child.kill('SIGTERM')
    const { code, stdout } = await ended
    socket.destroy()
    silent.close()
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ event: 'ending', reason: 'SIGTERM' })
  })

  it.each([
    ['hangs up', (socket: Socket) => socket.end()],
    ['resets its connection', (socket: Socket) => socket.resetAndDestroy()],
  ])('says in one sentence that its database %s', async (_, leave) => {
    const rude = createTcpServer(socket => socket.once('data', () => leave(socket)))
    await new Promise<void>(done => rude.listen(0, '127.0.0.1', done))
    const { port } = rude.address() as AddressInfo
    const { code, stderr } = await start({
      DATABASE_URL: `postgres://nobody:nothing@127.0.0.1:${port}/rowhand`,
      ROWHAND_SECRET: 'a secret that is long enough for a start',
    }).ended
    rude.close()
    expect(code).toBe(1)
    // Which of the two the system tells, the end or the reset, is a race.
    expect(stderr).toMatch(
      /^rowhand: the database at DATABASE_URL (does not answer|cannot be used \(ECONNRESET\)): check the address and that it runs\n$/,
    )
  })

  it('ends when whoever started it is gone', async () => {
    await prepareDataDir(dataDir)
    const { child, ready, ended } = start()
    await ready
    child.disconnect()
    expect((await ended).code).toBe(0)
  })

  it('says in one sentence that its port is taken', async () => {
    const other = createServer()
    await new Promise<void>(done => other.listen(0, '127.0.0.1', done))
    const { port } = other.address() as AddressInfo
    await prepareDataDir(dataDir)
    const { code, stderr } = await start({ PORT: String(port) }).ended
    other.close()
    expect(code).toBe(1)
    expect(stderr).toBe(`rowhand: port ${port} is taken: stop what uses it, or choose another with PORT\n`)
  })

  it.each([
    [{ PORT: 'eighty' }, 'rowhand: PORT is "eighty"'],
    [{ ROWHAND_CATALOGUE: '/nowhere.json' }, 'rowhand: the model catalogue /nowhere.json'],
    [{ HOST: 'no such host' }, 'rowhand: no such host is not an address of this machine: correct HOST'],
    [{ ROWHAND_BOOTSTRAP: '{' }, 'rowhand: ROWHAND_BOOTSTRAP is not valid JSON'],
    [
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      'rowhand: the database at DATABASE_URL cannot be used',
    ],
    [
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ROWHAND_SECRET: 'x'.repeat(32) },
      'rowhand: the database at DATABASE_URL cannot be used (ECONNREFUSED)',
    ],
  ])('says what is wrong with %o', async (env, words) => {
    if (!('DATABASE_URL' in env)) await prepareDataDir(dataDir)
    const { code, stderr } = await start(env as Record<string, string>).ended
    expect(code).toBe(1)
    expect(stderr).toContain(words)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
