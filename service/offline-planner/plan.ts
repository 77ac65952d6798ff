/**
 * What a reading becomes: a generator of tool calls. Each yield is answered with the calls' results, and
 * what it returns is said to the person. Plans hold no state between steps; the planner replays them.
 */
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
/** A part of a plan that comes to something else than an answer. */
export type Part<Result> = Generator<Call[], Result, CallResult[]>

/** A plan that calls nothing: all that is to be said is known. */
export function* told(answer: string): Plan {
  yield* []
  return answer
}

/** One call as a step of its own. */
export function* call(tool: string, args: Record<string, unknown>): Part<CallResult> {
  const [result] = yield [{ tool, args }]
  return result ?? { output: null, error: 'The call has no result.' }
}

/** Several calls in one step; the first that failed, or null. */
export function* calls(...asked: Call[]): Part<CallResult | null> {
  if (asked.length === 0) return null
  const results = yield asked
  return results.find(({ error }) => error !== undefined) ?? null
}

/** A field of a tool's output, where the output is an object that has it. */
export function field(output: unknown, name: string): unknown {
  return typeof output === 'object' && output !== null ? (output as Record<string, unknown>)[name] : undefined
}

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** What a failed call means to the person. */
export function notDone({ error }: CallResult): string {
  const reason = (error ?? 'The call failed.').trim()
  const hint = /overwrit|not empty|non-empty|already hold/i.test(reason)
    ? ' To write over what is there, say it again with “and overwrite”.'
    : ''
  return `**Not done.** ${reason}${hint}`
}

/** "3 cells show an error, …" from a write's own report, or nothing. */
export function errorsIn({ output }: CallResult): string {
  const errors = list(field(output, 'errors'))
  if (errors.length === 0) return ''
  const [first] = errors
  const where =
    typeof first === 'string'
      ? first
      : [field(first, 'cell'), field(first, 'error')].filter(Boolean).join(' ')
  return ` ${errors.length} ${errors.length === 1 ? 'cell shows' : 'cells show'} an error${where ? `, first ${where}` : ''}.`
}

export function countIn({ output }: CallResult, ...names: string[]): number | null {
  for (const name of names) {
    const value = field(output, name)
    if (typeof value === 'number') return value
  }
  return null
}
