/** Starts the thread that beats for this process, and keeps telling it that the main thread moves. */
import { Worker } from 'node:worker_threads'
import type { Log } from '../../log.ts'
import type { HeartbeatData } from './heartbeat-thread.ts'

const PULSE_EVERY_MS = 1_000
const END_WITHIN_MS = 5_000

export interface Heartbeat {
  stop(): Promise<void>
}

export function startHeartbeat(options: { databaseUrl: string; executorId: string; log: Log }): Heartbeat {
  const { databaseUrl, executorId, log } = options
  const pulse = new SharedArrayBuffer(4)
  const counter = new Int32Array(pulse)
  const data: HeartbeatData = { databaseUrl, executorId, pulse }
  let isEnding = false
  let ended = Promise.resolve()
  let worker: Worker

  function open(): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    ended = promise
    worker = new Worker(new URL('./heartbeat-thread.ts', import.meta.url), { workerData: data })
    worker.unref()
    worker.on('error', () => log.warn('the heartbeat failed and is started again'))
    worker.once('exit', () => {
      resolve()
      if (!isEnding) setTimeout(open, PULSE_EVERY_MS).unref()
    })
  }

  open()
  const timer = setInterval(() => Atomics.add(counter, 0, 1), PULSE_EVERY_MS)
  timer.unref()
  return {
    async stop() {
      isEnding = true
      clearInterval(timer)
      worker.postMessage('end')
      const late = setTimeout(() => void worker.terminate(), END_WITHIN_MS)
      await ended
      clearTimeout(late)
    },
  }
}
