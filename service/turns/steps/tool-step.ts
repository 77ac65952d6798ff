/**
 * One tool call: its entry goes from pending to running to its end, its outcome becomes a result for the
 * model. What a tool could not do is a result; what ends the turn (no access to the sheet, a defect) is
 * an end with a code. Formulas elsewhere that became errors are added to the result, in words.
 */
import type { ToolResultPart } from 'ai'
import { z } from 'zod'
import type { ToolCallFields } from '../../../contract/index.ts'
import { throughGateway } from '../../changes/gateway.ts'
import { createRecorder } from '../../changes/recorder.ts'
import type { CallEffects } from '../../changes/watch.ts'
import { errorFacts } from '../../log.ts'
import { orAborted } from '../../network/abort.ts'
import { PermissionNeeded, PLAN_ONLY, PlanOnly, READ_ONLY, ReadOnly } from '../../permissions/permit.ts'
import { addFacts } from '../../seeing/observed.ts'
import { SheetsError } from '../../sheets/errors.ts'
import type { Queryable } from '../../store/db.ts'
import { isPassing } from '../../store/passing.ts'
import { changesNothing, type Tool, type ToolContext, type ToolOutcome } from '../../tools/tool.ts'
import type { PlannedCall, TurnEnd } from '../record/decision.ts'
import { toolCall } from '../record/entries.ts'
import { finishCall, readFinishedCall, updateEntry } from '../record/entry-store.ts'
import { holdRecord, TurnOver } from '../record/held-turn.ts'
import type { StoredStep } from '../record/step-store.ts'
import { endOfSheetsError, internalError } from '../record/turn-errors.ts'
import { askingEnd, keepAsked, permitOf } from './asked-before.ts'
import { callEntry, finish, type Over, toolTurn } from './model-step.ts'
import { whyNotMade } from './not-made.ts'
import { throttledProgress } from './progress.ts'
import type { Run } from './run.ts'

const PROGRESS_EVERY_MS = 250
const MAX_OUTPUT_CHARACTERS = 200_000

/** How a call ended: with an outcome, cut short by the turn's time, or in a way that ends the turn. */
type Ended =
  | ToolOutcome
  | { state: 'cancelled' }
  | { state: 'fatal'; message: string; end: TurnEnd }
  | { state: 'asks'; message: string; needed: PermissionNeeded }

export async function toolStep(run: Run, step: number, index: number): Promise<Over | null> {
  const stored = await run.steps.stored(step)
  const call = stored?.decision.next === 'tools' ? stored.decision.calls[index] : undefined
  if (!stored || !call) throw new Error('a planned call is missing that was written before')
  if (run.mayHaveRun && (await readFinishedCall(run.deps.db, call.id))) return null
  addFacts('step', { tool: call.tool })
  const { ended, fields } = leftOut(run, stored, call) ?? (await makeCall(run, call))
  logFailure(run, call, ended)
  return settle(run, step, call, ended, fields)
}

function failureCode(ended: Exclude<Ended, { state: 'succeeded' | 'cancelled' }>): string | null | undefined {
  if (ended.state === 'asks') return 'PERMISSION_NEEDED'
  return ended.state === 'fatal' ? ended.end.code : ended.code
}

/** For whoever runs the service: that a call did not work, and a word for why. The sentence is in its entry. */
function logFailure(run: Run, call: PlannedCall, ended: Ended): void {
  if (ended.state === 'succeeded' || ended.state === 'cancelled') return
  run.deps.log.warn('tool call failed', {
    // A name that no tool has is the model's own text.
    tool: toolOf(run, call)?.name,
    code: failureCode(ended),
    agent_id: run.turn.agentId,
    turn_id: run.turn.turnId,
  })
}

const toolOf = (run: Run, call: PlannedCall) => run.deps.tools.find(tool => tool.name === call.tool)

/** What cannot be made, or may not, has a reason of its own. */
function leftOut(
  run: Run,
  stored: StoredStep,
  call: PlannedCall,
): { ended: Ended; fields: ToolCallFields } | null {
  if (call.refusal !== undefined || run.timedOut || mayOnlyLook(run.turn) !== null) return null
  const message = whyNotMade(run.deps.tools, stored, call)
  return message === null ? null : { ended: { state: 'failed', code: 'REFUSED', message }, fields: {} }
}

