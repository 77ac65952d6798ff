/**
 * What the service tells of itself to whoever watches: pieces of work with their kind, facts and end. Costs a
 * check where nobody watches. Facts are ids, names and numbers; never a prompt, a cell or a secret.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Facts of each kind of work; those with `?` are known at its end only. */
export interface Work {
  request: { operation: string; status?: number; code?: string; turnId?: string }
  turn: { turnId: string; model: string; execution: number }
  step: { kind: 'model' | 'tool'; tool?: string }
  model: { model: string; outcome?: string; inputTokens?: number; outputTokens?: number }
  google: { kind: 'reads' | 'writes'; tries?: number; failure?: string }
  query: Record<never, never>
  webhook: { outcome?: string }
}
export type Kind = keyof Work

/** Things that happen at one moment. */
export interface Moment {
  turnEnded: { turnId: string; status: string; code: string | null; milliseconds?: number }
  charged: { kind: string; model: string; nanoDollars: number }
}

export interface Watcher {
  /** Called when work begins; what it answers is called with the facts and the thrown error at its end. */
  begin?<K extends Kind>(kind: K, facts: Work[K], parent: unknown): Begun | undefined
  moment?<M extends keyof Moment>(moment: M, facts: Moment[M]): void
}

export interface Begun {
  /** Handed to the `begin` of work within this one. */
  within?: unknown
  end(facts: object, failed: boolean, milliseconds: number): void
}

const watchers = new Set<Watcher>()
/** The work around: what each watcher made of it, and its facts by kind. */
interface Around {
  within: Map<Watcher, unknown>
  facts: Partial<Work>
}
const inside = new AsyncLocalStorage<Around>()

/** Answers how to stop watching. */
export function watch(watcher: Watcher): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

/** Whether anybody would be told. */
export const isWatched = (): boolean => watchers.size > 0

/** Runs `work` as one piece of `kind`; it may add to its facts until it ends. */
export function observed<K extends Kind, T>(
  kind: K,
  facts: Work[K],
  work: (facts: Work[K]) => Promise<T>,
): Promise<T> {
  return watchers.size === 0 ? work(facts) : watched(kind, facts, work)
}

async function watched<K extends Kind, T>(
  kind: K,
  facts: Work[K],
  work: (facts: Work[K]) => Promise<T>,
): Promise<T> {
  const around = inside.getStore()
  const within = new Map(around?.within)
  const begun = [...watchers].flatMap(watcher => {
    const one = watcher.begin?.(kind, facts, around?.within.get(watcher))
    if (one?.within !== undefined) within.set(watcher, one.within)
    return one ?? []
  })
  const since = performance.now()
  let failed = true
  try {
    const result = await inside.run({ within, facts: { ...around?.facts, [kind]: facts } }, () => work(facts))
    failed = false
    return result
  } finally {
    const milliseconds = performance.now() - since
    for (const one of begun) one.end(facts, failed, milliseconds)
  }
}

/** Adds facts to the work of `kind` that this runs in, where there is one and somebody watches. */
export function addFacts<K extends Kind>(kind: K, facts: Partial<Work[K]>): void {
  const known = inside.getStore()?.facts[kind]
  if (known) Object.assign(known, facts)
}

export function tell<M extends keyof Moment>(moment: M, facts: Moment[M]): void {
  for (const watcher of watchers) watcher.moment?.(moment, facts)
}
