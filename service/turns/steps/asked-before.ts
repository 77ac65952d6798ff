/**
 * How a turn asks the person, and how it goes on once they have said yes: a call that needs their word ends
 * the turn with a question; the turn that a permission starts makes exactly that call first.
 */
import { ASKS_TO_GO_ON, NOTHING_DONE } from '../../../contract/permissions.ts'
import type { ModelStep } from '../../models/types.ts'
import { insertPermission, readGrant } from '../../permissions/permission-store.ts'
import { type Asked, createPermit, type PermissionNeeded, type Permit } from '../../permissions/permit.ts'
import type { Queryable } from '../../store/db.ts'
import type { PlannedCall, TurnEnd } from '../record/decision.ts'
import { stableId } from '../record/ids.ts'
import type { HeldTurn } from '../record/turn-store.ts'
import type { Run } from './run.ts'

export function permitOf(run: Run, call: PlannedCall): Permit {
  const { turnId, spreadsheetId, sheetId, sheetName, mode, words, readOnly } = run.turn
  return createPermit({
    db: run.deps.db,
    turn: { id: turnId, spreadsheetId, sheetId, sheetName, mode, words, readOnly },
    call: { id: call.id, tool: call.tool, args: call.args },
  })
}

/** The turn ends well: what is left is the person's to say. */
export function askingEnd({ asked, wasBegun }: PermissionNeeded): TurnEnd {
  const done = wasBegun ? 'A part of this call was made before.' : NOTHING_DONE
  return {
    status: 'succeeded',
    code: null,
    message: null,
    params: null,
    lastWords: `${ASKS_TO_GO_ON}\n\n**${plain(asked.effect)}**\n\n${done} Allow it once, or say no and tell me what to do instead.`,
  }
}

/** Names of tabs and cells may hold what markdown takes for its own. */
const plain = (text: string): string =>
  text.replaceAll(/[*_`[\]<>\\]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')

export async function keepAsked(
  tx: Queryable,
  { agentId, turnId }: HeldTurn,
  call: PlannedCall,
  asked: Asked,
  at: Date,
): Promise<void> {
  const permission = { ...asked, agentId, turnId, toolCallId: call.id, tool: call.tool, args: call.args }
  await insertPermission(tx, { ...permission, id: stableId(call.id, 'permission') }, at)
}

/** What stands in for a model's answer in the first step of a turn that a permission started. */
export async function grantedAnswer(run: Run): Promise<Extract<ModelStep, { state: 'ok' }> | null> {
  if (run.turn.permissionId === null) return null
  const grant = await readGrant(run.deps.db, run.turn.turnId)
  if (!grant) return null
  const id = `granted-${run.turn.turnId}`
  return {
    state: 'ok',
    text: '',
    calls: [{ id, name: grant.tool, args: grant.args }],
    messages: [
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: id, toolName: grant.tool, input: grant.args }],
      },
    ],
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    costNanoDollars: 0n,
  }
}
