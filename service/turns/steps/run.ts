/**
 * One execution of one turn in this process: what its steps share. All of it can be built again from the
 * database, which is what happens after a crash.
 */
import type { ModelMessage, ToolResultPart } from 'ai'
import type { MessageEntry } from '../../../contract/index.ts'
import type { Log } from '../../log.ts'
import type { Models } from '../../models/types.ts'
import type { WebSearch } from '../../search/types.ts'
import type { SpreadsheetOverview } from '../../sheets/overview.ts'
import type { Sheets, Spreadsheet } from '../../sheets/spreadsheet.ts'
import type { Db } from '../../store/db.ts'
import type { Tool } from '../../tools/tool.ts'
import type { Billing, Cost, OnTurnEnded } from '../ports.ts'
import { type RenderSummary, turnContext } from '../prompt/context.ts'
import { currentMessages, type PastTurn, pastMessages } from '../prompt/conversation.ts'
import type { SkillSummary } from '../prompt/instructions.ts'
import { toolCharges } from '../record/booking.ts'
import type { Decision, TurnEnd } from '../record/decision.ts'
import { storable } from '../record/entries.ts'
import { type HeldTurn, readSteps, type StoredStep } from '../record/turn-store.ts'
import { callSignature, type PastCall, type StoppingLimits } from './stopping.ts'

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

// Of the model's context; the rest is for instructions, tools and the answer.
const SHARE_OF_PAST = 0.2
const SHARE_OF_TURN = 0.5
const MAX_PAST_TOKENS = 24_000
const MAX_TURN_TOKENS = 150_000
const DEFAULT_CONTEXT_TOKENS = 128_000
const MAX_PAST_TURNS = 20

export class Run {
  readonly deps: TurnDeps
  readonly turn: HeldTurn
  /** Aborts when the turn is stopped, taken over, or out of time. */
  readonly signal: AbortSignal
  readonly charge: (cost: Cost) => Promise<'ok' | 'stop'>
  /** Whether steps may have run before: then what they wrote is looked up first. */
  mayHaveRun: boolean
  /** Set when a charge was answered with 'stop'. */
  mayNotSpend: { message: string; params: Record<string, unknown> } | null = null
  readonly #abort: AbortController
  readonly #deadline: NodeJS.Timeout
  #timedOut = false
  #spreadsheet: Promise<Spreadsheet> | undefined
  #beginning: Promise<ModelMessage[]> | undefined
  #steps: StoredStep[] | undefined
  #skills: SkillSummary[] | undefined

