/** Files that came with a turn's prompt, as the page shows them: parsed once from what the service answered. */
import { list, number, object, text } from './entries.ts'

export interface FileTable {
  rows: number
}
export interface TurnFile {
  id: string
  name: string
  mediaType: string
  bytes: number
  tables: readonly FileTable[]
}

export function parseTurnFile(value: unknown): TurnFile | null {
  const raw = object(value)
  const id = text(raw.id)
  if (id === null) return null
  return {
    id,
    name: text(raw.name) ?? '',
    mediaType: text(raw.media_type) ?? '',
    bytes: number(raw.size_bytes) ?? 0,
    tables: list(raw.tables).map(table => ({ rows: number(object(table).rows) ?? 0 })),
  }
}

/** By turn id, in the order in which they were attached: the service lists the newest first. */
export function parseFilesByTurn(value: unknown): Map<string, TurnFile[]> {
  const { attachments } = object(value)
  const byTurn = new Map<string, TurnFile[]>()
  for (const item of list(attachments).toReversed()) {
    const file = parseTurnFile(item)
    const turnId = text(object(item).turn_id)
    if (file && turnId !== null) byTurn.set(turnId, [...(byTurn.get(turnId) ?? []), file])
  }
  return byTurn
}
