/** Work in a thread of its own, ended by limits on time and memory: what is heavy holds up nobody else. */
import { Worker } from 'node:worker_threads'

export interface ApartLimits {
  milliseconds: number
  megabytes: number
}

/** The first message of the thread; null where it broke a limit or fell over. */
export async function runApart<T>(thread: URL, data: unknown, limits: ApartLimits): Promise<T | null> {
  const worker = new Worker(thread, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    // What a library has to say about a file or a sheet is nobody's log line.
    stdout: true,
    stderr: true,
  })
  const timer = setTimeout(() => void worker.terminate(), limits.milliseconds)
  try {
    return await new Promise<T | null>(resolve => {
      worker.once('message', resolve)
      worker.once('error', () => resolve(null))
      worker.once('exit', () => resolve(null))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
