/** Permissions as HTTP uses them: what an agent has asked for, and the person's answer to it. */
import type { AgentModels, Permission, PermissionDecision } from '../../contract/index.ts'
import { decide, readPermission, readPermissions } from '../permissions/permission-store.ts'
import type { Db } from '../store/db.ts'
import type { Caller } from '../turns/ports.ts'
import { type AdmissionDeps, admitTurn, deciderOf, permissionDecided } from './admission.ts'
import type { Refusal } from './agents.ts'
import { agentNotFound, isUuid } from './read.ts'

const permissionNotFound: Refusal = {
  state: 'refused',
  code: 'PERMISSION_NOT_FOUND',
  message: 'This agent has no permission request with this id. List them, and check the id.',
}

export async function ownsAgent(db: Db, userId: string, agentId: string): Promise<boolean> {
  if (!isUuid(agentId)) return false
  const { rows } = await db.query(
    'select 1 from agents where id = $1 and user_id = $2 and closed_at is null',
    [agentId, userId],
  )
  return rows.length > 0
}

export async function listPermissions(
  db: Db,
  userId: string,
  agentId: string,
): Promise<{ state: 'ok'; permissions: Permission[] } | Refusal> {
  if (!(await ownsAgent(db, userId, agentId))) return agentNotFound
  return { state: 'ok', permissions: await readPermissions(db, agentId.toLowerCase()) }
}

export type Decided = { state: 'ok'; permission: Permission; turnId: string | null }

/** `allow` lets a turn in like any other prompt does; `deny` only writes the answer down. */
export async function decidePermission(
  deps: AdmissionDeps,
  caller: Caller,
  ids: { agentId: string; permissionId: string },
  { decision }: PermissionDecision,
): Promise<Decided | Refusal> {
  const { db } = deps
  if (!(await ownsAgent(db, caller.userId, ids.agentId))) return agentNotFound
  const agentId = ids.agentId.toLowerCase()
  const permission = isUuid(ids.permissionId)
    ? await readPermission(db, agentId, ids.permissionId.toLowerCase())
    : null
  if (!permission) return permissionNotFound
  if (permission.state !== 'open') return permissionDecided
  const turnId = decision === 'allow' ? await startGranted(deps, caller, agentId, permission) : null
  if (turnId !== null && typeof turnId !== 'string') return turnId
  if (decision === 'deny' && !(await deny(deps, caller, permission.id))) return permissionDecided
  const decided = await readPermission(db, agentId, permission.id)
  return decided ? { state: 'ok', permission: decided, turnId } : permissionNotFound
}

const deny = ({ db, now }: AdmissionDeps, caller: Caller, permissionId: string): Promise<boolean> =>
  db.transaction(tx => decide(tx, permissionId, { state: 'denied' }, now(), deciderOf(caller)))

/** The turn goes on where the one stopped that asked: same tab, same models, same webhook. */
async function startGranted(
  deps: AdmissionDeps,
  caller: Caller,
  agentId: string,
  permission: Permission,
): Promise<string | Refusal> {
  const { rows } = await deps.db.query<
    AgentModels & { spreadsheet_id: string; sheet_id: number; sheet_name: string; webhook_url: string | null }
  >(
    `select a.spreadsheet_id, t.sheet_id, t.sheet_name, t.agent_model, t.bulk_model, t.bulk_search_model,
       t.webhook_url
     from turns t join agents a on a.id = t.agent_id where t.id = $1`,
    [permission.turn_id],
  )
  const row = rows[0]
  if (!row) return permissionNotFound
  const models: AgentModels = {
    agent_model: row.agent_model,
    bulk_model: row.bulk_model,
    bulk_search_model: row.bulk_search_model,
  }
  const started = await admitTurn(deps, caller, {
    agentId,
    spreadsheetId: row.spreadsheet_id,
    prompt: `Allowed: ${permission.effect}`,
    tab: { sheetId: row.sheet_id, title: row.sheet_name },
    models,
    webhookUrl: row.webhook_url,
    mode: 'act',
    permissionId: permission.id,
  })
  return started.state === 'refused' ? started : started.turnId
}
