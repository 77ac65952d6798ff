/**
 * The turn as DBOS knows it: one workflow, registered once a process, run by whichever engine is started.
 * What a turn has done is kept by its own steps, in tables of our own; DBOS is told of none of them.
 */
import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Executor } from '../steps/fence.ts'
import type { StepRunner } from '../steps/run-turn.ts'
import { Gate } from './gate.ts'

export type TurnRunner = (
  turnId: string,
  abort: AbortController,
  step: StepRunner,
  /** Null where there can be no other. */
  executor: Executor | null,
) => Promise<void>

export type UndoRunner = (undoId: string) => Promise<void>

/** Enough for a crash every minute of the longest turn. */
const MAX_RECOVERIES = 100

/** The turns that run in this process. */
export class RunningTurns {
  readonly gate = new Gate()
  readonly #run: TurnRunner
  readonly #undo: UndoRunner
  readonly #executor: Executor | null
  readonly #aborts = new Map<string, AbortController>()

  constructor(run: TurnRunner, undo: UndoRunner, executor: Executor | null) {
    this.#run = run
    this.#undo = undo
    this.#executor = executor
  }

  async run(turnId: string): Promise<void> {
    const abort = new AbortController()
    this.#aborts.set(turnId, abort)
    try {
      await this.#run(turnId, abort, work => this.gate.pass(work), this.#executor)
    } finally {
      if (this.#aborts.get(turnId) === abort) this.#aborts.delete(turnId)
    }
  }

  /** One step: how far it has come it keeps itself. */
  async runUndo(undoId: string): Promise<void> {
    await DBOS.runStep(() => this.gate.pass(() => this.#undo(undoId)), { name: 'undo' })
  }

  ids(): string[] {
    return [...this.#aborts.keys()]
  }

  abort(turnId: string): void {
    this.#aborts.get(turnId)?.abort(new Error('stopped'))
  }
}

let current: RunningTurns | undefined

/** Which turns the workflow runs with from now on. */
export function runTurnsWith(turns: RunningTurns | undefined): void {
  current = turns
}

export const turnWorkflow = DBOS.registerWorkflow(
  async (turnId: string) => {
    if (!current) throw new Error('the engine has not been started')
    await current.run(turnId)
  },
  { name: 'turn', maxRecoveryAttempts: MAX_RECOVERIES },
)

export const undoWorkflow = DBOS.registerWorkflow(
  async (undoId: string) => {
    if (!current) throw new Error('the engine has not been started')
    await current.runUndo(undoId)
  },
  { name: 'undo', maxRecoveryAttempts: MAX_RECOVERIES },
)
