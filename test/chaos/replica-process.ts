/** A process of `replica.ts`: started, told what to do, killed, frozen, and ended in order. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Edge } from './edge.ts'

export interface Replica {
  executorId: string
  start(caller: object, spreadsheetId: string): Promise<string | null>
  edge(to: Edge): void
  clock(offsetMs: number): void
  /** So many steps were begun in it. */
  begunSteps(): number
  /** Turns that it found under way. */
  underWay: number
  /** Resolves when it begins a step of a turn or ends one, for the first time. */
  firstDeed: Promise<void>
  freezeFor(ms: number): Promise<void>
  kill(): Promise<void>
  /** Lets it end by itself, as a deployment does. */
  end(): Promise<void>
}

export interface ReplicaPlace {
  dataDir: string
  databaseUrl: string
  googleUrl: string
  onTurnOver?: () => void
}

interface Told {
  ready?: string
  underWay?: number
  step?: true
  over?: true
  id?: number
  result?: unknown
}

const ENDS_WITHIN_MS = 30_000
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/rowhand/compiled')

export async function startReplica(place: ReplicaPlace): Promise<Replica> {
  const { dataDir, databaseUrl, googleUrl } = place
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'replica.ts'),
      dataDir,
      databaseUrl,
      googleUrl,
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    },
  )
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  const ready = Promise.withResolvers<{ executorId: string; underWay: number }>()
  const firstDeed = Promise.withResolvers<void>()
  const waiting = new Map<number, (result: unknown) => void>()
  let steps = 0
  void ended.then(() => {
    ready.reject(new Error('a replica ended before it was ready'))
    for (const answer of waiting.values()) answer(null)
  })
  child.on('message', (message: Told) => {
    if (message.step) steps += 1
    if (message.over) place.onTurnOver?.()
    if (message.step || message.over) firstDeed.resolve()
    if (message.ready !== undefined) {
      ready.resolve({ executorId: message.ready, underWay: message.underWay ?? 0 })
    }
    if (message.id !== undefined) waiting.get(message.id)?.(message.result)
  })
  const { executorId, underWay } = await ready.promise
  let next = 1
  function ask(command: object): Promise<unknown> {
    const id = next++
    const { promise, resolve } = Promise.withResolvers<unknown>()
    waiting.set(id, resolve)
    send(child, { ...command, id }, () => resolve(null))
    return promise
  }
  return {
    executorId,
    start: (caller, spreadsheetId) => ask({ do: 'start', caller, spreadsheetId }) as Promise<string | null>,
    edge: to => send(child, { do: 'edge', to }),
    clock: offsetMs => send(child, { do: 'clock', offsetMs }),
    begunSteps: () => steps,
    underWay,
    firstDeed: firstDeed.promise,
    async freezeFor(ms) {
      child.kill('SIGSTOP')
      await sleep(ms)
      child.kill('SIGCONT')
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async end() {
      send(child, { do: 'end' })
      const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
      await ended
      clearTimeout(late)
    },
  }
}

function send(child: ChildProcess, message: object, onFailure: () => void = () => {}): void {
  if (!child.connected) onFailure()
  else {
    child.send(message, error => {
      if (error) onFailure()
    })
  }
}