  constructor(deps: TurnDeps, turn: HeldTurn, abort: AbortController) {
    this.deps = deps
    this.turn = turn
    this.mayHaveRun = turn.claim > 1
    this.#abort = abort
    this.signal = abort.signal
    this.charge = toolCharges({
      ...deps,
      turn,
      onBooked: () => this.changed(),
      onStop: why => {
        this.mayNotSpend = why
      },
    })
    this.#deadline = setTimeout(() => {
      this.#timedOut = true
      abort.abort(new Error('the turn is out of time'))
    }, this.millisecondsLeft())
  }

  millisecondsLeft(): number {
    const end = this.turn.createdAt.getTime() + this.deps.limits.turnMinutes * 60_000
    return Math.max(0, end - this.deps.now().getTime())
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
    this.changed()
    const { turnId, agentId, agentModel, createdAt, claim } = this.turn
    this.deps.log.info('turn ended', {
      turn_id: turnId,
      agent_id: agentId,
      model: agentModel,
      status,
      code,
      milliseconds: this.deps.now().getTime() - createdAt.getTime(),
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

  /** The same for all steps: what a turn adds is offered to the next one. */
  async skills(): Promise<SkillSummary[]> {
    this.#skills ??= await this.deps.listSkills(this.deps.db, this.turn.spaceId)
    return this.#skills
  }

  /** The steps of this turn so far, with their results. */
  async steps(): Promise<StoredStep[]> {
    const { db } = this.deps
    this.#steps ??= await readSteps(db, this.turn.agentId, this.turn.number, this.turn.number)
    return this.#steps
  }

  addStep(step: StoredStep): void {
    this.#steps?.push(step)
  }

  addResult(step: number, part: ToolResultPart): void {
    this.#steps?.find(row => row.step === step)?.results.push(part)
  }

  /** Something was written that this process did not see: read it again. */
  forgetSteps(): void {
    this.#steps = undefined
  }

  async decision(step: number): Promise<Decision> {
    const stored = (await this.steps()).find(row => row.step === step)
    if (!stored) throw new Error('a step is missing that was written before')
    return stored.decision
  }

  async pastCalls(): Promise<PastCall[]> {
    return (await this.steps()).flatMap(({ decision, results }) => {
      if (decision.next !== 'tools') return []
      const failed = new Set(
        results.filter(part => part.output.type.startsWith('error')).map(part => part.toolCallId),
      )
      return decision.calls.map(call => ({
        tool: call.tool,
        signature: callSignature(call.tool, call.args),
        failed: failed.has(call.modelCallId),
      }))
    })
  }

  /** The whole conversation as the model gets it now. */
  async messages(): Promise<ModelMessage[]> {
    this.#beginning ??= this.#readBeginning()
    // Here as above, a failure is not remembered: the step may be tried again.
    this.#beginning.catch(() => {
      this.#beginning = undefined
    })
    const [beginning, steps] = await Promise.all([this.#beginning, this.steps()])
    return [...beginning, ...currentMessages(steps, this.#tokens(SHARE_OF_TURN, MAX_TURN_TOKENS))]
  }

  #tokens(share: number, max: number): number {
    const context = this.deps.models.find(this.turn.agentModel)?.contextTokens ?? DEFAULT_CONTEXT_TOKENS
    return Math.min(max, Math.floor(context * share))
  }

  async #readBeginning(): Promise<ModelMessage[]> {
    const past = pastMessages(await this.#pastTurns(), this.#tokens(SHARE_OF_PAST, MAX_PAST_TOKENS))
    return [
      ...past,
      {
        role: 'user',
        content: [
          { type: 'text', text: await this.#context() },
          { type: 'text', text: this.turn.prompt },
        ],
      },
    ]
  }

  /** Written down at the first step, so that every later one sees the same words. */
  async #context(): Promise<string> {
    const { db, renderSummary, now } = this.deps
    const { turnId, agentId, sheetId } = this.turn
    const kept = await db.query<{ text: string }>('select text from turn_context where turn_id = $1', [
      turnId,
    ])
    if (kept.rows[0]) return kept.rows[0].text
    const spreadsheet = await this.spreadsheet()
    const overview = await spreadsheet.overview(sheetId)
    const seen = await db.query<{ last_seen: SpreadsheetOverview | null }>(
      'select last_seen from agents where id = $1',
      [agentId],
    )
    const lastSeen = seen.rows[0]?.last_seen ?? null
    const text = turnContext({ overview, lastSeen, renderSummary, at: now() })
    await db.query('insert into turn_context (turn_id, text) values ($1, $2) on conflict do nothing', [
      turnId,
      storable(text),
    ])
    return text
  }

  async #pastTurns(): Promise<PastTurn[]> {
    const { agentId, number } = this.turn
    if (number === 1) return []
    const [{ rows }, steps] = await Promise.all([
      this.deps.db.query<{ number: number; prompt: string; entries: string }>(
        `select t.number, t.prompt,
           (select '[' || coalesce(string_agg(e.body, ',' order by e.position), '') || ']'
             from entries e where e.turn_id = t.id) as entries
         from turns t where t.agent_id = $1 and t.number between $2 and $3 order by t.number`,
        [agentId, number - MAX_PAST_TURNS, number - 1],
      ),
      readSteps(this.deps.db, agentId, number - 1, number - 1),
    ])
    return rows.map(row => ({
      number: row.number,
      prompt: row.prompt,
      entries: JSON.parse(row.entries) as MessageEntry[],
      steps: row.number === number - 1 ? steps : [],
    }))
  }
}
