/** Starts and kills processes of `replica.ts`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ReplicaCommand } from './replica.ts'

export interface Replica {
  pid: number
  ask<T>(command: Omit<ReplicaCommand, 'id'>): Promise<T>
  /** SIGKILL, and gone when this resolves. */
  kill(): Promise<void>
  freeze(): void
  wake(): void
}

const running = new Set<ChildProcess>()

export async function startReplica(options: { dataDir?: string; databaseUrl?: string }): Promise<Replica> {
  const script = join(import.meta.dirname, 'replica.ts')
  const child = spawn(process.execPath, [script, options.dataDir ?? '', options.databaseUrl ?? ''], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  running.add(child)
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  void ended.then(() => running.delete(child))
  const waiting = new Map<number, (result: unknown) => void>()
  const ready = Promise.withResolvers<void>()
  void ended.then(() => ready.reject(new Error('the replica ended before it was ready')))
  child.on('message', (message: { ready?: number; id?: number; result?: unknown }) => {
    if (message.ready) ready.resolve()
    if (message.id !== undefined) waiting.get(message.id)?.(message.result)
  })
  await ready.promise
  let next = 1
  return {
    pid: child.pid!,
    ask<T>(command: Omit<ReplicaCommand, 'id'>) {
      const id = next++
      const { promise, resolve } = Promise.withResolvers<unknown>()
      waiting.set(id, resolve)
      child.send({ ...command, id })
      return promise as Promise<T>
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    freeze: () => child.kill('SIGSTOP'),
    wake: () => child.kill('SIGCONT'),
  }
}

export async function killAll(): Promise<void> {
  await Promise.all(
    [...running].map(child => {
      const ended = new Promise(done => child.once('exit', done))
      child.kill('SIGKILL')
      return ended
    }),
  )
}
