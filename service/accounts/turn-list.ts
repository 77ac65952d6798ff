/** A space's turns for its dashboard: when, by whom, how they ended and what they cost. Never prompts. */
import type { Queryable } from '../store/db.ts'
import { type Cursor, cursorColumn, type PageOf, pageOf } from '../store/page.ts'

export interface ListedTurn {
  id: string
  agentId: string
  spreadsheetId: string
  email: string
  keyName: string | null
  status: 'active' | 'succeeded' | 'failed' | 'interrupted' | 'cancelled'
  errorCode: string | null
  spentNano: bigint
  startedAt: Date
  endedAt: Date | null
}

interface TurnRow {
  id: string
  agent_id: string
  spreadsheet_id: string
  email: string
  key_name: string | null
  status: ListedTurn['status']
  error_code: string | null
  spent: string
  created_at: Date
  ended_at: Date | null
  cursor: string
}

/** Newest first; with `userId` that person's only. */
export async function listTurns(
  db: Queryable,
  scope: { spaceId: string; userId?: string | undefined },
  page: { after: Cursor | null; limit: number },
): Promise<PageOf<ListedTurn>> {
  const { rows } = await db.query<TurnRow>(
    `select t.id, t.agent_id, a.spreadsheet_id, u.email, k.name as key_name, t.status, t.error_code,
       t.agent_usage_nano + t.tool_usage_nano as spent, t.created_at, t.ended_at, ${cursorColumn('t.created_at', 't.id')}
     from turns t join agents a on a.id = t.agent_id join users u on u.id = t.user_id
       left join api_keys k on k.id = t.key_id
     where t.space_id = $1 and ($2::uuid is null or t.user_id = $2)
       and ($3::timestamptz is null or (t.created_at, t.id) < ($3, $4::uuid))
     order by t.created_at desc, t.id desc limit $5`,
    [scope.spaceId, scope.userId ?? null, page.after?.at ?? null, page.after?.id ?? null, page.limit + 1],
  )
  return pageOf(rows, page.limit, row => ({
    id: row.id,
    agentId: row.agent_id,
    spreadsheetId: row.spreadsheet_id,
    email: row.email,
    keyName: row.key_name,
    status: row.status,
    errorCode: row.error_code,
    spentNano: BigInt(row.spent),
    startedAt: row.created_at,
    endedAt: row.ended_at,
  }))
}
