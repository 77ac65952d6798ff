/**
 * The life of one turn: model step, tool calls, model step, until it is over. Every step writes what it did
 * before the next one begins, and looks up first what an earlier execution has written: so one after a crash
 * goes on where the last one was.
 */
import { keepTurnLook } from '../../changes/turn-look.ts'
import { errorFacts } from '../../log.ts'
import { observed } from '../../seeing/observed.ts'
import { SheetsError } from '../../sheets/errors.ts'
import { withoutCells } from '../../sheets/overview/overview.ts'
import { isPassing, retryPassing } from '../../store/passing.ts'
import type { TurnEnd } from '../record/decision.ts'
import { storableJson } from '../record/entries.ts'
import { claimTurn, TurnOver } from '../record/held-turn.ts'
import { forgetOldSteps } from '../record/step-store.ts'
import { endOfSheetsError, internalError, stuckEnd } from '../record/turn-errors.ts'
import type { Executor } from './fence.ts'
import { finish, modelStep, type Over, over } from './model-step.ts'
import { Run, type TurnDeps } from './run.ts'
import { sweepScratch } from './scratch-sweep.ts'
import { timeLimitReached } from './stopping.ts'
import { toolStep } from './tool-step.ts'

/** Lets one step through; of a process that is about to end none begins any more. */
export type StepRunner = <T>(work: () => Promise<T>) => Promise<T>

export async function runTurn(
  deps: TurnDeps,
  turnId: string,
  abort: AbortController,
  step: StepRunner,
  executor: Executor | null = null,
): Promise<void> {
  const began = performance.now()
  const longestMs = deps.limits.turnMinutes * 60_000
  const turn = await retryPassing(() => claimTurn(deps.db, turnId), {
    leftMs: () => longestMs - (performance.now() - began),
  })
  if (!turn) return
  const run = new Run(deps, turn, abort, executor)
  await observed('turn', { turnId, model: turn.agentModel, execution: turn.claim }, async () => {
    try {
      const stuck = stuckEnd(turn)
      if (stuck) return void (await tried(run, () => finishUnlessOver(run, stuck))())
      if (turn.claim === 1) await sweep(run, turn.number - 2, turn.number - 1)
      await loop(run, step)
      // Who was stopped, or lost the turn to another, has nothing to tidy up.
      if (run.hasEnded) await step(() => afterwards(run))
    } finally {
      run.close()
      // A turn that was stopped has no step for it any more.
      await lookAtTheEnd(run)
      if (run.signal.aborted) await sweep(run, turn.number, turn.number)
    }
  })
}

async function loop(run: Run, step: StepRunner): Promise<void> {
  for (let number = 0; ; number++) {
    const answer = await step(
      tried(run, () => observed('step', { kind: 'model' }, () => modelStep(run, number))),
    )
    if (answer.next === 'over') return
    for (const group of answer.groups) {
      const calls = group.map(index =>
        step(tried(run, () => observed('step', { kind: 'tool' }, () => toolStep(run, number, index)))),
      )
      const results = await Promise.all(calls)
      if (results.some(result => result?.next === 'over')) return
    }
  }
}

const END_IS_WRITTEN_WITHIN_MS = 30 * 60_000

/** A step that is tried again looks up what an earlier try has written. */
function tried<T>(run: Run, work: () => Promise<T>): () => Promise<T | Over> {
  return () =>
    retryPassing(() => guarded(run, work), {
      // Beyond the turn's own time too: its end is still to be written.
      leftMs: () => run.millisecondsLeft() + END_IS_WRITTEN_WITHIN_MS,
      onRetry(error, tries) {
        run.mayHaveRun = true
        // It may have been written, and only the answer lost.
        run.steps.forget()
        run.deps.log.warn('step is tried again', { turn_id: run.turn.turnId, tries, ...errorFacts(error) })
      },
    })
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

/** What later turns gain from and this one needs no more. Best effort: the turn is over. */
async function afterwards(run: Run): Promise<void> {
  const { turnId, agentId } = run.turn
  try {
    await keepLook(run)
    await forgetOldSteps(run.deps.db, agentId, run.turn)
    await rememberSheet(run)
    await forgetMarks(run)
  } catch (error) {
    run.deps.log.info('work after a turn was left out', { turn_id: turnId, ...errorFacts(error) })
  }
}

const lookAtTheEnd = (run: Run): Promise<void> =>
  keepLook(run).catch((error: unknown) => {
    run.deps.log.info('a turn was not looked at in its end', {
      turn_id: run.turn.turnId,
      ...errorFacts(error),
    })
  })

/** Best effort: what can't be taken away now is with the next turn. */
async function sweep(run: Run, from: number, to: number): Promise<void> {
  if (to < 1) return
  const { agentId, userId, spreadsheetId, turnId } = run.turn
  try {
    // The turn's own spreadsheet begins no call any more where the turn was stopped.
    await sweepScratch(run.deps.db, { agentId, from, to }, () => run.deps.sheets.open(userId, spreadsheetId))
  } catch (error) {
    run.deps.log.info('a tab for trying formulas was not looked for', {
      turn_id: turnId,
      ...errorFacts(error),
    })
  }
}

/** How the turn left its tabs, for finding lines again, and what it did beyond its own cells. */
async function keepLook(run: Run): Promise<void> {
  if (run.looked) return
  run.looked = true
  await keepTurnLook(
    // The turn's own spreadsheet begins no call any more where the turn was stopped.
    { ...run.deps, spreadsheet: () => run.deps.sheets.open(run.turn.userId, run.turn.spreadsheetId) },
    { turnId: run.turn.turnId, agentId: run.turn.agentId },
    run.watch,
  )
}

/** Nothing is made again any more: what kept batches from being made twice leaves the spreadsheet. */
async function forgetMarks(run: Run): Promise<void> {
  if (run.hasMarks) await (await run.spreadsheet()).forgetMarks?.(run.turn.agentId)
}

/** Keeps the sheet as the agent left it, to tell the next turn what changed since. */
async function rememberSheet(run: Run): Promise<void> {
  const { agentId, number, sheetId } = run.turn
  const spreadsheet = await run.spreadsheet()
  spreadsheet.refresh()
  const seen = storableJson(withoutCells(await spreadsheet.overview(sheetId)))
  await run.deps.db.query(
    'update agents set last_seen = $2 where id = $1 and active_turn_id is null and number_of_turns = $3',
    [agentId, seen, number],
  )
}
