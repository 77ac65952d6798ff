/** What a turn asked the person before doing, parsed once from what the service answered. */
import { list, object, text } from './entries.ts'

export interface Permission {
  id: string
  turnId: string
  callId: string
  /** What would happen, exactly, in plain words. */
  effect: string
  details: readonly string[]
  state: 'open' | 'granted' | 'denied' | 'used' | 'expired'
}

export function parsePermissions(value: unknown): Permission[] {
  const { permissions } = object(value)
  return list(permissions).flatMap(item => parsePermission(item) ?? [])
}

export function parsePermission(value: unknown): Permission | null {
  const raw = object(value)
  const id = text(raw.id)
  if (id === null) return null
  const states = ['open', 'granted', 'denied', 'used', 'expired'] as const
  return {
    id,
    turnId: text(raw.turn_id) ?? '',
    callId: text(raw.tool_call_id) ?? '',
    effect: text(raw.effect) ?? '',
    details: list(raw.details).filter(detail => typeof detail === 'string'),
    // A state that nobody knows offers nothing to press.
    state: states.find(state => state === raw.state) ?? 'expired',
  }
}
