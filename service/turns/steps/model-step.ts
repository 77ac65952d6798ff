/**
 * One step of the model: what it says becomes a message, what it calls becomes pending entries, what it
 * cost is booked, all in one transaction. Where nothing is called the turn ends in that transaction too.
 */
import type { ModelStep } from '../../models/types.ts'
import { orAborted } from '../../network/abort.ts'
import type { Queryable } from '../../store/db.ts'
import {
  declarationsFor,
  describeTool,
  isDeclared,
  type ResolvedCall,
  resolveCall,
} from '../../tools/more-tools.ts'
import { instructions } from '../prompt/instructions.ts'
import { bookCosts } from '../record/booking.ts'
import { type Decision, failed, type PlannedCall, succeeded, type TurnEnd } from '../record/decision.ts'
import { endTurn } from '../record/end-turn.ts'
import { assistantMessage, type EntryRow, toolCall } from '../record/entries.ts'
import { TurnOver } from '../record/held-turn.ts'
import { stableId } from '../record/ids.ts'
import { type StoredStep, writeStep } from '../record/step-store.ts'
import { grantedAnswer } from './asked-before.ts'
import type { Run } from './run.ts'
import {
  callSignature,
  goesInCircles,
  pastCalls,
  spendingLimitReached,
  stepLimitReached,
  timeLimitReached,
} from './stopping.ts'

/** What the workflow does next: groups of calls in order, those of a group side by side; or nothing. */
export type Next = { next: 'tools'; groups: number[][] } | Over

export interface Over {
  next: 'over'
}
export const over: Over = { next: 'over' }

type Answer = Extract<ModelStep, { state: 'ok' }>

export async function modelStep(run: Run, step: number): Promise<Next> {
  if (run.mayHaveRun) {
    const stored = await run.steps.stored(step)
    if (stored) return again(run, stored.decision)
  }
  const stop = stopBefore(run, step)
  if (stop) return finish(run, stop)
  const granted = step === 0 ? await grantedAnswer(run) : null
  const answer = granted ?? (await askModel(run))
  if (answer === null) return finish(run, timeLimitReached(run.deps.limits))
  if (answer.state === 'failed') return endWithFailure(run, step, answer)
  return takeAnswer(run, step, answer)
}

/** Written before: by an execution that ended in between, or by this one, whose answer was lost. */
function again(run: Run, decision: Decision): Next {
  if (decision.next === 'end') run.ended(decision.end)
  return nextOf(run, decision)
}

function stopBefore(run: Run, step: number): TurnEnd | null {
  const { limits } = run.deps
  if (run.timedOut) return timeLimitReached(limits)
  if (step >= limits.steps) return stepLimitReached(limits)
  return run.mayNotSpend ? spendingLimitReached(run.mayNotSpend) : null
}

