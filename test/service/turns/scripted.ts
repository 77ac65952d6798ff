/** Models, tools, sheets and billing that a test scripts at their ports. A prompt’s first word names its script. */
import { randomUUID } from 'node:crypto'
import type { ModelMessage } from 'ai'
import { z } from 'zod'
import type { ModelRequest, ModelStep, Models } from '../../../service/models/types.ts'
import type { SpreadsheetOverview } from '../../../service/sheets/overview/overview.ts'
import type { Sheets, Spreadsheet, Tab } from '../../../service/sheets/spreadsheet.ts'
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from '../../../service/tools/tool.ts'
import type { Billing, Cost, EndedTurn } from '../../../service/turns/ports.ts'
import { bareOverview } from '../sheets/bare-overview.ts'

export const MODEL = 'managed:agent:test/scripted'
const usage = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 10 }

export interface Called {
  name: string
  args?: unknown
  invalid?: string
}

/** A model's answer: what it says and calls, and what it cost. */
export function says(text: string, calls: Called[] = [], costNanoDollars = 1_000n): ModelStep {
  const asked = calls.map(call => ({ id: `call_${randomUUID()}`, args: {}, ...call }))
  const messages: ModelMessage[] = [
    {
      role: 'assistant',
      content: [
        ...(text ? [{ type: 'text' as const, text }] : []),
        ...asked.map(call => ({
          type: 'tool-call' as const,
          toolCallId: call.id,
          toolName: call.name,
          input: call.args,
        })),
      ],
    },
  ]
  return { state: 'ok', text, calls: asked, messages, usage, costNanoDollars }
}

export const fails = (
  code: 'MODEL_ERROR' | 'MODEL_TIMEOUT' | 'MODEL_REFUSED',
  message: string,
): ModelStep => ({
  state: 'failed',
  code,
  message,
  params: { attempts: 3 },
  usage,
  costNanoDollars: 500n,
})

export type Script = (step: number, request: ModelRequest) => ModelStep | Promise<ModelStep>
export type ToolScript = (args: Record<string, unknown>, context: ToolContext) => Promise<ToolOutcome>

/** The text parts of the latest user message: what the service adds, then the user's own words. */
function latestTexts(messages: readonly ModelMessage[]): string[] {
  const last = messages.findLast(message => message.role === 'user')
  if (typeof last?.content === 'string') return [last.content]
  return (last?.content ?? []).flatMap(part => (part.type === 'text' ? [part.text] : []))
}

/** A model or a tool that answers only when it is told to stop. */
export const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

/** The user's own words of the turn in progress. */
export const promptOf = (messages: readonly ModelMessage[]) => latestTexts(messages).at(-1) ?? ''

/** What the service tells beside them. */
export const contextOf = (messages: readonly ModelMessage[]) => latestTexts(messages)[0] ?? ''

function stepsSince(messages: readonly ModelMessage[]): number {
  const start = messages.findLastIndex(message => message.role === 'user')
  return messages.slice(start + 1).filter(message => message.role === 'assistant').length
}

export function scriptedModels(scripts: Map<string, Script>): Models {
  const entry = (category: 'agent' | 'bulk' | 'search') => ({
    id: category === 'agent' ? MODEL : `managed:${category}:test/scripted`,
    label: 'Scripted',
    provider: 'test',
    category,
    contextTokens: 100_000,
    takesPictures: true,
    price: { inputPerMillion: 0n, cachedInputPerMillion: 0n, outputPerMillion: 0n, perSearch: 0n },
  })
  const list = [entry('agent'), entry('bulk'), entry('search')]
  return {
    list: () => list,
    find: id => list.find(model => model.id === id),
    defaults: () => ({ agent_model: list[0]!.id, bulk_model: list[1]!.id, bulk_search_model: list[2]!.id }),
    language: () => {
      throw new Error('not scripted')
    },
    async step(request) {
      const script = scripts.get(promptOf(request.messages).split(' ')[0]!)
      if (!script) return says('Done.')
      return script(stepsSince(request.messages), request)
    },
    value: () => Promise.reject(new Error('not scripted')),
  }
}

const tabs: Tab[] = [
  { sheetId: 0, title: 'Leads', index: 0, rows: 100, columns: 10, hidden: false },
  { sheetId: 7, title: 'Notes', index: 1, rows: 100, columns: 10, hidden: false },
]

export const emptyOverview = bareOverview('Test', 'en_US', tabs)

export function scriptedSheets(world: World): Sheets {
  const refuse = () => Promise.reject(new Error('not scripted'))
  return {
    async open(_userId, spreadsheetId) {
      if (world.openFails) throw world.openFails
      const spreadsheet: Spreadsheet = {
        id: spreadsheetId,
        calls: { reads: 0, writes: 0 },
        meta: refuse,
        tabs: async () => tabs,
        refresh: () => {},
        overview: () =>
          world.overviewFails ? Promise.reject(world.overviewFails) : Promise.resolve(world.overview),
        // An empty spreadsheet: what a write finds is looked at before it.
        get: async () => ({}),
        values: async ranges => ranges.map(() => ({})),
        batchUpdate: refuse,
        writeValues: refuse,
        copyTabTo: refuse,
      }
      return spreadsheet
    },
  }
}

export interface World {
  scripts: Map<string, Script>
  tools: Map<string, ToolScript>
  overview: SpreadsheetOverview
  openFails: Error | null
  overviewFails: Error | null
  ended: EndedTurn[]
  maySpend: boolean
  limits: { steps: number; turnMinutes: number }
}

const looseArgs = z.record(z.string(), z.unknown())

/** `read` may run beside others, `write` may not, `strict` wants a range. */
export function scriptedTools(world: World): Tool[] {
  const run = (name: string) => async (args: Record<string, unknown>, context: ToolContext) => {
    const script = world.tools.get(context.turn.prompt.split(' ')[0]!)
    return script
      ? script({ ...args, tool: name }, context)
      : { state: 'succeeded' as const, output: { ok: true } }
  }
  const loose = (name: string, reads?: true) =>
    defineTool({
      name,
      description: name,
      args: looseArgs,
      ...(reads ? { reads } : {}),
      fields: args => (typeof args.range === 'string' ? { range: args.range } : {}),
      run: run(name),
    })
  const strict = defineTool({
    name: 'strict',
    description: 'strict',
    args: z.strictObject({ range: z.string() }),
    fields: args => ({ range: args.range }),
    run: run('strict'),
  })
  return [loose('read', true), loose('write'), strict] as Tool[]
}

/** Books in the ledger as accounts do; spends until `maySpend` is false. */
export function plainBilling(world: World): Billing {
  return {
    admit: async () =>
      world.maySpend ? { state: 'ok' } : { state: 'refused', message: 'This space has no credits left.' },
    async charge(tx, payer, costs) {
      const booked = []
      for (const cost of costs) {
        const { rowCount } = await tx.query(
          `insert into ledger (space_id, user_id, key_id, agent_id, turn_id, kind, model, amount_nano, idempotency_key)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
          [payer.spaceId, payer.userId, payer.keyId, payer.agentId, payer.turnId, ...costRow(cost)],
        )
        booked.push(rowCount === 1)
      }
      if (world.maySpend) return { state: 'ok', booked }
      return {
        state: 'stop',
        booked,
        message: 'This space has no credits left.',
        params: { limit: 'credits' },
      }
    },
  }
}

const costRow = (cost: Cost) => [cost.kind, cost.model, cost.costNanoDollars.toString(), cost.idempotencyKey]
