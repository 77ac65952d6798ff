/** What a model is to the rest of the service: an entry of the catalogue, a call, and its price. */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelMessage } from 'ai'
import type { z } from 'zod'
import type { TurnErrorCode } from '../../contract/errors.ts'
import type { ModelCategory } from '../../contract/index.ts'

/** Integer nano-dollars per million tokens (1 US dollar per million = 1_000_000_000). */
export interface Price {
  inputPerMillion: bigint
  cachedInputPerMillion: bigint
  outputPerMillion: bigint
  /** Nano-dollars for one web search, where the model or its search is billed by the search. */
  perSearch: bigint
}

export interface CatalogueModel {
  /** `managed:<category>:<provider>/<model_name>` */
  id: string
  label: string
  provider: string
  category: ModelCategory
  contextTokens: number
  /** It takes pictures beside text. */
  takesPictures: boolean
  price: Price
}

export interface TokenUsage {
  /** Input tokens that were not read from a cache (cache writes included). */
  inputTokens: number
  cachedInputTokens: number
  outputTokens: number
}

/** A call that the model wants made. `invalid` carries why the arguments could not be used. */
export interface ModelToolCall {
  id: string
  name: string
  args: unknown
  invalid?: string
}

/** What one model call came to. Failures are values: callers branch on `state`. */
export type ModelStep =
  | {
      state: 'ok'
      text: string
      calls: ModelToolCall[]
      /**
       * To append to the conversation, as plain JSON: the assistant message alone. The caller answers
       * every call in `calls`, the invalid ones too, with one tool result each.
       */
      messages: ModelMessage[]
      usage: TokenUsage
      costNanoDollars: bigint
    }
  | {
      state: 'failed'
      code: Extract<TurnErrorCode, 'MODEL_ERROR' | 'MODEL_TIMEOUT' | 'MODEL_REFUSED'>
      message: string
      params: Record<string, unknown>
      usage: TokenUsage
      costNanoDollars: bigint
    }

/** A tool as a model sees it. */
export interface ToolDeclaration {
  name: string
  description: string
  args: z.ZodType
}

export interface ModelRequest {
  modelId: string
  /** The role, the rules and what is known of the sheet: everything that isn't the user's own words. */
  instructions: string
  /**
   * The conversation, oldest first. A user message holds the user's words alone; what the service adds
   * to it is a text part of its own that is one element, "<sheet>…</sheet>", so that the offline planner can tell them apart.
   */
  messages: ModelMessage[]
  tools: ToolDeclaration[]
  signal: AbortSignal
}

/** One row of a bulk run: a prompt in, a value out. */
export interface ValueRequest {
  modelId: string
  prompt: string
  /** Said to the model about the shape of the value, for example "one word: positive or negative". */
  instructions?: string
  signal: AbortSignal
}
export type ValueResult =
  | { state: 'ok'; value: string; usage: TokenUsage; costNanoDollars: bigint }
  | { state: 'failed'; message: string; usage: TokenUsage; costNanoDollars: bigint }

/** Everything the service asks of models. Built once in main from the environment. */
export interface Models {
  /** All models that can be called here, in display order; the offline planner is always among them. */
  list(): readonly CatalogueModel[]
  find(id: string): CatalogueModel | undefined
  /** Ids used where neither request nor space names one. */
  defaults(): { agent_model: string; bulk_model: string; bulk_search_model: string }
  /** The provider's model object, for tests and for callers with needs of their own. */
  language(id: string): LanguageModelV4
  /** One step of an agent. Does not run tools. Never throws but for the abort of `signal`. */
  step(request: ModelRequest): Promise<ModelStep>
  /** One structured value for one row. Never throws but for the abort of `signal`. */
  value(request: ValueRequest): Promise<ValueResult>
}
