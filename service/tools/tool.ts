/**
 * What a tool is. A tool validates its own arguments, does its work on the spreadsheet, and says what
 * happened three times: to the model (`output`), to the person (`fields`, `message`), and to later undo
 * (the journal). It knows nothing of turns, HTTP or the engine; main wires what it needs into the context.
 */
import type { z } from 'zod'
import type { ToolCallFields } from '../../contract/index.ts'
import type { Models } from '../models/types.ts'
import type { OtherEffect } from '../permissions/permit.ts'
import type { WebSearch } from '../search/types.ts'
import type { Spreadsheet } from '../sheets/spreadsheet.ts'
import type { Queryable } from '../store/db.ts'

export interface ToolContext {
  spreadsheet: Spreadsheet
  turn: {
    id: string
    agentId: string
    spaceId: string
    userId: string
    /** The user's own words: some rules are lifted only by them. */
    prompt: string
    /** The tab of the turn: what a range without a tab means. */
    sheetId: number
    sheetName: string
    /** The agent's model takes pictures. */
    takesPictures: boolean
    bulkModel: string
    bulkSearchModel: string
  }
  /** The same id when the call runs again after a crash: side effects are idempotent by it. */
  toolCallId: string
  signal: AbortSignal
  /**
   * For what is no write to the sheet and needs the person's word all the same. Resolves where it may be
   * done; what it throws is the turn's to deal with. Writes are asked about by themselves.
   */
  permit(effect: OtherEffect): Promise<void>
  /** Shows progress in the call's entry. Cheap to call often; the caller throttles the writing. */
  progress(fields: ToolCallFields): void
  /**
   * Books what a paid call cost. Idempotent by `key` within the tool call. Answers 'stop' when the
   * turn may spend no more: finish what is paid for, start nothing new.
   */
  charge(charge: { key: string; model: string; costNanoDollars: bigint }): Promise<'ok' | 'stop'>
  models: Models
  search: WebSearch | null
  db: Queryable
  now(): Date
  newId(): string
}

export type ToolOutcome =
  | { state: 'succeeded'; output: unknown; fields?: ToolCallFields }
  /**
   * `message` is for the person and the model: what happened, whether anything changed, what to do. `code` is
   * for the log: a word for who refused, never a text.
   */
  | { state: 'failed'; message: string; code?: FailureCode; output?: unknown; fields?: ToolCallFields }

/** Google's refusals by what they are, a rule of the tool's own, arguments that are not its. */
export type FailureCode = 'BAD_REQUEST' | 'SPREADSHEET_FORBIDDEN' | 'REFUSED' | 'BAD_ARGUMENTS'

export interface Tool<Args extends z.ZodType = z.ZodType> {
  readonly name: string
  /** Written for a model: what it does, when to use it, an example. */
  readonly description: string
  readonly args: Args
  /**
   * Set where the tool is seldom needed: the line that stands for it until a model asks for more. Names the
   * arguments where that is short.
   */
  readonly brief?: string
  /** Answers with a picture and nothing else: no use to a model that takes none. */
  readonly showsPictures?: true
  /** Changes nothing: calls of such tools in one model step run side by side. */
  readonly reads?: true
  /** The same for some arguments of a tool that changes something with others; such calls run alone all the same. */
  looks?(args: z.output<Args>): boolean
  /** Such a call changes how cells look and not what they hold: values that change by it elsewhere come from that. */
  restyles?(args: z.output<Args>): boolean
  /** The entry's fields that are known before the work begins. */
  fields(args: z.output<Args>, context: Pick<ToolContext, 'turn'>): ToolCallFields
  /** Throws SheetsError for what ends a turn and aborts by `signal`; everything else is an outcome. */
  run(args: z.output<Args>, context: ToolContext): Promise<ToolOutcome>
}

/** Whether a call leaves the person's cells as they are. `args` are the tool's own, parsed. */
export const changesNothing = (tool: Tool, args: unknown): boolean =>
  tool.reads === true || tool.looks?.(args) === true

/** Keeps a tool's argument type while it is declared. */
export const defineTool = <Args extends z.ZodType>(tool: Tool<Args>): Tool<Args> => tool
