/** Permissions as rows: asked for once a call, decided once, used once. */
import { createHash } from 'node:crypto'
import type { Permission, PermissionKind, PermissionState } from '../../contract/permissions.ts'
import { MAX_PERMISSIONS } from '../../contract/permissions.ts'
import { noteAudit, noteTurnAudit } from '../store/audit.ts'
import type { Queryable } from '../store/db.ts'

/** What a permission is good for: this tool with these arguments, properties in any order. */
export function callHash(tool: string, args: unknown): string {
  const json = JSON.stringify(args, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(`${tool}\0${json}`).digest('base64url')
}

export interface NewPermission {
  id: string
  agentId: string
  turnId: string
  toolCallId: string
  tool: string
  args: unknown
  kind: PermissionKind
  effect: string
  details: string[]
  mark: string
}

/** Text that the database can hold. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

export async function insertPermission(tx: Queryable, asked: NewPermission, at: Date): Promise<void> {
  const { rowCount } = await tx.query(
    `insert into permissions (id, agent_id, turn_id, tool_call_id, tool, args, call_hash, mark, kind, effect,
       details, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (tool_call_id) do nothing`,
    [
      asked.id,
      asked.agentId,
      asked.turnId,
      asked.toolCallId,
      asked.tool,
      storable(JSON.stringify(asked.args)),
      callHash(asked.tool, asked.args),
      asked.mark,
      asked.kind,
      storable(asked.effect),
      storable(JSON.stringify(asked.details)),
      at,
    ],
  )
  if (rowCount === 0) return
  const details = [{ detail: asked.kind, cells: null }]
  await noteTurnAudit(tx, { turnId: asked.turnId, at, action: 'permission-asked', details })
}

interface PermissionRow {
  id: string
  turn_id: string
  tool_call_id: string
  tool: string
  kind: PermissionKind
  effect: string
  details: string
  state: PermissionState
  created_at: Date
  decided_at: Date | null
}

const COLUMNS = 'id, turn_id, tool_call_id, tool, kind, effect, details, state, created_at, decided_at'

const toPermission = (row: PermissionRow): Permission => ({
  id: row.id,
  turn_id: row.turn_id,
  tool_call_id: row.tool_call_id,
  tool: row.tool,
  kind: row.kind,
  effect: row.effect,
  details: JSON.parse(row.details) as string[],
  state: row.state,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

/** Newest first; the caller has made sure whose agent it is. */
export async function readPermissions(db: Queryable, agentId: string): Promise<Permission[]> {
  const { rows } = await db.query<PermissionRow>(
    `select ${COLUMNS} from permissions where agent_id = $1 order by created_at desc, id limit $2`,
    [agentId, MAX_PERMISSIONS],
  )
  return rows.map(toPermission)
}

export async function readPermission(
  db: Queryable,
  agentId: string,
  permissionId: string,
): Promise<Permission | null> {
  const { rows } = await db.query<PermissionRow>(
    `select ${COLUMNS} from permissions where agent_id = $1 and id = $2`,
    [agentId, permissionId],
  )
  return rows[0] ? toPermission(rows[0]) : null
}

/** Who answers, by which key. */
export interface Decider {
  userId: string
  spaceId: string
  keyId: string
}

/** Whether it was this decision that decided it. */
export async function decide(
  tx: Queryable,
  permissionId: string,
  decision: { state: 'denied' } | { state: 'granted'; turnId: string; callId: string },
  at: Date,
  by: Decider,
): Promise<boolean> {
  const granted = decision.state === 'granted' ? decision : { turnId: null, callId: null }
  const { rows } = await tx.query<{ kind: PermissionKind; turn_id: string; spreadsheet_id: string }>(
    `update permissions p set state = $2, granted_turn_id = $3, granted_call_id = $4, decided_at = $5
     from agents a where a.id = p.agent_id and p.id = $1 and p.state = 'open'
     returning p.kind, p.turn_id, a.spreadsheet_id`,
    [permissionId, decision.state, granted.turnId, granted.callId, at],
  )
  const decided = rows[0]
  if (!decided) return false
  await noteAudit(tx, {
    ...by,
    at,
    via: 'key',
    spreadsheetId: decided.spreadsheet_id,
    turnId: decided.turn_id,
    action: decision.state === 'granted' ? 'permission-given' : 'permission-denied',
    detail: decided.kind,
  })
  return true
}

/** The conversation has gone on: what was asked before is asked no more. */
export async function expireOpen(tx: Queryable, agentId: string): Promise<void> {
  await tx.query(`update permissions set state = 'expired' where agent_id = $1 and state = 'open'`, [agentId])
}

export interface Grant {
  tool: string
  args: unknown
  callHash: string
  mark: string
  effect: string
}

/** The grant of a turn that a permission continues; its first call is the one that may use it. */
export async function readGrant(db: Queryable, turnId: string): Promise<(Grant & { callId: string }) | null> {
  const { rows } = await db.query<{
    tool: string
    args: string
    call_hash: string
    mark: string
    effect: string
    granted_call_id: string
  }>(
    `select tool, args, call_hash, mark, effect, granted_call_id from permissions
     where granted_turn_id = $1 and state in ('granted', 'used')`,
    [turnId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    tool: row.tool,
    args: JSON.parse(row.args) as unknown,
    callHash: row.call_hash,
    mark: row.mark,
    effect: row.effect,
    callId: row.granted_call_id,
  }
}

/**
 * Uses the grant for this call. A call that runs again after a crash is the same call and uses the same
 * grant; no other call ever can.
 */
export async function useGrant(
  db: Queryable,
  use: { turnId: string; callId: string; callHash: string },
): Promise<{ mark: string } | null> {
  const { rows } = await db.query<{ mark: string }>(
    `update permissions set state = 'used'
     where granted_turn_id = $1 and granted_call_id = $2 and call_hash = $3 and state in ('granted', 'used')
     returning mark`,
    [use.turnId, use.callId, use.callHash],
  )
  return rows[0] ?? null
}
