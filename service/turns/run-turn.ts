/**
 * The life of one turn: model step, tool calls, model step, until it is over. Every step is made through
 * `step`, which remembers finished ones, so that an execution after a crash goes on where the last one
 * was. Decides nothing by clock or chance outside of a step.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { errorFacts } from '../log.ts'
import { SheetsError } from '../sheets/errors.ts'
import type { TurnEnd } from './decision.ts'
import { storableJson } from './entries.ts'
import { finish, modelStep, type Over, over } from './model-step.ts'
import { Run, type TurnDeps } from './run.ts'
import { timeLimitReached } from './stopping.ts'
import { toolStep } from './tool-step.ts'
import { endOfSheetsError, internalError } from './turn-errors.ts'
import { claimTurn, TurnOver } from './turn-store.ts'

/** Runs `work` once for good: a later execution gets its result without running it again. */
export type StepRunner = <T>(name: string, work: () => Promise<T>) => Promise<T>

export async function runTurn(
  deps: TurnDeps,
  turnId: string,
  abort: AbortController,
  step: StepRunner,
): Promise<void> {
  const turn = await claimTurn(deps.db, turnId)
  if (!turn) return
  const run = new Run(deps, turn, abort)
  try {
    await loop(run, step)
    await step('remember', () => rememberSheet(run))
  } finally {
    run.close()
  }
}

async function loop(run: Run, step: StepRunner): Promise<void> {
  for (let number = 0; ; number++) {
    const answer = await step(
      'model',
      tried(run, () => modelStep(run, number)),
    )
    if (answer.next === 'over') return
    for (const group of answer.groups) {
      // Side by side, but begun in order: a step's number depends on it.
      const calls = group.map(index =>
        step(
          'tool',
          tried(run, () => toolStep(run, number, index)),
        ),
      )
      const results = await Promise.all(calls)
      if (results.some(result => result?.next === 'over')) return
    }
  }
}

const MAX_TRIES = 6
const FIRST_PAUSE_MS = 250

/** Tries a step again while the database's connection fails; then what an earlier try wrote is looked up. */
function tried<T>(run: Run, work: () => Promise<T>): () => Promise<T | Over> {
  return async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await guarded(run, work)
      } catch (error) {
        if (!isPassing(error) || tries === MAX_TRIES) throw error
        run.deps.log.warn('step is tried again', { turn_id: run.turn.turnId, tries, ...errorFacts(error) })
        await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1))
        run.mayHaveRun = true
      }
    }
  }
}

/** Turns what is thrown into an end of the turn. A turn that is over already ends quietly. */
async function guarded<T>(run: Run, work: () => Promise<T>): Promise<T | Over> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TurnOver) return over
    if (run.timedOut) return finishUnlessOver(run, timeLimitReached(run.deps.limits))
    if (run.signal.aborted) return over
    if (error instanceof SheetsError) return finishUnlessOver(run, endOfSheetsError(error))
    if (isPassing(error)) throw error
    run.deps.log.error('turn failed unexpectedly', { turn_id: run.turn.turnId, ...errorFacts(error) })
    return finishUnlessOver(run, internalError)
  }
}

async function finishUnlessOver(run: Run, end: TurnEnd): Promise<Over> {
  try {
    return await finish(run, end)
  } catch (error) {
    if (error instanceof TurnOver) return over
    throw error
  }
}

/** Keeps the sheet as the agent left it, to tell the next turn what changed since. Best effort. */
async function rememberSheet(run: Run): Promise<void> {
  const { turnId, agentId, number, sheetId } = run.turn
  try {
    const spreadsheet = await run.spreadsheet()
    spreadsheet.refresh()
    const seen = storableJson(await spreadsheet.overview(sheetId))
    await run.deps.db.query(
      'update agents set last_seen = $2 where id = $1 and active_turn_id is null and number_of_turns = $3',
      [agentId, seen, number],
    )
  } catch (error) {
    run.deps.log.info('sheet not remembered', { turn_id: turnId, ...errorFacts(error) })
  }
}

// Classes of SQLSTATE: connection exceptions, resources, operator intervention, serialisation and deadlock.
const PASSING_SQLSTATE = /^(08|53|57P|40001|40P01)/
const PASSING_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** A failure of the database's connection: the same step can be tried again. */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') {
    return error instanceof Error && error.message.startsWith('Connection terminated')
  }
  return PASSING_SYSTEM.has(code) || PASSING_SQLSTATE.test(code)
}
