/**
 * One process a data folder: two of them on one embedded database corrupt it without a word. Whoever
 * wants the folder listens on a Unix socket of its own in `.lock` and then looks at the others there. As
 * everyone listens before looking, of two at least one sees the other. The kernel closes the socket with
 * its process, so a kill -9 leaves a file that nobody answers on, which the next one clears away.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createServer, connect as dial, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A start that a person can put right; its message is the one sentence to show. */
export class FolderInUseError extends Error {
  constructor(folder: string, pid: string) {
    super(
      `data folder ${folder} is in use by another process (pid ${pid}): stop it first, or choose another folder with ROWHAND_DATA_DIR`,
    )
    this.name = 'FolderInUseError'
  }
}

export interface FolderLock {
  /** From now on others wait for the release instead of giving up. */
  leaving(): void
  release(): Promise<void>
}

// Unix socket addresses hold 108 bytes on Linux, 104 elsewhere, the closing zero included.
const MAX_SOCKET_PATH_BYTES = 100
const ANSWERS_WITHIN_MS = 1_000
const LOOK_AGAIN_MS = 20
const GIVE_UP_AFTER_MS = 5_000
/** Its owner is about to end: that may take as long as its last steps. */
const LEAVES_WITHIN_MS = 20_000
/** An owner whose starter was killed hears of it a moment later. */
const HEARS_WITHIN_MS = 400

/** A process that listens. It is silent when it is too busy to answer, or about to withdraw. */
interface Other {
  name: string
  state: 'owner' | 'leaving' | 'looking' | 'silent'
  pid: string
}

function lockDir(folder: string, name: string): string {
  const inside = join(folder, '.lock')
  if (Buffer.byteLength(join(inside, name)) <= MAX_SOCKET_PATH_BYTES) return inside
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  return join(tmpdir(), `rowhand-${digest}`)
}

class Candidate {
  readonly name = `${randomUUID().slice(0, 12)}.sock`
  readonly #dir: string
  readonly #server: Server
  #state: 'owner' | 'leaving' | 'looking' = 'looking'

  constructor(folder: string) {
    this.#dir = lockDir(folder, `${this.name}.new`)
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 })
    this.#server = createServer(socket => socket.on('error', () => {}).end(`${this.#state} ${process.pid}`))
    this.#server.unref()
  }

  /** Shown to others under its name only once it answers: before, it would look dead. */
  async listen(): Promise<void> {
    const hidden = join(this.#dir, `${this.name}.new`)
    await new Promise<void>((done, fail) => {
      this.#server.once('error', fail)
      this.#server.listen(hidden, done)
    })
    renameSync(hidden, join(this.#dir, this.name))
  }

  /** Everyone else that answers. Files that nobody answers on are cleared away: names are never used twice. */
  async others(): Promise<Other[]> {
    const names = readdirSync(this.#dir).filter(name => name.endsWith('.sock') && name !== this.name)
    const asked = await Promise.all(names.map(name => this.#ask(name)))
    return asked.filter(other => other !== null)
  }

  async #ask(name: string): Promise<Other | null> {
    const path = join(this.#dir, name)
    const said = await askSocket(path)
    if (said === null) {
      rmSync(path, { force: true })
      return null
    }
    const [state, pid] = said.split(' ')
    const isKnown = state === 'owner' || state === 'leaving' || state === 'looking'
    return { name, state: isKnown ? state : 'silent', pid: pid ?? 'unknown' }
  }

  own(): void {
    this.#state = 'owner'
  }

  leaving(): void {
    this.#state = 'leaving'
  }

  async withdraw(): Promise<void> {
    rmSync(join(this.#dir, this.name), { force: true })
    await new Promise<void>(done => this.#server.close(() => done()))
  }
}

/** What whoever listens at `path` says; null where nobody does. */
function askSocket(path: string): Promise<string | null> {
  return new Promise(answer => {
    let said = ''
    let connected = false
    const socket = dial(path)
    const done = () => {
      socket.destroy()
      answer(connected ? said : null)
    }
    socket.setTimeout(ANSWERS_WITHIN_MS, done)
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

/** Of those that look at the same time, the first by name stays. */
const goesFirst = (other: Other, candidate: Candidate) =>
  other.state === 'owner' || (other.state === 'looking' && other.name < candidate.name)

/**
 * Takes the folder for this process, or throws FolderInUseError. Waits for an owner that is about to end, and
 * tells `onWait` whom it waits for.
 */
export async function lockFolder(
  folder: string,
  onWait: (pid: string) => void = () => {},
): Promise<FolderLock> {
  const candidate = new Candidate(resolve(folder))
  await candidate.listen()
  try {
    await waitForOthers(folder, candidate, onWait)
  } catch (error) {
    await candidate.withdraw()
    throw error
  }
  candidate.own()
  return { leaving: () => candidate.leaving(), release: () => candidate.withdraw() }
}

async function waitForOthers(
  folder: string,
  candidate: Candidate,
  onWait: (pid: string) => void,
): Promise<void> {
  const began = performance.now()
  let isTold = false
  for (;;) {
    const others = await candidate.others()
    const first = others[0]
    if (!first) return
    const waitedMs = performance.now() - began
    const leaver = others.find(other => other.state === 'leaving')
    if (leaver && !isTold) onWait(leaver.pid)
    isTold ||= leaver !== undefined
    const inTheWay = others.find(other => goesFirst(other, candidate))
    if (inTheWay && (inTheWay.state !== 'owner' || waitedMs > HEARS_WITHIN_MS)) {
      throw new FolderInUseError(folder, inTheWay.pid)
    }
    if (waitedMs > (leaver ? LEAVES_WITHIN_MS : GIVE_UP_AFTER_MS))
      throw new FolderInUseError(folder, first.pid)
    await sleep(LOOK_AGAIN_MS)
  }
}
