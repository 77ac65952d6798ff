/** One of the two servers as a child: started, waited for, and ended with its parent. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

const STOP_MILLISECONDS = 8_000
/** What Node made of the sources at an earlier start: loading them takes half as long. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/rowhand/compiled')

export interface ServerProcess {
  name: string
  /** Its address, once it answers; rejects when it ends before. */
  ready: Promise<string>
  /** Settles when the process is gone; never rejects. */
  ended: Promise<number | null>
  /** Lets one begin that loads its code and then waits to be told. */
  begin(): void
  stop(): Promise<void>
}

/** Its log lines go to `logFile`; what it says to a person (standard error) is shown. */
export function startServer(
  name: string,
  script: string,
  environment: Record<string, string>,
  logFile: string,
): ServerProcess {
  const log = openSync(logFile, 'w', 0o600)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    // Its own process group: Ctrl-C reaches this process only, which then ends the servers in order.
    detached: true,
    stdio: ['ignore', log, 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...environment },
  })
  closeSync(log)
  const ended = new Promise<number | null>(done => child.once('exit', done))
  return {
    name,
    ready: readyUrl(child, name, ended),
    ended,
    begin() {
      // One that is gone already is told of by `ended`.
      if (child.connected) child.send('begin', () => {})
    },
    stop: () => stopChild(child, ended),
  }
}

function readyUrl(child: ChildProcess, name: string, ended: Promise<number | null>): Promise<string> {
  const ready = new Promise<string>((answered, failed) => {
    child.on('message', message => {
      const url = (message as { ready?: { url?: string } }).ready?.url
      if (url) answered(url)
    })
    void ended.then(() => failed(new Error(`The ${name} did not start.`)))
  })
  // Whoever waits sees the rejection; nobody waiting must not end this process.
  ready.catch(() => {})
  return ready
}

async function stopChild(child: ChildProcess, ended: Promise<number | null>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS)
  await ended
  clearTimeout(timer)
}
