/**
 * One piece of work after another in threads: of each program one thread stays for a while, because loading
 * it takes longer than most files.
 */
import { Worker } from 'node:worker_threads'

const STAYS_MS = 30_000

const waiting = new Map<string, { thread: Worker; leaves: NodeJS.Timeout }>()

/** Rejects where the thread failed. */
export function inThread<T>(program: string, work: unknown): Promise<T> {
  const thread = take(program)
  return new Promise<T>((resolve, reject) => {
    const ended = (code: number) => reject(new Error(`${program} ended with ${code}.`))
    thread.once('message', (answer: T) => {
      thread.off('error', reject)
      thread.off('exit', ended)
      stay(program, thread)
      resolve(answer)
    })
    thread.once('error', reject)
    thread.once('exit', ended)
    thread.postMessage(work)
  })
}

function take(program: string): Worker {
  const known = waiting.get(program)
  if (known === undefined) return new Worker(program, { stdout: true, stderr: true })
  waiting.delete(program)
  clearTimeout(known.leaves)
  known.thread.ref()
  return known.thread
}

/** Without holding up the end of the process. */
function stay(program: string, thread: Worker): void {
  if (waiting.has(program)) {
    void thread.terminate()
    return
  }
  thread.unref()
  const leaves = setTimeout(() => {
    waiting.delete(program)
    void thread.terminate()
  }, STAYS_MS).unref()
  waiting.set(program, { thread, leaves })
}
