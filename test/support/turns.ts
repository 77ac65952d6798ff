/** Turns that have ended, as rows, for pages and lists. */
import { randomUUID } from 'node:crypto'
import { noteAudit } from '../../service/store/audit.ts'
import type { Db } from '../../service/store/db.ts'

export interface MadeTurn {
  status: 'succeeded' | 'failed' | 'interrupted' | 'cancelled'
  errorCode?: string
  spentNano?: bigint
  prompt?: string
  spreadsheetId?: string
  endedAt?: Date
}

/** One agent each; answers the ids of the turns. */
export async function makeTurns(
  db: Db,
  caller: { spaceId: string; userId: string; keyId: string },
  turns: readonly MadeTurn[],
): Promise<string[]> {
  const ids: string[] = []
  for (const turn of turns) {
    const [id, agentId] = [randomUUID(), randomUUID()]
    const endedAt = turn.endedAt ?? new Date()
    await db.query(
      `insert into agents (id, user_id, space_id, key_id, spreadsheet_id, number_of_turns) values ($1, $2, $3, $4, $5, 1)`,
      [
        agentId,
        caller.userId,
        caller.spaceId,
        caller.keyId,
        turn.spreadsheetId ?? '1AbCdEfGhIjKlMnOpQrStUvWxYz',
      ],
    )
    await db.query(
      `insert into turns (id, agent_id, key_id, user_id, space_id, number, status, prompt, sheet_id, sheet_name,
         agent_model, bulk_model, bulk_search_model, error_code, agent_usage_nano, created_at, ended_at)
       values ($1, $2, $3, $4, $5, 1, $6, $7, 0, 'Orders', 'a', 'b', 'c', $8, $9, $10, $11)`,
      [
        id,
        agentId,
        caller.keyId,
        caller.userId,
        caller.spaceId,
        turn.status,
        turn.prompt ?? 'a prompt',
        turn.errorCode ?? null,
        String(turn.spentNano ?? 0n),
        new Date(endedAt.getTime() - 4_000),
        endedAt,
      ],
    )
    ids.push(id)
  }
  return ids
}

/** Turns, webhooks and activity of a space with a key, to look at. Webhooks go nowhere. */
export async function workOfAWeek(db: Db, spaceId: string): Promise<void> {
  const { rows } = await db.query<{ id: string; user_id: string }>(
    'select id, user_id from api_keys where space_id = $1',
    [spaceId],
  )
  const key = rows[0]!
  const caller = { spaceId, userId: key.user_id, keyId: key.id }
  const ids = await makeTurns(db, caller, [
    { status: 'succeeded', spentNano: 41_000_000n },
    { status: 'failed', errorCode: 'MODEL_TIMEOUT', spentNano: 3_000_000n },
    { status: 'interrupted', errorCode: 'STEP_LIMIT_REACHED', spentNano: 212_000_000n },
    { status: 'cancelled' },
    { status: 'succeeded', spentNano: 18_000_000n },
  ])
  for (const [index, turnId] of ids.slice(0, 3).entries()) {
    const url = 'https://hooks.example.com/rowhand/turns'
    // Finished from the first: a service that runs would deliver it.
    await db.query(
      `insert into webhook_deliveries (turn_id, key_id, url, body, attempts, finished_at, outcome)
       values ($1, $2, $3, '{}', 1, now(), $4)`,
      [turnId, key.id, url, ['204', '500', 'timeout'][index]!],
    )
  }
  const event = {
    ...caller,
    at: new Date(),
    via: 'key' as const,
    spreadsheetId: '1AbCdEfGhIjKlMnOpQrStUvWxYz',
  }
  await noteAudit(db, { ...event, turnId: ids[0]!, action: 'sheet-changed', detail: 'values', cells: 1240 })
  await noteAudit(db, { ...event, turnId: ids[2]!, action: 'permission-asked', detail: 'destroy' })
  await noteAudit(db, { ...event, turnId: ids[2]!, action: 'permission-given', detail: 'destroy' })
  await noteAudit(db, { ...event, turnId: ids[4]!, action: 'sheet-changed', detail: 'format', cells: 88 })
}
