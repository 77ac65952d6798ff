/**
 * What a kind of instruction is: it reads a clause against the sheet, and then acts step by step.
 * A plan is a generator of tool calls: each yield is answered with the calls' results, and what it
 * returns is said to the person. Plans hold no state between steps; the planner replays them.
 */
import type { SpreadsheetOverview, TabOverview } from '../../sheets/overview.ts'

export interface Call {
  tool: string
  args: Record<string, unknown>
}

export interface CallResult {
  output: unknown
  /** Why the call failed, in the tool's words. */
  error?: string
}

/** Yields calls that belong to one step; returns the answer in markdown, from results and never from hope. */
export type Plan = Generator<Call[], string, CallResult[]>

export type Reading =
  | { state: 'understood'; plan: () => Plan }
  /** The kind is clear but something is missing or not there: said to the person as it is. */
  | { state: 'problem'; message: string }

export interface Scope {
  overview: SpreadsheetOverview
  /** Tab that the clause is about. */
  tab: TabOverview
  /** The user's own words ask for writing over what is there. */
  overwrite: boolean
  /** What "it" means: see memory.ts. */
  memory: Memory
  /** Where the clause names a range as its place, `tab` is narrowed to it: see narrowed.ts. */
  within?: Within
}

export interface Within {
  /** The tab with all of its columns and rows. */
  full: TabOverview
  /** The range as said, without its tab. */
  a1: string
  /** Zero-based columns, half-open. */
  first: number
  end: number
  /** The table has columns beside the range. */
  goesOn: boolean
}

export interface Memory {
  tab?: string
  /** Letters of the column that was last written, formatted or sorted by. */
  column?: string
  /** A1 range without its tab. */
  range?: string
  /** What the person asked before this turn, oldest first. */
  earlierPrompts: string[]
}

export interface Instruction {
  name: string
  /** One line for the documentation: what it does with the sheet. */
  does: string
  /** Each of them is tested on the documentation's sample sheet. */
  examples: readonly string[]
  /** Null where the clause is not of this kind. `clause` has no polite words and no full stop. */
  read(clause: string, scope: Scope): Reading | null
}

export const problem = (message: string): Reading => ({ state: 'problem', message })
export const understood = (plan: () => Plan): Reading => ({ state: 'understood', plan })

/** A plan that calls nothing: all that is to be said is known. */
export function* told(answer: string): Plan {
  yield* []
  return answer
}

/** One call as a step of its own. */
export function* call(
  tool: string,
  args: Record<string, unknown>,
): Generator<Call[], CallResult, CallResult[]> {
  const [result] = yield [{ tool, args }]
  return result ?? { output: null, error: 'The call has no result.' }
}

/** A field of a tool's output, where the output is an object that has it. */
export function field(output: unknown, name: string): unknown {
  return typeof output === 'object' && output !== null ? (output as Record<string, unknown>)[name] : undefined
}
