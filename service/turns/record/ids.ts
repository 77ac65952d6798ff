/** Ids that come out the same when a step runs again, so that what it writes is written once. */
import { createHash } from 'node:crypto'

/** A UUID (version 8) that depends on `parts` alone. */
export function stableId(...parts: (string | number)[]): string {
  const hash = createHash('sha256').update(parts.join('\0')).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Of the one call that a turn may make which a permission started. */
export const grantedCallId = (turnId: string): string => stableId(turnId, 'call', 0, 0)