async function makeCall(run: Run, call: PlannedCall): Promise<{ ended: Ended; fields: ToolCallFields }> {
  const tool = toolOf(run, call)
  if (call.refusal !== undefined || !tool) {
    return {
      ended: {
        state: 'failed',
        code: 'BAD_ARGUMENTS',
        message: call.refusal ?? `There is no tool ${call.tool}.`,
      },
      fields: {},
    }
  }
  if (run.timedOut) return { ended: { state: 'cancelled' }, fields: {} }
  const { db, now } = run.deps
  const parsed = tool.args.safeParse(call.args)
  if (!parsed.success) {
    // Planned by an earlier version, which took other arguments.
    const message = `The arguments of ${call.tool} are not right; nothing was changed. ${z.prettifyError(parsed.error)}`
    return { ended: { state: 'failed', code: 'BAD_ARGUMENTS', message }, fields: {} }
  }
  const args = parsed.data
  // Before the work begins: some tools cost money long before they write.
  const refusal = mayOnlyLook(run.turn)
  if (refusal !== null && !changesNothing(tool, args)) {
    return { ended: { state: 'failed', code: 'REFUSED', message: refusal }, fields: {} }
  }
  const known = tool.fields(args, { turn: toolTurn(run) })
  await updateEntry(db, run.turn, callEntry(run, call, { status: 'running' }), now())
  run.changed()
  const progress = throttledProgress({
    everyMs: PROGRESS_EVERY_MS,
    write: async fields => {
      await updateEntry(
        db,
        run.turn,
        entryOf(run, call, { state: 'running' }, { ...known, ...fields }),
        now(),
      )
      run.changed()
    },
    // Anything else is a passing failure: the next report, or the end of the call, makes up for it.
    onFailure: error => {
      if (error instanceof TurnOver) run.abort(error)
    },
  })
  const ended = await runTool(run, tool, args, call, progress.report)
  const reported = await progress.close()
  const last = ended.state === 'succeeded' || ended.state === 'failed' ? ended.fields : {}
  return { ended, fields: { ...known, ...reported, ...last } }
}

const mayOnlyLook = ({ mode, readOnly }: Run['turn']): string | null => {
  if (readOnly) return READ_ONLY
  return mode === 'plan' ? PLAN_ONLY : null
}

async function runTool(
  run: Run,
  tool: Tool,
  args: unknown,
  call: PlannedCall,
  progress: (fields: ToolCallFields) => void,
): Promise<Ended> {
  try {
    const context = await toolContext(run, call, progress)
    const outcome = await orAborted(tool.run(args, context), run.signal)
    const effects = await orAborted(run.watch.afterCall(), run.signal)
    return withEffects(outcome, effects, tool.restyles?.(args) === true)
  } catch (error) {
    if (run.signal.aborted) {
      if (run.timedOut) return { state: 'cancelled' }
      throw new TurnOver()
    }
    // The call is made again under the same id, by which its effects happen once.
    if (error instanceof TurnOver || isPassing(error)) throw error
    if (error instanceof SheetsError) return endOfSheets(error)
    if (error instanceof PermissionNeeded) return { state: 'asks', message: error.message, needed: error }
    if (error instanceof PlanOnly || error instanceof ReadOnly)
      return { state: 'failed', code: 'REFUSED', message: error.message }
    run.deps.log.error('tool failed unexpectedly', {
      tool: call.tool,
      agent_id: run.turn.agentId,
      turn_id: run.turn.turnId,
      ...errorFacts(error),
    })
    return { state: 'fatal', message: internalError.message ?? '', end: internalError }
  }
}

/** Errors that the call made elsewhere stand in its answer, so that the model can mend them. */
function withEffects(outcome: ToolOutcome, effects: CallEffects | null, restyled: boolean): ToolOutcome {
  if (!effects) return outcome
  const told = {
    ...(effects.new_errors_total > 0
      ? {
          warning: `${effects.new_errors_total} formulas outside of what was written became errors. Mend them, or take the change back.`,
          new_errors_elsewhere: effects.new_errors,
        }
      : {}),
    ...(restyled && effects.changed_values > 0
      ? {
          hint: `Values elsewhere that changed with the new format: ${effects.changed_values}. Formulas join what these cells show, as ">="&A1 does. N(A1) keeps a date whatever its format.`,
          changed_elsewhere: effects.largest,
        }
      : {}),
  }
  if (Object.keys(told).length === 0) return outcome
  const output =
    typeof outcome.output === 'object' && outcome.output !== null
      ? outcome.output
      : { answer: outcome.output }
  return { ...outcome, output: { ...output, ...told } }
}

