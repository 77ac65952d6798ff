/** The rows that a turn hangs on, so that what tools record has something to belong to. */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../service/store/db.ts'

export async function makeAgentTurn(db: Queryable, spreadsheetId: string, prompt = '') {
  const ids = Array.from({ length: 5 }, () => randomUUID())
  const [userId, spaceId, keyId, agentId, id] = ids as [string, string, string, string, string]
  await db.query('insert into users (id, email) values ($1, $2)', [userId, `${userId}@example.com`])
  await db.query('insert into spaces (id, name) values ($1, $2)', [spaceId, 'Test'])
  await db.query(
    'insert into api_keys (id, user_id, space_id, name, key_hash, last_four) values ($1, $2, $3, $4, $5, $6)',
    [keyId, userId, spaceId, 'Test', keyId, 'test'],
  )
  await db.query(
    `insert into agents (id, user_id, space_id, key_id, spreadsheet_id, number_of_turns, last_activity_at)
     values ($1, $2, $3, $4, $5, 1, now())`,
    [agentId, userId, spaceId, keyId, spreadsheetId],
  )
  await db.query(
    `insert into turns (id, agent_id, key_id, user_id, space_id, number, status, prompt, sheet_id, sheet_name,
       agent_model, bulk_model, bulk_search_model)
     values ($1, $2, $3, $4, $5, 1, 'active', $6, 0, 'x', 'a', 'b', 'c')`,
    [id, agentId, keyId, userId, spaceId, prompt],
  )
  return { id, agentId, spaceId, userId }
}
