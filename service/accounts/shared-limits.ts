/**
 * What all keys of a person, and all keys of a space, may take together: counted on a shared database, so that
 * replicas have one count, or in this process where no other works on the database.
 */
import { type CheckedKey, type KeyCheckOptions, steadyClock, WINDOW_MS } from './key-check.ts'
import { MemoryWindows } from './memory-windows.ts'

export type Whose = 'key' | 'person' | 'space'

/** Of what the key may take, how much its person and its space may; who held the rest back, and their limit. */
export interface Shared {
  granted: number
  by: Whose
  limit: number
}

export interface SharedLimits extends Pick<KeyCheckOptions, 'db' | 'clock'> {
  /** Of all keys of one person, and of all keys of one space; 0 for no such limit. */
  requestsPerPerson: number
  requestsPerSpace: number
}

/** Takes what each key was granted; an unknown key takes nothing. */
export type TakeShared = (keys: readonly (CheckedKey | null)[]) => Promise<Shared[]>

const ofKey = (key: CheckedKey | null): Shared => ({ granted: key?.granted ?? 0, by: 'key', limit: 0 })

export function takeInProcess({ requestsPerPerson, requestsPerSpace, clock }: SharedLimits): TakeShared {
  const windows = [
    { by: 'person', limit: requestsPerPerson, idOf: (key: CheckedKey) => key.userId },
    { by: 'space', limit: requestsPerSpace, idOf: (key: CheckedKey) => key.spaceId },
  ] as const
  const kept = windows
    .filter(({ limit }) => limit > 0)
    .map(window => ({ ...window, counts: new MemoryWindows(window.limit, WINDOW_MS) }))
  return async keys => {
    const nowMs = (clock ?? steadyClock)()
    return keys.map(key => {
      let shared = ofKey(key)
      if (key === null) return shared
      for (const { by, limit, idOf, counts } of kept) {
        const { granted } = counts.take(idOf(key), shared.granted, nowMs)
        if (granted < shared.granted) shared = { granted, by, limit }
      }
      return shared
    })
  }
}

const TAKE_SHARED = { name: 'take_shared', text: 'select * from take_shared($1, $2, $3, $4, $5, $6, $7)' }

export function takeInDatabase({ db, clock, requestsPerPerson, requestsPerSpace }: SharedLimits): TakeShared {
  const limitOf = { person: requestsPerPerson, space: requestsPerSpace }
  return async keys => {
    const taking = keys.filter(key => key !== null && key.granted > 0) as CheckedKey[]
    if (taking.length === 0 || requestsPerPerson + requestsPerSpace === 0) return keys.map(ofKey)
    const { rows } = await db.query<{ granted: number; held_by: 'person' | 'space' | null }>(TAKE_SHARED, [
      taking.map(key => key.userId),
      taking.map(key => key.spaceId),
      taking.map(key => key.granted),
      requestsPerPerson,
      requestsPerSpace,
      WINDOW_MS,
      clock?.() ?? null,
    ])
    const shared = new Map(
      taking.map((key, at): [CheckedKey, Shared] => {
        const { granted, held_by: by } = rows[at]!
        return [key, by === null ? ofKey(key) : { granted, by, limit: limitOf[by] }]
      }),
    )
    return keys.map(key => (key && shared.get(key)) ?? ofKey(key))
  }
}