function endOfSheets(error: SheetsError): Ended {
  // Google found the request wrong: the model can make a better one.
  if (error.failure === 'BAD_REQUEST') return { state: 'failed', code: error.failure, message: error.message }
  const end = endOfSheetsError(error)
  return { state: 'fatal', message: end.message ?? error.message, end }
}

async function toolContext(
  run: Run,
  call: PlannedCall,
  progress: (fields: ToolCallFields) => void,
): Promise<ToolContext> {
  const { models, search, db, now, newId } = run.deps
  // Every write of a tool passes the gateway, whichever tool it is; the fence stands right before the wire.
  const direct = await run.spreadsheetFor(call.id)
  const { agentId, turnId } = run.turn
  const permit = permitOf(run, call)
  const recorder = createRecorder({
    db,
    spreadsheet: direct,
    owner: { agentId, turnId, undoId: null, callId: call.id, tool: call.tool },
    now,
    newId,
    hold: tx => holdRecord(tx, run.turn),
    beforeWrite: () => run.watch.beforeWrite(),
    onWritten: (layout, areas) => run.watch.written(layout, areas),
  })
  const spreadsheet = throughGateway(direct, {
    permit: effect => permit.write(effect.write, effect.spreadsheet),
    fence: async () => run.signal.throwIfAborted(),
    recorder: { record: (effect, send) => run.watch.during(recorder.record(effect, send)) },
  })
  // What an earlier try has read may have changed since, by that try itself.
  if (run.mayHaveRun) spreadsheet.refresh()
  return {
    spreadsheet,
    turn: toolTurn(run),
    toolCallId: call.id,
    signal: run.signal,
    permit: effect => permit.other(effect),
    progress,
    charge: ({ key, model, costNanoDollars }) =>
      run.charge({ kind: 'tool', model, costNanoDollars, idempotencyKey: `${call.id}:${key}` }),
    models,
    search,
    db,
    now,
    newId,
  }
}

const ENTRY_STATUS = {
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  fatal: 'failed',
  asks: 'failed',
  cancelled: 'cancelled',
} as const

function entryOf(run: Run, call: PlannedCall, ended: Ended | { state: 'running' }, fields: ToolCallFields) {
  return toolCall({
    id: call.id,
    turnId: run.turn.turnId,
    tool: call.tool,
    createdAt: new Date(call.createdAt),
    completedAt: run.deps.now(),
    status: ENTRY_STATUS[ended.state],
    fields,
    ...('message' in ended ? { message: ended.message } : {}),
  })
}

async function settle(
  run: Run,
  step: number,
  call: PlannedCall,
  ended: Ended,
  fields: ToolCallFields,
): Promise<Over | null> {
  const part = resultPart(call, ended)
  const result = { step, index: call.index, part }
  const write = (db: Queryable) =>
    finishCall(db, run.turn, entryOf(run, call, ended, fields), result, run.deps.now())
  // Together, or a crash in between would leave a finished call and a turn that goes on.
  if (ended.state === 'fatal') return finish(run, ended.end, write)
  if (ended.state === 'asks') {
    return finish(run, askingEnd(ended.needed), async tx => {
      await write(tx)
      await keepAsked(tx, run.turn, call, ended.needed.asked, run.deps.now())
    })
  }
  await write(run.deps.db)
  run.steps.addResult(step, part)
  run.changed()
  return null
}

function resultPart(call: PlannedCall, ended: Ended): ToolResultPart {
  return {
    type: 'tool-result',
    toolCallId: call.modelCallId,
    toolName: call.calledAs ?? call.tool,
    output: resultOutput(ended),
  }
}

function resultOutput(ended: Ended): ToolResultPart['output'] {
  if (ended.state === 'cancelled') {
    return { type: 'error-text', value: 'This call was cancelled before it ended.' }
  }
  if (ended.state === 'fatal' || ended.state === 'asks') return { type: 'error-text', value: ended.message }
  const json = JSON.stringify(ended.output) ?? 'null'
  const fits = json.length <= MAX_OUTPUT_CHARACTERS
  const text = fits ? json : `${json.slice(0, MAX_OUTPUT_CHARACTERS)} [cut off: ask for less at a time]`
  if (ended.state === 'failed') {
    return {
      type: 'error-text',
      value: ended.output === undefined ? ended.message : `${ended.message}\n${text}`,
    }
  }
  return fits ? { type: 'json', value: JSON.parse(json) } : { type: 'text', value: text }
}
