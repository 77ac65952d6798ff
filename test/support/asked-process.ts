/** A process of the service that is asked over IPC, one answer a command, and killed. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface AskedProcess<Command> {
  pid: number
  ask<T>(command: Omit<Command, 'id'>): Promise<T>
  /** Resolves when it says that it has come to where it stops for good. */
  halted: Promise<void>
  /** SIGKILL, and gone when this resolves. */
  kill(): Promise<void>
  freeze(): void
  wake(): void
}

interface Said {
  ready?: number
  halted?: true
  id?: number
  result?: unknown
}

const running = new Map<ChildProcess, () => Promise<void>>()

/** Resolves when it is ready. What it was started with it must not outlive: `killAsked` in the end. */
export async function startAsked<Command>(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<AskedProcess<Command>> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  running.set(child, kill)
  const ready = Promise.withResolvers<void>()
  const halted = Promise.withResolvers<void>()
  void ended.then(() => {
    running.delete(child)
    ready.reject(new Error('the process ended before it was ready'))
  })
  const waiting = new Map<number, (result: unknown) => void>()
  child.on('message', (said: Said) => {
    if (said.ready) ready.resolve()
    if (said.halted) halted.resolve()
    if (said.id !== undefined) waiting.get(said.id)?.(said.result)
  })
  await ready.promise
  let next = 1
  return {
    pid: child.pid!,
    halted: halted.promise,
    ask<T>(command: Omit<Command, 'id'>) {
      const id = next++
      const { promise, resolve } = Promise.withResolvers<unknown>()
      waiting.set(id, resolve)
      child.send({ ...command, id })
      return promise as Promise<T>
    },
    kill,
    freeze: () => child.kill('SIGSTOP'),
    wake: () => child.kill('SIGCONT'),
  }
}

export async function killAsked(): Promise<void> {
  await Promise.all([...running.values()].map(kill => kill()))
}
