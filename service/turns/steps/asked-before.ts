/**
 * How a turn asks the person, and how it goes on once they have said yes: a call that needs their word ends
 * the turn with a question; the turn that a permission starts makes exactly that call first, and then what the
 * same step was to look at behind it.
 */
import { ASKS_TO_GO_ON, NOTHING_DONE } from '../../../contract/permissions.ts'
import type { ModelStep } from '../../models/types.ts'
import { insertPermission, readGrant } from '../../permissions/permission-store.ts'
import { type Asked, createPermit, type PermissionNeeded, type Permit } from '../../permissions/permit.ts'
import type { Queryable } from '../../store/db.ts'
import { changesNothing } from '../../tools/tool.ts'
import { readAskingStep } from '../record/asking-step.ts'
import type { PlannedCall, TurnEnd } from '../record/decision.ts'
import type { HeldTurn } from '../record/held-turn.ts'
import { stableId } from '../record/ids.ts'
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
  const looks = await looksLeft(run)
  const calls = [{ name: grant.tool, args: grant.args }, ...looks].map((call, index) => ({
    id: `granted-${run.turn.turnId}${index === 0 ? '' : `-${index}`}`,
    ...call,
  }))
  return {
    state: 'ok',
    text: '',
    calls,
    messages: [
      {
        role: 'assistant',
        content: calls.map(({ id, name, args }) => ({
          type: 'tool-call',
          toolCallId: id,
          toolName: name,
          input: args,
        })),
      },
    ],
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    costNanoDollars: 0n,
  }
}

/**
 * Calls of the asking call's step that would have looked and were never made. What would change something is
 * planned again: the sheet may have, since.
 */
async function looksLeft(run: Run): Promise<{ name: string; args: unknown }[]> {
  const asking = await readAskingStep(run.deps.db, run.turn.turnId)
  if (asking?.decision.next !== 'tools') return []
  return asking.decision.calls.flatMap(({ id, tool: name, args, refusal }) => {
    if (asking.answered.has(id) || refusal !== undefined) return []
    const tool = run.deps.tools.find(candidate => candidate.name === name)
    const parsed = tool?.args.safeParse(args)
    return tool && parsed?.success && changesNothing(tool, parsed.data) ? [{ name, args }] : []
  })
}
