/**
 * One execution of one turn in this process: what its steps share, and the log's line of its end. All of it can
 * be built again from the database, which is what happens after a crash.
 */
import { TurnWatch } from '../../changes/watch.ts'
import type { Log } from '../../log.ts'
import type { Models } from '../../models/types.ts'
import type { WebSearch } from '../../search/types.ts'
import { tell } from '../../seeing/observed.ts'
import type { Sheets, Spreadsheet } from '../../sheets/spreadsheet.ts'
import type { Db } from '../../store/db.ts'
import type { Tool } from '../../tools/tool.ts'
import type { Billing, Cost, OnTurnEnded } from '../ports.ts'
import type { RenderSummary } from '../prompt/context.ts'
import type { SkillSummary } from '../prompt/instructions.ts'
import { TurnPrompt } from '../prompt/turn-prompt.ts'
import { toolCharges } from '../record/booking.ts'
import type { TurnEnd } from '../record/decision.ts'
import type { HeldTurn } from '../record/held-turn.ts'
import { StepLog } from '../record/step-log.ts'
import { type Executor, fenced, holdsTurn } from './fence.ts'
import type { StoppingLimits } from './stopping.ts'

/** Everything a turn works with, passed in by main. */
export interface TurnDeps {
  db: Db
  models: Models
  sheets: Sheets
  tools: readonly Tool[]
  search: WebSearch | null
  billing: Billing
  onTurnEnded: OnTurnEnded
  listSkills(db: Db, spaceId: string): Promise<SkillSummary[]>
  renderSummary: RenderSummary
  limits: StoppingLimits
  now(): Date
  newId(): string
  log: Log
  /** Tells waiting clients that the agent has changed. */
  announce(agentId: string): void
}

export class Run {
  readonly deps: TurnDeps
  readonly turn: HeldTurn
  /** Aborts when the turn is stopped, taken over, or out of time. */
  readonly signal: AbortSignal
  readonly steps: StepLog
  readonly prompt: TurnPrompt
  /** Looks at what the turn does beyond the cells that its calls name. */
  readonly watch: TurnWatch
  /** The end of the turn has been looked at, or is being. */
  looked = false
  /** This execution has ended the turn. */
  hasEnded = false
  readonly charge: (cost: Cost) => Promise<'ok' | 'stop'>
  /** Whether steps may have run before: then what they wrote is looked up first. */
  mayHaveRun: boolean
  /** Set when a charge was answered with 'stop'. */
  mayNotSpend: { message: string; params: Record<string, unknown> } | null = null
  /** Whether batches of this turn have left marks in the spreadsheet. */
  hasMarks: boolean
  readonly #abort: AbortController
  readonly #executor: Executor | null
  readonly #deadline: NodeJS.Timeout
  /** On a clock that nobody sets. */
  readonly #endsAt: number
  #timedOut = false
  #spreadsheet: Promise<Spreadsheet> | undefined
  #skills: SkillSummary[] | undefined

  constructor(deps: TurnDeps, turn: HeldTurn, abort: AbortController, executor: Executor | null) {
    this.deps = deps
    this.turn = turn
    this.mayHaveRun = turn.claim > 1
    this.hasMarks = this.mayHaveRun
    this.#executor = executor
    this.#abort = abort
    this.signal = abort.signal
    this.watch = new TurnWatch(() => this.spreadsheet())
    this.steps = new StepLog(deps.db, turn)
    this.prompt = new TurnPrompt(
      {
        ...deps,
        spreadsheet: () => this.spreadsheet(),
        contextTokens: deps.models.find(turn.agentModel)?.contextTokens,
        takesPictures: deps.models.find(turn.agentModel)?.takesPictures ?? false,
      },
      turn,
    )
    this.charge = toolCharges({
      ...deps,
      turn,
      onBooked: () => this.changed(),
      onStop: why => {
        this.mayNotSpend = why
      },
    })
    const wholeMs = deps.limits.turnMinutes * 60_000
    const spentMs = Math.max(0, turn.begunSeconds * 1_000)
    this.#endsAt = performance.now() + Math.max(0, wholeMs - spentMs)
    this.#deadline = setTimeout(() => {
      this.#timedOut = true
      abort.abort(new Error('the turn is out of time'))
    }, this.millisecondsLeft())
  }

  millisecondsLeft(): number {
    return Math.max(0, this.#endsAt - performance.now())
  }

  /** Out of time, as against stopped or taken over. */
  get timedOut(): boolean {
    return this.#timedOut || this.millisecondsLeft() === 0
  }

  abort(reason: Error): void {
    this.#abort.abort(reason)
  }

  close(): void {
    clearTimeout(this.#deadline)
  }

  changed(): void {
    this.deps.announce(this.turn.agentId)
  }

  /** The turn's end has been committed. */
  ended({ status, code }: TurnEnd): void {
    this.hasEnded = true
    this.changed()
    const { turnId, agentId, agentModel, createdAt, claim } = this.turn
    const milliseconds = this.deps.now().getTime() - createdAt.getTime()
    tell('turnEnded', { turnId, status, code, milliseconds })
    this.deps.log.info('turn ended', {
      turn_id: turnId,
      agent_id: agentId,
      model: agentModel,
      status,
      code,
      milliseconds,
      executions: claim,
    })
  }

  /** The turn's spreadsheet; what it remembers is forgotten with each new step. */
  async spreadsheet(): Promise<Spreadsheet> {
    this.#spreadsheet ??= this.deps.sheets.open(this.turn.userId, this.turn.spreadsheetId)
    this.#spreadsheet.catch(() => {
      this.#spreadsheet = undefined
    })
    return this.#spreadsheet
  }

  /** The same as a tool call gets it: none of its writes is made once another execution has the turn. */
  async spreadsheetFor(callId: string): Promise<Spreadsheet> {
    const { deps, turn, signal } = this
    return fenced(await this.spreadsheet(), {
      id: callId,
      agentId: turn.agentId,
      check: () => holdsTurn(deps.db, turn, this.#executor, signal),
      onMark: () => {
        this.hasMarks = true
      },
    })
  }

  /** The same for all steps: what a turn adds is offered to the next one. */
  async skills(): Promise<SkillSummary[]> {
    this.#skills ??= await this.deps.listSkills(this.deps.db, this.turn.spaceId)
    return this.#skills
  }
}
