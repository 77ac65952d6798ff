/**
 * Faults of a process' own surroundings, made at their edge: a database whose disk is full or that is away,
 * as its client sees it (both databases are spoken to through the same client), and a clock that jumps.
 */
import pg from 'pg'

export type Edge = 'well' | 'full' | 'away'

let state: Edge = 'well'
let offsetMs = 0

/** On a full disk what was there can still be read. */
const WRITES = /^\s*(with\b[\s\S]*\b(insert|update|delete)\b|insert|update|delete|create|commit\b)/i

const refusals = {
  // As Postgres tells it.
  full: { code: '53100', message: 'could not extend file: No space left on device' },
  away: { code: '57P03', message: 'the database system is not accepting connections' },
} as const

interface AnyQuery {
  text?: string
  callback?: (error: Error) => void
}

function refused(input: string | AnyQuery): Error | null {
  if (state === 'well') return null
  const text = typeof input === 'string' ? input : (input.text ?? '')
  // Rolling back takes no room, and what was begun must be ended.
  if (/^\s*rollback/i.test(text)) return null
  if (state === 'full' && !WRITES.test(text)) return null
  const { code, message } = refusals[state]
  return Object.assign(new Error(message), { code })
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** From now on this process can be told to have trouble. */
export function standAtTheEdge(): void {
  const query = pg.Client.prototype.query as unknown as Query
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      const error = refused(args[0] as string | AnyQuery)
      if (!error) return query.apply(this, args)
      const callback = args.findLast(arg => typeof arg === 'function') as ((error: Error) => void) | undefined
      if (!callback) return Promise.reject(error)
      process.nextTick(callback, error)
      return undefined
    },
  })
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...args: [] | [number | string]) {
      if (args.length === 0) super(Real.now() + offsetMs)
      else super(...(args as [number]))
    }
    static override now = () => Real.now() + offsetMs
  } as DateConstructor
}

export function setEdge(to: Edge): void {
  state = to
}

/** What the clock on the wall shows from now on, beside the right time. */
export function setClock(toOffsetMs: number): void {
  offsetMs = toOffsetMs
}
