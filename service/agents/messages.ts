/** Pages of a conversation. A cursor names a position that never changes, so pages stay right while entries come and change. */
import type { Queryable } from '../store/db.ts'
import type { MessagesView, Refusal } from './agents.ts'
import { agentNotFound, isUuid } from './read.ts'

const badCursor: Refusal = {
  state: 'refused',
  code: 'INVALID_REQUEST',
  message:
    'after: this is not a cursor of this agent. Use an end_cursor exactly as a page of this agent gave it, or leave it out for the first page.',
}

const MAX_POSITION = 2n ** 63n - 1n

export function encodeCursor(agentId: string, position: bigint): string {
  return Buffer.from(`1:${agentId.slice(0, 8)}:${position}`).toString('base64url')
}

/** Null where the text is not a cursor of this agent. */
export function decodeCursor(agentId: string, cursor: string): bigint | null {
  const text = Buffer.from(cursor, 'base64url').toString()
  const match = /^1:([0-9a-f]{8}):([1-9]\d{0,18})$/.exec(text)
  if (!match || match[1] !== agentId.slice(0, 8)) return null
  const position = BigInt(match[2]!)
  // Base64 has several spellings of one text; only ours is a cursor.
  return position <= MAX_POSITION && encodeCursor(agentId, position) === cursor ? position : null
}

// Positions have no gaps: an agent's next one tells how many entries there are, without counting them.
const PAGE = `
  select (a.next_position - 1)::int as total, e.position, e.body
  from agents a
  left join lateral (
    select position, body from entries where agent_id = a.id and position > $3 order by position limit $4
  ) e on true
  where a.id = $1 and a.user_id = $2 and a.closed_at is null
  order by e.position`

export async function readMessages(
  db: Queryable,
  userId: string,
  agentId: string,
  page: { limit: number; after: string | null },
): Promise<MessagesView | Refusal> {
  if (!isUuid(agentId)) return agentNotFound
  const id = agentId.toLowerCase()
  const after = page.after === null ? 0n : decodeCursor(id, page.after)
  const { rows } = await db.query<{ total: number; position: string | null; body: string | null }>(PAGE, [
    id,
    userId,
    (after ?? 0n).toString(),
    page.limit + 1,
  ])
  const first = rows[0]
  if (!first) return agentNotFound
  // After the look-up: who may not see the agent learns nothing of its cursors.
  if (after === null) return badCursor
  const found = rows.filter(row => row.position !== null)
  const shown = found.slice(0, page.limit)
  const last = shown.at(-1)
  const endCursor = last ? encodeCursor(id, BigInt(last.position!)) : null
  const rest = JSON.stringify({
    end_cursor: endCursor,
    has_next_page: found.length > shown.length,
    total: first.total,
  })
  return {
    state: 'ok',
    json: `{"messages":[${shown.map(row => row.body).join(',')}],${rest.slice(1)}`,
  }
}
