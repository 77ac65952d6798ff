/**
 * One process a data folder: two of them on one embedded database corrupt it without a word. The lock
 * is a listening Unix socket in the folder, which the kernel closes with its process, so a kill -9
 * leaves nothing to clean up by hand.
 */
import { createHash, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createServer, connect as dial, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A start that a person can put right; its message is the one sentence to show. */
export class FolderInUseError extends Error {
  constructor(folder: string, pid: string) {
    super(
      `data folder ${folder} is in use by another process (${pid}): stop it first, or choose another folder with ROWHAND_DATA_DIR`,
    )
    this.name = 'FolderInUseError'
  }
}

// Unix socket addresses hold 108 bytes on Linux, 104 elsewhere, the closing zero included.
const MAX_SOCKET_PATH_BYTES = 100
const OWNER_ANSWERS_WITHIN_MS = 1_000

function socketPath(folder: string): string {
  const inside = join(folder, '.lock.sock')
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH_BYTES) return inside
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  return join(tmpdir(), `rowhand-${digest}.sock`)
}

/** Whoever listens at `path` says its pid; null where nobody does. */
function askOwner(path: string): Promise<string | null> {
  return new Promise(answer => {
    let said = ''
    let connected = false
    const socket = dial(path)
    const done = () => {
      socket.destroy()
      answer(connected ? said || 'pid unknown' : null)
    }
    socket.setTimeout(OWNER_ANSWERS_WITHIN_MS, done)
    socket.on('connect', () => {
      connected = true
    })
    socket.on('data', chunk => {
      said += chunk.toString()
    })
    socket.on('end', done)
    socket.on('error', done)
  })
}

function listen(path: string): Promise<Server | null> {
  return new Promise((done, fail) => {
    const server = createServer(socket => socket.on('error', () => {}).end(`pid ${process.pid}`))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(null) : fail(error),
    )
    server.listen(path, () => done(server))
  })
}

/**
 * Removes a socket whose owner is gone. It is moved aside first and asked again there: another starter
 * may have put its own, living one in the place since we asked.
 */
async function removeStale(path: string): Promise<void> {
  const aside = `${path}.${randomUUID().slice(0, 8)}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if ((await askOwner(aside)) !== null) linkSync(aside, path)
  rmSync(aside, { force: true })
}

/** Takes the folder for this process, or throws FolderInUseError. */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const absolute = resolve(folder)
  mkdirSync(absolute, { recursive: true, mode: 0o700 })
  const path = socketPath(absolute)
  for (let attempt = 0; attempt < 10; attempt++) {
    const server = await listen(path)
    if (server) {
      server.unref()
      return { release: () => new Promise(done => server.close(() => done())) }
    }
    const owner = await askOwner(path)
    if (owner !== null) throw new FolderInUseError(folder, owner)
    await removeStale(path)
  }
  throw new FolderInUseError(folder, 'pid unknown')
}
