/** The conversation as the model gets it: past turns, the sheet, the user's words, and the steps so far. */
import type { ModelMessage } from 'ai'
import type { MessageEntry } from '../../../contract/index.ts'
import type { SpreadsheetOverview } from '../../sheets/overview/overview.ts'
import type { Spreadsheet } from '../../sheets/spreadsheet.ts'
import type { Db } from '../../store/db.ts'
import { attachedPictures } from '../../tools/attachments/shown.ts'
import { attachmentsOf, attachmentWords } from '../../tools/attachments/store.ts'
import { storable } from '../record/entries.ts'
import type { HeldTurn } from '../record/held-turn.ts'
import { readSteps, type StoredStep } from '../record/step-store.ts'
import { type RenderSummary, turnContext } from './context.ts'
import { readContinued, readDenied } from './continued.ts'
import { currentMessages, type PastTurn, pastMessages } from './conversation.ts'
import { pictureParts, ShownPictures } from './pictures.ts'

// Of the model's context; the rest is for instructions, tools and the answer.
const SHARE_OF_PAST = 0.2
const SHARE_OF_TURN = 0.5
const MAX_PAST_TOKENS = 24_000
const MAX_TURN_TOKENS = 150_000
const DEFAULT_CONTEXT_TOKENS = 128_000
const MAX_PAST_TURNS = 20

export interface TurnPromptDeps {
  db: Db
  renderSummary: RenderSummary
  now(): Date
  spreadsheet(): Promise<Spreadsheet>
  /** Of the agent's model, where the catalogue knows it. */
  contextTokens: number | undefined
  takesPictures: boolean
}

interface Beginning {
  messages: ModelMessage[]
  /** What was done before the permission that this turn goes on with. */
  continued: StoredStep[]
}

export class TurnPrompt {
  readonly #deps: TurnPromptDeps
  readonly #turn: HeldTurn
  readonly #shown: ShownPictures
  #beginning: Promise<Beginning> | undefined

  constructor(deps: TurnPromptDeps, turn: HeldTurn) {
    this.#deps = deps
    this.#turn = turn
    this.#shown = new ShownPictures(deps.db)
  }

  async messages(steps: Promise<StoredStep[]>): Promise<ModelMessage[]> {
    this.#beginning ??= this.#readBeginning()
    // A failure is not remembered: the step may be tried again.
    this.#beginning.catch(() => {
      this.#beginning = undefined
    })
    const [{ messages, continued }, sofar] = await Promise.all([this.#beginning, steps])
    const budget = this.#tokens(SHARE_OF_TURN, MAX_TURN_TOKENS)
    const all = [...continued, ...sofar]
    const pictures = this.#deps.takesPictures ? await this.#shown.after(all) : new Map()
    return [...messages, ...currentMessages(all, budget, pictures)]
  }

  #tokens(share: number, max: number): number {
    return Math.min(max, Math.floor((this.#deps.contextTokens ?? DEFAULT_CONTEXT_TOKENS) * share))
  }

  async #readBeginning(): Promise<Beginning> {
    const { db } = this.#deps
    const { rootNumber, number } = this.#turn
    const [past, link] = await Promise.all([
      readPastTurns(db, { ...this.#turn, number: rootNumber }),
      rootNumber < number ? readContinued(db, this.#turn) : null,
    ])
    const asked: ModelMessage = {
      role: 'user',
      content: [
        { type: 'text', text: await this.#context() },
        ...(await this.#attachedPictures()),
        { type: 'text', text: link?.prompt ?? this.#turn.prompt },
      ],
    }
    const messages = [...pastMessages(past, this.#tokens(SHARE_OF_PAST, MAX_PAST_TOKENS)), asked]
    return { messages, continued: link?.steps ?? [] }
  }

  async #attachedPictures() {
    const { db, takesPictures } = this.#deps
    if (!takesPictures) return []
    return [...(await attachedPictures(db, this.#turn.turnId)).values()].flatMap(pictureParts)
  }

  /** Written down at the first step, so that every later one sees the same words. */
  async #context(): Promise<string> {
    const { db } = this.#deps
    const { turnId } = this.#turn
    const kept = await db.query<{ text: string }>('select text from turn_context where turn_id = $1', [
      turnId,
    ])
    if (kept.rows[0]) return kept.rows[0].text
    const text = await this.#describeSheet()
    await db.query('insert into turn_context (turn_id, text) values ($1, $2) on conflict do nothing', [
      turnId,
      storable(text),
    ])
    return text
  }

  async #describeSheet(): Promise<string> {
    const { db, renderSummary, now } = this.#deps
    const spreadsheet = await this.#deps.spreadsheet()
    const overview = await spreadsheet.overview(this.#turn.sheetId)
    const seen = await db.query<{ last_seen: SpreadsheetOverview | null }>(
      'select last_seen from agents where id = $1',
      [this.#turn.agentId],
    )
    const lastSeen = seen.rows[0]?.last_seen ?? null
    return turnContext({
      overview,
      lastSeen,
      renderSummary,
      at: now(),
      isPlan: this.#turn.mode === 'plan',
      denied: await readDenied(db, this.#turn),
      attached: (await attachmentsOf(db, this.#turn.agentId)).map(file =>
        attachmentWords(file, this.#deps.takesPictures),
      ),
    })
  }
}

async function readPastTurns(db: Db, { agentId, number }: HeldTurn): Promise<PastTurn[]> {
  if (number === 1) return []
  const [{ rows }, steps] = await Promise.all([
    db.query<{ number: number; prompt: string; entries: string }>(
      `select t.number, t.prompt,
         (select '[' || coalesce(string_agg(e.body, ',' order by e.position), '') || ']'
           from entries e where e.turn_id = t.id) as entries
       from turns t where t.agent_id = $1 and t.number between $2 and $3 order by t.number`,
      [agentId, number - MAX_PAST_TURNS, number - 1],
    ),
    readSteps(db, agentId, number - 1, number - 1),
  ])
  return rows.map(row => ({
    number: row.number,
    prompt: row.prompt,
    entries: JSON.parse(row.entries) as MessageEntry[],
    steps: row.number === number - 1 ? steps : [],
  }))
}
