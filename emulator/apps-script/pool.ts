/**
 * Script threads. A few are kept warm; more are started while executions are under way at once, up to
 * Google's own limit of 30 for one user, and end again when idle. A thread runs one execution at a time.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { BridgeCall, BridgeOutcome, BridgeReply, RunOutcome, RunReply, RunRequest } from './bridge.ts'
import type { ThreadRequest } from './thread-request.ts'

export interface Execution {
  request: Omit<RunRequest, 'id'>
  /** Answers the script's service calls. Must not reject: a failure is a reply. */
  serve(call: BridgeCall): Promise<BridgeOutcome>
  timeLimitMs: number
}

export interface WorkerPool {
  run(execution: Execution): Promise<RunOutcome>
  close(): Promise<void>
}

export interface PoolOptions {
  /** Started at once. */
  firstWorkers: number
  /** Kept when there is nothing to do. */
  warmWorkers: number
  maxWorkers: number
}

interface Waiting {
  execution: Execution
  done(outcome: RunOutcome): void
}

export function createPool({ firstWorkers, warmWorkers, maxWorkers }: PoolOptions): WorkerPool {
  const idle: ScriptThread[] = []
  const all = new Set<ScriptThread>()
  const queue: Waiting[] = []
  let nextId = 1
  let closed = false

  const start = () => {
    const thread = createThread()
    all.add(thread)
    thread.worker.once('exit', () => {
      all.delete(thread)
      const at = idle.indexOf(thread)
      if (at >= 0) idle.splice(at, 1)
    })
    return thread
  }
  const giveBack = (thread: ScriptThread) => {
    if (thread.ended) return next()
    if (queue.length === 0 && idle.length >= warmWorkers) void thread.worker.terminate()
    else idle.push(thread)
    next()
  }
  const next = () => {
    if (queue.length === 0 || closed) return
    const thread = idle.pop() ?? (all.size < maxWorkers ? start() : undefined)
    if (!thread) return
    const { execution, done } = queue.shift()!
    void thread.run(nextId++, execution).then(outcome => {
      done(outcome)
      giveBack(thread)
    })
  }

  for (let count = 0; count < firstWorkers; count++) idle.push(start())
  return {
    run: execution =>
      new Promise(done => {
        queue.push({ execution, done })
        next()
      }),
    async close() {
      closed = true
      await Promise.all([...all].map(thread => thread.worker.terminate()))
    },
  }
}

interface ScriptThread {
  worker: Worker
  /** Set as soon as the thread can take no more work, before its exit is reported. */
  ended: boolean
  run(id: number, execution: Execution): Promise<RunOutcome>
}

function createThread(): ScriptThread {
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { signal } })
  // It may not keep the process alive by itself.
  worker.unref()

  const thread: ScriptThread = {
    worker,
    ended: false,
    run(id, { request, serve, timeLimitMs }) {
      const { port1: port, port2: scriptPort } = new MessageChannel()
      port.on('message', (call: BridgeCall) => {
        void serve(call).then(outcome => answer(port, signal, { id: call.id, ...outcome }))
      })
      port.unref()
      return new Promise(resolve => {
        const finish = (outcome: RunOutcome) => {
          clearTimeout(timer)
          port.close()
          worker.off('message', onMessage)
          worker.off('exit', onExit)
          worker.off('error', onError)
          resolve(outcome)
        }
        const onMessage = (reply: RunReply) => {
          if (reply.id === id) finish(reply.outcome)
        }
        const die = (message: string) => {
          thread.ended = true
          finish(failed(message))
        }
        const onExit = () => die('The script ended before it answered.')
        const onError = (error: Error) => die(error.message)
        const timer = setTimeout(() => {
          die('Exceeded maximum execution time')
          void worker.terminate()
        }, timeLimitMs)
        worker.on('message', onMessage)
        worker.once('exit', onExit)
        worker.once('error', onError)
        worker.postMessage({ id, ...request, port: scriptPort } satisfies ThreadRequest, [scriptPort])
      })
    },
  }
  return thread
}

function answer(port: MessagePort, signal: Int32Array, reply: BridgeReply): void {
  port.postMessage(reply)
  Atomics.add(signal, 0, 1)
  Atomics.notify(signal, 0)
}

function failed(message: string): RunOutcome {
  return { ok: false, failure: { name: 'Exception', message, stack: '' } }
}