/** Null when the turn ran out of time while the model was at it. */
async function askModel(run: Run): Promise<ModelStep | null> {
  const { deps, turn, signal } = run
  const spreadsheet = await run.spreadsheet()
  spreadsheet.refresh()
  const [messages, skills] = await Promise.all([run.prompt.messages(run.steps.all()), run.skills()])
  try {
    signal.throwIfAborted()
    const answer = deps.models.step({
      modelId: turn.agentModel,
      instructions: instructions(skills),
      messages,
      tools: declarationsFor(deps.tools, {
        takesPictures: deps.models.find(turn.agentModel)?.takesPictures ?? false,
      }),
      signal,
    })
    return await orAborted(answer, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    if (run.timedOut) return null
    throw new TurnOver()
  }
}

async function endWithFailure(
  run: Run,
  step: number,
  answer: Extract<ModelStep, { state: 'failed' }>,
): Promise<Next> {
  const { db, billing, now, onTurnEnded } = run.deps
  const end = failed(answer.code, answer.message, answer.params)
  await db.transaction(tx =>
    endTurn(tx, run.turn, end, now(), async (tx, ended) => {
      // The webhook tells the whole cost, that of the failed call too.
      await bookCosts(tx, billing, run.turn, [modelCost(run, step, answer.costNanoDollars)])
      await onTurnEnded(tx, {
        ...ended,
        usageNanoDollars: ended.usageNanoDollars + answer.costNanoDollars,
      })
    }),
  )
  run.ended(end)
  return over
}

async function takeAnswer(run: Run, step: number, answer: Answer): Promise<Next> {
  const at = run.deps.now()
  const calls = answer.calls.map(call => resolveCall(run.deps.tools, call))
  const circles = goesInCircles(pastCalls(await run.steps.all()), calls.map(signed))
  const planned = planCalls(run, step, calls, at)
  const stored: StoredStep = {
    turnNumber: run.turn.number,
    step,
    messages: answer.messages,
    decision: decide(answer, circles, planned),
    results: [],
  }
  await run.deps.db.transaction(async tx => {
    const asksMore = stored.decision.next === 'tools'
    const entries = [...says(run, step, answer.text, at), ...(asksMore ? callEntries(run, planned) : [])]
    await writeStep(tx, run.turn, stored, entries, at)
    const charged = await bookCosts(tx, run.deps.billing, run.turn, [
      modelCost(run, step, answer.costNanoDollars),
    ])
    // What is paid for is shown; what would cost more is not begun.
    if (charged.state === 'stop' && asksMore) {
      stored.decision = { next: 'end', end: spendingLimitReached(charged) }
    }
    await endIfDecided(run, tx, stored.decision)
  })
  run.steps.add(stored)
  if (stored.decision.next === 'end') run.ended(stored.decision.end)
  else run.changed()
  return nextOf(run, stored.decision)
}

const signed = (call: ResolvedCall) => ({
  tool: call.name,
  signature: callSignature(call.name, call.args),
})

function decide(answer: Answer, circles: TurnEnd | null, calls: PlannedCall[]): Decision {
  if (circles) return { next: 'end', end: circles }
  if (calls.length > 0) return { next: 'tools', calls }
  if (answer.text.trim() !== '') return { next: 'end', end: succeeded }
  return {
    next: 'end',
    end: failed(
      'MODEL_ERROR',
      'The model answered with nothing. What was changed before stays in the sheet. Send the prompt again, or choose another model.',
    ),
  }
}

async function endIfDecided(run: Run, tx: Queryable, decision: Decision): Promise<void> {
  if (decision.next !== 'end') return
  await endTurn(tx, run.turn, decision.end, run.deps.now(), run.deps.onTurnEnded)
}

/** Ends the turn where no model was asked, and writes `last` with it. */
export async function finish(run: Run, end: TurnEnd, last?: (tx: Queryable) => Promise<void>): Promise<Over> {
  const { db, now, onTurnEnded } = run.deps
  await db.transaction(async tx => {
    await last?.(tx)
    await endTurn(tx, run.turn, end, now(), onTurnEnded)
  })
  run.ended(end)
  // Calls that run beside the one that ended the turn have nothing left to write.
  run.abort(new TurnOver())
  return over
}

const modelCost = (run: Run, step: number, costNanoDollars: bigint) => ({
  kind: 'agent' as const,
  model: run.turn.agentModel,
  costNanoDollars,
  idempotencyKey: `${run.turn.turnId}:model:${step}`,
})

function says(run: Run, step: number, text: string, at: Date): EntryRow[] {
  const content = text.trim()
  if (content === '') return []
  const { turnId } = run.turn
  return [assistantMessage({ turnId, id: stableId(turnId, 'message', step), at, content })]
}

function planCalls(run: Run, step: number, calls: readonly ResolvedCall[], at: Date): PlannedCall[] {
  return calls.map((call, index) => {
    const refusal = whyNot(run, call)
    return {
      id: stableId(run.turn.turnId, 'call', step, index),
      index,
      modelCallId: call.id,
      tool: call.name,
      args: call.args,
      createdAt: at.toISOString(),
      ...(call.calledAs === undefined ? {} : { calledAs: call.calledAs }),
      ...(refusal ? { refusal } : {}),
    }
  })
}

const MAX_ISSUES = 5

function whyNot(run: Run, call: ResolvedCall): string | null {
  if (call.invalid !== undefined) return call.invalid
  const tool = run.deps.tools.find(tool => tool.name === call.name)
  if (!tool) return `There is no tool called ${call.name}.`
  const parsed = tool.args.safeParse(call.args)
  if (parsed.success) return null
  const issues = parsed.error.issues.slice(0, MAX_ISSUES)
  const told = issues.map(issue => `${issue.path.join('.') || 'arguments'}: ${issue.message}`)
  const help = isDeclared(tool) ? '' : `\n${JSON.stringify(describeTool(tool))}`
  return `The arguments of ${call.name} are not right, nothing was changed. ${told.join('; ')}.${help}`
}

/** The entry of a planned call, with what is known of it before the work begins. */
export function callEntry(run: Run, call: PlannedCall, state: { status: 'pending' | 'running' }): EntryRow {
  const tool = run.deps.tools.find(tool => tool.name === call.tool)
  const args = tool?.args.safeParse(call.args)
  return toolCall({
    id: call.id,
    turnId: run.turn.turnId,
    tool: call.tool,
    createdAt: new Date(call.createdAt),
    status: state.status,
    fields: tool && args?.success ? tool.fields(args.data, { turn: toolTurn(run) }) : {},
  })
}

export function toolTurn(run: Run) {
  const { turnId, agentId, spaceId, userId, words, sheetId, sheetName } = run.turn
  const { agentModel, bulkModel, bulkSearchModel } = run.turn
  return {
    id: turnId,
    agentId,
    spaceId,
    userId,
    prompt: words,
    sheetId,
    sheetName,
    takesPictures: run.deps.models.find(agentModel)?.takesPictures ?? false,
    bulkModel,
    bulkSearchModel,
  }
}

const callEntries = (run: Run, calls: PlannedCall[]): EntryRow[] =>
  calls.map(call => callEntry(run, call, { status: 'pending' }))

/** Reads run side by side; a call that may change something runs alone, in its place. */
function nextOf(run: Run, decision: Decision): Next {
  if (decision.next === 'end') return over
  const reads = new Set(run.deps.tools.filter(tool => tool.reads).map(tool => tool.name))
  const groups: number[][] = []
  let joinable = false
  for (const call of decision.calls) {
    const isRead = reads.has(call.tool)
    const last = groups.at(-1)
    if (isRead && joinable && last) last.push(call.index)
    else groups.push([call.index])
    joinable = isRead
  }
  return { next: 'tools', groups }
}
