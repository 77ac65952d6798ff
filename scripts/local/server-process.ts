/** One of the two servers as a child: started, waited for, and ended with its parent. */
import { type ChildProcess, spawn } from 'node:child_process'

const STOP_MILLISECONDS = 8_000

export interface ServerProcess {
  name: string
  /** Its address, once it answers; rejects when it ends before. */
  ready: Promise<string>
  /** Settles when the process is gone; never rejects. */
  ended: Promise<number | null>
  stop(): Promise<void>
}

export function startServer(
  name: string,
  script: string,
  environment: Record<string, string>,
  stdio: 'all' | 'errors-only',
): ServerProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    // Its own process group: Ctrl-C reaches this process only, which then ends the servers in order.
    detached: true,
    stdio: ['ignore', stdio === 'all' ? 'inherit' : 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  })
  const ended = new Promise<number | null>(done => child.once('exit', done))
  return { name, ready: readyUrl(child, name, ended), ended, stop: () => stopChild(child, ended) }
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
